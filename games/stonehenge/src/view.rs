//! What a viewer may know of a state, and the states that a seat cannot tell apart (K11).

use std::collections::BTreeMap;

use rand_core::Rng;
use sarsen_core::{
    Hidden, Options, Outcome, PerSeat, PlayError, Rules, Seat, Viewer, Views, chance, refuse_masked,
};
use serde::Serialize;

use crate::board::{Cell, Line};
use crate::hand::{Hand, MAX_VALUE};
use crate::{Action, Event, Phase, Stonehenge, events, hash};

/// A state as a viewer sees it.
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_stonehenge::Stonehenge;
///
/// let game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// let view = game.view(Viewer::Public);
/// assert_eq!((view.cells.len(), view.lines.len()), (18, 15));
/// assert_eq!(view.megaliths.as_slice(), [8, 8]);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct View {
    /// The eighteen cells in the order of their letters.
    pub cells: Vec<CellView>,
    /// The fifteen lines.
    pub lines: Vec<LineView>,
    /// What each seat has left.
    pub hands: Vec<HandView>,
    /// The megaliths that each seat has left.
    #[cfg_attr(test, ts(as = "Vec<i32>"))]
    pub megaliths: PerSeat<i32>,
    /// The seat to act.
    #[cfg_attr(test, ts(as = "Option<u8>"))]
    pub to_act: Option<Seat>,
    /// The phase of the turn.
    pub phase: Phase,
    /// Whether megaliths are placed by the players (K9).
    pub manual_claims: bool,
    /// Whether druids are placed face down (K11).
    pub hidden_druids: bool,
    /// The last action, as far as this viewer may know it.
    pub last: Option<String>,
    /// How the game ended.
    #[cfg_attr(test, ts(as = "Option<String>"))]
    pub outcome: Option<Outcome>,
}

/// One cell.
///
/// ```
/// use sarsen_core::{Options, Rules, Seat, Viewer, Views};
/// use sarsen_stonehenge::Stonehenge;
///
/// let mut game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// game.play("A4".parse()?)?;
/// let cell = &game.view(Viewer::Public).cells[0];
/// assert_eq!((cell.seat, cell.value, cell.face_up), (Some(Seat::ONE), Some(4), true));
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct CellView {
    /// Its letter.
    pub cell: Cell,
    /// The seat whose druid lies there.
    #[cfg_attr(test, ts(as = "Option<u8>"))]
    pub seat: Option<Seat>,
    /// Its value, if this viewer knows it.
    pub value: Option<u8>,
    /// Whether everybody sees it.
    pub face_up: bool,
}

/// One line.
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_stonehenge::Stonehenge;
///
/// let mut game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// game.play("A4".parse()?)?;
/// let line = &game.view(Viewer::Public).lines[0];
/// assert_eq!((line.totals.as_slice(), line.empty), (&[4, 0][..], 1));
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct LineView {
    /// Its name.
    pub line: Line,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// The totals of the druids that this viewer knows.
    #[cfg_attr(test, ts(as = "Vec<i32>"))]
    pub totals: PerSeat<i32>,
    /// The number of its empty cells.
    pub empty: u8,
    /// The seat that dominates it.
    #[cfg_attr(test, ts(as = "Option<u8>"))]
    pub dominated_by: Option<Seat>,
    /// The seat whose megalith stands at its end.
    #[cfg_attr(test, ts(as = "Option<u8>"))]
    pub marked_by: Option<Seat>,
}

/// A seat's druids that are in hand, or could be for all this viewer knows.
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_stonehenge::Stonehenge;
///
/// let game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// let hand = &game.view(Viewer::Public).hands[0];
/// assert_eq!(hand.size, 9);
/// assert_eq!(hand.druids.as_deref(), Some(&[1, 1, 2, 2, 3, 3, 4, 5, 6][..]));
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct HandView {
    /// The number of druids in hand.
    pub size: usize,
    /// The druids in hand, if this viewer knows them.
    pub druids: Option<Vec<u8>>,
    /// The values that this viewer has not seen: in hand or face down.
    pub unseen: Vec<u8>,
}

impl Views for Stonehenge {
    type View = View;
    type Event = Event;

    fn view(&self, viewer: Viewer) -> View {
        View {
            cells: Cell::all().map(|cell| cell_view(self, viewer, cell)).collect(),
            lines: Line::all().map(|line| line_view(self, viewer, line)).collect(),
            hands: Seat::all(2).map(|seat| hand_view(self, viewer, seat)).collect(),
            megaliths: self.score().expect("megaliths are always counted"),
            to_act: self.turn().seat(),
            phase: self.phase,
            manual_claims: self.manual,
            hidden_druids: self.hidden,
            last: self.last.map(|action| mask(self, action, viewer)),
            outcome: self.turn().outcome(),
        }
    }

