//! Proofs that a second, simple program can check.
//!
//! A proof names the winner and stores a winning reply for every position that can arise against the winner, down to a
//! number of empty cells from which plain search finishes the rest. The checker uses only the rules of the game and
//! nothing of the solver: no reductions, no table, no evaluation.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;

use sarsen_core::{Rules, Seat, Symmetric, legal_actions};
use sarsen_stonehenge::board::{CELLS, Cell, LINES, Line};
use sarsen_stonehenge::{Action, Stonehenge};
use thiserror::Error;

use super::prove::Prover;
use crate::limits::Budget;

const HEADER: &str = "sarsen proof 1";
const POSITION: &str = "position ";

/// The replies of a winner.
///
/// ```
/// use sarsen_core::{Options, Rules, chance};
/// use sarsen_search::games::stonehenge::{Checkpoint, Proof, Prover};
/// use sarsen_search::{Budget, Cancel, Limits};
/// use sarsen_stonehenge::Stonehenge;
///
/// let mut game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// for token in ["A6", "B5", "C1", "D4", "E2", "F3", "G5", "H1", "I3", "J2"] {
///     game.play(token.parse()?)?;
/// }
/// let limits = Limits { memory: 1 << 20, ..Limits::default() };
/// let cancel = Cancel::default();
/// let budget = Budget::new(&limits, &cancel);
/// let prover = Prover::new(&limits, Checkpoint::in_memory());
/// let proof = Proof::of(&game, &prover, 6, &budget).unwrap();
/// let read = Proof::parse(&proof.to_text())?;
/// assert!(read.check(&game, &budget)?.nodes > 0, "checked by the rules alone");
/// # let _ = chance::generator(0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The winner.
    pub winner: Seat,
    /// With at most this many empty cells there are no replies: plain search finishes the rest.
    pub plain_from: u32,
    /// The proven position, as written by [`key`]; files of earlier versions do not have it.
    position: Option<String>,
    /// The positions, as written by [`key`], with the winning reply.
    replies: BTreeMap<String, String>,
}

/// Why a text is not a proof.
///
/// ```
/// use sarsen_search::games::stonehenge::Proof;
///
/// let error = Proof::parse("something else").unwrap_err();
/// assert_eq!(error.line, 1);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {problem}")]
pub struct ProofError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: &'static str,
}

/// Statistics of [`Proof::check`].
///
/// ```
/// use sarsen_search::games::stonehenge::Checked;
///
/// let checked = Checked { position: "…".into(), replies: 3, nodes: 120 };
/// assert!(checked.nodes >= checked.replies as u64);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The position: eighteen cells, a stroke, fifteen lines.
    pub position: String,
    /// The number of different replies of the proof that were used.
    pub replies: usize,
    /// The number of positions visited, including those of plain search.
    pub nodes: u64,
}

/// Why a proof is not valid.
///
/// ```
/// use sarsen_search::games::stonehenge::CheckError;
///
/// let error = CheckError::OtherPosition { proved: "P".into(), asked: "Q".into() };
/// assert_eq!(error.to_string(), "it is a proof of the position P, not of Q");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CheckError {
    /// It proves another position.
    #[error("it is a proof of the position {proved}, not of {asked}")]
    OtherPosition {
        /// The position it proves.
        proved: String,
        /// The position to be checked.
        asked: String,
    },
    /// It does not name its position and does not fit this one.
    #[error(
        "it does not say which position it is a proof of, and {unused} of its {all} replies have no part in this one"
    )]
    Foreign {
        /// The number of replies that were not needed.
        unused: usize,
        /// The number of all replies.
        all: usize,
    },
    /// The winner's reply is missing.
    #[error("no reply for the position {0}")]
    Missing(String),
    /// The reply is not a legal action.
    #[error("the reply {reply} is not legal in the position {position}")]
    Illegal {
        /// The position.
        position: String,
        /// The reply.
        reply: String,
    },
    /// The other seat wins.
    #[error("the other seat wins from the position {0}")]
    Lost(String),
    /// It was cancelled.
    #[error("stopped")]
    Stopped,
}

impl Proof {
    /// Writes out the proof of a position; `None` if the budget runs out.
    pub fn of(
        state: &Stonehenge,
        prover: &Prover,
        plain_from: u32,
        budget: &Budget<'_>,
    ) -> Option<Proof> {
        let winner = prover.prove(state, budget)?.winner;
        let position = Some(key(state).0);
        let mut proof = Proof { winner, plain_from, position, replies: BTreeMap::new() };
        proof.collect(state, prover, budget, &mut HashSet::new())?;
        Some(proof)
    }

