//! `sarsen games`.

use std::fmt::Write as _;

use sarsen_catalog::GAMES;
use sarsen_core::{GameSpec, Lang, Values};
use serde_json::{Value, json};

use crate::args::GamesArgs;
use crate::output;

pub(crate) fn run(args: &GamesArgs) -> anyhow::Result<()> {
    let specs = GAMES.iter().map(|game| game.spec());
    let text = if args.json {
        let described: Vec<Value> = specs.map(|spec| as_json(spec, args.lang)).collect();
        format!("{:#}\n", Value::Array(described))
    } else {
        specs.map(|spec| as_text(spec, args.lang)).collect::<Vec<_>>().join("\n")
    };
    output::colored(&text)?;
    Ok(())
}

fn as_text(spec: &GameSpec, lang: Lang) -> String {
    let (bold, reset) = ("\x1b[1m", "\x1b[0m");
    let seats = if spec.seats.start() == spec.seats.end() {
        spec.seats.start().to_string()
    } else {
        format!("{}–{}", spec.seats.start(), spec.seats.end())
    };
    let mut text = format!(
        "{bold}{}{reset}  {} ({seats})\n  {}\n",
        spec.id,
        spec.name.in_lang(lang),
        spec.about.in_lang(lang)
    );
    for option in spec.options {
        let _ = writeln!(
            text,
            "  --option {bold}{}{reset}={} (default {})\n      {}",
            option.name,
            option.values,
            option.default,
            option.about.in_lang(lang)
        );
    }
    for variant in spec.variants {
        let options: Vec<_> =
            variant.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let _ = writeln!(
            text,
            "  variant {bold}{}{reset}: {} ({})",
            variant.id,
            variant.name.in_lang(lang),
            options.join(", ")
        );
    }
    text
}

fn as_json(spec: &GameSpec, lang: Lang) -> Value {
    let options: Vec<Value> = spec
        .options
        .iter()
        .map(|option| {
            json!({
                "name": option.name,
                "values": values_json(option.values),
                "default": option.default,
                "about": option.about.in_lang(lang),
            })
        })
        .collect();
    let variants: Vec<Value> = spec
        .variants
        .iter()
        .map(|variant| {
            let options: serde_json::Map<String, Value> = variant
                .options
                .iter()
                .map(|&(name, value)| (name.to_owned(), value.into()))
                .collect();
            json!({ "id": variant.id, "name": variant.name.in_lang(lang), "options": options })
        })
        .collect();
    json!({
        "id": spec.id,
        "name": spec.name.in_lang(lang),
        "about": spec.about.in_lang(lang),
        "seats": { "min": spec.seats.start(), "max": spec.seats.end() },
        "options": options,
        "variants": variants,
    })
}

fn values_json(values: Values) -> Value {
    match values {
        Values::Words(words) => json!(words.iter().map(|word| word.name).collect::<Vec<_>>()),
        Values::Number { min, max, off } => json!({ "min": min, "max": max, "off": off }),
    }
}
