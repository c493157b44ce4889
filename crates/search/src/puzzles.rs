//! Puzzles: positions of engine games in which exactly one decision is good.
//!
//! This module plays the games, grades what is found and reads and writes the files of puzzles. What makes a
//! decision the only good one is known to the games: each [`PuzzleMaker`] lives with its game's engine.
//!
//! A file of puzzles has one puzzle per line, in five fields separated by tabs: the number of the engine game it comes from, the position,
//! the solution (one action, or several where a turn has several parts), how many of the attempts of weak levels missed it, and facts that
//! the game's explanation needs. Lines that begin with `#` are comments; the first one is the command that made the file.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use sarsen_catalog::{Game, Position};
use sarsen_core::{Level, Options, Phrase, Turn, chance};
use thiserror::Error;

use crate::engine::{Engine, Request, engine};
use crate::knowledge::mix;
use crate::limits::{Cancel, Limits};
use crate::tools::tools;

/// A position with the only good decision in it.
///
/// ```
/// use sarsen_search::puzzles::{Puzzle, shipped};
///
/// let puzzle = &shipped("stonehenge").unwrap()[0];
/// assert_eq!(puzzle.to_string().parse(), Ok(puzzle.clone()));
/// assert!((1..=5).contains(&puzzle.grade()));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The number of the engine game that it comes from, counted from 0.
    pub source: u64,
    /// The position string. It tells everything, hidden faces too.
    pub position: String,
    /// The decision, in the words of the seat to act.
    pub solution: Vec<String>,
    /// How many of the [`ATTEMPTS`] of weak levels missed it.
    pub missed: u32,
    /// What the game's explanation needs, in the game's own form.
    pub facts: String,
}

/// How often weak levels try each puzzle: levels 1 to 4, with five seeds each.
pub const ATTEMPTS: u32 = 20;
/// The seeds with which each weak level tries a puzzle.
const SEEDS: u64 = 5;
/// The levels that try puzzles.
const WEAK_LEVELS: std::ops::RangeInclusive<u8> = 1..=4;
/// What every weak level finds is not a puzzle: at least this many attempts have to miss it.
const FEWEST_MISSES: u32 = 2;
/// The positions that one decision of a player may look at; the levels that play stop far below.
const NODES: u64 = 1_000_000;
/// A game that has not ended after this many actions is abandoned.
const MOST_ACTIONS: usize = 400;

impl Puzzle {
    /// How hard it is, from 1 to 5, by the share of weak attempts that missed it.
    pub fn grade(&self) -> u8 {
        (1 + self.missed * 5 / (ATTEMPTS + 1)) as u8
    }

    /// The position.
    ///
    /// # Errors
    /// If the position string is none of this program's games.
    pub fn set_up(&self) -> Result<Box<dyn Position>, sarsen_core::StateStringError> {
        sarsen_catalog::set_up(&self.position)
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle { source, position, missed, facts, .. } = self;
        write!(f, "{source}\t{position}\t{}\t{missed}\t{facts}", self.solution.join(" "))
    }
}

/// A line that is not a puzzle.
///
/// ```
/// use sarsen_search::puzzles::Puzzle;
///
/// let error = "7\tstonehenge/x".parse::<Puzzle>().unwrap_err();
/// assert_eq!(error.to_string(), "a puzzle has five fields separated by tabs: `7\tstonehenge/x`");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("a puzzle has five fields separated by tabs: `{0}`")]
pub struct ParsePuzzleError(String);

impl FromStr for Puzzle {
    type Err = ParsePuzzleError;

    fn from_str(line: &str) -> Result<Puzzle, ParsePuzzleError> {
        let wrong = || ParsePuzzleError(line.to_owned());
        let fields: Vec<&str> = line.split('\t').collect();
        let &[source, position, solution, missed, facts] = fields.as_slice() else {
            return Err(wrong());
        };
        let puzzle = Puzzle {
            source: source.parse().map_err(|_| wrong())?,
            position: position.to_owned(),
            solution: solution.split_whitespace().map(str::to_owned).collect(),
            missed: missed.parse().ok().filter(|&missed| missed <= ATTEMPTS).ok_or_else(wrong)?,
            facts: facts.to_owned(),
        };
        if puzzle.solution.is_empty() { Err(wrong()) } else { Ok(puzzle) }
    }
}

