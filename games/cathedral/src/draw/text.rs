//! The board as text: every piece within its outline, marked by its owner (`○` Light, `●` Dark, `✚` nobody) and its
//! code, so that the board can be read without colour.

use std::fmt::Write;

use anstyle::{AnsiColor, Color, Style};
use sarsen_core::Seat;

use crate::board::{SIZE, Square};
use crate::piece::colour;
use crate::view::{Phase, PieceView, TrayView};
use crate::{DARK, LIGHT, View};

const WALL: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Yellow)));
const FAINT: Style = Style::new().dimmed();

/// The whole picture.
pub(super) fn board(view: &View) -> String {
    let grid = Grid::new(view);
    let mut text = String::new();
    for row in (0..SIZE).rev() {
        grid.push_edge(&mut text, row + 1);
        grid.push_row(&mut text, row);
    }
    grid.push_edge(&mut text, 0);
    let names: String = ('a'..='j').map(|column| format!("  {column} ")).collect();
    let _ = writeln!(text, "   {}\n", names.trim_end());
    for seat in [LIGHT, DARK] {
        push_tray(&mut text, view, seat);
    }
    push_state(&mut text, view);
    text
}

/// The pieces by square.
struct Grid<'a> {
    view: &'a View,
    pieces: [[Option<usize>; SIZE]; SIZE],
}

impl<'a> Grid<'a> {
    fn new(view: &'a View) -> Grid<'a> {
        let mut pieces = [[None; SIZE]; SIZE];
        for (index, piece) in view.pieces.iter().enumerate() {
            for square in piece.squares.iter() {
                pieces[square.row()][square.column()] = Some(index);
            }
        }
        Grid { view, pieces }
    }

    /// The piece at a column and a row, which may be one off the board.
    fn at(&self, column: isize, row: isize) -> Option<usize> {
        let place = |number: isize| usize::try_from(number).ok().filter(|&number| number < SIZE);
        self.pieces[place(row)?][place(column)?]
    }

    /// The line below row `above`; above the last row it is the top wall.
    fn push_edge(&self, text: &mut String, above: usize) {
        text.push_str("  ");
        let mut line = String::new();
        for column in 0..=SIZE {
            line.push(self.crossing(column, above));
            if column < SIZE {
                line.push_str(self.edge_below(column, above));
            }
        }
        let _ = writeln!(text, "{WALL}{line}{WALL:#}");
    }

    fn edge_below(&self, column: usize, above: usize) -> &'static str {
        if above == 0 || above == SIZE {
            return "━━━";
        }
        let (column, row) = (column as isize, above as isize);
        if self.at(column, row) == self.at(column, row - 1) { "   " } else { "───" }
    }

    /// The corner left of a column and below a row.
    fn crossing(&self, column: usize, above: usize) -> char {
        let (x, y) = (column as isize, above as isize);
        let [a, b] = [self.at(x - 1, y), self.at(x, y)];
        let [c, d] = [self.at(x - 1, y - 1), self.at(x, y - 1)];
        let arms = [a != b, b != d, c != d, a != c];
        match (column, above) {
            (0, 0) => '┗',
            (SIZE, 0) => '┛',
            (0, SIZE) => '┏',
            (SIZE, SIZE) => '┓',
            (0, _) => {
                if arms[1] {
                    '┠'
                } else {
                    '┃'
                }
            }
            (SIZE, _) => {
                if arms[3] {
                    '┨'
                } else {
                    '┃'
                }
            }
            (_, 0) => {
                if arms[0] {
                    '┷'
                } else {
                    '━'
                }
            }
            (_, SIZE) => {
                if arms[2] {
                    '┯'
                } else {
                    '━'
                }
            }
            _ => joint(arms),
        }
    }

    fn push_row(&self, text: &mut String, row: usize) {
        let _ = write!(text, "{:>2}", row + 1);
        for column in 0..SIZE {
            let side = self.side_left(column, row);
            let square = Square::new(column, row).expect("rows and columns of the board");
            let _ = write!(text, "{WALL}{side}{WALL:#}{}", self.square(square));
        }
        let _ = writeln!(text, "{WALL}┃{WALL:#}");
    }

