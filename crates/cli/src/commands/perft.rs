//! `sarsen perft`.

use std::io::{IsTerminal, Write};

use indicatif::{ProgressBar, ProgressStyle};
use sarsen_catalog::{PerftRequest, Position};

use crate::args::{PerftArgs, RecordArgs};
use crate::input::BadInput;
use crate::{input, output};

pub(crate) fn run(args: &PerftArgs) -> anyhow::Result<()> {
    let position = position(args)?;
    let bar = progress_bar();
    let request = PerftRequest {
        depth: args.depth,
        symmetry: args.symmetry,
        progress: &|done, total| {
            bar.set_length(total);
            bar.set_position(done);
            true
        },
    };
    let perft = position.perft(&request).map_err(BadInput::error)?;
    bar.finish_and_clear();
    let mut out = output::plain();
    if args.divide {
        for (action, count) in &perft.divide {
            writeln!(out, "{action} {count}")?;
        }
    }
    writeln!(out, "{}", perft.total)?;
    out.flush()?;
    Ok(())
}

fn position(args: &PerftArgs) -> anyhow::Result<Box<dyn Position>> {
    let (game, options) = input::game_with_options(&args.game)?;
    let Some(file) = &args.from else {
        return Ok(game.start(&options));
    };
    let record = input::record(&RecordArgs { file: file.clone(), record: args.record })?;
    let position = input::replay(file, &record)?;
    let id = position.options().spec().id;
    if id != game.spec().id {
        let name = input::name(file);
        return Err(BadInput::error(format!(
            "{name}: is a record of `{id}`, not of `{}`",
            game.spec().id
        )));
    }
    let agree = args.game.options.iter().all(|pair| {
        position.options().iter().any(|(name, value)| format!("{name}={value}") == *pair)
    });
    if !agree {
        return Err(BadInput::error("the options of the record and of the command differ"));
    }
    Ok(position)
}

/// A progress bar on a terminal, nothing otherwise.
fn progress_bar() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} parts, {eta} left");
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
