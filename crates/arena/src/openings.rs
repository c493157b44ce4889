//! The openings of games.

use std::fmt;

use sarsen_catalog::Game;
use sarsen_core::Options;
use sarsen_core::record::Record;
use sarsen_search::knowledge::mix;

use crate::game::Opening;

/// The openings of a match. Both games of a pair have the same one, and so have the pairs with the same number between
/// other contestants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Openings {
    /// This many random actions, drawn for each pair.
    Random(usize),
    /// These openings in turn, starting over after the last.
    Listed(Vec<Vec<String>>),
}

impl Openings {
    /// Reads openings from records.
    ///
    /// # Errors
    /// Why a record cannot be used: it belongs to another game, has other options, is invalid, or its game is over.
    pub fn of_records(
        game: &dyn Game,
        options: &Options,
        records: impl IntoIterator<Item = Record>,
    ) -> Result<Openings, String> {
        let mut listed = Vec::new();
        for (index, record) in records.into_iter().enumerate() {
            let fault = |problem: String| format!("record {}: {problem}", index + 1);
            let is_same = record.tag("Game").is_some_and(|tag| tag.value == game.spec().id);
            if !is_same {
                return Err(fault(format!("is not of `{}`", game.spec().id)));
            }
            let position = game.replay(&record).map_err(|error| fault(error.to_string()))?;
            if !position.options().iter().eq(options.iter()) {
                return Err(fault("was played with other options".to_owned()));
            }
            if position.turn().is_over() {
                return Err(fault("is of a game that is over".to_owned()));
            }
            listed.push(record.tokens().map(|token| token.text.to_owned()).collect());
        }
        if listed.is_empty() {
            Err("holds no record".to_owned())
        } else {
            Ok(Openings::Listed(listed))
        }
    }

    /// The opening of a pair.
    pub fn of_pair(&self, pair: usize) -> Opening<'_> {
        match self {
            Openings::Random(count) => Opening::Random(*count),
            Openings::Listed(listed) => Opening::Actions(&listed[pair % listed.len()]),
        }
    }
}

/// As written into the terms of a match; listed openings are identified by their number and a hash.
impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::Random(count) => write!(f, "opening {count}"),
            Openings::Listed(listed) => {
                let text = listed.iter().flat_map(|one| {
                    one.iter().flat_map(|token| token.bytes().chain([b' '])).chain([b'\n'])
                });
                let digest = text.fold(0, |digest, byte| mix(digest ^ u64::from(byte)));
                write!(f, "{} openings {digest:016x}", listed.len())
            }
        }
    }
}
