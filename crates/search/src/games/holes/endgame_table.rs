//! Exact values of all positions with few pieces.
//!
//! Removed pieces no longer matter, so a position in which both seats have at most n pieces left is one of the game
//! with n pieces. Those with two are solved when they are first needed (a fraction of a second, 1 MB). Those with three
//! take two minutes and 102 MB: `sarsen table holes --pieces 3 --out FILE` writes them and `--table FILE` reads them.
//! Those with four are 1.4 · 10⁹ positions, 2.8 GB as 16-bit numbers, which stay in their file.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sarsen_core::{Rules, Seat, Turn};
use sarsen_holes::layers::{Layers, Sweep};
use sarsen_holes::solve::{BestWin, Solution};
use sarsen_holes::{Action, Graph, Holes, Next, Ruleset, Side, Stage, Throw};

use super::table_file::{self, TableFile};
use crate::tables::EndgameTableError;

/// The exact winning chances of all positions with at most a given number of pieces left on either side.
///
/// ```
/// use sarsen_holes::Ruleset;
/// use sarsen_search::games::holes::EndgameTable;
///
/// let (_table, solving) = EndgameTable::solve(Ruleset::with_pieces(1), 1e-9);
/// assert!(solving.beginner_wins < 0.5, "whoever threw less begins");
/// ```
pub struct EndgameTable {
    graph: Graph,
    rules: Ruleset,
    /// The chance of the seat that throws, by its side and the other one.
    values: Values,
}

impl fmt::Debug for EndgameTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Not its millions of values.
        f.debug_struct("EndgameTable").field("rules", &self.rules).finish_non_exhaustive()
    }
}

enum Values {
    Memory(Vec<f32>),
    File(TableFile),
}

/// Statistics of a solution.
///
/// ```
/// use sarsen_holes::Ruleset;
/// use sarsen_search::games::holes::EndgameTable;
///
/// let (_, solving) = EndgameTable::solve(Ruleset::with_pieces(1), 1e-9);
/// assert!(solving.sides > 29 && solving.residual < 1e-6);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Solving {
    /// The number of sides; positions are pairs of them.
    pub sides: u32,
    /// The number of sweeps over the positions.
    pub sweeps: u32,
    /// By how much any equation may still be off.
    pub residual: f64,
    /// The share of games that the beginner wins under best play.
    pub beginner_wins: f64,
}

/// The number of pieces of the endings that are solved during play.
const WHILE_PLAYING: u8 = 2;

/// The endings with at most two pieces of a ruleset, which are solved when they are first needed and then kept: they
/// depend on nothing but the rules.
pub(crate) fn small_endings(rules: Ruleset) -> Arc<EndgameTable> {
    static SOLVED: Mutex<Vec<Arc<EndgameTable>>> = Mutex::new(Vec::new());
    let mut solved = SOLVED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(endings) = solved.iter().find(|endings| endings.serve(rules)) {
        return Arc::clone(endings);
    }
    let small = Ruleset { pieces: WHILE_PLAYING.min(rules.pieces), ..rules };
    let endings = Arc::new(EndgameTable::solve(small, 1e-9).0);
    solved.push(Arc::clone(&endings));
    endings
}

impl EndgameTable {
    /// Solves all positions with a ruleset's number of pieces by value iteration.
    pub fn solve(rules: Ruleset, tolerance: f64) -> (EndgameTable, Solving) {
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
        (EndgameTable { graph, rules, values: Values::Memory(values) }, solving)
    }