/// Reads a file of puzzles.
///
/// # Errors
/// The first line that is not a puzzle.
pub fn read(text: &str) -> Result<Vec<Puzzle>, ParsePuzzleError> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(str::parse).collect()
}

/// A decision that is the only good one.
///
/// ```
/// use sarsen_search::Cancel;
/// use sarsen_search::puzzles::{Finding, maker, shipped};
///
/// let puzzle = &shipped("stonehenge").unwrap()[0];
/// let position = sarsen_catalog::set_up(&puzzle.position)?;
/// let found = maker("stonehenge").unwrap().find(position.as_ref(), &Cancel::default());
/// let Finding { solution, .. } = found.expect("it is a puzzle");
/// assert_eq!(solution, puzzle.solution);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Finding {
    /// The decision, in the words of the seat to act.
    pub solution: Vec<String>,
    /// What the explanation needs.
    pub facts: String,
}

/// What an answer to a puzzle comes to.
///
/// ```
/// use sarsen_search::puzzles::{maker, shipped};
///
/// let (maker, puzzle) = (maker("sun").unwrap(), &shipped("sun").unwrap()[0]);
/// let position = sarsen_catalog::set_up(&puzzle.position)?;
/// let judged = maker.judge(puzzle, position.as_ref(), &puzzle.solution);
/// assert!(judged.accepted);
/// // The tremor of the hand, and where everything comes to rest.
/// assert_eq!(judged.aftermath.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Judged {
    /// Whether it solves the puzzle.
    pub accepted: bool,
    /// Why, or why not.
    pub says: Phrase,
    /// What chance does after it, for display: something that shows why it is right or wrong.
    pub aftermath: Vec<String>,
}

/// What one game knows about its puzzles.
///
/// ```
/// use sarsen_core::Lang;
/// use sarsen_search::puzzles::{maker, shipped};
///
/// let (maker, puzzle) = (maker("stonehenge").unwrap(), &shipped("stonehenge").unwrap()[0]);
/// let position = sarsen_catalog::set_up(&puzzle.position)?;
/// assert!(maker.accepts(puzzle, position.as_ref(), &puzzle.solution));
/// assert!(!maker.task(puzzle).in_lang(Lang::En).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait PuzzleMaker: Send + Sync {
    /// The file of puzzles that comes with the program.
    fn file(&self) -> &'static str;

    /// The options in which its games differ from the defaults.
    fn options(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The levels that play its games: good enough for sensible positions, weak enough for mistakes.
    fn players(&self) -> [u8; 4] {
        [3, 4, 5, 5]
    }

    /// The only good decision of the seat to act; `None` if there is not exactly one, or it cannot be proved within reason.
    fn find(&self, position: &dyn Position, cancel: &Cancel) -> Option<Finding>;

    /// Whether an answer is not yet judged, although the seat is still to act.
    fn goes_on(&self, puzzle: &Puzzle, answer: &[String]) -> bool {
        answer.len() < puzzle.solution.len() && puzzle.solution.starts_with(answer)
    }

    /// Whether a decision solves a puzzle.
    fn accepts(&self, puzzle: &Puzzle, position: &dyn Position, answer: &[String]) -> bool {
        let _ = position;
        puzzle.solution == answer
    }

    /// What chance does after an answer that is good, or one that is not.
    fn aftermath(&self, position: &dyn Position, answer: &[String], is_good: bool) -> Vec<String> {
        let _ = (position, answer, is_good);
        Vec::new()
    }

    /// Whether a decision solves a puzzle, why, and what then happens.
    fn judge(&self, puzzle: &Puzzle, position: &dyn Position, answer: &[String]) -> Judged {
        let accepted = self.accepts(puzzle, position, answer);
        let says = if accepted {
            self.explain(puzzle, position)
        } else {
            self.refute(puzzle, position, answer)
        };
        Judged { accepted, says, aftermath: self.aftermath(position, answer, accepted) }
    }

    /// What is asked.
    fn task(&self, puzzle: &Puzzle) -> Phrase;

    /// Why the solution is the only one.
    fn explain(&self, puzzle: &Puzzle, position: &dyn Position) -> Phrase;

    /// Why another decision is not good; the last action of `answer` is the one that went wrong.
    fn refute(&self, puzzle: &Puzzle, position: &dyn Position, answer: &[String]) -> Phrase;
}

