//! Tables and weights of 58 Holes, as `sarsen table` makes them.

use std::fmt::Write as _;
use std::time::Instant;

use sarsen_core::{Options, Rules};
use sarsen_holes::layers::Sweep;
use sarsen_holes::{Holes, Ruleset};

use super::endgame_table::{EndgameTable, MAX_PIECES};
use super::learn::learn;
use crate::tables::{MakeTableError, TableMaker, TableOutput, TableRequest, WeightLearner};

/// Larger tables are computed in 32-bit numbers and written in 16-bit numbers.
const IN_MEMORY: u8 = 3;
/// The error of a value in tables that are computed in memory.
const TOLERANCE: f64 = 1e-12;

/// Value iteration over all positions with few pieces.
pub(super) struct HolesTables;

impl TableMaker for HolesTables {
    fn make(&self, request: &TableRequest<'_>) -> Result<String, MakeTableError> {
        let rules = Ruleset { pieces: request.pieces, ..Holes::start(request.options).ruleset() };
        match (request.pieces, request.file) {
            (1..=IN_MEMORY, file) => solve(rules, file),
            (1..=MAX_PIECES, Some(file)) => solve_large(rules, file, request),
            (1..=MAX_PIECES, None) => Err(MakeTableError::Unsupported(
                "--pieces 4 needs --out FILE: the table does not fit into memory",
            )),
            _ => Err(MakeTableError::Unsupported(
                "--pieces: tables hold 1 to 4 pieces (102 MB for three, 2.8 GB for four)",
            )),
        }
    }
}

fn solve(rules: Ruleset, file: Option<TableOutput<'_>>) -> Result<String, MakeTableError> {
    let (endings, solving) = EndgameTable::solve(rules, TOLERANCE);
    if let Some(file) = file {
        endings.write(file.to)?;
    }
    Ok(format!(
        "{} sides, {} positions, {} sweeps, residual {:.1e}\n\
         the seat that begins wins {:.6} of the games under best play\n",
        solving.sides,
        u64::from(solving.sides) * u64::from(solving.sides),
        solving.sweeps,
        solving.residual,
        solving.beginner_wins
    ))
}

/// On all cores, with regular checkpoints from which it can resume.
fn solve_large(
    rules: Ruleset,
    file: TableOutput<'_>,
    request: &TableRequest<'_>,
) -> Result<String, MakeTableError> {
    let begun = Instant::now();
    let mut line = String::new();
    let told = |sweep: &Sweep| {
        let (pair, pairs) = sweep.pair;
        line.clear();
        // Writing to a string cannot fail.
        let _ = write!(
            line,
            "{:.0} s: layers {} of {pairs}, largest change {:.1e}, {:.1} % of {} positions settled",
            begun.elapsed().as_secs_f64(),
            pair + 1,
            sweep.change,
            100.0 * sweep.settled as f64 / sweep.positions as f64,
            sweep.positions
        );
        (request.progress)(&line);
    };
    EndgameTable::solve_to_file(rules, request.threads, file.checkpoint, file.to, told)?;
    let table = EndgameTable::read(file.to)?;
    Ok(format!(
        "the seat that begins wins {:.5} of the games under best play\n",
        table.beginner_wins()
    ))
}

/// Learns the network of the evaluation from self-play.
pub(super) struct HolesSelfPlay;

impl WeightLearner for HolesSelfPlay {
    fn learn(
        &self,
        options: &Options,
        games: u32,
        seed: u64,
        progress: &mut dyn FnMut(u32),
    ) -> String {
        learn(Holes::start(options).ruleset(), games, seed, progress).to_text()
    }
}
