//! The screen, redrawn from the state of the table.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Clear, List, ListState, Paragraph, Wrap};
use sarsen_catalog::GameEvent;
use sarsen_core::{Phrase, Seat, Turn, Viewer};

use super::app::{Advice, App, Mode, Overlay};
use super::board::Board;
use super::words;

/// The smallest usable screen.
const MIN_SIZE: (u16, u16) = (32, 10);

/// The minimal width of the list of choices beside a board.
const LIST_WIDTH: u16 = 34;

/// The visible part of the board, from which the next key scrolls.
pub(crate) struct Drawn {
    pub(crate) pan: (i32, i32),
}

/// The sign of a seat: its number, since boards use other signs for the pieces.
fn seat_sign(seat: Seat) -> char {
    ['①', '②', '③', '④'][seat.index() % 4]
}

/// Draws the table.
pub(crate) fn draw(app: &App, colors: bool, frame: &mut Frame<'_>) -> Drawn {
    let area = frame.area();
    if area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1 {
        frame.render_widget(wrapped(say(app, &words::TOO_SMALL)), area);
        return Drawn { pan: app.pan() };
    }
    let status_height = if area.height < 18 { 2 } else { 4 };
    let [title, main, status, input, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(4),
        Constraint::Length(status_height),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(area);
    draw_title(app, title, frame);
    let drawn = draw_main(app, colors, main, frame);
    draw_status(app, status, frame);
    draw_input(app, input, frame);
    let help = if app.is_over() { &words::KEYS_OVER } else { &words::KEYS };
    let help = Paragraph::new(say(app, help)).style(Style::new().add_modifier(Modifier::DIM));
    frame.render_widget(help, keys);
    if let Some(overlay) = app.overlay() {
        draw_overlay(app, overlay, main.union(status), frame);
    }
    drawn
}

fn say(app: &App, phrase: &Phrase) -> String {
    phrase.in_lang(app.lang()).to_owned()
}

fn wrapped(text: String) -> Paragraph<'static> {
    Paragraph::new(text).wrap(Wrap { trim: false })
}

fn panel(title: String) -> Block<'static> {
    Block::new().borders(Borders::TOP).title(title)
}

fn draw_title(app: &App, area: Rect, frame: &mut Frame<'_>) {
    let options = app.game().position().options();
    let mut parts = vec![Span::styled(
        options.spec().name.in_lang(app.lang()).to_owned(),
        Style::new().add_modifier(Modifier::BOLD),
    )];
    for seat in Seat::all(options.seats()) {
        let name = app.read(&words::called(seat));
        parts.push(Span::raw(format!("  {} {name}", seat_sign(seat))));
    }
    let changed = words::options(options, app.lang());
    if !changed.is_empty() {
        parts.push(Span::raw(format!("  ({})", changed.join(", "))));
    }
    frame.render_widget(Line::from(parts), area);
}

fn draw_main(app: &App, colors: bool, area: Rect, frame: &mut Frame<'_>) -> Drawn {
    if let Mode::Curtain(seat) = app.mode() {
        draw_curtain(app, seat, area, frame);
        return Drawn { pan: app.pan() };
    }
    let board = board(app, colors);
    if board.width() + 1 + LIST_WIDTH <= area.width {
        let [left, _, right] = Layout::horizontal([
            Constraint::Length(board.width().max(area.width.saturating_sub(2 * LIST_WIDTH))),
            Constraint::Length(1),
            Constraint::Min(LIST_WIDTH),
        ])
        .areas(area);
        let [list, log] = Layout::vertical([Constraint::Fill(3), Constraint::Fill(2)]).areas(right);
        draw_list(app, list, frame);
        draw_log(app, log, frame);
        return draw_board(app, &board, left, frame);
    }
    let list_height = (area.height / 3).clamp(3, 10);
    let [top, list] =
        Layout::vertical([Constraint::Min(3), Constraint::Length(list_height)]).areas(area);
    draw_list(app, list, frame);
    draw_board(app, &board, top, frame)
}

