//! Pictures in pixels, and films.

use std::fs;
use std::path::Path;

use anyhow::Context;
use sarsen_catalog::Position;
use sarsen_core::record::{self, Record};
use sarsen_core::{Turn, Viewer};
use sarsen_picture::{Film, PictureError};

use crate::args::ShowArgs;
use crate::input;
use crate::input::BadInput;

/// The default width of pictures and films, in pixels.
const PNG_WIDTH: u32 = 1080;
const GIF_WIDTH: u32 = 480;

/// How long each frame of a film stands, in milliseconds: after a seat's action, after one of chance, and at the end.
const SEAT_MILLIS: u32 = 900;
const CHANCE_MILLIS: u32 = 500;
const END_MILLIS: u32 = 4000;

/// Writes a picture.
pub(super) fn picture(file: &Path, width: Option<u32>, svg: &str) -> anyhow::Result<()> {
    let png = sarsen_picture::png(svg, width.unwrap_or(PNG_WIDTH)).map_err(told)?;
    write(file, &png)
}

/// Writes the game of a record, up to the action that `args` names, as a film.
pub(super) fn film(
    file: &Path,
    args: &ShowArgs,
    source: &Path,
    record: &Record,
) -> anyhow::Result<()> {
    let frames = frames(args, source, record)?;
    let last = frames.len() - 1;
    let samples = [&frames[0], &frames[last / 2], &frames[last]].map(|(svg, _)| svg.as_str());
    let mut film = Film::new(args.width.unwrap_or(GIF_WIDTH), &samples).map_err(told)?;
    for (index, (svg, millis)) in frames.iter().enumerate() {
        film.push(svg, if index == last { END_MILLIS } else { *millis }).map_err(told)?;
    }
    write(file, &film.finish().map_err(told)?)
}

/// The picture after each action, and how long it stands.
fn frames(args: &ShowArgs, source: &Path, record: &Record) -> anyhow::Result<Vec<(String, u32)>> {
    let at =
        |error: record::RecordError| BadInput::error(format!("{}: {error}", input::name(source)));
    let game = sarsen_catalog::game_of(record).map_err(at)?;
    let options = record::read_options(record, game.spec()).map_err(at)?;
    let tokens: Vec<_> = record.tokens().collect();
    if tokens.iter().any(|token| token.text.contains('?')) {
        let texts: Vec<&str> = tokens.iter().map(|token| token.text).collect();
        let shown = (0..=texts.len()).map(|length| {
            let shown = game.show_masked(&options, &texts[..length]);
            let fault = |(index, error)| at(record::token_error(tokens[index], error));
            Ok((shown.map_err(fault)?.svg, SEAT_MILLIS))
        });
        return shown.collect();
    }
    let mut position = game.start(&options);
    let viewer = super::viewer(args.seat, position.as_ref())?;
    let mut frames = vec![(svg(position.as_ref(), viewer), SEAT_MILLIS)];
    for token in tokens {
        let millis = if position.turn() == Turn::Chance { CHANCE_MILLIS } else { SEAT_MILLIS };
        position.play(token.text).map_err(|error| at(record::token_error(token, error)))?;
        frames.push((svg(position.as_ref(), viewer), millis));
    }
    Ok(frames)
}

fn svg(position: &dyn Position, viewer: Viewer) -> String {
    position.show(viewer).svg
}

fn write(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    fs::write(file, bytes).with_context(|| format!("writing {}", file.display()))
}

/// A width is the user's, everything else that goes wrong is the program's.
fn told(error: PictureError) -> anyhow::Error {
    match error {
        PictureError::Width(_) => BadInput::error(format!("--width: {error}")),
        other => other.into(),
    }
}
