//! `sarsen rules`.

use std::io::Write;

use crate::args::RulesArgs;
use crate::input::BadInput;
use crate::{input, output};

pub(crate) fn run(args: &RulesArgs) -> anyhow::Result<()> {
    let text = input::game(&args.game)?.spec().rules.in_lang(args.lang);
    let text = match &args.rule {
        None => text,
        Some(id) => rule(text, id)
            .ok_or_else(|| BadInput::error(format!("`{}` has no rule `{id}`", args.game)))?,
    };
    let mut out = output::plain();
    writeln!(out, "{}", text.trim_end())?;
    out.flush()?;
    Ok(())
}

/// The paragraph that opens with an id.
fn rule<'a>(text: &'a str, id: &str) -> Option<&'a str> {
    let opening = format!("**{}**", id.to_uppercase());
    text.split("\n\n").map(str::trim).find(|paragraph| paragraph.starts_with(&opening))
}
