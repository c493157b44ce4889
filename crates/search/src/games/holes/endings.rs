//! Exact values of all positions with few pieces.
//!
//! Removed pieces play no part any more, so a position in which both seats have at most n pieces left is one
//! of the game with n pieces. Those of two are solved when they are first needed (a fraction of a second, 1 MB). Those of
//! three take two minutes and 102 MB: `sarsen table holes --pieces 3 --out FILE` writes them and `--table FILE` reads them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use sarsen_core::{Rules, Seat, Turn};
use sarsen_holes::solve::{BestWin, Solution};
use sarsen_holes::{Action, Graph, Holes, Next, Ruleset, Side, Stage, Throw};
use thiserror::Error;

/// The exact winning chances of all positions with at most so many pieces left on either side.
pub struct Endings {
    graph: Graph,
    rules: Ruleset,
    /// The chance of the seat that throws, by its side and the other one.
    values: Vec<f32>,
}

/// What solving took and found.
#[derive(Clone, Copy, Debug)]
pub struct Solving {
    /// How many sides there are; positions are pairs of them.
    pub sides: u32,
    /// How often positions were computed anew.
    pub sweeps: u32,
    /// By how much any equation may still be off.
    pub residual: f64,
    /// How many of the games the seat that begins wins under best play.
    pub beginner_wins: f64,
}

/// Why a table cannot be used.
#[derive(Debug, Error)]
pub enum TableError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("this is no table of holes")]
    Foreign,
    /// It was cut off or changed.
    #[error("the table is damaged: make it again with `sarsen table holes`")]
    Damaged,
}

/// How many pieces the endings have that are solved while playing.
const WHILE_PLAYING: u8 = 2;

static KNOWN: Mutex<Vec<Arc<Endings>>> = Mutex::new(Vec::new());

/// The best endings that are known of a ruleset; if none are, the small ones are solved.
pub(crate) fn endings(rules: Ruleset) -> Arc<Endings> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let fitting = known.iter().filter(|endings| endings.serve(rules));
    if let Some(endings) = fitting.max_by_key(|endings| endings.rules.pieces) {
        return Arc::clone(endings);
    }
    let small = Ruleset { pieces: WHILE_PLAYING.min(rules.pieces), ..rules };
    let endings = Arc::new(Endings::solve(small, 1e-9).0);
    known.push(Arc::clone(&endings));
    endings
}

/// Lets all engines of this process use a table that `sarsen table holes` wrote.
///
/// # Errors
/// If it cannot be read or is no such table.
pub fn use_table(path: &Path) -> Result<(), TableError> {
    let endings = Endings::read(path)?;
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::new(endings));
    Ok(())
}

impl Endings {
    /// Solves all positions with a ruleset's number of pieces by value iteration.
    pub fn solve(rules: Ruleset, tolerance: f64) -> (Endings, Solving) {
        let graph = Graph::new(rules);
        let solution = Solution::new::<BestWin>(&graph, tolerance);
        let sides = graph.index().count();
        let solving = Solving {
            sides,
            sweeps: solution.sweeps(),
            residual: solution.residual(),
            beginner_wins: solution.after_opening::<BestWin>(&graph),
        };
        let pairs = (0..sides).flat_map(|mine| (0..sides).map(move |theirs| (mine, theirs)));
        let values = pairs.map(|(mine, theirs)| solution.value(mine, theirs) as f32).collect();
        (Endings { graph, rules, values }, solving)
    }

    /// Whether a game under a ruleset comes to these positions.
    pub(super) fn serve(&self, rules: Ruleset) -> bool {
        Ruleset { pieces: self.rules.pieces, ..rules } == self.rules
            && self.rules.pieces >= WHILE_PLAYING.min(rules.pieces)
    }

    /// The winning chance of a seat, if the position is one of these.
    pub(crate) fn chance(&self, state: &Holes, seat: Seat) -> Option<f64> {
        let mover = state.seat();
        let chance = match (state.stage(), state.pending()) {
            (Stage::Throw, _) => {
                let (mine, theirs) = self.sides(state)?;
                self.value(mine, theirs)
            }
            (Stage::Act, Some(throw)) => {
                let (mine, theirs) = self.sides(state)?;
                self.after_throw(mine, theirs, throw)
            }
            _ => return None,
        };
        Some(if seat == mover { chance } else { 1.0 - chance })
    }

    /// What every action of the seat to act is worth, if the position is one of these.
    pub(crate) fn actions(&self, state: &Holes) -> Option<Vec<(Action, f64)>> {
        let seat = state.turn().seat()?;
        let value = |action: Action| {
            let mut child = *state;
            child.apply(action);
            match child.turn() {
                Turn::Over(outcome) => Some(outcome.payoff(seat)),
                _ => self.chance(&child, seat),
            }
        };
        sarsen_core::legal_actions(state).into_iter().map(|a| Some((a, value(a)?))).collect()
    }

    fn value(&self, mine: u32, theirs: u32) -> f64 {
        let count = self.graph.index().count() as usize;
        f64::from(self.values[mine as usize * count + theirs as usize])
    }

    fn after_throw(&self, mine: u32, theirs: u32, throw: Throw) -> f64 {
        let values = self.graph.choices(mine, throw).iter().map(|&choice| {
            match self.graph.next(choice, theirs) {
                Next::Again { mine, theirs } => self.value(mine, theirs),
                Next::Other { mine, theirs } => 1.0 - self.value(theirs, mine),
                Next::Won => 1.0,
            }
        });
        values.fold(0.0, f64::max)
    }