    /// Solves all positions with a ruleset's number of pieces in 32-bit numbers (four bytes each) on several threads,
    /// and writes them as 16-bit numbers. `part` is a checkpoint, written every quarter of an hour, from which an
    /// interrupted run resumes.
    ///
    /// # Errors
    /// If a file cannot be read or written, or `part` belongs to another table.
    pub fn solve_to_file(
        rules: Ruleset,
        threads: usize,
        part: &Path,
        to: &Path,
        mut told: impl FnMut(&Sweep),
    ) -> Result<(), EndgameTableError> {
        let mut layers = Layers::new(rules);
        table_file::resume(&mut layers, part)?;
        let mut kept = Instant::now();
        while let Some(sweep) = layers.sweep(threads) {
            told(&sweep);
            if kept.elapsed() >= KEEP_EVERY {
                table_file::keep(&layers, part)?;
                kept = Instant::now();
            }
        }
        table_file::write(&layers, &title(rules, SIXTEEN_BITS), to)?;
        match std::fs::remove_file(part) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// The share of games that the beginner wins under best play (H2).
    pub fn beginner_wins(&self) -> f64 {
        let start = self.graph.start();
        let (mut sum, mut total) = (0.0, 0.0);
        for throw in Throw::all() {
            // The lower throw begins; equal throws are repeated.
            let higher: u32 = Throw::all().filter(|other| *other > throw).map(Throw::weight).sum();
            let weight = f64::from(throw.weight() * higher);
            sum += weight * self.after_throw(start, start, throw);
            total += weight;
        }
        sum / total
    }

    /// The largest number of pieces per seat in its positions.
    pub(super) fn pieces(&self) -> u8 {
        self.rules.pieces
    }

    /// Whether games under a ruleset lead to these positions.
    pub(super) fn serve(&self, rules: Ruleset) -> bool {
        Ruleset { pieces: self.rules.pieces, ..rules } == self.rules
            && self.rules.pieces >= WHILE_PLAYING.min(rules.pieces)
    }

    /// The winning chance of a seat, if the position is in the table.
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

    /// The value of every action of the seat to act, if the position is in the table.
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
        let at = mine as usize * count + theirs as usize;
        match &self.values {
            Values::Memory(values) => f64::from(values[at]),
            Values::File(file) => file.value(at),
        }
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
        // Pieces that are removed, or that the smaller game never had, are ignored.
        let removed = (side.removed + self.rules.pieces).checked_sub(rules.pieces)?;
        Some(self.graph.index().rank(&Side { removed, ..*side }))
    }

    /// Writes the table: a title line, the values as 32-bit floats, a checksum.
    ///
    /// # Errors
    /// If the file cannot be written, or the table is in a file already.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let Values::Memory(values) = &self.values else {
            return Err(io::Error::other("this table is in its file already"));
        };
        let mut file = BufWriter::new(File::create(path)?);
        file.write_all(title(self.rules, FLOATS).as_bytes())?;
        let mut sum = Checksum::default();
        for value in values {
            file.write_all(&value.to_le_bytes())?;
            sum.add(value.to_bits());
        }
        file.write_all(&sum.0.to_le_bytes())?;
        file.flush()
    }

    /// Reads a table that [`EndgameTable::write`] wrote.
    ///
    /// # Errors
    /// If the file is missing or incomplete.
    pub fn read(path: &Path) -> Result<EndgameTable, EndgameTableError> {
        let mut file = BufReader::new(File::open(path)?);
        let mut title = Vec::new();
        file.by_ref().take(200).read_until(b'\n', &mut title)?;
        let (rules, format) = rules_of(&title).ok_or(EndgameTableError::Foreign)?;
        let graph = Graph::new(rules);
        let count = (graph.index().count() as usize).pow(2);
        if format == SIXTEEN_BITS {
            let values = Values::File(TableFile::open(file.into_inner(), title.len(), count)?);
            return Ok(EndgameTable { graph, rules, values });
        }
        // Do not allocate memory for a truncated file.
        let length = title.len() + 4 * count + 8;
        if file.get_ref().metadata()?.len() != length as u64 {
            return Err(EndgameTableError::Damaged);
        }
        let mut values = vec![0.0; count];
        let mut sum = Checksum::default();
        let mut bytes = [0; 4];
        for value in &mut values {
            file.read_exact(&mut bytes).map_err(|_| EndgameTableError::Damaged)?;
            *value = f32::from_le_bytes(bytes);
            // A checksum can be forged; a value that is not a probability would spoil every search that uses it.
            if !(0.0..=1.0).contains(value) {
                return Err(EndgameTableError::Damaged);
            }
            sum.add(value.to_bits());
        }
        let mut end = Vec::new();
        file.take(9).read_to_end(&mut end)?;
        if end != sum.0.to_le_bytes() {
            return Err(EndgameTableError::Damaged);
        }
        Ok(EndgameTable { graph, rules, values: Values::Memory(values) })
    }
}

