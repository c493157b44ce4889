//! Positions and games as files.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use sarsen_catalog::Game;
use sarsen_core::record::{Record, read_options};
use sarsen_core::{Options, Turn, Viewer};
use sarsen_picture::Film;
use sarsen_protocol::{Refusal, RefusalCode};
use sarsen_session::refusals;
use serde::Deserialize;

use crate::engine::Cancel;
use crate::http::{internal, refuse};
use crate::study::{self, Checkpoints};

/// How wide a picture for download is, in pixels.
const PNG_WIDTH: u32 = 1080;

/// How wide a film is: small enough to be sent around.
const FILM_WIDTH: u32 = 480;

/// The most frames of a film: of a longer game, actions are left out at equal distances.
const MAX_FRAMES: usize = 300;

/// How long each frame of a film stands, in milliseconds: after a seat's action, after one of chance, and at the end.
const SEAT_MILLIS: u32 = 900;
const CHANCE_MILLIS: u32 = 500;
const END_MILLIS: u32 = 4000;

/// The kinds of files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    Svg,
    Png,
    /// A PNG in the shape that previews of links have.
    Card,
    /// The whole game, moving.
    Gif,
}

impl Format {
    pub(super) fn kind(self) -> &'static str {
        match self {
            Format::Svg => "image/svg+xml",
            Format::Png | Format::Card => "image/png",
            Format::Gif => "image/gif",
        }
    }

    pub(super) fn extension(self) -> &'static str {
        match self {
            Format::Svg => "svg",
            Format::Png | Format::Card => "png",
            Format::Gif => "gif",
        }
    }
}

/// What is drawn, and its viewer.
pub(super) struct Drawing {
    pub(super) record: String,
    /// After how many actions; the last ones if nothing is said.
    pub(super) at: Option<u32>,
    pub(super) viewer: Viewer,
    pub(super) format: Format,
    /// The tag of the file that the asker has already.
    pub(super) known: Option<String>,
}

/// A file, or the word that the asker has it already.
pub(super) struct Drawn {
    pub(super) tag: String,
    pub(super) bytes: Option<Vec<u8>>,
}

impl Drawing {
    pub(super) fn make(
        &self,
        checkpoints: &Checkpoints,
        cancel: &Cancel,
    ) -> Result<Drawn, Refusal> {
        let record = study::read(&self.record)?;
        if self.format == Format::Gif {
            return self.film(&Line::of(&record)?, cancel);
        }
        let svg = match Line::of(&record)? {
            line if line.is_masked() => line.masked(self.length(line.tokens.len())?)?,
            _ => study::position(&record, self.at, checkpoints, cancel)?.show(self.viewer).svg,
        };
        let tag = self.tag(&svg);
        if self.known.as_ref() == Some(&tag) {
            return Ok(Drawn { tag, bytes: None });
        }
        let bytes = match self.format {
            Format::Svg => Ok(svg.into_bytes()),
            Format::Png => sarsen_picture::png(&svg, PNG_WIDTH),
            Format::Card | Format::Gif => sarsen_picture::card(&svg),
        };
        Ok(Drawn { tag, bytes: Some(bytes.map_err(|error| internal(&error))?) })
    }

    fn length(&self, most: usize) -> Result<usize, Refusal> {
        let at = self.at.map_or(most, |at| at as usize);
        if at > most { Err(refuse(RefusalCode::BadMessage)) } else { Ok(at) }
    }

    /// Another picture has another tag, and so has the same picture from another version of the program.
    fn tag(&self, content: &impl Hash) -> String {
        let mut hasher = DefaultHasher::new();
        (content, self.format, env!("CARGO_PKG_VERSION")).hash(&mut hasher);
        format!("\"{:016x}\"", hasher.finish())
    }

