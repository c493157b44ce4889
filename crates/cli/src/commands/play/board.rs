//! A drawn board as a grid of characters, with the changes of an action highlighted.

use ansi_to_tui::IntoText;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// Lines of characters with their styles.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Board {
    lines: Vec<Vec<(char, Style)>>,
    /// A changed character, which scrolling keeps in sight.
    focus: Option<(usize, usize)>,
}

impl Board {
    /// Reads the text that a game draws, with its ANSI colours if they are wanted.
    pub(crate) fn new(text: &str, colors: bool) -> Board {
        let parsed = text.trim_end().into_text();
        let parsed = parsed.expect("games draw with plain SGR sequences only");
        let style = |style: Style| {
            if colors { style } else { Style { fg: None, bg: None, ..style } }
        };
        let lines = parsed.lines.iter().map(|line| {
            let spans = line.spans.iter();
            spans.flat_map(|span| span.content.chars().map(|c| (c, style(span.style)))).collect()
        });
        Board { lines: lines.collect(), focus: None }
    }

    /// Highlights what is different in `after`, and shows it as it will be. Only the board itself is compared:
    /// everything above the first blank line.
    pub(crate) fn mark_changes(&mut self, after: &Board) {
        let shown = self.lines.iter_mut().zip(&after.lines).enumerate();
        for (line, (before, after)) in shown.take_while(|(_, (line, _))| !line.is_empty()) {
            let width = before.len().max(after.len());
            before.resize(width, (' ', Style::default()));
            for (column, cell) in before.iter_mut().enumerate() {
                let (c, style) = after.get(column).copied().unwrap_or((' ', Style::default()));
                if cell.0 != c {
                    *cell = (c, style.add_modifier(Modifier::REVERSED));
                    self.focus = self.focus.or(Some((column, line)));
                }
            }
        }
    }

    pub(crate) fn width(&self) -> u16 {
        self.lines.iter().map(Vec::len).max().unwrap_or(0) as u16
    }

    pub(crate) fn height(&self) -> u16 {
        self.lines.len() as u16
    }

    /// The scroll offset nearest to `pan` that is within the board and keeps changes in sight.
    pub(crate) fn bounded(&self, pan: (i32, i32), area: Rect) -> (i32, i32) {
        let most = |size: u16, room: u16| i32::from(size.saturating_sub(room));
        let follow = |at: i32, focus: Option<usize>, room: u16| match focus {
            Some(focus) => at.clamp(focus as i32 - i32::from(room.max(1)) + 1, focus as i32),
            None => at,
        };
        let across = most(self.width(), area.width);
        let down = most(self.height(), area.height);
        (
            follow(pan.0.clamp(0, across), self.focus.map(|at| at.0), area.width).clamp(0, across),
            follow(pan.1.clamp(0, down), self.focus.map(|at| at.1), area.height).clamp(0, down),
        )
    }

    /// Draws the visible part of the board.
    pub(crate) fn draw(&self, pan: (i32, i32), area: Rect, buffer: &mut Buffer) {
        let (left, top) = self.bounded(pan, area);
        let lines = self.lines.iter().skip(top as usize).take(area.height.into());
        for (y, line) in (area.y..).zip(lines) {
            let cells = line.iter().skip(left as usize).take(area.width.into());
            for (x, &(c, style)) in (area.x..).zip(cells) {
                if let Some(cell) = buffer.cell_mut((x, y)) {
                    cell.set_char(c).set_style(style);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(board: &Board, pan: (i32, i32), width: u16, height: u16) -> Vec<String> {
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        board.draw(pan, area, &mut buffer);
        let line = |y| (0..width).map(|x| buffer[(x, y)].symbol().to_owned()).collect();
        (0..height).map(line).collect()
    }

    #[test]
    fn changes_are_marked_in_the_board_and_not_below_it() {
        let mut board = Board::new("\x1b[1m.\x1b[0m .\n. .\n\nseat 1 to act\n", true);
        board.mark_changes(&Board::new(". X\n. .\n\nseat 2 to act\n", true));
        assert_eq!(
            drawn(&board, (0, 0), 13, 4),
            [". X          ", ". .          ", "             ", "seat 1 to act"]
        );
        assert_eq!(board.focus, Some((2, 0)));
        assert!(board.lines[0][2].1.add_modifier.contains(Modifier::REVERSED));
        assert!(board.lines[0][0].1.add_modifier.contains(Modifier::BOLD));
    }

    #[test]
    fn a_board_that_does_not_fit_moves_and_keeps_changes_in_sight() {
        let mut board = Board::new("abcdef\nghijkl\nmnopqr", false);
        assert_eq!(drawn(&board, (99, 99), 2, 2), ["kl", "qr"]);
        assert_eq!(drawn(&board, (-9, -9), 2, 2), ["ab", "gh"]);
        board.mark_changes(&Board::new("abcdef\nghijkl\nmnopqX", false));
        assert_eq!(drawn(&board, (0, 0), 2, 2), ["kl", "qX"]);
    }

    /// Every drawing can be read, in every game and for every viewer.
    #[test]
    fn the_boards_of_all_games_are_read() {
        use sarsen_core::{Options, Viewer, chance};
        for game in sarsen_catalog::GAMES {
            let mut rng = chance::generator(1);
            let mut position = game.start(&Options::defaults(game.spec()));
            for _ in 0..12 {
                let text = position.show(Viewer::Public).text;
                let board = Board::new(&text, true);
                assert!(board.height() > 3 && board.width() > 10, "{text}");
                assert!(!text.is_empty());
                let Some(action) = position.random_action(&mut rng) else { break };
                position.play(&action).unwrap();
            }
        }
    }
}