/// The format numbers.
const FLOATS: u8 = 1;
const SIXTEEN_BITS: u8 = 2;

/// How often a long computation is saved.
const KEEP_EVERY: Duration = Duration::from_secs(15 * 60);

fn title(rules: Ruleset, format: u8) -> String {
    let recover = if rules.recover_one { "one" } else { "all" };
    let passes = if rules.warp_passes_nefer { "yes" } else { "no" };
    format!(
        "sarsen table {format} holes pieces={} recover={recover} warp-passes-nefer={passes}\n",
        rules.pieces
    )
}

/// The largest supported tables.
pub const MAX_PIECES: u8 = 4;

fn rules_of(line: &[u8]) -> Option<(Ruleset, u8)> {
    let flags = [false, true];
    let all = (1..=MAX_PIECES).flat_map(|pieces| {
        flags.into_iter().flat_map(move |recover_one| {
            flags.into_iter().map(move |warp_passes_nefer| Ruleset {
                pieces,
                recover_one,
                warp_passes_nefer,
            })
        })
    });
    let titled = all.flat_map(|rules| [FLOATS, SIXTEEN_BITS].map(|format| (rules, format)));
    titled.into_iter().find(|&(rules, format)| title(rules, format).as_bytes() == line)
}

/// Enough to detect a truncated or modified file.
pub(super) struct Checksum(pub(super) u64);

impl Default for Checksum {
    fn default() -> Checksum {
        Checksum(0xcbf2_9ce4_8422_2325)
    }
}

impl Checksum {
    /// Adds values of sixteen bits, two at a time.
    pub(super) fn add_values(&mut self, bytes: &[u8]) {
        for pair in bytes.chunks(4) {
            let mut word = [0; 4];
            word[..pair.len()].copy_from_slice(pair);
            self.add(u32::from_le_bytes(word));
        }
    }

    fn add(&mut self, word: u32) {
        self.0 = (self.0 ^ u64::from(word)).wrapping_mul(0x0100_0000_01b3);
        self.0 ^= self.0 >> 29;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cancel, Engines, Level, Limits, Request};

