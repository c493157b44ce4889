//! `sarsen match`: several games of the same people.

use std::collections::BTreeSet;
use std::io::Write;

use sarsen_catalog::Game;
use sarsen_core::record::Record;
use sarsen_core::{MatchRule, MatchScore};

use crate::args::FileArgs;
use crate::input::BadInput;
use crate::{input, output};

pub(crate) fn run(args: &FileArgs) -> anyhow::Result<()> {
    let mut players: Vec<String> = Vec::new();
    let mut match_score: Option<MatchScore> = None;
    let mut game: Option<&'static dyn Game> = None;
    let mut lines = Vec::new();
    for (index, record) in input::records(&args.file)?.enumerate() {
        let record = record?;
        let position = input::replay(&args.file, &record)?;
        let bad = |what: &str| BadInput::error(format!("game {}: {what}", index + 1));
        let outcome = position.turn().outcome().ok_or_else(|| bad("is not finished"))?;
        let of = sarsen_catalog::game_of(&record).map_err(BadInput::error)?;
        if game.get_or_insert(of).spec().id != of.spec().id {
            return Err(bad("is another game than the first"));
        }
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
        lines.push(format!("game {}: {}", index + 1, output::state_line(position.as_ref())));
    }
    let mut out = output::plain();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    if let (Some(score), Some(game)) = (match_score, game) {
        report(&mut out, &players, &score, game.match_rule())?;
    }
    out.flush()?;
    Ok(())
}

/// The names in the seats; seats whose names do not tell them apart are their numbers.
fn names(record: &Record, seats: usize) -> Vec<String> {
    let name = |seat: usize| record.tag(&format!("Seat{seat}")).map(|tag| tag.value.clone());
    let names: Vec<String> = (1..=seats).filter_map(name).collect();
    let distinct = names.iter().collect::<BTreeSet<_>>().len() == seats;
    if distinct { names } else { (1..=seats).map(|seat| format!("seat {seat}")).collect() }
}

fn is_permutation(seats: &[usize]) -> bool {
    (0..seats.len()).all(|player| seats.contains(&player))
}

fn report(
    out: &mut impl Write,
    players: &[String],
    score: &MatchScore,
    rule: MatchRule,
) -> std::io::Result<()> {
    for (index, player) in players.iter().enumerate() {
        write!(out, "{player}: {} won", score.wins()[index])?;
        match rule {
            MatchRule::LowestScore => writeln!(out, ", score {}", score.points()[index])?,
            MatchRule::MostWins => writeln!(out)?,
        }
    }
    match score.standing(rule).winner() {
        Some(winner) => writeln!(out, "the match goes to {}", players[winner.index()]),
        None => writeln!(out, "the match is drawn"),
    }
}
