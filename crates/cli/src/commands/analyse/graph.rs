//! The graph of an analysed game as a picture: plain shapes, readable in print and without colour.

use std::fmt::Write as _;

use sarsen_core::Seat;
use sarsen_search::analysis::Step;

use super::Account;

/// The margins of the plot within the picture.
const LEFT: f64 = 70.0;
const TOP: f64 = 58.0;
const PLOT: f64 = 240.0;
const RIGHT: f64 = 26.0;
/// The space below the plot: who acted, the numbers of the actions and the legend; the caption follows.
const LEGEND_HEIGHT: f64 = 96.0;
const LINE: f64 = 19.0;
/// The approximate width of a letter in any serif font.
const LETTER: f64 = 7.2;
/// The minimal width, so that captions fit.
const MIN_WIDTH: f64 = 660.0;

/// A loss, a throw or a changed evaluation of at least this size is marked.
pub(super) const NOTABLE: f64 = 0.08;

const SEATS: [&str; 4] = ["#1f5c8b", "#b4501f", "#3f7a36", "#6d4a9c"];
const CHANCE_COLOR: &str = "#a87b00";
const ESTIMATE_COLOR: &str = "#7d7d7d";
const INK: &str = "#222";

/// The whole document.
pub(super) fn svg(title: &str, names: &[String], steps: &[Step], account: &Account) -> String {
    let frame = Frame::of(steps.len());
    let width = frame.width;
    let lines = wrapped(&account.sentence(names), ((width - LEFT - RIGHT) / LETTER) as usize);
    let height = TOP + PLOT + LEGEND_HEIGHT + LINE * lines.len() as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" \
         role=\"img\" font-family=\"Georgia, 'Times New Roman', serif\" font-size=\"13\" fill=\"{INK}\">\n\
         <title>{0}</title>\n<rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"26\" font-size=\"17\" font-weight=\"bold\">{0}</text>\n\
         <text x=\"{LEFT}\" y=\"46\">Winning chance of {1} (seat 1) after each action</text>\n",
        escape(title),
        escape(&names[0])
    );
    push_axes(&mut svg, &frame, steps.len());
    push_actors(&mut svg, &frame, steps);
    push_line(&mut svg, &frame, steps, account);
    push_marks(&mut svg, &frame, steps);
    push_legend(&mut svg, names, steps, TOP + PLOT + 58.0);
    for (index, line) in lines.iter().enumerate() {
        let y = TOP + PLOT + LEGEND_HEIGHT - 12.0 + LINE * index as f64;
        let _ = writeln!(svg, "<text x=\"{LEFT}\" y=\"{y:.0}\">{}</text>", escape(line));
    }
    svg.push_str("</svg>\n");
    svg
}

/// Breaks a text into lines of at most `most` letters, as far as its words allow.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Maps action numbers and winning chances to coordinates.
struct Frame {
    width: f64,
    step: f64,
}

impl Frame {
    fn of(actions: usize) -> Frame {
        let step = (560.0 / actions.max(1) as f64).clamp(7.0, 36.0);
        let width = (LEFT + step * actions as f64 + RIGHT).max(MIN_WIDTH);
        Frame { width, step }
    }

    fn x(&self, number: usize) -> f64 {
        LEFT + self.step * number as f64
    }

    fn end(&self) -> f64 {
        self.width - RIGHT
    }
}

fn y(chance: f64) -> f64 {
    TOP + PLOT * (1.0 - chance)
}

fn push_axes(svg: &mut String, frame: &Frame, actions: usize) {
    for percent in [0, 25, 50, 75, 100] {
        let y = y(f64::from(percent) / 100.0);
        let (dashes, ink) = if percent == 50 { ("4 4", "#777") } else { ("none", "#ddd") };
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {y}H{}\" stroke=\"{ink}\" stroke-dasharray=\"{dashes}\"/>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{percent} %</text>",
            frame.end(),
            LEFT - 8.0,
            y + 4.5
        );
    }
    let (low, base) = (y(0.0), y(0.0) + 30.0);
    let _ = writeln!(
        svg,
        "<path d=\"M{LEFT} {TOP}V{low}H{}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.4\"/>\
         <text x=\"{}\" y=\"{base}\" text-anchor=\"end\">action</text>",
        frame.end(),
        LEFT - 8.0
    );
    // Numbers are at least thirty units apart.
    let apart = [1, 2, 5, 10, 20, 50, 100, 200, 500]
        .into_iter()
        .find(|&apart| apart as f64 * frame.step >= 30.0)
        .unwrap_or(1000);
    for number in (0..=actions).step_by(apart) {
        let x = frame.x(number);
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.1} {low}v6\" stroke=\"{INK}\"/><text x=\"{x:.1}\" y=\"{base}\" text-anchor=\"middle\">{number}</text>"
        );
    }
}

