//! `sarsen rules`.

use std::io::Write;

use crate::args::RulesArgs;
use crate::input::BadInput;
use crate::{input, output};

/// The formats shared by all games, each a page of the documentation.
const FORMATS: [(&str, &str); 2] = [
    ("records", include_str!("../../docs/records.md")),
    ("ugi", include_str!("../../docs/ugi.md")),
];

pub(crate) fn run(args: &RulesArgs) -> anyhow::Result<()> {
    let text = match FORMATS.iter().find(|(name, _)| *name == args.game) {
        Some((_, page)) => page,
        None => of_game(args)?,
    };
    let mut out = output::plain();
    writeln!(out, "{}", text.trim_end())?;
    out.flush()?;
    Ok(())
}

fn of_game(args: &RulesArgs) -> anyhow::Result<&'static str> {
    let spec = input::game(&args.game)?.spec();
    if args.notation {
        let missing = || anyhow::anyhow!("the notation of `{}` is not described", spec.id);
        return notation(FORMATS[0].1, spec.id).ok_or_else(missing);
    }
    let text = spec.rules.in_lang(args.lang);
    match &args.rule {
        None => Ok(text),
        Some(id) => rule(text, id)
            .ok_or_else(|| BadInput::error(format!("`{}` has no rule `{id}`", args.game))),
    }
}

/// The section on a game in the document on records.
fn notation<'a>(page: &'a str, game: &str) -> Option<&'a str> {
    let heading = format!("\n## `{game}`\n");
    let section = &page[page.find(&heading)? + 1..];
    let end = section[3..].find("\n## ").map_or(section.len(), |end| end + 3);
    Some(&section[..end])
}

/// The paragraph that opens with an id.
fn rule<'a>(text: &'a str, id: &str) -> Option<&'a str> {
    let opening = format!("**{}**", id.to_uppercase());
    text.split("\n\n").map(str::trim).find(|paragraph| paragraph.starts_with(&opening))
}
