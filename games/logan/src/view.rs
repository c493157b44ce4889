//! What a viewer may know of a state. Everything is derived from the viewer's picture of the game ([`Logan::shadow`]),
//! which contains nothing else.

use sarsen_core::{
    ListActions, Options, Outcome, PlayError, Rules, Seat, Turn, Viewer, Views, legal_actions,
};
use serde::Serialize;

use crate::action::{Action, Deal, MIDDLE};
use crate::cell::Cell;
use crate::events::{self, Event};
use crate::island::bits;
use crate::notation::parse_masked;
use crate::refusal;
use crate::spec::Backs;
use crate::state::{Deed, End, Last, Logan, Stage};
use crate::stone::{Face, HAND, Stone};
use crate::unmask;
use crate::worlds::Worlds;

/// A state as a viewer sees it.
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_logan::Logan;
///
/// let mut game = Logan::start(&Options::defaults(Logan::SPEC));
/// assert!(game.view(Viewer::Public).island.is_empty());
/// game.play("deal=SP,PS|RS,RP,RP,RP,PS,PS,SR,SR|RP,RP,RP,PS,PS,SR,SR,SR".parse()?)?;
/// let view = game.view(Viewer::Public);
/// assert_eq!((view.island.len(), view.hands[0].len()), (2, 8));
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct View {
    /// What happens next.
    pub phase: PhaseView,
    /// The seat to act.
    #[cfg_attr(test, ts(as = "Option<u8>"))]
    pub to_act: Option<Seat>,
    /// The stones of the island in the order in which they were added, without a lifted one.
    pub island: Vec<StoneView>,
    /// The stone that the seat to act has lifted, with the cell it came from.
    pub lifted: Option<StoneView>,
    /// The hands, seat 1 first, each ordered by the shown faces.
    pub hands: Vec<Vec<StoneInHand>>,
    /// The empty cells that touch at least two stones (L6), without the one a lifted stone came from (L9).
    pub open_cells: Vec<Cell>,
    /// The last action of a seat.
    pub last: Option<LastView>,
    /// The rows of four or more that won (L12).
    pub rows: Vec<Vec<Cell>>,
    /// The turns of the second phase so far (L13).
    pub turns: u32,
    /// The number of such turns after which the game is a draw.
    pub limit: Option<u32>,
    /// Who may look at the backs of a hand (L3).
    pub backs: Backs,
    /// Whether the table reminds the seats of what they have seen (L14).
    pub memory_aid: bool,
    /// How the game ended.
    #[cfg_attr(test, ts(as = "Option<String>"))]
    pub outcome: Option<Outcome>,
    /// Why it ended.
    pub end: Option<End>,
}

/// What happens next.
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_logan::{Logan, PhaseView};
///
/// let view = Logan::start(&Options::defaults(Logan::SPEC)).view(Viewer::Public);
/// assert_eq!(view.phase, PhaseView::Deal);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
#[serde(rename_all = "snake_case")]
pub enum PhaseView {
    /// The stones are dealt.
    Deal,
    /// A stone is added (L4).
    Adding,
    /// A stone is moved or flipped (L8).
    Moving,
    /// A lifted stone is put down (L9).
    Putting,
    /// Nothing: the game is over.
    Over,
}

/// A stone of the island.
///
/// ```
/// use sarsen_core::{Options, Rules, Seat, Viewer, Views};
/// use sarsen_logan::{Cell, Face, Logan};
///
/// let mut game = Logan::start(&Options::defaults(Logan::SPEC));
/// game.play("deal=SP,PS|RS,RP,RP,RP,PS,PS,SR,SR|RP,RP,RP,PS,PS,SR,SR,SR".parse()?)?;
/// let middle = &game.view(Viewer::Seat(Seat::ONE)).island[0];
/// assert_eq!((middle.cell, middle.up), (Cell::new(0, 0), Face::Scissors));
/// assert_eq!(middle.back, Face::Hidden, "nobody knows the backs in the middle");
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct StoneView {
    /// The cell.
    pub cell: Cell,
    /// The upper face.
    pub up: Face,
    /// The lower face; `?` if the table does not show it.
    pub back: Face,
    /// With a memory aid: the backs that are still possible by counting.
    pub possible: Option<Vec<Face>>,
}