/// Who acted: a strip under the axis, each seat in its colour and at its height, chance in between.
fn push_actors(svg: &mut String, frame: &Frame, steps: &[Step]) {
    for step in steps {
        let (color, down) = match step.seat {
            Some(seat) => (SEATS[seat.index() % SEATS.len()], 7.0 + 2.5 * seat.index() as f64),
            None => (CHANCE_COLOR, 12.0),
        };
        let x = frame.x(step.number) - frame.step * 0.75;
        let _ = write!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"2.5\" fill=\"{color}\"/>",
            y(0.0) + down,
            frame.step * 0.75
        );
    }
    svg.push('\n');
}

/// The curve of the winning chance; dashed where mostly the search's evaluation has changed.
fn push_line(svg: &mut String, frame: &Frame, steps: &[Step], account: &Account) {
    let Some(start) = account.start else { return };
    let (mut from_x, mut from_y) = (frame.x(first_number(steps)), y(start));
    let _ =
        writeln!(svg, "<circle cx=\"{from_x:.1}\" cy=\"{from_y:.1}\" r=\"2.4\" fill=\"{INK}\"/>");
    for step in steps {
        let (Some(chance), Some(doubt)) = (step.chance, step.doubt) else { continue };
        let (to_x, to_y) = (frame.x(step.number), y(chance));
        let (ink, dashes) = match doubt.abs() > step.charge().abs().max(0.02) {
            true => (ESTIMATE_COLOR, "3 3"),
            false => (INK, "none"),
        };
        let _ = writeln!(
            svg,
            "<path d=\"M{from_x:.1} {from_y:.1}L{to_x:.1} {to_y:.1}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"2\" \
             stroke-dasharray=\"{dashes}\" stroke-linecap=\"round\"/>"
        );
        (from_x, from_y) = (to_x, to_y);
    }
}

/// The number of actions before the first evaluation.
fn first_number(steps: &[Step]) -> usize {
    let first = steps.iter().find(|step| step.doubt.is_some());
    first.map_or(0, |step| step.number - 1)
}

fn push_marks(svg: &mut String, frame: &Frame, steps: &[Step]) {
    for step in steps {
        let Some(chance) = step.chance else { continue };
        let (x, y) = (frame.x(step.number), y(chance));
        match (step.seat, step.loss, step.luck) {
            (Some(seat), Some(loss), _) if loss >= NOTABLE => svg.push_str(&mark(Some(seat), x, y)),
            (None, _, Some(luck)) if luck.abs() >= NOTABLE => svg.push_str(&mark(None, x, y)),
            _ => continue,
        }
        svg.push('\n');
    }
}

/// Each seat has its own shape and colour; chance has a diamond.
fn mark(seat: Option<Seat>, x: f64, y: f64) -> String {
    let Some(seat) = seat else {
        return format!(
            "<path d=\"M{x:.1} {:.1}l5.5 5.5 -5.5 5.5 -5.5 -5.5z\" fill=\"{CHANCE_COLOR}\" stroke=\"#fff\"/>",
            y - 5.5
        );
    };
    let color = SEATS[seat.index() % SEATS.len()];
    match seat.index() {
        0 => format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.8\" fill=\"{color}\" stroke=\"#fff\"/>"
        ),
        1 => format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"9\" height=\"9\" fill=\"{color}\" stroke=\"#fff\"/>",
            x - 4.5,
            y - 4.5
        ),
        2 => format!(
            "<path d=\"M{x:.1} {:.1}l5.8 10h-11.6z\" fill=\"{color}\" stroke=\"#fff\"/>",
            y - 5.8
        ),
        _ => format!(
            "<path d=\"M{x:.1} {:.1}l5.8 -10h-11.6z\" fill=\"{color}\" stroke=\"#fff\"/>",
            y + 5.8
        ),
    }
}

fn push_legend(svg: &mut String, names: &[String], steps: &[Step], y: f64) {
    let mut x = LEFT + 5.0;
    let mut entry = |sign: String, words: &str| {
        let _ = writeln!(
            svg,
            "{sign}<text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            x + 11.0,
            y + 4.5,
            escape(words)
        );
        x += 32.0 + LETTER * words.chars().count() as f64;
        x
    };
    let mut next = LEFT + 5.0;
    for (index, name) in names.iter().enumerate() {
        let sign = mark(Seat::from_index(index), next, y);
        next = entry(sign, &format!("{name}’s mistakes"));
    }
    if steps.iter().any(|step| step.luck.is_some()) {
        next = entry(mark(None, next, y), "luck");
    }
    let dashes = format!(
        "<path d=\"M{:.1} {y:.1}h16\" stroke=\"{ESTIMATE_COLOR}\" stroke-width=\"2\" stroke-dasharray=\"3 3\"/>",
        next - 8.0
    );
    entry(dashes, "the search changed its mind");
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
