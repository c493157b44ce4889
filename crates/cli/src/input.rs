//! Reading the user's input: records, games, options, seats.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use sarsen_catalog::{Game, Position};
use sarsen_core::record::{Reader, Record};
use sarsen_core::{Options, Variant};

use crate::args::{GameArgs, PositionArgs, RecordArgs};

/// Invalid input: exit code 2.
#[derive(Debug)]
pub(crate) struct BadInput(String);

impl BadInput {
    pub(crate) fn error(message: impl Display) -> anyhow::Error {
        anyhow::Error::new(BadInput(message.to_string()))
    }
}

impl Display for BadInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadInput {}

/// The records of a file, or of standard input for `-`.
pub(crate) fn records(file: &Path) -> anyhow::Result<impl Iterator<Item = anyhow::Result<Record>>> {
    let name = name(file);
    let input: Box<dyn BufRead> = if file.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        let open = File::open(file).map_err(|error| BadInput::error(format!("{name}: {error}")))?;
        Box::new(BufReader::new(open))
    };
    Ok(Reader::new(input)
        .map(move |record| record.map_err(|error| BadInput::error(format!("{name}: {error}")))))
}

/// The only record of a file, or the selected one.
pub(crate) fn record(args: &RecordArgs) -> anyhow::Result<Record> {
    let mut all = records(&args.file)?;
    let file = name(&args.file);
    if let Some(number) = args.record {
        let missing = || BadInput::error(format!("{file}: there is no record {number}"));
        return all.nth(number as usize - 1).ok_or_else(missing)?;
    }
    let record =
        all.next().ok_or_else(|| BadInput::error(format!("{file}: there is no record")))??;
    if all.next().is_some() {
        return Err(BadInput::error(format!(
            "{file}: holds several records; choose one with --record N"
        )));
    }
    Ok(record)
}

/// Replays a record.
pub(crate) fn replay(file: &Path, record: &Record) -> anyhow::Result<Box<dyn Position>> {
    sarsen_catalog::replay(record)
        .map_err(|error| BadInput::error(format!("{}: {error}", name(file))))
}

/// The position from a record or a position string.
pub(crate) fn position(args: &PositionArgs) -> anyhow::Result<Box<dyn Position>> {
    match (args.record_args(), &args.of) {
        (Some(args), _) => replay(&args.file, &record(&args)?),
        (None, Some(text)) => set_up(text),
        (None, None) => Err(BadInput::error("give a FILE or --of POSITION")),
    }
}

/// The position from a position string.
pub(crate) fn set_up(text: &str) -> anyhow::Result<Box<dyn Position>> {
    sarsen_catalog::set_up(text).map_err(|error| BadInput::error(format!("--of: {error}")))
}

/// The game with this id.
pub(crate) fn game(id: &str) -> anyhow::Result<&'static dyn Game> {
    sarsen_catalog::find(id).map_err(BadInput::error)
}

/// A game with the selected options.
pub(crate) fn game_with_options(args: &GameArgs) -> anyhow::Result<(&'static dyn Game, Options)> {
    let game = game(&args.game)?;
    let mut options = Options::defaults(game.spec());
    if let Some(id) = &args.variant {
        for (name, value) in variant(game, id)?.options {
            options.set(name, value).expect("a variant is a set of the game's own options");
        }
    }
    let mut given = Vec::new();
    for pair in &args.options {
        let shape = || BadInput::error(format!("`{pair}`: an option is written NAME=VALUE"));
        let (name, value) = pair.split_once('=').ok_or_else(shape)?;
        if given.contains(&name) {
            return Err(BadInput::error(format!("`{pair}`: the option is given twice")));
        }
        given.push(name);
        options.set(name, value).map_err(BadInput::error)?;
    }
    Ok((game, options))
}

fn variant(game: &dyn Game, id: &str) -> anyhow::Result<&'static Variant> {
    let spec = game.spec();
    let known: Vec<_> = spec.variants.iter().map(|variant| format!("`{}`", variant.id)).collect();
    let unknown = || {
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        BadInput::error(format!("`{}` has no variant `{id}`; it has {known}", spec.id))
    };
    spec.variants.iter().find(|variant| variant.id == id).ok_or_else(unknown)
}

/// The name of a file in messages.
pub(crate) fn name(file: &Path) -> String {
    if file.as_os_str() == "-" { "standard input".to_owned() } else { file.display().to_string() }
}
