//! `sarsen analyse`.

mod graph;

use std::fmt::Write as _;
use std::io::{IsTerminal, Write};

use indicatif::ProgressBar;
use sarsen_core::Seat;
use sarsen_core::record::{Record, read_options};
use sarsen_search::Cancel;
use sarsen_search::analysis::{Step, analyse};
use serde::Serialize;
use serde_json::json;

use crate::engine_args::AnalyseArgs;
use crate::input::BadInput;
use crate::{input, output};

pub(crate) fn run(args: &AnalyseArgs) -> anyhow::Result<()> {
    let engines = args.limits.endings.engines()?;
    let record = input::record(&args.record)?;
    // Report errors in the record, with their places, before searching.
    input::replay(&args.record.file, &record)?;
    let game = sarsen_catalog::game_of(&record).map_err(BadInput::error)?;
    let options = read_options(&record, game.spec()).map_err(BadInput::error)?;
    let id = game.spec().id;
    let engine =
        engines.get(id).ok_or_else(|| BadInput::error(format!("there is no engine for `{id}`")))?;
    let tokens: Vec<&str> = record.tokens().map(|token| token.text).collect();
    let bar = if std::io::stderr().is_terminal() {
        ProgressBar::new(tokens.len() as u64)
    } else {
        ProgressBar::hidden()
    };
    let limits = args.limits.limits();
    let steps =
        analyse(game, &options, &tokens, engine.as_ref(), &limits, &Cancel::default(), |_| {
            bar.inc(1);
        })?;
    bar.finish_and_clear();
    let mut out = output::plain();
    if args.json {
        writeln!(
            out,
            "{:#}",
            json!({
                "game": id,
                "steps": steps,
                "seats": totals(&steps, options.seats()),
                "account": Account::of(&steps, options.seats()),
            })
        )?;
    } else if args.svg {
        let names = names(&record, options.seats());
        let account = Account::of(&steps, options.seats());
        let title = format!("{}: {}", game.spec().name.en, names.join(" – "));
        out.write_all(graph::svg(&title, &names, &steps, &account).as_bytes())?;
    } else {
        out.write_all(text(&steps, &names(&record, options.seats())).as_bytes())?;
    }
    out.flush()?;
    Ok(())
}

/// The names of the seats, from the record's tags.
fn names(record: &Record, seats: usize) -> Vec<String> {
    let name = |number: usize| {
        let tag = record.tag(&format!("Seat{number}")).map(|tag| tag.value.trim().to_owned());
        tag.filter(|name| !name.is_empty()).unwrap_or_else(|| format!("seat {number}"))
    };
    (1..=seats).map(name).collect()
}

/// Where seat 1's winning chance began and ended, and what changed it.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Account {
    /// Before the first evaluated action, and after the last.
    start: Option<f64>,
    end: Option<f64>,
    /// The effect of each seat's mistakes on seat 1's chance: seat 1's own mistakes lower it.
    mistakes: Vec<f64>,
    luck: f64,
    /// Differences between a search's evaluation of a position and that of the search before it.
    doubt: f64,
}

impl Account {
    fn of(steps: &[Step], seats: usize) -> Account {
        let mut account = Account {
            start: steps.iter().find(|step| step.doubt.is_some()).and_then(|step| step.before),
            end: None,
            mistakes: vec![0.0; seats],
            luck: 0.0,
            doubt: 0.0,
        };
        for step in steps {
            // Steps that could not be evaluated are not part of the sum.
            let Some(doubt) = step.doubt else { continue };
            account.end = step.chance;
            account.doubt += doubt;
            match step.seat {
                Some(seat) => account.mistakes[seat.index()] += step.charge(),
                None => account.luck += step.charge(),
            }
        }
        account
    }