    fn collect(
        &mut self,
        state: &Stonehenge,
        prover: &Prover,
        budget: &Budget<'_>,
        seen: &mut HashSet<String>,
    ) -> Option<()> {
        let Some(mover) = state.turn().seat() else { return Some(()) };
        if state.empty_cells().count_ones() <= self.plain_from {
            return Some(());
        }
        let (key, image) = key(state);
        if !seen.insert(key.clone()) {
            return Some(());
        }
        let after = |action: Action| {
            let mut child = image;
            child.apply(action);
            child
        };
        if mover == self.winner {
            let reply = prover.winning(&image, budget)??;
            self.replies.insert(key, reply.to_string());
            return self.collect(&after(reply), prover, budget, seen);
        }
        legal_actions(&image)
            .into_iter()
            .try_for_each(|action| self.collect(&after(action), prover, budget, seen))
    }

    /// The number of replies.
    pub fn len(&self) -> usize {
        self.replies.len()
    }

    /// Whether plain search does it all.
    pub fn is_empty(&self) -> bool {
        self.replies.is_empty()
    }

    /// The proof as text.
    pub fn to_text(&self) -> String {
        let mut text =
            format!("{HEADER}\nwinner {}\nplain-from {}\n", self.winner, self.plain_from);
        if let Some(position) = &self.position {
            let _ = writeln!(text, "{POSITION}{position}");
        }
        for (position, reply) in &self.replies {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{position} {reply}");
        }
        text.push_str("end\n");
        text
    }

    /// Reads a proof.
    ///
    /// # Errors
    /// The first line that is wrong; a text without its last line was truncated.
    pub fn parse(text: &str) -> Result<Proof, ProofError> {
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
        let mut field = |name: &'static str| -> Result<(usize, &str), ProofError> {
            let missing =
                ProofError { line: 1, problem: "is no proof: it ends before its head is complete" };
            let (line, text) = lines.next().ok_or(missing)?;
            let rest = text
                .strip_prefix(name)
                .ok_or(ProofError { line, problem: "is not as expected" })?;
            Ok((line, rest.trim()))
        };
        field(HEADER)?;
        let (line, winner) = field("winner ")?;
        let number = winner.parse().ok().filter(|number| (1..=2).contains(number));
        let winner = number
            .and_then(Seat::from_number)
            .ok_or(ProofError { line, problem: "names no seat" })?;
        let (line, plain_from) = field("plain-from ")?;
        let plain_from =
            plain_from.parse().map_err(|_| ProofError { line, problem: "is not a number" })?;
        let (mut position, mut replies) = (None, BTreeMap::new());
        while let Some((line, text)) = lines.next() {
            if text == "end" {
                return match lines.find(|(_, text)| !text.trim().is_empty()) {
                    Some((line, _)) => Err(ProofError { line, problem: "stands after the end" }),
                    None => Ok(Proof { winner, plain_from, position, replies }),
                };
            }
            if let Some(named) = text.strip_prefix(POSITION).filter(|_| position.is_none()) {
                if !is_position(named) {
                    return Err(ProofError { line, problem: "names no position" });
                }
                position = Some(named.to_owned());
                continue;
            }
            let (position, reply) = text
                .split_once(' ')
                .filter(|(position, reply)| is_position(position) && is_token(reply))
                .ok_or(ProofError { line, problem: "is not a position and a reply" })?;
            if replies.insert(position.to_owned(), reply.to_owned()).is_some() {
                return Err(ProofError { line, problem: "is a second reply for its position" });
            }
        }
        Err(ProofError {
            line: text.lines().count() + 1,
            problem: "is missing: the proof was cut off",
        })
    }

    /// Checks by the rules alone that the winner wins a position by these replies, and that the proof belongs to this
    /// position: a file that names its position has to name this one or one of its images, and one that does not must
    /// have no unused replies.
    ///
    /// # Errors
    /// A different position, or the first one at which the proof fails.
    pub fn check(&self, state: &Stonehenge, budget: &Budget<'_>) -> Result<Checked, CheckError> {
        let position = key(state).0;
        if let Some(proved) = self.position.as_ref().filter(|proved| **proved != position) {
            return Err(CheckError::OtherPosition { proved: proved.clone(), asked: position });
        }
        let mut checker = Checker {
            proof: self,
            seen: HashSet::new(),
            plain: HashMap::new(),
            replies: 0,
            count: 0,
            budget,
        };
        checker.check(state)?;
        let (replies, all) = (checker.replies, self.replies.len());
        if self.position.is_none() && (replies < all || all == 0) {
            return Err(CheckError::Foreign { unused: all - replies, all });
        }
        Ok(Checked { position, replies, nodes: checker.count })
    }
}