/// The board as the viewer may see it, with the changes of the marked choice if the viewer knows everything.
fn board(app: &App, colors: bool) -> Board {
    let (game, viewer) = (app.game(), app.viewer());
    let mut board = Board::new(&game.position().show(viewer).text, colors);
    let chosen = app.choices().chosen().map(|choice| choice.token.as_str());
    if let (Mode::Choosing(seat), Some(token)) = (app.mode(), chosen)
        && game.knows_all(viewer)
    {
        let mut after = game.position().boxed();
        let action = after.resolve(seat, token);
        if action.and_then(|action| after.play(&action)).is_ok() {
            board.mark_changes(&Board::new(&after.show(viewer).text, colors));
        }
    }
    board
}

fn draw_board(app: &App, board: &Board, area: Rect, frame: &mut Frame<'_>) -> Drawn {
    let block = panel(say(app, &words::BOARD));
    let inner = block.inner(area);
    frame.render_widget(block, area);
    board.draw(app.pan(), inner, frame.buffer_mut());
    Drawn { pan: board.bounded(app.pan(), inner) }
}

fn draw_curtain(app: &App, seat: Seat, area: Rect, frame: &mut Frame<'_>) {
    let block = panel(say(app, &words::CURTAIN));
    let mut text = app.read(&words::curtain(seat));
    let public = log(app, Viewer::Public);
    if let Some(last) = public.last() {
        text += &format!("\n\n{last}");
    }
    frame.render_widget(wrapped(text).block(block), area);
}

fn draw_list(app: &App, area: Rect, frame: &mut Frame<'_>) {
    if app.is_over() {
        return frame
            .render_widget(wrapped(ending(app)).block(panel(say(app, &words::GAME_OVER))), area);
    }
    let choices = app.choices();
    let count = choices.fitting().len();
    let place = if count == 0 { 0 } else { choices.cursor() + 1 };
    let title = format!("{} ({place}/{count})", words::CHOICES.in_lang(app.lang()));
    let widest = choices.fitting().map(|choice| choice.token.chars().count()).max().unwrap_or(0);
    // Only visible entries are formatted: a list may have thousands.
    let room = usize::from(area.height.saturating_sub(1)).max(1);
    let first = choices.cursor().saturating_sub(room / 2).min(count.saturating_sub(room));
    let lines = choices.fitting().skip(first).take(room).map(|choice| {
        let pad = " ".repeat(widest.saturating_sub(choice.token.chars().count()));
        Line::from(format!("{}{pad}  {}", choice.token, choice.words))
    });
    let list = List::new(lines)
        .block(panel(title))
        .highlight_symbol("▸ ")
        .highlight_style(Style::new().add_modifier(Modifier::REVERSED));
    let mut state =
        ListState::default().with_selected((count > 0).then(|| choices.cursor() - first));
    frame.render_stateful_widget(list, area, &mut state);
}

/// The actions so far in words, as a viewer may read them.
fn log(app: &App, viewer: Viewer) -> Vec<String> {
    let position = app.game().position();
    let history = position.history(viewer);
    let said = position.words(viewer);
    let line = |(index, (notation, said)): (usize, (&String, &sarsen_catalog::DescribedAction))| {
        let sign = said.seat.map_or('·', seat_sign);
        let says = said.says.as_ref()?.in_lang(app.lang());
        Some(format!("{:3}. {sign} {says}  ({notation})", index + 1))
    };
    history.iter().zip(&said).enumerate().filter_map(line).collect()
}

fn draw_log(app: &App, area: Rect, frame: &mut Frame<'_>) {
    let lines = log(app, app.viewer());
    let room = usize::from(area.height.saturating_sub(1));
    let last = lines.len().saturating_sub(room);
    let text: Vec<Line<'_>> = lines[last..].iter().map(|line| Line::from(line.as_str())).collect();
    frame.render_widget(Paragraph::new(text).block(panel(say(app, &words::LOG))), area);
}