    #[test]
    fn a_table_reads_back_and_a_damaged_one_is_refused() {
        let path = std::env::temp_dir().join(format!("sarsen-holes-{}", std::process::id()));
        let (endings, _) = EndgameTable::solve(Ruleset::with_pieces(1), 1e-9);
        endings.write(&path).unwrap();
        let read = EndgameTable::read(&path).unwrap();
        let values = |table: &EndgameTable| match &table.values {
            Values::Memory(values) => values.clone(),
            Values::File(_) => panic!("a small table is in memory"),
        };
        assert_eq!((read.rules, values(&read)), (endings.rules, values(&endings)));
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[200] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        assert!(matches!(EndgameTable::read(&path), Err(EndgameTableError::Damaged)));
        std::fs::write(&path, &bytes[..bytes.len() - 20]).unwrap();
        assert!(matches!(EndgameTable::read(&path), Err(EndgameTableError::Damaged)));
        let unknown = vec![f32::NAN; values(&endings).len()];
        let nonsense = EndgameTable { values: Values::Memory(unknown), ..endings };
        nonsense.write(&path).unwrap();
        assert!(matches!(EndgameTable::read(&path), Err(EndgameTableError::Damaged)));
        std::fs::write(&path, "[Game \"holes\"]\n").unwrap();
        assert!(matches!(EndgameTable::read(&path), Err(EndgameTableError::Foreign)));
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_table_serves_the_engines_that_were_given_it_and_no_others() {
        let path = std::env::temp_dir().join(format!("sarsen-given-{}", std::process::id()));
        let (endings, _) = EndgameTable::solve(Ruleset::with_pieces(1), 1e-9);
        let Values::Memory(values) = endings.values else { panic!("a small table is in memory") };
        // A table by which the seat that throws next always wins one game in four.
        let strange = Values::Memory(vec![0.25; values.len()]);
        EndgameTable { values: strange, ..endings }.write(&path).unwrap();
        let equipped = Engines::default().with_table(&path).unwrap();
        std::fs::remove_file(&path).unwrap();

        let game = sarsen_catalog::game("holes").unwrap();
        let mut options = sarsen_core::Options::defaults(game.spec());
        options.set("pieces", "1").unwrap();
        let mut position = game.start(&options);
        for token in ["*3", "*2", "1", "*3"] {
            position.play(token).unwrap();
        }
        let chance = |engines: &Engines| {
            let cancel = Cancel::default();
            let request = Request::new(position.as_ref(), Level::MAX, Limits::nodes(50), &cancel);
            engines.get("holes").unwrap().choose(&request).unwrap().chance
        };
        assert!((chance(&equipped) - 0.75).abs() < 1e-6, "{}", chance(&equipped));
        assert!((chance(&Engines::default()) - 0.75).abs() > 0.01);
    }

    #[test]
    fn a_table_of_sixteen_bits_is_read_in_its_file_and_off_by_half_a_step_at_most() {
        let folder = std::env::temp_dir().join(format!("sarsen-sixteen-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (path, part) = (folder.join("table"), folder.join("part"));
        for pieces in [1, 2] {
            let rules = Ruleset::with_pieces(pieces);
            let (exact, solving) = EndgameTable::solve(rules, 1e-12);
            EndgameTable::solve_to_file(rules, 2, &part, &path, |_| {}).unwrap();
            let read = EndgameTable::read(&path).unwrap();
            let count = exact.graph.index().count();
            for (mine, theirs) in (0..count).flat_map(|a| (0..count).map(move |b| (a, b))) {
                let error = (read.value(mine, theirs) - exact.value(mine, theirs)).abs();
                assert!(error < 0.5 / 65535.0 + 2e-6, "{mine} {theirs}: {error}");
            }
            assert!((read.beginner_wins() - solving.beginner_wins).abs() < 1e-5);
            assert!((exact.beginner_wins() - solving.beginner_wins).abs() < 1e-6);
        }
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[1000] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        assert!(matches!(EndgameTable::read(&path), Err(EndgameTableError::Damaged)));
        std::fs::write(&part, [9; 30]).unwrap();
        let refused = EndgameTable::solve_to_file(Ruleset::with_pieces(1), 1, &part, &path, |_| {});
        assert!(matches!(refused, Err(EndgameTableError::Damaged)));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_game_with_more_pieces_comes_to_the_same_values() {
        let (small, _) = EndgameTable::solve(Ruleset::with_pieces(1), 1e-12);
        let (large, _) = EndgameTable::solve(Ruleset::with_pieces(2), 1e-12);
        for hole in [1, 7, 14, 29] {
            let side = |lane: u32, removed| Side { lane, hand: 0, shen: 0, removed };
            let state = |pieces: u8| {
                let gone = pieces - 1;
                let sides = [side(1 << hole, gone), side(1 << 12, gone)];
                Holes::set_up(Ruleset::with_pieces(pieces), sides, Seat::ONE).unwrap()
            };
            let value = |endings: &EndgameTable, pieces| endings.chance(&state(pieces), Seat::ONE);
            let expected = value(&small, 1).unwrap();
            for pieces in [2, 5] {
                assert!((value(&large, pieces).unwrap() - expected).abs() < 1e-6);
                assert!((value(&small, pieces).unwrap() - expected).abs() < 1e-6);
            }
        }
    }
}