    /// The sum as a sentence.
    fn sentence(&self, names: &[String]) -> String {
        let (Some(start), Some(end)) = (self.start, self.end) else {
            return "Nothing could be judged.".to_owned();
        };
        let percent = |part: f64| {
            let rounded = format!("{:+.1}", part * 100.0);
            if rounded == "-0.0" { "+0.0".to_owned() } else { rounded.replace('-', "−") }
        };
        let mistakes = names.iter().zip(&self.mistakes);
        let mut parts: Vec<String> = mistakes
            .map(|(name, &part)| format!("{} by mistakes of {name}", percent(part)))
            .collect();
        if self.luck != 0.0 {
            parts.push(format!("{} by luck", percent(self.luck)));
        }
        parts.push(format!("{} where the search changed its mind", percent(self.doubt)));
        format!("{:.1} % to {:.1} %: {}.", start * 100.0, end * 100.0, parts.join(", "))
    }
}

/// The losses by decisions and the gains by chance, for each seat.
fn totals(steps: &[Step], seats: usize) -> Vec<serde_json::Value> {
    let total = |seat: Seat| {
        let losses: Vec<f64> = steps
            .iter()
            .filter(|step| step.seat == Some(seat))
            .filter_map(|step| step.loss)
            .collect();
        // An empty sum is -0.
        let luck: f64 = steps.iter().filter_map(|step| step.luck).sum::<f64>() + 0.0;
        let lost: f64 = losses.iter().sum::<f64>() + 0.0;
        json!({
            "seat": seat,
            "decisions": losses.len(),
            "lost": lost,
            "lost_a_decision": lost / (losses.len().max(1) as f64),
            "luck": if seat == Seat::ONE { luck } else { 0.0 - luck },
        })
    };
    Seat::all(seats).map(total).collect()
}

fn text(steps: &[Step], names: &[String]) -> String {
    let mut text = String::from("   #  seat  action        seat 1      lost   doubt   better\n");
    for step in steps {
        let seat = step.seat.map_or("-".to_owned(), |seat| seat.to_string());
        let chance =
            step.chance.map_or(String::new(), |chance| format!("{:5.1} %", chance * 100.0));
        let lost = match (step.loss, step.luck) {
            (Some(loss), _) if loss >= 0.0005 => format!("{:5.1} %", loss * 100.0),
            (_, Some(luck)) => format!("luck {:+.1}", luck * 100.0),
            _ => String::new(),
        };
        let better = step.best.as_ref().filter(|_| step.loss.is_some_and(|loss| loss >= 0.0005));
        let better = better.map_or(String::new(), |better| {
            format!("{} ({:.0} %)", better.action, better.chance * 100.0)
        });
        let mark = match step.loss {
            Some(loss) if loss >= 0.2 => "??",
            Some(loss) if loss >= graph::NOTABLE => "?",
            _ => "",
        };
        let doubt = step.doubt.filter(|doubt| doubt.abs() >= 0.0005);
        let doubt = doubt.map_or(String::new(), |doubt| format!("{:+.1}", doubt * 100.0));
        let action = format!("{}{mark}", step.action);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:4}  {seat:>4}  {action:<12} {chance:>8} {lost:>9} {doubt:>7}   {better}",
            step.number
        );
    }
    let _ = writeln!(text, "\n{}", bars(steps));
    let _ = writeln!(text, "{}", Account::of(steps, names.len()).sentence(names));
    let thrown = steps.iter().any(|step| step.luck.is_some());
    for total in totals(steps, names.len()) {
        let percent = |name: &str| total[name].as_f64().unwrap_or(0.0) * 100.0;
        let luck = match thrown {
            true => format!(", luck {:+.1} %", percent("luck")),
            false => String::new(),
        };
        let _ = writeln!(
            text,
            "seat {}: {} {}, {:.1} % lost per decision{luck}",
            total["seat"],
            total["decisions"],
            if total["decisions"] == 1 { "decision" } else { "decisions" },
            percent("lost_a_decision")
        );
    }
    text
}

/// Seat 1's winning chance, one character per action.
fn bars(steps: &[Step]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let bar = |chance: f64| BARS[((chance * 8.0) as usize).min(7)];
    steps.iter().map(|step| step.chance.map_or(' ', bar)).collect()
}