/// A stone in a hand.
///
/// ```
/// use sarsen_core::{Options, Rules, Seat, Viewer, Views};
/// use sarsen_logan::{Face, Logan};
///
/// let mut game = Logan::start(&Options::defaults(Logan::SPEC));
/// game.play("deal=SP,PS|RS,RP,RP,RP,PS,PS,SR,SR|RP,RP,RP,PS,PS,SR,SR,SR".parse()?)?;
/// let backs = |viewer| game.view(viewer).hands[0].iter().filter(|stone| stone.back.is_known()).count();
/// assert_eq!(backs(Viewer::Seat(Seat::ONE)), 8, "the owner looks behind");
/// assert_eq!(backs(Viewer::Seat(Seat::TWO)), 0);
/// assert_eq!(game.view(Viewer::Public).hands[0][0].shown, Face::Rock);
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct StoneInHand {
    /// The face shown to everybody.
    pub shown: Face,
    /// The face on its back; `?` if the table does not show it.
    pub back: Face,
    /// With a memory aid: the backs that are still possible by counting.
    pub possible: Option<Vec<Face>>,
}

/// The last action of a seat and its consequences.
///
/// ```
/// use sarsen_core::{Options, Rules, Seat, Viewer, Views};
/// use sarsen_logan::{Cell, Logan};
///
/// let mut game = Logan::start(&Options::defaults(Logan::SPEC));
/// game.play("deal=SP,PS|RS,RP,RP,RP,PS,PS,SR,SR|RP,RP,RP,PS,PS,SR,SR,SR".parse()?)?;
/// game.play("+RS@1,-1".parse()?)?;
/// let last = game.view(Viewer::Seat(Seat::TWO)).last.unwrap();
/// assert_eq!((last.action.as_str(), last.cell), ("+R?@1,-1", Cell::new(1, -1)));
/// assert_eq!(last.flipped, [Cell::new(0, 0)]);
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct LastView {
    /// The seat that acted.
    #[cfg_attr(test, ts(as = "u8"))]
    pub seat: Seat,
    /// The action in notation.
    pub action: String,
    /// The stone that was added, lifted, put down or flipped.
    pub cell: Cell,
    /// Where a moved stone came from.
    pub from: Option<Cell>,
    /// The stones it flipped (L7).
    pub flipped: Vec<Cell>,
}

impl Views for Logan {
    type View = View;
    type Event = Event;

    fn view(&self, viewer: Viewer) -> View {
        view_of(&self.shadow(viewer))
    }

    fn events(&self, action: Action, viewer: Viewer) -> Vec<Event> {
        events::of(self, action, viewer)
    }

    /// The faces named in an action count as known to everybody, except to a mover who may not know its own backs:
    /// others hear of an action only when it is played.
    fn preview(&self, action: Action, viewer: Viewer) -> Vec<Event> {
        let action = match action {
            Action::Add { stone, turned, cell }
                if viewer == Viewer::Seat(self.to_act) && !self.sees_hand(viewer, self.to_act) =>
            {
                Action::Add { stone: stone.covered(), turned, cell }
            }
            _ => action,
        };
        events::foreseen(&self.shadow(viewer), action)
    }

    /// A stone's back is written where the stone was added, or dealt to the middle, if the viewer's record may contain
    /// it; so the upper faces can always be derived from the record. Backs of stones that were still in the other
    /// seat's hand are never written into the deal: that one of them was added later does not tell which.
    fn masked(&self, history: &[Action], viewer: Viewer) -> Vec<String> {
        let told = self.told_to(viewer);
        let mut id = self.first_added(history);
        let mask = |action: &Action| match *action {
            Action::Deal(deal) => Action::Deal(self.masked_deal(deal, viewer, told)).to_string(),
            Action::Add { stone, turned, cell } => {
                let known = turned || told & 1 << id != 0;
                id += 1;
                let stone = if known { stone } else { stone.covered() };
                Action::Add { stone, turned, cell }.to_string()
            }
            action => action.to_string(),
        };
        history.iter().map(mask).collect()
    }

