//! `sarsen match`: several games of the same people.

use std::io::Write;

use sarsen_core::MatchScore;
use sarsen_core::record::Record;

use crate::args::FileArgs;
use crate::input::BadInput;
use crate::{input, output};

pub(crate) fn run(args: &FileArgs) -> anyhow::Result<()> {
    let mut players: Vec<String> = Vec::new();
    let mut match_score: Option<MatchScore> = None;
    let mut out = output::plain();
    for (index, record) in input::records(&args.file)?.enumerate() {
        let record = record?;
        let position = input::replay(&args.file, &record)?;
        let bad = |what: &str| BadInput::error(format!("game {}: {what}", index + 1));
        let outcome = position.turn().outcome().ok_or_else(|| bad("is not finished"))?;
        let names = names(&record, position.options().seats());
        if players.is_empty() {
            players.clone_from(&names);
        }
        let seats: Option<Vec<usize>> =
            names.iter().map(|name| players.iter().position(|player| player == name)).collect();
        let seats = seats.filter(|seats| seats.len() == players.len() && is_permutation(seats));
        let seats = seats.ok_or_else(|| bad("is played by other people than the first"))?;
        match_score.get_or_insert_with(|| MatchScore::new(players.len())).add(
            outcome,
            position.score(),
            &seats,
        );
        writeln!(out, "game {}: {}", index + 1, output::state_line(position.as_ref()))?;
    }
    if let Some(score) = match_score {
        report(&mut out, &players, &score)?;
    }
    out.flush()?;
    Ok(())
}

/// The names in the seats; a seat without a name is its number.
fn names(record: &Record, seats: usize) -> Vec<String> {
    let name = |seat: usize| record.tag(&format!("Seat{seat}")).map(|tag| tag.value.clone());
    (1..=seats).map(|seat| name(seat).unwrap_or(format!("seat {seat}"))).collect()
}

fn is_permutation(seats: &[usize]) -> bool {
    (0..seats.len()).all(|player| seats.contains(&player))
}

fn report(out: &mut impl Write, players: &[String], score: &MatchScore) -> std::io::Result<()> {
    for (index, player) in players.iter().enumerate() {
        writeln!(out, "{player}: {} points, {} won", score.points()[index], score.wins()[index])?;
    }
    match score.standing().winner() {
        Some(winner) => writeln!(out, "the match goes to {}", players[winner.index()]),
        None => writeln!(out, "the match is drawn"),
    }
}
