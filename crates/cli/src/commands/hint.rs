//! `sarsen hint`.

use std::io::Write;

use sarsen_core::Turn;
use sarsen_search::{Cancel, Request};

use crate::engine_args::HintArgs;
use crate::input::BadInput;
use crate::{input, output};

pub(crate) fn run(args: &HintArgs) -> anyhow::Result<()> {
    let engines = args.limits.endings.engines()?;
    let record = input::record(&args.record)?;
    let position = input::replay(&args.record.file, &record)?;
    let Turn::Seat(seat) = position.turn() else {
        return Err(BadInput::error("no seat is to act after the record's last action"));
    };
    let id = position.options().spec().id;
    let engine =
        engines.get(id).ok_or_else(|| BadInput::error(format!("there is no engine for `{id}`")))?;
    let cancel = Cancel::default();
    let mut request = Request::new(position.as_ref(), args.level, args.limits.limits(), &cancel);
    request.lines = args.lines;
    request.advice = true;
    let choice = engine.choose(&request)?;
    let mut out = output::plain();
    if args.json {
        writeln!(out, "{:#}", serde_json::to_value(&choice)?)?;
    } else {
        writeln!(
            out,
            "{} {}: {} ({:.0} %{})",
            output::seat_sign(seat),
            position.describe(&choice.action).says.map_or(String::new(), |says| says.en.into()),
            choice.action,
            choice.chance * 100.0,
            proved(choice.exact)
        )?;
        for line in &choice.lines {
            writeln!(
                out,
                "{:5.1} %  {}{}",
                line.chance * 100.0,
                line.actions.join(" "),
                proved(line.exact)
            )?;
        }
        writeln!(out, "depth {}, {} nodes", choice.depth, choice.nodes)?;
    }
    out.flush()?;
    Ok(())
}

fn proved(exact: bool) -> &'static str {
    if exact { ", proved" } else { "" }
}