/// Why the game ended, and the final figures.
fn ending(app: &App) -> String {
    let position = app.game().position();
    let ending = position.ending();
    let mut lines = Vec::new();
    lines.extend(ending.reason.as_ref().map(|reason| app.read(reason)));
    if let Turn::Over(outcome) = position.turn() {
        lines.push(app.read(&words::winner(outcome)));
    }
    for tally in &ending.tallies {
        let figures = Seat::all(tally.figures.seats())
            .map(|seat| format!("{} {}", seat_sign(seat), tally.figures[seat]));
        let figures: Vec<String> = figures.collect();
        lines.push(format!("{}: {}", tally.name.in_lang(app.lang()), figures.join("  ")));
    }
    lines.join("\n")
}

fn draw_status(app: &App, area: Rect, frame: &mut Frame<'_>) {
    let first = match app.mode() {
        Mode::Choosing(seat) | Mode::Curtain(seat) => {
            format!("{} {}", seat_sign(seat), app.read(&words::to_act(seat)))
        }
        Mode::Thinking(seat) | Mode::Failed(seat) => {
            format!("{} {}", seat_sign(seat), app.read(&words::thinking(seat)))
        }
        Mode::Over => match app.game().position().turn() {
            Turn::Over(outcome) => app.read(&words::winner(outcome)),
            Turn::Seat(_) | Turn::Chance => String::new(),
        },
    };
    let mut text = vec![Line::styled(first, Style::new().add_modifier(Modifier::BOLD))];
    // The consequences of the marked choice, as far as the person at the screen can foresee them.
    let foreseen = foreseen(app);
    let second = if app.message().is_empty() { foreseen } else { app.message().to_owned() };
    text.push(Line::from(second));
    let block = Block::new().borders(Borders::TOP);
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }).block(block), area);
}

fn foreseen(app: &App) -> String {
    let (Mode::Choosing(seat), Some(choice)) = (app.mode(), app.choices().chosen()) else {
        return String::new();
    };
    let position = app.game().position();
    let events = position.preview(&choice.token, Viewer::Seat(seat), &app.audience());
    let sentence = |event: &GameEvent| event.says.in_lang(app.lang()).to_owned();
    let sentences: Vec<String> = events.unwrap_or_default().iter().map(sentence).collect();
    if sentences.is_empty() { String::new() } else { format!("→ {}", sentences.join(" ")) }
}

fn draw_input(app: &App, area: Rect, frame: &mut Frame<'_>) {
    let prompt = format!("> {}", app.choices().typed());
    let end = area.x + (Span::raw(prompt.as_str()).width() as u16).min(area.width - 1);
    frame.render_widget(Line::from(prompt), area);
    frame.set_cursor_position((end, area.y));
}

fn draw_overlay(app: &App, overlay: &Overlay, area: Rect, frame: &mut Frame<'_>) {
    let (title, text) = match overlay {
        Overlay::Help => (&words::HELP, say(app, &words::HELP_TEXT)),
        Overlay::Hint(lines) => (&words::HINT, advice(app, lines)),
    };
    // As high as its text, at the bottom, so that the board stays visible if there is room.
    let height = page_height(&text, area.width).min(area.height);
    let area = Rect { y: area.bottom() - height, height, ..area };
    frame.render_widget(Clear, area);
    frame.render_widget(wrapped(text).block(Block::bordered().title(say(app, title))), area);
}

/// The number of lines for a text and its frame; wrapping at words may need one more line than the width suggests.
fn page_height(text: &str, width: u16) -> u16 {
    let room = usize::from(width.saturating_sub(2)).max(1);
    let lines = text.lines().map(|line| match Span::raw(line).width() {
        length if length <= room => 1,
        length => length.div_ceil(room) + 1,
    });
    u16::try_from(lines.sum::<usize>()).unwrap_or(u16::MAX).saturating_add(2)
}

/// Advice in words: the first action of each line, its winning chance and the line in notation.
fn advice(app: &App, lines: &[Advice]) -> String {
    let position = app.game().position();
    let line = |advice: &Advice| {
        let first = advice.actions.first().map_or("", String::as_str);
        let words = position.describe(first).says;
        let words = words.map_or(first.to_owned(), |says| says.in_lang(app.lang()).to_owned());
        let mark = if advice.exact { "=" } else { " " };
        format!("{:5.1} %{mark} {words}  ({})", advice.chance * 100.0, advice.actions.join(" "))
    };
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}