    /// The whole game up to the position that was asked for.
    fn film(&self, line: &Line<'_>, cancel: &Cancel) -> Result<Drawn, Refusal> {
        let length = self.length(line.tokens.len())?;
        let frames = line.frames(length, self.viewer, cancel)?;
        // Made from what is shown and never from the record: whoever guesses what is hidden could check a guess with it.
        let tag = self.tag(&frames);
        if self.known.as_ref() == Some(&tag) {
            return Ok(Drawn { tag, bytes: None });
        }
        let last = frames.len() - 1;
        let samples = [&frames[0], &frames[last / 2], &frames[last]].map(|(svg, _)| svg.as_str());
        let fault = |error| internal(&error);
        let mut film = Film::new(FILM_WIDTH, &samples).map_err(fault)?;
        for (index, (svg, millis)) in frames.iter().enumerate() {
            if cancel.is_cancelled() {
                return Err(refuse(RefusalCode::TooMany));
            }
            let millis = if index == last { END_MILLIS } else { *millis };
            film.push(svg, millis).map_err(fault)?;
        }
        Ok(Drawn { tag, bytes: Some(film.finish().map_err(fault)?) })
    }
}

/// The actions of a record.
struct Line<'a> {
    game: &'static dyn Game,
    options: Options,
    tokens: Vec<&'a str>,
}

impl<'a> Line<'a> {
    fn of(record: &'a Record) -> Result<Line<'a>, Refusal> {
        let game = sarsen_catalog::game_of(record).map_err(|_| refusals::bad_record())?;
        let options = read_options(record, game.spec()).map_err(|_| refusals::bad_record())?;
        Ok(Line { game, options, tokens: record.tokens().map(|token| token.text).collect() })
    }

    /// Whether something in it is hidden: then it is a reader's own view of a game already.
    fn is_masked(&self) -> bool {
        self.tokens.iter().any(|token| token.contains('?'))
    }

    fn masked(&self, length: usize) -> Result<String, Refusal> {
        let shown = self.game.show_masked(&self.options, &self.tokens[..length]);
        shown.map(|shown| shown.svg).map_err(|_| refusals::bad_record())
    }

    /// The pictures of a film, and how long each stands.
    fn frames(
        &self,
        length: usize,
        viewer: Viewer,
        cancel: &Cancel,
    ) -> Result<Vec<(String, u32)>, Refusal> {
        let wanted = spaced(length);
        let mut frames = Vec::with_capacity(wanted.len());
        let mut position = self.game.start(&self.options);
        let masked = self.is_masked();
        for played in 0..=length {
            if cancel.is_cancelled() {
                return Err(refuse(RefusalCode::TooMany));
            }
            let mut millis = SEAT_MILLIS;
            if let Some(token) = played.checked_sub(1).map(|last| self.tokens[last])
                && !masked
            {
                if position.turn() == Turn::Chance {
                    millis = CHANCE_MILLIS;
                }
                position.play(token).map_err(|error| refusals::from_play(&error))?;
            }
            if wanted.contains(&played) {
                let svg = if masked { self.masked(played)? } else { position.show(viewer).svg };
                frames.push((svg, millis));
            }
        }
        Ok(frames)
    }
}

/// The actions after which a film of a game has a frame: the beginning and the end always do.
fn spaced(length: usize) -> BTreeSet<usize> {
    let step = length.div_ceil(MAX_FRAMES - 1).max(1);
    (0..=length).step_by(step).chain([length]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_has_its_beginning_its_end_and_no_more_frames_than_allowed() {
        assert_eq!(spaced(0), BTreeSet::from([0]));
        assert_eq!(spaced(3), BTreeSet::from([0, 1, 2, 3]));
        for length in [MAX_FRAMES - 2, MAX_FRAMES - 1, MAX_FRAMES, 1000, 4001] {
            let frames = spaced(length);
            assert!(frames.len() <= MAX_FRAMES, "{length}: {}", frames.len());
            assert!(frames.contains(&0) && frames.contains(&length));
        }
    }
}
