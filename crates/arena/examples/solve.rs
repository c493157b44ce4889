//! Solves a position of Stonehenge, with a proof that is checked by the rules alone.
//!
//! ```sh
//! cargo run --release -p sarsen-arena --example solve
//! ```

#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use sarsen_core::record::{self, Reader};
use sarsen_search::games::stonehenge::{Checkpoint, Proof, Prover};
use sarsen_search::{Budget, Cancel, Limits};
use sarsen_stonehenge::Stonehenge;

const RECORD: &str = "[Game \"stonehenge\"]\n\nA6 B5 C1 D4 E2 F3 G5 H1 I3 J2\n";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let record = Reader::new(RECORD.as_bytes()).next().ok_or("there is no record")??;
    let position = record::replay::<Stonehenge>(&record)?.state;
    let limits = Limits { memory: 16 << 20, ..Limits::default() };
    let cancel = Cancel::default();
    let budget = Budget::new(&limits, &cancel);
    let prover = Prover::new(&limits, Checkpoint::in_memory());
    let proved = prover.prove(&position, &budget).ok_or("the budget ran out")?;
    let line: Vec<String> = proved.line.iter().map(ToString::to_string).collect();
    println!("seat {} wins: {}", proved.winner, line.join(" "));

    let proof = Proof::of(&position, &prover, 6, &budget).ok_or("the budget ran out")?;
    let checked = Proof::parse(&proof.to_text())?.check(&position, &budget)?;
    println!("checked over {} positions", checked.nodes);
    Ok(())
}
