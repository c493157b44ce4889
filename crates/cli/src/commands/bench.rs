//! `sarsen bench`.

use std::io::Write;
use std::time::Duration;

use sarsen_catalog::GAMES;
use sarsen_core::{Options, Turn, chance};
use sarsen_search::{Cancel, Level, Limits, Request, engine};

use crate::args::BenchArgs;
use crate::output;

pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<()> {
    let of_a_game = sarsen_catalog::measurements().find(|measured| measured.name == args.what);
    let table = match of_a_game {
        Some(measured) => (measured.table)(args.throws, args.seed),
        None => cores(args.seed)?,
    };
    let mut out = output::plain();
    out.write_all(table.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// The duration of each search in [`cores`].
const SEARCH_TIME: Duration = Duration::from_secs(2);
/// The number of positions per game.
const POSITIONS: u64 = 3;

/// How many more positions two threads search than one, from a few positions of random play.
fn cores(seed: u64) -> anyhow::Result<String> {
    let mut table =
        String::from("| game | nodes, 1 thread | 2 threads | factor |\n|---|---|---|---|\n");
    for game in GAMES {
        let id = game.spec().id;
        let Some(engine) = engine(id).filter(|engine| engine.is_parallel()) else { continue };
        let mut sums = [0; 2];
        for number in 0..POSITIONS {
            let mut rng = chance::generator(seed + number);
            let mut position = game.start(&Options::defaults(game.spec()));
            let mut played = 0;
            while played < 3 || position.turn() == Turn::Chance {
                let Some(action) = position.random_action(&mut rng) else { break };
                position.play(&action)?;
                played += 1;
            }
            for (threads, sum) in [1, 2].into_iter().zip(&mut sums) {
                let limits = Limits { threads, ..Limits::time(SEARCH_TIME) };
                let cancel = Cancel::default();
                let request = Request::new(position.as_ref(), Level::MAX, limits, &cancel);
                *sum += engine.choose(&request)?.nodes;
            }
        }
        let factor = sums[1] as f64 / sums[0].max(1) as f64;
        table += &format!("| {id} | {} | {} | {factor:.2} |\n", sums[0], sums[1]);
    }
    Ok(table)
}
