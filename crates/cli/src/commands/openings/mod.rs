//! `sarsen openings`: what each opening is worth, by games of an engine against itself, in Markdown.

mod figure;

use std::collections::BTreeMap;
use std::io::Write;

use sarsen_arena::contestant::ContestantError;
use sarsen_arena::survey::{self, SurveyGame};
use sarsen_arena::{ArenaError, Openings, SingleGames, Spec, Survey};
use sarsen_catalog::Game;
use sarsen_core::{Options, Seat};

use self::figure::{Bar, svg};
use crate::commands::arena::{ProgressDisplay, cancelled_by_interrupt};
use crate::commands::ladder::today;
use crate::engine_args::{OpeningsArgs, WhoseShare};
use crate::input::BadInput;
use crate::output::Destination;
use crate::{Interrupted, input, output};

pub(crate) fn run(args: &OpeningsArgs) -> anyhow::Result<()> {
    let (game, options) = input::game_with_options(&args.game)?;
    check(args, &options)?;
    let destination = args.svg.as_deref().map(Destination::new).transpose()?;
    let engines = args.limits.endings.engines()?;
    let limits = args.limits.limits();
    let survey = Survey {
        game,
        options: &options,
        engines: &engines,
        player: args.player.clone(),
        openings: openings(args, game, &options)?,
        games: args.games,
        random: args.random,
        seed: args.limits.seed,
        workers: limits.threads,
        limits,
        records: args.records.as_deref(),
    };
    let cancel = cancelled_by_interrupt();
    let all = survey.openings.len() * survey.games;
    let shown = ProgressDisplay::new("games", all);
    let played = survey::run(&survey, &cancel, &|done| shown.tell(done, "")).map_err(refused)?;
    shown.finish();
    let report = Report::of(args, &survey, &played);
    let mut out = output::plain();
    report.write(&mut out, args, &survey)?;
    if played.len() < all {
        writeln!(out, "\nStopped after {} of {all} games.", played.len())?;
    }
    out.flush()?;
    if let Some(destination) = destination {
        let picture = svg(&command(args, &options), &report.whose(), &report.bars());
        destination.write(|path| std::fs::write(path, picture))?;
    }
    if played.len() < all { Err(Interrupted::error()) } else { Ok(()) }
}

fn check(args: &OpeningsArgs, options: &Options) -> anyhow::Result<()> {
    if matches!(args.player, Spec::Ugi(_)) {
        let problem = "a program cannot play all seats: name a level, `uct` or `random`";
        return Err(BadInput::error(problem));
    }
    let seats = options.seats();
    match args.seat {
        WhoseShare::Seat(seat) if seat.index() >= seats => {
            Err(BadInput::error(format!("--seat {seat}: there are {seats} seats")))
        }
        _ => Ok(()),
    }
}

fn openings(
    args: &OpeningsArgs,
    game: &dyn Game,
    options: &Options,
) -> anyhow::Result<Vec<Vec<String>>> {
    let listed = match &args.openings {
        None => survey::openings(game, options, args.depth).map_err(BadInput::error)?,
        Some(path) => {
            let records = input::records(path)?.collect::<anyhow::Result<Vec<_>>>()?;
            let wrong = |problem| BadInput::error(format!("{}: {problem}", input::name(path)));
            let mut listed = match Openings::of_records(game, options, records).map_err(wrong)? {
                Openings::Listed(listed) => listed,
                Openings::Random(_) => unreachable!("records are a list"),
            };
            listed.sort();
            listed.dedup();
            listed
        }
    };
    let group = |opening: &[String]| args.group.map(|letters| beginning(opening, letters));
    Ok(match args.sample {
        Some(count) => survey::sample(listed, group, count, args.limits.seed),
        None => listed,
    })
}

/// The first characters of an opening's last action.
fn beginning(opening: &[String], letters: usize) -> String {
    opening.last().map_or(String::new(), |action| action.chars().take(letters).collect())
}

fn refused(error: ArenaError) -> anyhow::Error {
    match error {
        ArenaError::Foreign(problem) => BadInput::error(problem),
        ArenaError::Contestant { error: ContestantError::NoTree(_), .. } => BadInput::error(error),
        error => error.into(),
    }
}

/// The results of one opening, or of a group of them.
#[derive(Default)]
struct Row {
    games: SingleGames,
    /// The total scores of the seat and of the others, and the number of others.
    score: [f64; 2],
    others: usize,
}

impl Row {
    fn add(&mut self, whose: WhoseShare, game: &SurveyGame) {
        let Some(seat) = whose.of(game) else { return };
        self.games.add(game.outcome.payoff(seat));
        let Some(score) = game.score else { return };
        for other in Seat::all(score.seats()) {
            let index = usize::from(other != seat);
            self.score[index] += f64::from(score[other]);
            self.others += index;
        }
    }

    fn cells(&self) -> String {
        let (won, drawn, lost) = self.games.counts();
        let (low, high) = self.games.interval();
        let [share, low, high] = [self.games.share(), low, high].map(|share| share * 100.0);
        let games = self.games.games();
        let score = if self.others == 0 {
            String::new()
        } else {
            let [own, other] = [self.score[0] / games as f64, self.score[1] / self.others as f64];
            format!(" {own:.1} | {other:.1} |")
        };
        format!(
            "{games} | {won} | {drawn} | {lost} | {share:.1} % ({low:.1} to {high:.1}) |{score}"
        )
    }
}