struct Checker<'p, 'b, 'a> {
    proof: &'p Proof,
    seen: HashSet<String>,
    plain: HashMap<u64, bool>,
    replies: usize,
    count: u64,
    budget: &'b Budget<'a>,
}

impl Checker<'_, '_, '_> {
    fn check(&mut self, state: &Stonehenge) -> Result<(), CheckError> {
        let winner = self.proof.winner;
        let (key, image) = key(state);
        if let Some(outcome) = state.turn().outcome() {
            return if outcome.winner() == Some(winner) {
                Ok(())
            } else {
                Err(CheckError::Lost(key))
            };
        }
        if !self.seen.insert(key.clone()) {
            return Ok(());
        }
        if state.empty_cells().count_ones() <= self.proof.plain_from {
            self.plain.clear();
            return if self.wins(state)? { Ok(()) } else { Err(CheckError::Lost(key)) };
        }
        self.count += 1;
        if image.turn().seat() != Some(winner) {
            return legal_actions(&image).into_iter().try_for_each(|action| {
                let mut child = image;
                child.apply(action);
                self.check(&child)
            });
        }
        let reply = self.proof.replies.get(&key).ok_or_else(|| CheckError::Missing(key.clone()))?;
        // Every position is visited once.
        self.replies += 1;
        let illegal = || CheckError::Illegal { position: key.clone(), reply: reply.clone() };
        let mut child = image;
        let action: Action = reply.parse().map_err(|_| illegal())?;
        child.play(action).map_err(|_| illegal())?;
        self.check(&child)
    }

    /// Whether the winner wins, by plain search.
    fn wins(&mut self, state: &Stonehenge) -> Result<bool, CheckError> {
        let winner = self.proof.winner;
        if let Some(outcome) = state.turn().outcome() {
            return Ok(outcome.winner() == Some(winner));
        }
        let hash = sarsen_core::Hashed::hash(state);
        if let Some(&wins) = self.plain.get(&hash) {
            return Ok(wins);
        }
        self.count += 1;
        if !self.budget.spend(1) {
            return Err(CheckError::Stopped);
        }
        let own = state.turn().seat() == Some(winner);
        let mut wins = !own;
        for action in legal_actions(state) {
            let mut child = *state;
            child.apply(action);
            if self.wins(&child)? == own {
                wins = own;
                break;
            }
        }
        self.plain.insert(hash, wins);
        Ok(wins)
    }
}

/// The text of a position, and the image it describes: of all images, the one whose text comes first.
///
/// Eighteen cells (`1`–`6` seat 1's druids, `a`–`f` seat 2's, `.` none), then the owners of the fifteen lines, because
/// who placed last on a tied line cannot be derived from the druids.
fn key(state: &Stonehenge) -> (String, Stonehenge) {
    (0..Stonehenge::SYMMETRIES)
        .map(|symmetry| state.transform(symmetry))
        .map(|image| (words(&image), image))
        .min_by(|one, other| one.0.cmp(&other.0))
        .expect("the board has six images")
}

/// Whether a text has the form of a position: eighteen cells, a stroke, fifteen owners.
fn is_position(text: &str) -> bool {
    let of = |part: &str, letters: &str| part.chars().all(|letter| letters.contains(letter));
    text.split_once('/').is_some_and(|(cells, owners)| {
        cells.len() == CELLS
            && owners.len() == LINES
            && of(cells, ".123456abcdef")
            && of(owners, "-12")
    })
}

/// Whether a text can be an action's: printable, without spaces.
fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())
}

