//! `sarsen analyse`.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write};

use indicatif::ProgressBar;
use sarsen_core::Seat;
use sarsen_core::record::read_options;
use sarsen_search::analysis::{Step, analyse};
use sarsen_search::{Cancel, engine};
use serde_json::json;

use crate::engine_args::AnalyseArgs;
use crate::input::BadInput;
use crate::{input, output};

pub(crate) fn run(args: &AnalyseArgs) -> anyhow::Result<()> {
    args.limits.endings.share()?;
    let record = input::record(&args.record)?;
    // Faults of the record are told with their places before any thought is spent on it.
    input::replay(&args.record.file, &record)?;
    let game = sarsen_catalog::game_of(&record).map_err(BadInput::error)?;
    let options = read_options(&record, game.spec()).map_err(BadInput::error)?;
    let id = game.spec().id;
    let engine =
        engine(id).ok_or_else(|| BadInput::error(format!("there is no engine for `{id}`")))?;
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
            json!({ "game": id, "steps": steps, "seats": totals(&steps, options.seats()) })
        )?;
    } else if args.svg {
        out.write_all(svg(&steps).as_bytes())?;
    } else {
        out.write_all(text(&steps, options.seats()).as_bytes())?;
    }
    out.flush()?;
    Ok(())
}

/// What a seat lost by its decisions and got by luck.
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

fn text(steps: &[Step], seats: usize) -> String {
    let mut text = String::from("   #  seat  action        seat 1      lost   better\n");
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
            Some(loss) if loss >= 0.08 => "?",
            _ => "",
        };
        let action = format!("{}{mark}", step.action);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:4}  {seat:>4}  {action:<12} {chance:>8} {lost:>9}   {better}",
            step.number
        );
    }
    let _ = writeln!(text, "\n{}", graph(steps));
    let thrown = steps.iter().any(|step| step.luck.is_some());
    for total in totals(steps, seats) {
        let percent = |name: &str| total[name].as_f64().unwrap_or(0.0) * 100.0;
        let luck = match thrown {
            true => format!(", luck {:+.1} %", percent("luck")),
            false => String::new(),
        };
        let _ = writeln!(
            text,
            "seat {}: {} {}, {:.1} % lost a decision{luck}",
            total["seat"],
            total["decisions"],
            if total["decisions"] == 1 { "decision" } else { "decisions" },
            percent("lost_a_decision")
        );
    }
    text
}

/// Seat 1's winning chance, one character an action.
fn graph(steps: &[Step]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let bar = |chance: f64| BARS[((chance * 8.0) as usize).min(7)];
    steps.iter().map(|step| step.chance.map_or(' ', bar)).collect()
}

fn svg(steps: &[Step]) -> String {
    let width = (steps.len().max(2) * 12) as f64;
    let point = |(index, chance): (usize, f64)| {
        format!("{:.1},{:.1}", index as f64 * 12.0 + 6.0, 110.0 - chance * 100.0)
    };
    let points: Vec<String> = steps
        .iter()
        .enumerate()
        .filter_map(|(index, step)| step.chance.map(|chance| point((index, chance))))
        .collect();
    let marks: String = steps
        .iter()
        .enumerate()
        .filter(|(_, step)| step.loss.is_some_and(|loss| loss >= 0.08))
        .filter_map(|(index, step)| step.chance.map(|chance| (index, chance)))
        .map(|(index, chance)| {
            let (x, y) = (index as f64 * 12.0 + 6.0, 110.0 - chance * 100.0);
            format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"#b3261e\"/>")
        })
        .collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} 120\" role=\"img\">\
         <title>Seat 1's winning chance</title>\
         <rect width=\"{width:.0}\" height=\"120\" fill=\"#f7f4ee\"/>\
         <line x1=\"0\" y1=\"60\" x2=\"{width:.0}\" y2=\"60\" stroke=\"#999\" stroke-dasharray=\"4 4\"/>\
         <polyline points=\"{}\" fill=\"none\" stroke=\"#2f5d50\" stroke-width=\"2\"/>{marks}</svg>\n",
        points.join(" ")
    )
}