    /// L14: an engine remembers what its seat has seen by lifting.
    fn recalled(&self, history: &[Action], seat: Seat) -> Vec<String> {
        self.reminded().masked(history, Viewer::Seat(seat))
    }

    fn choices(&self, seat: Seat) -> Vec<String>
    where
        Self: ListActions,
    {
        if self.turn() != Turn::Seat(seat) {
            return Vec::new();
        }
        let actions = legal_actions(&self.shadow(Viewer::Seat(seat)));
        let mut choices: Vec<_> = actions.iter().map(ToString::to_string).collect();
        choices.sort_unstable();
        choices
    }

    fn resolve(&self, seat: Seat, token: &str) -> Result<Action, PlayError> {
        self.resolved(seat, token)
    }

    fn foresee(&self, seat: Seat, token: &str) -> Result<Vec<Event>, PlayError> {
        self.resolved(seat, token)?;
        Ok(events::foreseen(&self.shadow(Viewer::Seat(seat)), parse_masked(token)?))
    }

    fn view_masked(options: &Options, tokens: &[&str]) -> Result<View, (usize, PlayError)> {
        Logan::played_masked(options, tokens).map(|(picture, _)| view_of(&picture))
    }

    fn unmasked(options: &Options, tokens: &[&str]) -> Result<Vec<Action>, (usize, PlayError)> {
        let (picture, actions) = Logan::played_masked(options, tokens)?;
        unmask::filled_in(options, &picture, &actions)
            .ok_or((tokens.len().saturating_sub(1), PlayError::Masked))
    }
}

impl Logan {
    /// The picture after actions that may contain `?`, and the actions.
    fn played_masked(
        options: &Options,
        tokens: &[&str],
    ) -> Result<(Logan, Vec<Action>), (usize, PlayError)> {
        let mut picture = Logan::start(options);
        let mut actions = Vec::with_capacity(tokens.len());
        for (index, token) in tokens.iter().enumerate() {
            let action = parse_masked(token).map_err(|error| (index, error.into()))?;
            picture.check_masked(action).map_err(|error| (index, error))?;
            picture.apply(action);
            actions.push(action);
        }
        Ok((picture, actions))
    }

    /// The number of the first stone that the history adds; it may begin in the middle of a game.
    pub(crate) fn first_added(&self, history: &[Action]) -> usize {
        let adds = history.iter().filter(|action| matches!(action, Action::Add { .. })).count();
        self.island.count().saturating_sub(adds).max(MIDDLE)
    }

    /// The set of stones whose backs a viewer's record may contain: those that everybody has seen, and the viewer's
    /// own. What it saw by lifting is included only with a memory aid (L14).
    pub(crate) fn told_to(&self, viewer: Viewer) -> u32 {
        // The seats added their stones in turn: seat 1's are 2, 4, …, seat 2's are 3, 5, ….
        const ADDED: [u32; 2] = [0x5555_5554, 0xaaaa_aaa8];
        match viewer {
            Viewer::Seat(seat) if !self.is_open_to(viewer) && !self.config.aid => {
                self.seen.public | self.seen_by(viewer) & ADDED[seat.index()] & self.dealt_seen()
            }
            _ => self.seen_by(viewer),
        }
    }

    /// All stones if owners know their backs from the deal, otherwise none.
    fn dealt_seen(&self) -> u32 {
        if self.config.backs == Backs::Owner { !0 } else { 0 }
    }

    pub(crate) fn masked_deal(&self, deal: Deal, viewer: Viewer, told: u32) -> Deal {
        let mut stones = deal.stones();
        for (index, stone) in stones.iter_mut().enumerate() {
            let seat = if index < MIDDLE + HAND { Seat::ONE } else { Seat::TWO };
            let known =
                if index < MIDDLE { told & 1 << index != 0 } else { self.sees_hand(viewer, seat) };
            if !known {
                *stone = stone.covered();
            }
        }
        Deal::new(&stones)
    }