    fn events(&self, action: Action, viewer: Viewer) -> Vec<Event> {
        events::of(self, action, viewer)
    }

    fn preview(&self, action: Action, viewer: Viewer) -> Vec<Event> {
        events::preview(self, action, viewer)
    }

    fn masked(&self, history: &[Action], viewer: Viewer) -> Vec<String> {
        history.iter().map(|&action| mask(self, action, viewer)).collect()
    }

    fn view_masked(options: &Options, tokens: &[&str]) -> Result<View, (usize, PlayError)> {
        Masked::new(options, tokens)?.view()
    }

    fn unmasked(options: &Options, tokens: &[&str]) -> Result<Vec<Action>, (usize, PlayError)> {
        let masked = Masked::new(options, tokens)?;
        let actions = masked.actions.clone();
        masked.view().map(|_| actions)
    }
}

/// Whether a viewer knows the druid on a cell. After the game everything is open.
pub(crate) fn sees(state: &Stonehenge, viewer: Viewer, cell: Cell) -> bool {
    let own = matches!(viewer, Viewer::Seat(seat) if state.held_by(seat) & cell.bit() != 0);
    own || knows_all(state, viewer) || state.face_up & cell.bit() != 0
}

fn knows_all(state: &Stonehenge, viewer: Viewer) -> bool {
    !state.hidden || viewer == Viewer::Omniscient || state.winner.is_some()
}

fn mask(state: &Stonehenge, action: Action, viewer: Viewer) -> String {
    match action {
        Action::Place { cell, .. } if !sees(state, viewer, cell) => format!("{cell}?"),
        _ => action.to_string(),
    }
}

fn cell_view(state: &Stonehenge, viewer: Viewer, cell: Cell) -> CellView {
    CellView {
        cell,
        seat: Seat::all(2).find(|&seat| state.held_by(seat) & cell.bit() != 0),
        value: state.value_at(cell).filter(|_| sees(state, viewer, cell)),
        face_up: state.face_up & cell.bit() != 0,
    }
}

fn line_view(state: &Stonehenge, viewer: Viewer, line: Line) -> LineView {
    let total = |seat: Seat| -> i32 {
        Cell::of_set(state.held_by(seat) & line.cells())
            .filter(|&cell| sees(state, viewer, cell))
            .map(|cell| i32::from(state.values[cell.index()]))
            .sum()
    };
    let owner = |sets: [u16; 2]| Seat::all(2).find(|seat| sets[seat.index()] & line.bit() != 0);
    LineView {
        line,
        cells: Cell::of_set(line.cells()).collect(),
        totals: PerSeat::new(&[total(Seat::ONE), total(Seat::TWO)]),
        empty: state.empty_on(line),
        dominated_by: owner(state.dominated),
        marked_by: owner(state.marked),
    }
}

fn hand_view(state: &Stonehenge, viewer: Viewer, seat: Seat) -> HandView {
    let hand = state.hand(seat);
    let known = knows_all(state, viewer) || viewer == Viewer::Seat(seat);
    HandView {
        size: hand.size(),
        druids: known.then(|| hand.druids().collect()),
        unseen: unseen(state, viewer, seat).druids().collect(),
    }
}

/// The druids of a seat that a viewer has not seen: in hand (unless it knows the hand) or face down.
pub(crate) fn unseen(state: &Stonehenge, viewer: Viewer, seat: Seat) -> Hand {
    let secret = Cell::of_set(state.held_by(seat)).filter(|&cell| !sees(state, viewer, cell));
    secret.fold(state.hand(seat), |hand, cell| hand.with(state.values[cell.index()]))
}

impl Hidden for Stonehenge {
    fn hides(options: &Options) -> bool {
        options.get("druids") == "hidden"
    }

    fn has_secrets(&self) -> bool {
        self.is_hidden()
    }

    /// All ways to put the other seat's unseen druids on its face-down cells are equally likely: the rules say nothing
    /// about how a seat chooses.
    fn determinize<R: Rng + ?Sized>(&self, seat: Seat, rng: &mut R) -> Stonehenge {
        let viewer = Viewer::Seat(seat);
        let other = seat.other();
        let secret: Vec<Cell> =
            Cell::of_set(self.held_by(other)).filter(|&cell| !sees(self, viewer, cell)).collect();
        let mut rest = unseen(self, viewer, other);
        let mut world = *self;
        for (index, &cell) in secret.iter().enumerate() {
            let value = draw_value(rest, secret.len() - index - 1, rng);
            rest = rest.without(value);
            world.values[cell.index()] = value;
        }
        world.hands[other.index()] = rest;
        if let Some(Action::Place { cell, value }) = &mut world.last {
            *value = world.values[cell.index()];
        }
        world.recount();
        world
    }

