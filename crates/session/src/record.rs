//! Records of a table's games, and the verification of their chance.

use sarsen_core::Turn;
use sarsen_core::Viewer;
use sarsen_core::record::{Record, RecordError};
use sarsen_protocol::EndReason;
use thiserror::Error;

use crate::game::{Game, NO_RESULT};
use crate::{Annotations, ParseSeedError, Seed, Table};

impl Table {
    /// The record of a game, counted from 1, as a viewer may read it. Everybody may read finished games in full.
    pub fn record(&self, number: u32, viewer: Viewer) -> Option<String> {
        let game = self.game.as_ref()?;
        if number == game.number {
            let viewer = if game.ended.is_some() { Viewer::Omniscient } else { viewer };
            return Some(self.record_of(game, viewer).to_string());
        }
        let index = (number as usize).checked_sub(1)?;
        self.records.get(index).map(|kept| kept.record.to_string())
    }

    /// The current game with nothing hidden, as a source for views. Annotations of an unfinished game may reveal more
    /// than a view and are left out.
    pub fn whole_record(&self) -> Option<String> {
        let game = self.game.as_ref()?;
        Some(self.annotated(game, Viewer::Omniscient, game.ended.is_some()).to_string())
    }

    /// The records of the current match so far, as a viewer may read them, one after another. Each says which game of
    /// the match it is and which player sat where, so that people with the same name can be told apart.
    pub fn match_record(&self, viewer: Viewer) -> Option<String> {
        let game = self.game.as_ref()?;
        let before = self.records.len().saturating_sub(game.match_game as usize - 1);
        let numbers = (before as u32 + 1..).zip(1..=game.match_game);
        let mut records = Vec::new();
        for (number, match_game) in numbers {
            let (players, mut record) = match self.records.get(number as usize - 1) {
                Some(kept) => (&kept.players, kept.record.clone()),
                None => {
                    let viewer = if game.ended.is_some() { Viewer::Omniscient } else { viewer };
                    (&game.players, self.record_of(game, viewer))
                }
            };
            record.set_tag("MatchGame", &match_game.to_string());
            record.set_tag("MatchGames", &self.setup.games.to_string());
            for (seat, player) in (1..).zip(players) {
                record.set_tag(&format!("PlayerOfSeat{seat}"), &player.to_string());
            }
            records.push(record.to_string());
        }
        Some(records.join("---\n"))
    }

    /// The number of games, including the current one.
    pub fn games(&self) -> u32 {
        self.game.as_ref().map_or(0, |game| game.number)
    }

    pub(crate) fn record_of(&self, game: &Game, viewer: Viewer) -> Record {
        // The author of annotations to an unfinished game may have known more than this viewer may.
        self.annotated(game, viewer, game.ended.is_some() || viewer == Viewer::Omniscient)
    }

    /// The record of a game, with or without annotations.
    fn annotated(&self, game: &Game, viewer: Viewer, with_annotations: bool) -> Record {
        let mut record = Record::new(&self.setup.game);
        for (name, value) in game.position.options().changed() {
            record.set_tag(&format!("Option.{name}"), value);
        }
        for (index, sitter) in game.sitters.iter().enumerate() {
            record.set_tag(&format!("Seat{}", index + 1), &sitter.name());
        }
        record.set_tag("Date", &date(game.started));
        let result = game.ended.map_or(NO_RESULT.to_owned(), |end| end.result());
        record.set_tag("Result", &result);
        if let Some(word) = game.ended.and_then(|end| reason(end.reason)) {
            record.set_tag("End", word);
        }
        record.set_tag("SeedHash", &game.seed.hash());
        if game.ended.is_some() {
            record.set_tag("Seed", &game.seed.to_string());
        }
        if game.given > 0 {
            record.set_tag("Given", &game.given.to_string());
        }
        let nothing = Annotations::default();
        let annotations = if with_annotations { &game.annotations } else { &nothing };
        for (name, value) in &annotations.tags {
            record.set_tag(name, value);
        }
        record.push_game(&game.position.history(viewer), &annotations.comments);
        record
    }
}

/// The value of the `End` tag of a game that counts as not played.
pub(crate) const NOT_PLAYED: &str = "not played";

fn reason(reason: EndReason) -> Option<&'static str> {
    match reason {
        EndReason::Rules => None,
        EndReason::Resigned => Some("resigned"),
        EndReason::Left => Some("left"),
        EndReason::Time => Some("time"),
        EndReason::Agreed => Some("agreed"),
        EndReason::NotPlayed => Some(NOT_PLAYED),
    }
}

/// The UTC date of a moment in milliseconds since 1970, as in `2026-11-15` (days to civil, after Howard Hinnant).
pub fn date(at: u64) -> String {
    let days = (at / 86_400_000) as i64 + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// What [`verify`] confirmed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The number of chance draws that were repeated.
    pub draws: u32,
    /// The number that were not, because they belong to the beginning given to the table.
    pub given_draws: u32,
    /// The hash of the seed, as shown before the game.
    pub hash: String,
}

/// Why a record's chance could not be verified.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// A tag is missing.
    #[error("the record has no tag `{0}`: there is nothing to verify")]
    Missing(&'static str),
    /// The seed is malformed.
    #[error("tag `Seed`: {0}")]
    Seed(#[from] ParseSeedError),
    /// The seed does not match the hash that was published.
    #[error("the seed is not the one that was promised: its hash is {0}")]
    Hash(String),
    /// The `Given` tag is not a number.
    #[error("tag `Given`: not a number")]
    Given,
    /// The record is invalid.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A draw differs from what the seed gives.
    #[error("action {index} is `{played}`, but the seed gives `{drawn}`")]
    Draw {
        /// The index of the action, counted from 1.
        index: usize,
        /// What the record says.
        played: String,
        /// What the seed says.
        drawn: String,
    },
}

/// Repeats a record's chance draws from its seed.
///
/// # Errors
/// Where the record and its seed disagree.
pub fn verify(record: &Record) -> Result<Verified, VerifyError> {
    let tag = |name: &'static str| {
        record.tag(name).map(|tag| tag.value.as_str()).ok_or(VerifyError::Missing(name))
    };
    let seed: Seed = tag("Seed")?.parse()?;
    if seed.hash() != tag("SeedHash")? {
        return Err(VerifyError::Hash(seed.hash()));
    }
    let given: usize = match record.tag("Given") {
        Some(tag) => tag.value.parse().map_err(|_| VerifyError::Given)?,
        None => 0,
    };
    let whole = sarsen_catalog::replay(record)?;
    let game = sarsen_catalog::game_of(record)?;
    let mut position = game.start(whole.options());
    let (mut draws, mut given_draws) = (0, 0);
    for (index, token) in record.tokens().enumerate() {
        if position.turn() == Turn::Chance && index < given {
            given_draws += 1;
        } else if position.turn() == Turn::Chance {
            let drawn = position.random_action(&mut seed.generator(index as u64));
            let drawn = drawn.unwrap_or_default();
            if drawn != token.text {
                let (index, played) = (index + 1, token.text.to_owned());
                return Err(VerifyError::Draw { index, played, drawn });
            }
            draws += 1;
        }
        position
            .play(token.text)
            .map_err(|error| sarsen_core::record::token_error(token, error))?;
    }
    Ok(Verified { draws, given_draws, hash: seed.hash() })
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(951_782_400_000), "2000-02-29");
        assert_eq!(date(1_794_700_800_000), "2026-11-15");
        assert_eq!(date(4_107_542_400_000), "2100-03-01");
    }
}