    fn side_left(&self, column: usize, row: usize) -> char {
        let (x, y) = (column as isize, row as isize);
        match column {
            0 => '┃',
            _ if self.at(x - 1, y) == self.at(x, y) => ' ',
            _ => '│',
        }
    }

    fn square(&self, square: Square) -> String {
        if let Some(index) = self.pieces[square.row()][square.column()] {
            return piece_square(&self.view.pieces[index], square, self.view);
        }
        match self.view.claimed.iter().find(|claim| claim.squares.contains(square)) {
            Some(claim) => {
                let (style, shade) = (seat_style(Some(claim.seat)), claim_mark(claim.seat));
                format!("{style}{shade}{shade}{shade}{style:#}")
            }
            None => format!(" {FAINT}·{FAINT:#} "),
        }
    }
}

/// The corner where lines go up, right, down and left.
fn joint(arms: [bool; 4]) -> char {
    const JOINTS: [char; 16] =
        [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
    let number = arms.iter().rev().fold(0, |number, &arm| number << 1 | usize::from(arm));
    JOINTS[number]
}

fn piece_square(piece: &PieceView, square: Square, view: &View) -> String {
    let mut style = seat_style(piece.seat);
    if view.last_squares.contains(square) {
        style = style.underline();
    }
    let mark = mark(piece.seat);
    if piece.squares.first() == Some(square) {
        return format!("{style}{mark}{}{style:#}", piece.piece.code());
    }
    format!("{style} {mark} {style:#}")
}

const fn mark(seat: Option<Seat>) -> char {
    match seat {
        Some(seat) if seat.index() == LIGHT.index() => '○',
        Some(_) => '●',
        None => '✚',
    }
}

fn claim_mark(seat: Seat) -> char {
    if seat == LIGHT { '░' } else { '▓' }
}

fn seat_style(seat: Option<Seat>) -> Style {
    let color = match seat {
        Some(LIGHT) => AnsiColor::Cyan,
        Some(_) => AnsiColor::Magenta,
        None => AnsiColor::Green,
    };
    Style::new().bold().fg_color(Some(Color::Ansi(color)))
}

fn push_tray(text: &mut String, view: &View, seat: Seat) {
    let style = seat_style(Some(seat));
    let name = colour(seat).en;
    let claimed = view.claimed[seat.index()].squares.len();
    let pieces: Vec<String> = view.trays[seat.index()].iter().map(tray_text).collect();
    let pieces = if pieces.is_empty() { "nothing".to_owned() } else { pieces.join(" ") };
    let _ = writeln!(
        text,
        "{style}{} {name} (seat {seat}){style:#}  unplaced {:>2}: {pieces}; claimed {}: {claimed}",
        mark(Some(seat)),
        view.score[seat],
        claim_mark(seat),
    );
}

fn tray_text(piece: &TrayView) -> String {
    let code = piece.piece.code();
    if piece.count == 1 { code.to_owned() } else { format!("{code}×{}", piece.count) }
}

fn push_state(text: &mut String, view: &View) {
    let score = format!("{} {}", view.score[LIGHT], view.score[DARK]);
    let _ = match (view.phase, view.to_act, view.outcome) {
        (_, _, Some(outcome)) => writeln!(text, "over: {outcome} score {score}"),
        (Phase::People, Some(seat), _) => writeln!(text, "seat {seat} positions the People Piece"),
        (Phase::Removal, Some(seat), _) => {
            let square = view.decision.as_ref().map(|decision| decision.square.to_string());
            writeln!(text, "seat {seat} decides about {}", square.unwrap_or_default())
        }
        (_, Some(seat), _) if view.stuck => writeln!(text, "seat {seat} can only pass"),
        (_, Some(seat), _) => writeln!(text, "seat {seat} to act"),
        (_, None, _) => Ok(()),
    };
}