    fn history_in(&self, world: &Stonehenge, history: &[Action], _: Seat) -> Option<Vec<Action>> {
        let there = |action: &Action| match *action {
            Action::Place { cell, .. } => {
                Some(Action::Place { cell, value: world.value_at(cell)? })
            }
            other => Some(other),
        };
        history.iter().map(there).collect()
    }
}

/// A druid for the first of `1 + more` cells, so that all sequences of druids are equally likely.
fn draw_value<R: Rng + ?Sized>(hand: Hand, more: usize, rng: &mut R) -> u8 {
    let mut weights = [0; MAX_VALUE as usize + 1];
    for value in (1..=MAX_VALUE).filter(|&value| hand.has(value)) {
        weights[usize::from(value)] = hand.without(value).orders(more);
    }
    chance::weighted(rng, &weights) as u8
}

impl Stonehenge {
    /// Updates the line totals and the hash from the druids.
    pub(crate) fn recount(&mut self) {
        for line in Line::all() {
            let total = |set: u32| -> i8 {
                Cell::of_set(set & line.cells()).map(|cell| self.values[cell.index()] as i8).sum()
            };
            self.diff[line.index()] = total(self.held[0]) - total(self.held[1]);
        }
        self.druids_hash = hash::of_druids(self);
    }
}

/// A record that contains `?`: the druids that its reader does not know are filled in arbitrarily, and hidden again in
/// the view. Full lines are open, so what is filled in decides nothing.
struct Masked {
    options: Options,
    actions: Vec<Action>,
    secret: BTreeMap<Cell, Seat>,
}

impl Masked {
    fn new(options: &Options, tokens: &[&str]) -> Result<Masked, (usize, PlayError)> {
        if options.get("druids") != "hidden" {
            return Err(refuse_masked::<Action>(tokens));
        }
        let mut rest = remaining_after(tokens);
        let mut masked =
            Masked { options: options.clone(), actions: Vec::new(), secret: BTreeMap::new() };
        let mut seat = Seat::ONE;
        for (index, token) in tokens.iter().enumerate() {
            let action = match masked_cell(token) {
                None => token.parse().map_err(|error| (index, PlayError::Parse(error)))?,
                Some(cell) => {
                    let value =
                        rest[seat.index()].druids().next().ok_or((index, PlayError::Masked))?;
                    rest[seat.index()] = rest[seat.index()].without(value);
                    masked.secret.insert(cell, seat);
                    Action::Place { cell, value }
                }
            };
            masked.actions.push(action);
            if matches!(action, Action::Place { .. }) {
                seat = seat.other();
            }
        }
        Ok(masked)
    }

    fn view(self) -> Result<View, (usize, PlayError)> {
        let mut state = Stonehenge::start(&self.options);
        for (index, &action) in self.actions.iter().enumerate() {
            state.play(action).map_err(|error| (index, PlayError::Illegal(error)))?;
        }
        let mut view = state.view(Viewer::Omniscient);
        for (&cell, &seat) in &self.secret {
            if state.face_up & cell.bit() != 0 {
                let index = self
                    .actions
                    .iter()
                    .position(|action| action.to_string().starts_with(cell.letter()));
                return Err((index.unwrap_or_default(), PlayError::Seen));
            }
            self.hide(&mut view, cell, seat);
        }
        Ok(view)
    }

    fn hide(&self, view: &mut View, cell: Cell, seat: Seat) {
        let value = view.cells[cell.index()].value.take();
        for line in cell.lines() {
            view.lines[line.index()].totals[seat] -= value.map_or(0, i32::from);
        }
        let hand = &mut view.hands[seat.index()];
        hand.druids = None;
        hand.unseen.extend(value);
        hand.unseen.sort_unstable();
        if view.last.as_deref().is_some_and(|last| last.starts_with(cell.letter())) {
            view.last = Some(format!("{cell}?"));
        }
    }
}

/// The cell of a token such as `G?`.
pub(crate) fn masked_cell(token: &str) -> Option<Cell> {
    match token.as_bytes() {
        &[letter, b'?'] => Cell::from_letter(letter),
        _ => None,
    }
}

/// What each seat has left without the druids that the tokens name. If a druid is used too often, the rules will refuse
/// it.
fn remaining_after(tokens: &[&str]) -> [Hand; 2] {
    let mut rest = [Hand::FULL; 2];
    let mut seat = 0;
    for token in tokens {
        match token.parse() {
            Ok(Action::Place { value, .. }) => {
                if rest[seat].has(value) {
                    rest[seat] = rest[seat].without(value);
                }
                seat = 1 - seat;
            }
            Ok(_) => {}
            Err(_) => seat = if masked_cell(token).is_some() { 1 - seat } else { seat },
        }
    }
    rest
}
