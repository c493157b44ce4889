//! `sarsen stats`: the length of games, the number of choices, and who wins.

mod measure;

use std::fmt::Write as _;
use std::io::Write;

use sarsen_core::record::Record;
use sarsen_core::{Options, Outcome, chance};
use serde_json::{Map, Value, json};

use self::measure::{Figures, Mean, Played, SeatFigures};
use super::random::MAX_ACTIONS;
use crate::args::GameArgs;
use crate::input::BadInput;
use crate::play_args::StatsArgs;
use crate::{input, output};

/// Games of one kind: the same game with the same options.
struct Group {
    options: Options,
    games: Vec<Played>,
}

impl Group {
    fn is_for(&self, options: &Options) -> bool {
        self.options.spec().id == options.spec().id && self.options.iter().eq(options.iter())
    }
}

pub(crate) fn run(args: &StatsArgs) -> anyhow::Result<()> {
    let groups = match &args.random {
        Some(game) => vec![random(game, args)?],
        None => records(args)?,
    };
    let mut out = output::plain();
    if args.json {
        writeln!(out, "{:#}", Value::Array(groups.iter().map(as_json).collect()))?;
    } else {
        let texts: Vec<String> = groups.iter().map(as_text).collect();
        write!(out, "{}", texts.join("\n"))?;
    }
    out.flush()?;
    Ok(())
}

/// The games that `sarsen random` plays with the same seed.
fn random(game: &str, args: &StatsArgs) -> anyhow::Result<Group> {
    let (game, options) = input::game_with_options(&GameArgs {
        game: game.to_owned(),
        options: args.options.clone(),
        variant: args.variant.clone(),
    })?;
    let mut rng = chance::generator(args.seed);
    let games = (0..args.count).map(|_| {
        let mut left = MAX_ACTIONS;
        Played::count(game.start(&options), |position| {
            left = left.checked_sub(1)?;
            position.random_action(&mut rng)
        })
    });
    Ok(Group { games: games.collect(), options })
}

fn records(args: &StatsArgs) -> anyhow::Result<Vec<Group>> {
    let mut groups: Vec<Group> = Vec::new();
    for file in &args.files {
        for record in input::records(file)? {
            let record = record?;
            // Replay by the rules first, which reports errors with their line.
            let position = input::replay(file, &record)?;
            let options = position.options().clone();
            let game = count(&record, &options)?;
            match groups.iter_mut().find(|group| group.is_for(&options)) {
                Some(group) => group.games.push(game),
                None => groups.push(Group { options, games: vec![game] }),
            }
        }
    }
    Ok(groups)
}

fn count(record: &Record, options: &Options) -> anyhow::Result<Played> {
    let game = sarsen_catalog::game_of(record).map_err(BadInput::error)?;
    let mut tokens = record.tokens();
    let next = |_: &dyn sarsen_catalog::Position| tokens.next().map(|token| token.text.to_owned());
    let mut played = Played::count(game.start(options), next);
    if played.outcome.is_none() {
        played.outcome = claimed(record).filter(|end| end.ranks().seats() == options.seats());
    }
    Ok(played)
}

/// The result stated by the record of a game that its rules did not end.
fn claimed(record: &Record) -> Option<Outcome> {
    record.tag("Result").and_then(|tag| tag.value.parse().ok())
}

fn as_text(group: &Group) -> String {
    let figures = Figures::of(&group.games, group.options.seats());
    let changed: Vec<String> =
        group.options.changed().map(|(name, value)| format!(" {name}={value}")).collect();
    let mut text = format!(
        "{}{}: {}, {} finished",
        group.options.spec().id,
        changed.concat(),
        plural(figures.games, "game"),
        figures.finished
    );
    if figures.given_up > 0 {
        let _ = write!(text, ", {} given up", figures.given_up);
    }
    text.push('\n');
    if let (Some(length), Some(shortest), Some(median), Some(longest)) =
        (figures.length, figures.shortest, figures.median, figures.longest)
    {
        let _ = writeln!(
            text,
            "length     {} (median {median}, {shortest} to {longest})",
            shown(length)
        );
    }
    if let (Some(decisions), Some(draws)) = (figures.decisions, figures.draws)
        && draws.mean > 0.0
    {
        let _ = writeln!(text, "decisions  {}", shown(decisions));
        let _ = writeln!(text, "chance     {}", shown(draws));
    }
    match (figures.branching, figures.most_choices) {
        (Some(branching), Some(most)) => {
            let _ = writeln!(text, "branching  {} (at most {most})", shown(branching));
        }
        _ => text.push_str("branching  (not listed)\n"),
    }
    for seat in &figures.seats {
        text.push_str(&seat_line(seat));
    }
    text
}

fn seat_line(figures: &SeatFigures) -> String {
    let mut text = format!("seat {}     {} won", figures.seat, figures.won);
    if figures.shared > 0 {
        let _ = write!(text, ", {} drawn", figures.shared);
    }
    if let Some(points) = figures.points {
        let percent = |share: f64| share * 100.0;
        let _ = write!(
            text,
            ", {:.1} % ({:.1} to {:.1})",
            percent(points.share),
            percent(points.low),
            percent(points.high)
        );
    }
    if let Some(score) = figures.score {
        let _ = write!(text, ", score {}", shown(score));
    }
    text.push('\n');
    text
}

fn shown(mean: Mean) -> String {
    match mean.margin {
        Some(margin) => format!("{:.2} ± {margin:.2}", mean.mean),
        None => format!("{:.2}", mean.mean),
    }
}

fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn as_json(group: &Group) -> Value {
    let figures = Figures::of(&group.games, group.options.seats());
    let options: Map<String, Value> =
        group.options.iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
    json!({ "game": group.options.spec().id, "options": options, "figures": figures })
}
