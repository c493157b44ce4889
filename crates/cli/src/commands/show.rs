//! `sarsen show`.

mod pixels;

use std::io::Write;
use std::path::Path;

use sarsen_catalog::{DescribedAction, Position, RenderedView};
use sarsen_core::record::{self, Record};
use sarsen_core::{Audience, Seat, Turn, Viewer};
use serde_json::{Map, Value, json};

use crate::args::ShowArgs;
use crate::input::BadInput;
use crate::{input, output};

pub(crate) fn run(args: &ShowArgs) -> anyhow::Result<()> {
    if let Some(text) = &args.position.of {
        return show(args, input::set_up(text)?.as_ref());
    }
    let given = args.position.record_args().ok_or_else(|| BadInput::error("give a FILE"))?;
    let mut record = input::record(&given)?;
    if let Some(count) = args.at {
        record = cut(&record, count)?;
    }
    if let Some(file) = &args.gif {
        pixels::film(file, args, &given.file, &record)?;
        if args.png.is_none() {
            return Ok(());
        }
    }
    if record.tokens().any(|token| token.text.contains('?')) {
        return show_masked(args, &given.file, &record);
    }
    let position = input::replay(&given.file, &record)?;
    if args.trajectory {
        return print_playback(&record);
    }
    show(args, position.as_ref())
}

fn show(args: &ShowArgs, position: &dyn Position) -> anyhow::Result<()> {
    if args.as_string {
        let mut out = output::plain();
        writeln!(out, "{}", position.position_string())?;
        out.flush()?;
        return Ok(());
    }
    let viewer = viewer(args.seat, position)?;
    let shown = position.show(viewer);
    if args.json {
        return print_json(&whole(args, position, viewer, &shown.json)?);
    }
    print(args, &shown)?;
    if !args.svg && args.png.is_none() {
        output::colored(&last_actions(args, position, viewer))?;
    }
    Ok(())
}

/// The number of recent actions listed under a board.
const LISTED_ACTIONS: usize = 4;

/// The last actions in words, with their notation.
fn last_actions(args: &ShowArgs, position: &dyn Position, viewer: Viewer) -> String {
    let history = position.history(viewer);
    let actions: Vec<_> = history.iter().zip(position.words(viewer)).enumerate().collect();
    let last = &actions[actions.len().saturating_sub(LISTED_ACTIONS)..];
    let line = |(index, (notation, said)): &(usize, (&String, DescribedAction))| {
        let sign = said.seat.map_or('·', output::seat_sign);
        let says = said.says.as_ref()?.in_lang(args.lang);
        Some(format!("{:3}. {sign} {says}  ({notation})\n", index + 1))
    };
    last.iter().filter_map(line).collect()
}

fn print(args: &ShowArgs, shown: &RenderedView) -> anyhow::Result<()> {
    if let Some(file) = &args.png {
        return pixels::picture(file, args.width, &shown.svg);
    }
    if args.svg {
        let mut out = output::plain();
        out.write_all(shown.svg.as_bytes())?;
        out.flush()?;
        return Ok(());
    }
    output::colored(&shown.text)?;
    Ok(())
}

fn print_playback(record: &Record) -> anyhow::Result<()> {
    let bytes = sarsen_catalog::playback(record)?
        .ok_or_else(|| BadInput::error("--trajectory: this record holds no throw of a ball"))?;
    let mut out = output::plain();
    out.write_all(&bytes)?;
    out.flush()?;
    Ok(())
}

fn print_json(value: &Value) -> anyhow::Result<()> {
    let mut out = output::plain();
    writeln!(out, "{value:#}")?;
    out.flush()?;
    Ok(())
}

/// The record cut to its first actions; its result, which is that of the whole game, is dropped.
fn cut(record: &Record, count: usize) -> anyhow::Result<Record> {
    let tokens: Vec<&str> = record.tokens().map(|token| token.text).collect();
    if count > tokens.len() {
        let message = format!("--at {count}: the record has {} actions", tokens.len());
        return Err(BadInput::error(message));
    }
    let mut short = Record::default();
    for tag in record.tags().iter().filter(|tag| tag.name != "Result" || count == tokens.len()) {
        short.set_tag(&tag.name, &tag.value);
    }
    for token in &tokens[..count] {
        short.push_token(token);
    }
    Ok(short)
}

fn viewer(seat: Option<usize>, position: &dyn Position) -> anyhow::Result<Viewer> {
    let Some(number) = seat else { return Ok(Viewer::Omniscient) };
    let seats = position.options().seats();
    let found = Seat::from_number(number).filter(|seat| seat.index() < seats);
    found
        .map(Viewer::Seat)
        .ok_or_else(|| BadInput::error(format!("--seat {number}: the seats are 1 to {seats}")))
}

/// Everything that a viewer may know of a position.
fn whole(
    args: &ShowArgs,
    position: &dyn Position,
    viewer: Viewer,
    view: &Value,
) -> anyhow::Result<Value> {
    let (to_act, result) = match position.turn() {
        Turn::Seat(seat) => (json!(seat), json!("*")),
        Turn::Chance => (json!("chance"), json!("*")),
        Turn::Over(outcome) => (Value::Null, json!(outcome)),
    };
    // The choices of another seat could reveal what it holds.
    let legal = match (viewer, position.turn()) {
        (Viewer::Seat(viewer), Turn::Seat(_)) => position.choices(viewer),
        _ => position.legal(),
    };
    let options: Map<String, Value> =
        position.options().iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
    let mut whole = json!({
        "game": position.options().spec().id,
        "options": options,
        "to_act": to_act,
        "result": result,
        "score": position.score(),
        "actions": position.history(viewer),
        "words": position.words(viewer),
        "legal": legal.lines(),
        "view": view,
    });
    if let Some(action) = &args.action {
        // Whether another seat could play it would reveal what that seat holds.
        if let (Viewer::Seat(seat), turn) = (viewer, position.turn())
            && turn != Turn::Seat(seat)
        {
            return Err(BadInput::error(
                "--action: only the seat to act can ask for its consequences",
            ));
        }
        let told = position
            .preview(action, viewer, &Audience::default())
            .map_err(|error| BadInput::error(format!("`{action}`: {error}")))?;
        whole["preview"] = json!(told);
    }
    Ok(whole)
}

/// Shows a record that a player was given during a game.
fn show_masked(args: &ShowArgs, file: &Path, record: &Record) -> anyhow::Result<()> {
    let at =
        |error: record::RecordError| BadInput::error(format!("{}: {error}", input::name(file)));
    let game = sarsen_catalog::game_of(record).map_err(at)?;
    let options = record::read_options(record, game.spec()).map_err(at)?;
    let tokens: Vec<_> = record.tokens().collect();
    let texts: Vec<&str> = tokens.iter().map(|token| token.text).collect();
    if args.as_string {
        return Err(BadInput::error(
            "--position: the record contains `?`, and a position string would reveal everything",
        ));
    }
    if args.seat.is_some() || args.action.is_some() {
        let first =
            tokens.iter().find(|token| token.text.contains('?')).expect("the record is masked");
        let message = format!(
            "{}: {}: `{}`: the record is one reader's view already, so --seat and --action have no meaning",
            input::name(file),
            first.place,
            first.text
        );
        return Err(BadInput::error(message));
    }
    let shown = game
        .show_masked(&options, &texts)
        .map_err(|(index, error)| at(record::token_error(tokens[index], error)))?;
    if args.json {
        return print_json(
            &json!({ "game": game.spec().id, "actions": texts, "view": shown.json }),
        );
    }
    print(args, &shown)
}