fn words(state: &Stonehenge) -> String {
    let druid = |cell: Cell| match state.value_at(cell) {
        None => '.',
        Some(value) if state.held_by(Seat::ONE) & cell.bit() != 0 => char::from(b'0' + value),
        Some(value) => char::from(b'a' + value - 1),
    };
    let owner = |line: Line| match line.bit() {
        bit if state.dominated_by(Seat::ONE) & bit != 0 => '1',
        bit if state.dominated_by(Seat::TWO) & bit != 0 => '2',
        _ => '-',
    };
    Cell::all().map(druid).chain(std::iter::once('/')).chain(Line::all().map(owner)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::checkpoint::Checkpoint;
    use super::*;
    use crate::limits::{Cancel, Limits};
    use sarsen_core::{ListActions, Options, chance};

    fn position(left: u32, seed: u64) -> Stonehenge {
        let mut rng = chance::generator(seed);
        loop {
            let mut state = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
            while state.empty_cells().count_ones() > left
                && let Some(action) = state.random_action(&mut rng)
            {
                state.apply(action);
            }
            if !state.turn().is_over() {
                return state;
            }
        }
    }

    fn position_after_a_reply(state: &Stonehenge, proof: &Proof) -> Stonehenge {
        let (key, mut image) = key(state);
        let reply = proof.replies.get(&key).map(|reply| reply.parse().unwrap());
        image.apply(reply.unwrap_or_else(|| legal_actions(&image)[0]));
        image
    }

    #[test]
    fn proofs_hold_read_back_and_fail_when_they_are_changed() {
        let cancel = Cancel::default();
        let limits = Limits { memory: 4 << 20, threads: 1, ..Limits::default() };
        for seed in 0..6 {
            let state = position(8, seed);
            let budget = Budget::new(&limits, &cancel);
            let prover = Prover::new(&limits, Checkpoint::in_memory());
            let proof = Proof::of(&state, &prover, 5, &budget).unwrap();
            assert_eq!(Proof::parse(&proof.to_text()), Ok(proof.clone()));
            let checked = proof.check(&state, &budget).unwrap();
            assert_eq!(checked.replies, proof.len(), "every reply is needed");
            assert!(checked.nodes as usize >= checked.replies.max(1));
            // Plain search alone would settle any position, but a proof of another position must not be accepted.
            let other = position(8, seed + 100);
            let foreign = proof.check(&other, &budget);
            assert!(matches!(foreign, Err(CheckError::OtherPosition { .. })), "{foreign:?}");
            let after = position_after_a_reply(&state, &proof);
            assert!(proof.check(&after, &budget).is_err(), "a part of a proof is of its part");
            // Files of earlier versions do not name their position: none of their replies may be unused.
            let unnamed = Proof { position: None, ..proof.clone() };
            assert_eq!(unnamed.check(&state, &budget).is_ok(), !proof.is_empty());
            assert!(unnamed.check(&after, &budget).is_err());
            let mut wrong = proof.clone();
            wrong.winner = proof.winner.other();
            assert!(wrong.check(&state, &budget).is_err());
            if let Some(first) = proof.replies.keys().next().cloned() {
                let mut gap = proof.clone();
                gap.replies.remove(&first);
                assert!(gap.check(&state, &budget).is_err());
            }
            let text = proof.to_text();
            assert!(Proof::parse(&text[..text.len() - 5]).is_err());
        }
    }

    #[test]
    fn a_line_that_could_not_have_been_written_is_refused_with_its_number() {
        let position = format!("{}/{}", ".1a".repeat(6), "-12".repeat(5));
        let head = format!("{HEADER}\nwinner 1\nplain-from 2\n{POSITION}{position}\n");
        assert!(Proof::parse(&format!("{head}{position} A1\nend\n\n")).is_ok());
        for (rest, line) in [
            (format!("{position} A1\nend\nmore\n"), 7),
            (format!("{position} A1\n{position} B1\nend\n"), 6),
            (format!("{POSITION}{position}\nend\n"), 5),
            (format!("{position}1 A1\nend\n"), 5),
            (format!("{} A1\nend\n", position.replace('a', "g")), 5),
            (format!("{position} A1 B1\nend\n"), 5),
            (format!("{position} \r\r\nend\n"), 5),
        ] {
            let error = Proof::parse(&format!("{head}{rest}")).unwrap_err();
            assert_eq!(error.line, line, "{rest:?}: {error}");
        }
        let unnamed = head.replace(&position, "somewhere");
        assert_eq!(Proof::parse(&format!("{unnamed}end\n")).unwrap_err().line, 4);
    }

    #[test]
    fn a_resumed_proof_takes_fewer_positions_and_ends_alike() {
        let cancel = Cancel::default();
        let limits = Limits { memory: 1 << 16, threads: 1, ..Limits::default() };
        let state = position(12, 5);
        let first = Budget::new(&limits, &cancel);
        let prover = Prover::new(&limits, Checkpoint::in_memory());
        let winner = prover.prove(&state, &first).unwrap().winner;
        let kept = std::mem::take(&mut prover_checkpoint(&prover).solved);
        let mut checkpoint = Checkpoint::in_memory();
        checkpoint.solved = kept.into_iter().take(20).collect();
        let again = Budget::new(&limits, &cancel);
        let resumed = Prover::new(&limits, checkpoint);
        assert_eq!(resumed.prove(&state, &again).unwrap().winner, winner);
        assert!(again.spent() < first.spent(), "{} {}", again.spent(), first.spent());
    }

    fn prover_checkpoint(prover: &Prover) -> std::sync::MutexGuard<'_, Checkpoint> {
        prover.lock()
    }
}