/// What a game knows about its puzzles; `None` for a game that has none.
pub fn maker(game: &str) -> Option<&'static dyn PuzzleMaker> {
    tools(game)?.puzzles
}

/// The puzzles of every game that come with the program.
static SHIPPED: LazyLock<Vec<(&'static str, Vec<Puzzle>)>> = LazyLock::new(|| {
    let ids = sarsen_catalog::GAMES.iter().map(|game| game.spec().id);
    ids.filter_map(|id| {
        let puzzles = read(maker(id)?.file()).expect("the shipped puzzles are read by a test");
        (!puzzles.is_empty()).then_some((id, puzzles))
    })
    .collect()
});

/// The games with puzzles, and the puzzles that come with the program.
pub fn all_shipped() -> &'static [(&'static str, Vec<Puzzle>)] {
    &SHIPPED
}

/// The puzzles of a game that come with the program; `None` for a game that has none.
pub fn shipped(game: &str) -> Option<&'static [Puzzle]> {
    let found = SHIPPED.iter().find(|(id, _)| *id == game);
    found.map(|(_, puzzles)| puzzles.as_slice())
}

/// A search for puzzles of one game.
///
/// ```no_run
/// use sarsen_search::Cancel;
/// use sarsen_search::puzzles::PuzzleSearch;
///
/// let game = sarsen_catalog::game("stonehenge").unwrap();
/// let mut search = PuzzleSearch::new(game, 1).expect("it has puzzles");
/// // The games are numbered; each gives one puzzle at most.
/// let puzzles: Vec<_> = (0..10).filter_map(|number| search.play(number, &Cancel::default())).collect();
/// # drop(puzzles);
/// ```
pub struct PuzzleSearch {
    game: &'static dyn Game,
    options: Options,
    engine: Box<dyn Engine>,
    maker: &'static dyn PuzzleMaker,
    seed: u64,
    /// The positions that were found: none is taken twice.
    known: HashSet<String>,
}

impl PuzzleSearch {
    /// A search of a game's puzzles with a seed, which decides everything; `None` for a game that has none.
    pub fn new(game: &'static dyn Game, seed: u64) -> Option<PuzzleSearch> {
        let id = game.spec().id;
        let maker = maker(id)?;
        let mut options = Options::defaults(game.spec());
        for (name, value) in maker.options() {
            options.set(name, value).expect("a maker knows its game's options");
        }
        let engine = engine(id)?;
        Some(PuzzleSearch { game, options, engine, maker, seed, known: HashSet::new() })
    }

    /// Leaves out positions that were found before.
    pub fn exclude(&mut self, found: &[Puzzle]) {
        self.known.extend(found.iter().map(|puzzle| puzzle.position.clone()));
    }

    /// Plays the engine game with a number and takes its hardest puzzle. `None` if there is none, or it was cancelled.
    pub fn play(&mut self, number: u64, cancel: &Cancel) -> Option<Puzzle> {
        let mut best: Option<Puzzle> = None;
        let mut position = self.game.start(&self.options);
        for ply in 0..MOST_ACTIONS {
            if cancel.is_cancelled() {
                return None;
            }
            if position.turn().seat().is_some()
                && let Some(puzzle) = self.examine(number, position.as_ref(), cancel)
                && best.as_ref().is_none_or(|best| puzzle.missed > best.missed)
            {
                best = Some(puzzle);
            }
            let Some(action) = self.next(position.as_ref(), number, ply as u64, cancel) else {
                break;
            };
            position.play(&action).ok()?;
        }
        let best = best.filter(|_| !cancel.is_cancelled())?;
        self.known.insert(best.position.clone());
        Some(best)
    }

    /// The puzzle of a position, if it is one.
    fn examine(&self, source: u64, position: &dyn Position, cancel: &Cancel) -> Option<Puzzle> {
        let text = position.position_string();
        if self.known.contains(&text) {
            return None;
        }
        // A position that was read has no past: what is proved holds for it as it will be set up.
        let position = sarsen_catalog::set_up(&text).ok()?;
        let Finding { solution, facts } = self.maker.find(position.as_ref(), cancel)?;
        let mut puzzle = Puzzle { source, position: text, solution, missed: 0, facts };
        puzzle.missed = self.count_misses(&puzzle, position.as_ref(), cancel);
        (puzzle.missed >= FEWEST_MISSES).then_some(puzzle)
    }