    /// The numbers of the mover's side and of the other one; `None` if one has too many pieces left.
    fn sides(&self, state: &Holes) -> Option<(u32, u32)> {
        let mover = state.seat();
        let mine = self.number(state.side(mover), state.ruleset())?;
        Some((mine, self.number(state.side(mover.other()), state.ruleset())?))
    }

    fn number(&self, side: &Side, rules: Ruleset) -> Option<u32> {
        // Pieces that are removed, or that a smaller game never had, are forgotten.
        let removed = (side.removed + self.rules.pieces).checked_sub(rules.pieces)?;
        Some(self.graph.index().rank(&Side { removed, ..*side }))
    }

    /// Writes the table: a line that says what it is, the values as 32-bit floats, a checksum.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let mut file = BufWriter::new(File::create(path)?);
        file.write_all(self.title().as_bytes())?;
        let mut sum = Checksum::default();
        for value in &self.values {
            file.write_all(&value.to_le_bytes())?;
            sum.add(value.to_bits());
        }
        file.write_all(&sum.0.to_le_bytes())?;
        file.flush()
    }

    /// Reads a table that [`Endings::write`] wrote.
    ///
    /// # Errors
    /// If there is none, or not the whole of it.
    pub fn read(path: &Path) -> Result<Endings, TableError> {
        let mut file = BufReader::new(File::open(path)?);
        let mut title = Vec::new();
        file.by_ref().take(200).read_until(b'\n', &mut title)?;
        let rules = rules_of(&title).ok_or(TableError::Foreign)?;
        let graph = Graph::new(rules);
        let mut values = vec![0.0; (graph.index().count() as usize).pow(2)];
        let mut sum = Checksum::default();
        let mut bytes = [0; 4];
        for value in &mut values {
            file.read_exact(&mut bytes).map_err(|_| TableError::Damaged)?;
            *value = f32::from_le_bytes(bytes);
            sum.add(value.to_bits());
        }
        let mut end = Vec::new();
        file.take(9).read_to_end(&mut end)?;
        if end != sum.0.to_le_bytes() {
            return Err(TableError::Damaged);
        }
        Ok(Endings { graph, rules, values })
    }

    fn title(&self) -> String {
        title(self.rules)
    }
}

fn title(rules: Ruleset) -> String {
    let recover = if rules.recover_one { "one" } else { "all" };
    let passes = if rules.warp_passes_nefer { "yes" } else { "no" };
    format!(
        "sarsen table 1 holes pieces={} recover={recover} warp-passes-nefer={passes}\n",
        rules.pieces
    )
}

/// The largest tables that are made.
pub const MOST_PIECES: u8 = 3;

fn rules_of(line: &[u8]) -> Option<Ruleset> {
    let flags = [false, true];
    let all = (1..=MOST_PIECES).flat_map(|pieces| {
        flags.into_iter().flat_map(move |recover_one| {
            flags.into_iter().map(move |warp_passes_nefer| Ruleset {
                pieces,
                recover_one,
                warp_passes_nefer,
            })
        })
    });
    all.into_iter().find(|&rules| title(rules).as_bytes() == line)
}

/// Enough to see that a file was cut off or changed.
struct Checksum(u64);

impl Default for Checksum {
    fn default() -> Checksum {
        Checksum(0xcbf2_9ce4_8422_2325)
    }
}

impl Checksum {
    fn add(&mut self, word: u32) {
        self.0 = (self.0 ^ u64::from(word)).wrapping_mul(0x0100_0000_01b3);
        self.0 ^= self.0 >> 29;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_reads_back_and_a_damaged_one_is_refused() {
        let path = std::env::temp_dir().join(format!("sarsen-holes-{}", std::process::id()));
        let (endings, _) = Endings::solve(Ruleset::with_pieces(1), 1e-9);
        endings.write(&path).unwrap();
        let read = Endings::read(&path).unwrap();
        assert_eq!((read.rules, &read.values), (endings.rules, &endings.values));
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[200] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        assert!(matches!(Endings::read(&path), Err(TableError::Damaged)));
        std::fs::write(&path, &bytes[..bytes.len() - 20]).unwrap();
        assert!(matches!(Endings::read(&path), Err(TableError::Damaged)));
        std::fs::write(&path, "[Game \"holes\"]\n").unwrap();
        assert!(matches!(Endings::read(&path), Err(TableError::Foreign)));
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_game_with_more_pieces_comes_to_the_same_values() {
        let (small, _) = Endings::solve(Ruleset::with_pieces(1), 1e-12);
        let (large, _) = Endings::solve(Ruleset::with_pieces(2), 1e-12);
        for hole in [1, 7, 14, 29] {
            let side = |lane: u32, removed| Side { lane, hand: 0, shen: 0, removed };
            let state = |pieces: u8| {
                let gone = pieces - 1;
                let sides = [side(1 << hole, gone), side(1 << 12, gone)];
                Holes::set_up(Ruleset::with_pieces(pieces), sides, Seat::ONE).unwrap()
            };
            let value = |endings: &Endings, pieces| endings.chance(&state(pieces), Seat::ONE);
            let expected = value(&small, 1).unwrap();
            for pieces in [2, 5] {
                assert!((value(&large, pieces).unwrap() - expected).abs() < 1e-6);
                assert!((value(&small, pieces).unwrap() - expected).abs() < 1e-6);
            }
        }
    }
}
