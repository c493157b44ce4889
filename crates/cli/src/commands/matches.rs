//! `sarsen match`: several games between the same people.

use std::collections::BTreeSet;
use std::io::Write;

use sarsen_catalog::{Game, Position};
use sarsen_core::record::Record;
use sarsen_core::{MatchGame, MatchRule, MatchScore, NextGame, Outcome};

use crate::args::FileArgs;
use crate::input::BadInput;
use crate::{input, output};

pub(crate) fn run(args: &FileArgs) -> anyhow::Result<()> {
    let mut sum: Option<Match> = None;
    let mut lines = Vec::new();
    for (index, record) in input::records(&args.file)?.enumerate() {
        let record = record?;
        let bad = |what: &str| BadInput::error(format!("game {}: {what}", index + 1));
        let game = sarsen_catalog::game_of(&record).map_err(BadInput::error)?;
        let line = match &mut sum {
            None => {
                let position = input::replay(&args.file, &record)?;
                sum.insert(Match::new(game, &record, position.options().seats()))
                    .add(&record, position)
            }
            Some(sum) if sum.game.spec().id != game.spec().id => {
                return Err(bad("is another game than the first"));
            }
            Some(sum) => {
                let seats = sum
                    .seats(&record)
                    .ok_or_else(|| bad("is played by other people than the first"))?;
                let position = match sum.next(&record, &seats) {
                    Some(position) => position,
                    None => input::replay(&args.file, &record)?,
                };
                sum.add_seated(&record, position, seats)
            }
        };
        lines.push(format!("game {}: {}", index + 1, line.map_err(bad)?));
    }
    let mut out = output::plain();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    if let Some(sum) = sum {
        sum.report(&mut out)?;
    }
    out.flush()?;
    Ok(())
}

/// The games of a match read so far.
struct Match {
    game: &'static dyn Game,
    /// The names of the players.
    players: Vec<String>,
    /// The player numbers that tables write, if the first record has them.
    numbers: Option<Vec<String>>,
    score: MatchScore,
    last: Option<(Box<dyn Position>, Vec<usize>)>,
}

impl Match {
    fn new(game: &'static dyn Game, first: &Record, seats: usize) -> Match {
        Match {
            game,
            players: names(first, seats),
            numbers: tags(first, "PlayerOfSeat", seats),
            score: MatchScore::new(game.spec().matches.rule, seats),
            last: None,
        }
    }

    /// The player in each seat, by the table's player numbers or else by name.
    fn seats(&self, record: &Record) -> Option<Vec<usize>> {
        let count = self.players.len();
        let place = |known: &[String], now: &[String]| -> Option<Vec<usize>> {
            let find = |name| known.iter().position(|player| player == name);
            now.iter().map(find).collect()
        };
        let seats = match (&self.numbers, tags(record, "PlayerOfSeat", count)) {
            (Some(known), Some(now)) => place(known, &now),
            _ => place(&self.players, &names(record, count)),
        };
        seats.filter(|seats| (0..count).all(|player| seats.contains(&player)))
    }

    /// The position of the next game with the options that the match prescribes: where everybody keeps their seat and
    /// an option alternates, a record need not say so. `None` if the record states its options, or does not fit.
    fn next(&self, record: &Record, seats: &[usize]) -> Option<Box<dyn Position>> {
        let next = self.game.spec().matches.next;
        let NextGame::AlternateOption(name) = next else { return None };
        let (last, last_seats) = self.last.as_ref()?;
        let tag = format!("Option.{name}");
        if last_seats != seats || record.tag(&tag).is_some() {
            return None;
        }
        let mut record = record.clone();
        record.set_tag(&tag, next.options(last.options()).get(name));
        sarsen_catalog::replay(&record).ok()
    }

    fn add(
        &mut self,
        record: &Record,
        position: Box<dyn Position>,
    ) -> Result<String, &'static str> {
        let seats = (0..self.players.len()).collect();
        self.add_seated(record, position, seats)
    }

    /// Adds a game and returns a line on how it ended.
    fn add_seated(
        &mut self,
        record: &Record,
        position: Box<dyn Position>,
        seats: Vec<usize>,
    ) -> Result<String, &'static str> {
        let by_rules = position.turn().outcome();
        let given_up = || result(record).filter(|end| end.ranks().seats() == seats.len());
        let outcome = by_rules.or_else(given_up).ok_or("is not finished")?;
        self.score.add(&MatchGame {
            outcome,
            score: position.score(),
            played_out: by_rules.is_some(),
            player_of_seat: &seats,
        });
        let mut line = match by_rules {
            Some(_) => output::state_line(position.as_ref()),
            None => {
                let end = record.tag("End").map_or("given up", |tag| tag.value.as_str());
                format!("{outcome} ({end})")
            }
        };
        if let NextGame::AlternateOption(name) = self.game.spec().matches.next {
            line.push_str(&format!(" [{name}={}]", position.options().get(name)));
        }
        self.last = Some((position, seats));
        Ok(line)
    }

    fn report(&self, out: &mut impl Write) -> std::io::Result<()> {
        for (index, player) in self.players.iter().enumerate() {
            write!(out, "{player}: {} won", self.score.wins()[index])?;
            match self.game.spec().matches.rule {
                MatchRule::LoserScores | MatchRule::LowestScore => {
                    writeln!(out, ", score {}", self.score.points()[index])?;
                }
                MatchRule::MostWins => writeln!(out)?,
            }
        }
        match self.score.standing().winner() {
            Some(winner) => writeln!(out, "the match goes to {}", self.players[winner.index()]),
            None => writeln!(out, "the match is drawn"),
        }
    }
}

/// The result stated by the record of a game that its rules did not end.
fn result(record: &Record) -> Option<Outcome> {
    record.tag("Result").and_then(|tag| tag.value.parse().ok())
}

/// The values of a tag that every seat has.
fn tags(record: &Record, name: &str, seats: usize) -> Option<Vec<String>> {
    let tag = |seat: usize| record.tag(&format!("{name}{seat}")).map(|tag| tag.value.clone());
    (1..=seats).map(tag).collect()
}

/// The names of the seats; names that are not unique are replaced by seat numbers.
fn names(record: &Record, seats: usize) -> Vec<String> {
    let distinct = |names: &Vec<String>| names.iter().collect::<BTreeSet<_>>().len() == seats;
    let numbered = || (1..=seats).map(|seat| format!("seat {seat}")).collect();
    tags(record, "Seat", seats).filter(distinct).unwrap_or_else(numbered)
}