    fn count_misses(&self, puzzle: &Puzzle, position: &dyn Position, cancel: &Cancel) -> u32 {
        let attempts = WEAK_LEVELS.flat_map(|level| (0..SEEDS).map(move |seed| (level, seed)));
        let misses = attempts.filter(|&(level, seed)| {
            let answer = self.attempt(puzzle, position, level, seed, cancel);
            !answer.is_some_and(|answer| self.maker.accepts(puzzle, position, &answer))
        });
        misses.count() as u32
    }

    /// What a level does in a puzzle's position, until it can be judged.
    fn attempt(
        &self,
        puzzle: &Puzzle,
        position: &dyn Position,
        level: u8,
        seed: u64,
        cancel: &Cancel,
    ) -> Option<Vec<String>> {
        let seat = position.turn().seat()?;
        let mut position = position.boxed();
        let mut answer = Vec::new();
        loop {
            let action = self.choose(position.as_ref(), level, mix(seed), cancel)?;
            position.play(&action).ok()?;
            answer.push(action);
            if position.turn() != Turn::Seat(seat) || !self.maker.goes_on(puzzle, &answer) {
                return Some(answer);
            }
        }
    }

    fn next(
        &self,
        position: &dyn Position,
        number: u64,
        ply: u64,
        cancel: &Cancel,
    ) -> Option<String> {
        let seed = mix(mix(self.seed ^ mix(number)) ^ ply);
        match position.turn() {
            Turn::Over(_) => None,
            Turn::Chance => position.random_action(&mut chance::generator(seed)),
            Turn::Seat(seat) => {
                let game = mix(self.seed ^ mix(number ^ 0x1e7e_1000));
                let players = self.maker.players();
                let level = players[(game >> (8 * seat.index())) as usize % players.len()];
                self.choose(position, level, seed, cancel)
            }
        }
    }

    fn choose(
        &self,
        position: &dyn Position,
        level: u8,
        seed: u64,
        cancel: &Cancel,
    ) -> Option<String> {
        let limits = Limits::nodes(NODES).with_seed(seed);
        let request = Request::new(position, Level::new(level)?, limits, cancel);
        self.engine.choose(&request).ok().map(|choice| choice.action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_run_from_one_to_five() {
        let grade = |missed| {
            let puzzle = Puzzle {
                source: 0,
                position: String::new(),
                solution: vec![],
                missed,
                facts: String::new(),
            };
            puzzle.grade()
        };
        assert_eq!([0, 4, 5, 12, 20].map(grade), [1, 1, 2, 3, 5]);
    }

    #[test]
    fn a_line_that_is_no_puzzle_is_refused() {
        for line in ["", "1\t2\t3", "x\tp\ts\t1\t", "1\tp\t\t1\t", "1\tp\ts\t21\t"] {
            assert!(line.parse::<Puzzle>().is_err(), "{line}");
        }
    }

    #[test]
    fn every_shipped_puzzle_can_be_set_up_and_solved() {
        for (id, puzzles) in all_shipped() {
            let maker = maker(id).unwrap();
            let positions: HashSet<&String> =
                puzzles.iter().map(|puzzle| &puzzle.position).collect();
            assert_eq!(positions.len(), puzzles.len(), "{id}: no position twice");
            for puzzle in puzzles {
                let position = puzzle.set_up().unwrap();
                assert_eq!(position.options().spec().id, *id);
                let seat = position.turn().seat().unwrap();
                let mut after = position.boxed();
                for token in &puzzle.solution {
                    let action = after.resolve(seat, token).unwrap();
                    after.play(&action).unwrap();
                }
                assert!(maker.accepts(puzzle, position.as_ref(), &puzzle.solution), "{puzzle}");
                for phrase in [maker.task(puzzle), maker.explain(puzzle, position.as_ref())] {
                    assert!(
                        !phrase.en.is_empty() && !phrase.fr.is_empty() && !phrase.ja.is_empty()
                    );
                }
            }
        }
    }
}