impl WhoseShare {
    fn of(self, game: &SurveyGame) -> Option<Seat> {
        match self {
            WhoseShare::Seat(seat) => Some(seat),
            WhoseShare::Next => game.mover,
        }
    }
}

struct Report {
    whose: WhoseShare,
    /// Best first.
    rows: Vec<(String, Row)>,
    all: Row,
    repeated: usize,
}

impl Report {
    fn of(args: &OpeningsArgs, survey: &Survey<'_>, played: &[SurveyGame]) -> Report {
        let mut rows: BTreeMap<String, Row> = BTreeMap::new();
        let mut all = Row::default();
        for game in played.iter().filter(|game| !game.is_repeated) {
            let name = name(args, &survey.openings[game.opening]);
            rows.entry(name).or_default().add(args.seat, game);
            all.add(args.seat, game);
        }
        let mut rows: Vec<(String, Row)> = rows.into_iter().collect();
        rows.sort_by(|one, other| other.1.games.share().total_cmp(&one.1.games.share()));
        let repeated = played.iter().filter(|game| game.is_repeated).count();
        Report { whose: args.seat, rows, all, repeated }
    }

    fn whose(&self) -> String {
        match self.whose {
            WhoseShare::Seat(seat) => format!("seat {seat}"),
            WhoseShare::Next => "the seat that acts first after the opening".to_owned(),
        }
    }

    fn write(
        &self,
        out: &mut impl Write,
        args: &OpeningsArgs,
        survey: &Survey<'_>,
    ) -> anyhow::Result<()> {
        writeln!(out, "{}: `{}`\n", today(), command(args, survey.options))?;
        writeln!(out, "{}\n", self.conditions(args, survey))?;
        let kind = if args.group.is_some() { "group" } else { "opening" };
        let (scores, lines) = match self.all.others {
            0 => ("", ""),
            _ => (" score | score of others |", "---|---|"),
        };
        writeln!(out, "| {kind} | games | won | drawn | lost | share (95 %) |{scores}")?;
        writeln!(out, "|---|---|---|---|---|---|{lines}")?;
        for (name, row) in &self.rows {
            // Markdown reads two asterisks as emphasis.
            writeln!(out, "| {} | {}", name.replace('*', "\\*"), row.cells())?;
        }
        if self.rows.len() != 1 {
            writeln!(out, "| all | {}", self.all.cells())?;
        }
        Ok(())
    }

    fn conditions(&self, args: &OpeningsArgs, survey: &Survey<'_>) -> String {
        let openings = match survey.openings.len() {
            1 => "one opening".to_owned(),
            count => format!("{count} openings"),
        };
        let mut text = format!(
            "{} plays all seats, with {} a decision; {openings}, up to {} each. Shares are those of {}.",
            survey.player,
            survey.limits,
            if args.games == 1 { "one game".to_owned() } else { format!("{} games", args.games) },
            self.whose()
        );
        if args.random > 0 {
            let actions = if args.random == 1 { "action follows" } else { "actions follow" };
            text.push_str(&format!(" {} random {actions} each opening.", args.random));
        }
        match self.repeated {
            0 => {}
            1 => text.push_str(" One game took the same course as another and is not counted."),
            more => text.push_str(&format!(
                " {more} games took the same course as others and are not counted."
            )),
        }
        text
    }

    fn bars(&self) -> Vec<Bar> {
        let bar = |(name, row): &(String, Row)| {
            let (low, high) = row.games.interval();
            Bar { name: name.clone(), share: row.games.share(), low, high }
        };
        self.rows.iter().map(bar).collect()
    }
}

/// What an opening is called in the report.
fn name(args: &OpeningsArgs, opening: &[String]) -> String {
    match args.group {
        _ if opening.is_empty() => "(start)".to_owned(),
        Some(letters) => beginning(opening, letters),
        None => opening.join(" "),
    }
}

/// The command that plays these games again.
fn command(args: &OpeningsArgs, options: &Options) -> String {
    let mut words = vec![format!("sarsen openings {} {}", options.spec().id, short(&args.player))];
    words.extend(options.changed().map(|(name, value)| format!("--option {name}={value}")));
    match &args.openings {
        Some(path) => words.push(format!("--openings {}", path.display())),
        None => words.push(format!("--depth {}", args.depth)),
    }
    let mut say = |name: &str, value: Option<usize>| {
        words.extend(value.map(|value| format!("--{name} {value}")));
    };
    say("sample", args.sample);
    say("group", args.group);
    say("games", Some(args.games));
    say("random", (args.random > 0).then_some(args.random));
    match args.seat {
        WhoseShare::Seat(Seat::ONE) => {}
        WhoseShare::Seat(seat) => words.push(format!("--seat {seat}")),
        WhoseShare::Next => words.push("--seat next".to_owned()),
    }
    words.push(match args.limits.nodes {
        Some(nodes) => format!("--nodes {nodes}"),
        None => format!("--time {:?}", args.limits.time),
    });
    words.push(format!("--seed {}", args.limits.seed));
    words.join(" ")
}

fn short(player: &Spec) -> String {
    match player {
        Spec::Level(level) => level.to_string(),
        other => other.to_string(),
    }
}