    /// Like [`Rules::check`], but also for actions with hidden faces.
    fn check_masked(&self, action: Action) -> Result<(), PlayError> {
        match (self.stage, action) {
            (Stage::Dealing, Action::Deal(deal))
                if deal.stones().iter().any(|stone| stone.is_masked()) =>
            {
                let worlds = Worlds::new(self.config.bag, deal.stones().into_iter());
                let fits = worlds.count() > 0;
                if fits { Ok(()) } else { Err(refusal::not_the_bag(self.config.bag).into()) }
            }
            _ => Ok(self.check(action)?),
        }
    }
}

fn view_of(picture: &Logan) -> View {
    let worlds = picture.config.aid.then(|| Worlds::of(picture));
    let stone_view = |id: usize| {
        let stone = picture.island.stone(id);
        let (back, possible) = back_view(stone, worlds.as_ref());
        StoneView { cell: picture.island.cell(id), up: stone.up(), back, possible }
    };
    let in_hand = |&stone: &Stone| {
        let (back, possible) = back_view(stone, worlds.as_ref());
        StoneInHand { shown: stone.up(), back, possible }
    };
    View {
        phase: phase_view(picture),
        to_act: picture.turn().seat(),
        island: bits(picture.island.present()).map(stone_view).collect(),
        lifted: picture.lifted().map(stone_view),
        hands: picture
            .hands
            .iter()
            .map(|hand| hand.stones().iter().map(in_hand).collect())
            .collect(),
        open_cells: open_cells(picture),
        last: picture.last.map(|last| last_view(picture, last)),
        rows: rows(picture),
        turns: picture.turns,
        limit: picture.config.limit,
        backs: picture.config.backs,
        memory_aid: picture.config.aid,
        outcome: picture.turn().outcome(),
        end: picture.end(),
    }
}

fn phase_view(picture: &Logan) -> PhaseView {
    match picture.stage {
        Stage::Dealing => PhaseView::Deal,
        Stage::Turn if picture.is_second_phase() => PhaseView::Moving,
        Stage::Turn => PhaseView::Adding,
        Stage::Lifted { .. } => PhaseView::Putting,
        Stage::Over(_) => PhaseView::Over,
    }
}

/// A stone's back, as seen or deduced by counting, and the possible backs.
fn back_view(stone: Stone, worlds: Option<&Worlds>) -> (Face, Option<Vec<Face>>) {
    let Some(worlds) = worlds else { return (stone.down(), None) };
    if stone.down().is_known() {
        return (stone.down(), Some(vec![stone.down()]));
    }
    let possible = worlds.possible(stone.up());
    let back = if let [only] = possible[..] { only } else { Face::Hidden };
    (back, Some(possible))
}

fn open_cells(picture: &Logan) -> Vec<Cell> {
    let from = picture.lifted().map(|id| picture.island.cell(id));
    let places = picture.island.open_places();
    let mut cells: Vec<Cell> = places.iter().map(|at| picture.island.cell_of(at)).collect();
    cells.retain(|&cell| Some(cell) != from);
    cells.sort_unstable();
    cells
}

fn rows(picture: &Logan) -> Vec<Vec<Cell>> {
    let cells = |row: Vec<usize>| row.into_iter().map(|id| picture.island.cell(id)).collect();
    match picture.end() {
        Some(End::Row(_)) => picture.island.winning_rows().into_iter().map(cells).collect(),
        _ => Vec::new(),
    }
}

fn last_view(picture: &Logan, last: Last) -> LastView {
    let id = usize::from(last.id);
    let (cell, stone) = (picture.island.cell(id), picture.island.stone(id));
    let (action, from) = match last.what {
        Deed::Add { shown, turned: true } => {
            (Action::Add { stone: Stone::new(shown, stone.up()), turned: true, cell }, None)
        }
        Deed::Add { .. } => (Action::Add { stone, turned: false, cell }, None),
        Deed::Lift => (Action::Lift(cell), Some(cell)),
        Deed::Put { turned, from } => (Action::Put { cell, turned }, Some(from)),
        Deed::Flip => (Action::Flip(cell), None),
    };
    let flipped = bits(last.flipped).map(|next| picture.island.cell(next)).collect();
    LastView { seat: last.seat, action: action.to_string(), cell, from, flipped }
}
