//! The view of a state. Nothing is hidden: everybody sees the same.

use sarsen_core::{Outcome, PerSeat, Phrase, Rules, Seat, Viewer, Views};
use serde::Serialize;

use crate::action::{Action, Placement};
use crate::board::{Square, Squares};
use crate::events::{self, Event};
use crate::footprint::{footprint, rotations};
use crate::piece::Piece;
use crate::state::Cathedral;
use crate::{DARK, LIGHT};

/// What the seat to act has to do.
///
/// ```
/// use sarsen_cathedral::{Cathedral, Phase};
/// use sarsen_core::{Options, Rules, Viewer, Views};
///
/// let mut game = Cathedral::start(&Options::defaults(Cathedral::SPEC));
/// assert_eq!(game.view(Viewer::Public).phase, Phase::People);
/// game.play("PP0@h7".parse()?)?;
/// assert_eq!(game.view(Viewer::Public).phase, Phase::Monument);
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Position the People Piece.
    People,
    /// Place a monument, or pass.
    Monument,
    /// Decide about an enclosed piece.
    Removal,
    /// Nothing: the game is over.
    Over,
}

/// A state as everybody sees it.
///
/// ```
/// use sarsen_cathedral::Cathedral;
/// use sarsen_core::{Options, Rules, Viewer, Views};
///
/// let game = Cathedral::start(&Options::defaults(Cathedral::SPEC));
/// let view = game.view(Viewer::Public);
/// assert_eq!((view.size, view.score.as_slice()), (10, &[47, 47][..]));
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct View {
    /// The rows and columns of the board. Columns are a to j from the left, rows 1 to 10 from below.
    pub size: usize,
    /// What the seat to act has to do.
    pub phase: Phase,
    /// The seat to act.
    #[cfg_attr(test, ts(as = "Option<u8>"))]
    pub to_act: Option<Seat>,
    /// Whether the seat to act can place nothing and has to pass.
    pub stuck: bool,
    /// Every piece on the board: the People Piece, then Light's, then Dark's, each group ordered by lowest square.
    pub pieces: Vec<PieceView>,
    /// The claimed space of each seat.
    pub claimed: Vec<ClaimView>,
    /// What each seat still has to place.
    pub trays: Vec<Vec<TrayView>>,
    /// The People Piece, until it is placed.
    pub people: Option<TrayView>,
    /// The enclosed piece to be decided about.
    pub decision: Option<DecisionView>,
    /// The squares of each seat's unplaced monuments.
    #[cfg_attr(test, ts(as = "Vec<i32>"))]
    pub score: PerSeat<i32>,
    /// The last action.
    pub last: Option<String>,
    /// The squares of the piece it placed.
    pub last_squares: Squares,
    /// How the game ended.
    #[cfg_attr(test, ts(as = "Option<String>"))]
    pub outcome: Option<Outcome>,
}

/// A piece on the board.
///
/// ```
/// use sarsen_cathedral::{Cathedral, Piece};
/// use sarsen_core::{Options, Rules, Viewer, Views};
///
/// let mut game = Cathedral::start(&Options::defaults(Cathedral::SPEC));
/// game.play("PP0@h7".parse()?)?;
/// let people = &game.view(Viewer::Public).pieces[0];
/// assert_eq!((people.piece, people.seat, people.squares.len()), (Piece::People, None, 6));
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct PieceView {
    /// Its kind, by the code of the notation.
    pub piece: Piece,
    /// Its name.
    #[cfg_attr(test, ts(type = "{ en: string; fr: string; ja: string }"))]
    pub name: Phrase,
    /// Its owner; null for the People Piece.
    #[cfg_attr(test, ts(as = "Option<u8>"))]
    pub seat: Option<Seat>,
    /// Its quarter-turns clockwise.
    pub rotation: u8,
    /// The bottom-left square of its bounding box.
    pub square: Square,
    /// The squares that it covers.
    pub squares: Squares,
}

/// The claimed space of a seat.
///
/// ```
/// use sarsen_cathedral::{Cathedral, DARK};
/// use sarsen_core::{Options, Rules, Viewer, Views};
///
/// let mut game = Cathedral::start(&Options::defaults(Cathedral::SPEC));
/// for token in ["PP0@h7", "TA0@j1", "BR1@d1", "TO0@a1"] {
///     game.play(token.parse()?)?;
/// }
/// let claim = &game.view(Viewer::Public).claimed[1];
/// assert!(claim.seat == DARK && !claim.squares.is_empty());
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct ClaimView {
    /// The seat.
    #[cfg_attr(test, ts(as = "u8"))]
    pub seat: Seat,
    /// The squares.
    pub squares: Squares,
}

/// A kind of piece that is still to be placed.
///
/// ```
/// use sarsen_cathedral::{Cathedral, Piece};
/// use sarsen_core::{Options, Rules, Viewer, Views};
///
/// let game = Cathedral::start(&Options::defaults(Cathedral::SPEC));
/// let tavern = &game.view(Viewer::Public).trays[0][0];
/// assert_eq!((tavern.piece, tavern.count), (Piece::Tavern, 2));
/// assert_eq!(tavern.rotations, [[[0, 0]]]);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct TrayView {
    /// Its kind, by the code of the notation.
    pub piece: Piece,
    /// Its name.
    #[cfg_attr(test, ts(type = "{ en: string; fr: string; ja: string }"))]
    pub name: Phrase,
    /// The number left.
    pub count: u8,
    /// Its squares as `[column, row]` in the bounding box, row 0 at the bottom, for each rotation.
    pub rotations: Vec<Vec<[usize; 2]>>,
}

/// An enclosed piece that may be removed.
///
/// ```
/// use sarsen_cathedral::Cathedral;
/// use sarsen_core::{Options, Rules, Viewer, Views};
///
/// let mut options = Options::defaults(Cathedral::SPEC);
/// options.set("removal", "optional")?;
/// // Nothing is enclosed at the start, so there is nothing to decide.
/// assert!(Cathedral::start(&options).view(Viewer::Public).decision.is_none());
/// # Ok::<(), sarsen_core::OptionError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct DecisionView {
    /// Its lowest square, which names it in `keep@` and `take@`.
    pub square: Square,
    /// The squares that it covers.
    pub squares: Squares,
    /// The region that would be claimed with its removal.
    pub region: Squares,
}

impl Views for Cathedral {
    type View = View;
    type Event = Event;

    fn view(&self, _viewer: Viewer) -> View {
        View {
            size: crate::SIZE,
            phase: self.phase,
            to_act: self.turn().seat(),
            stuck: self.stuck && self.phase == Phase::Monument,
            pieces: self.pieces(),
            claimed: [LIGHT, DARK].map(|seat| self.claim_view(seat)).into(),
            trays: [LIGHT, DARK].map(|seat| self.tray(seat)).into(),
            people: self.awaits_people().then(|| tray_view(LIGHT, Piece::People, 1)),
            decision: self.decision().map(|square| self.decision_view(square)),
            score: self.score().expect("unplaced squares are always counted"),
            last: self.last.map(|action| action.to_string()),
            last_squares: self.last_squares(),
            outcome: self.turn().outcome(),
        }
    }

    fn events(&self, action: Action, _viewer: Viewer) -> Vec<Event> {
        events::of(self, action)
    }
}

impl Cathedral {
    fn pieces(&self) -> Vec<PieceView> {
        let people = self.people.map(|placement| piece_view(None, placement));
        let mut pieces: Vec<PieceView> = people.into_iter().collect();
        for seat in [LIGHT, DARK] {
            let standing = self.side(seat).standing().iter();
            pieces.extend(standing.map(|&placement| piece_view(Some(seat), placement)));
        }
        pieces.sort_by_key(|piece| (piece.seat, piece.squares.first()));
        pieces
    }

    fn claim_view(&self, seat: Seat) -> ClaimView {
        ClaimView { seat, squares: self.side(seat).claimed }
    }

    fn tray(&self, seat: Seat) -> Vec<TrayView> {
        let count = |piece: Piece| self.side(seat).tray[piece.index()];
        self.in_tray(seat).map(|piece| tray_view(seat, piece, count(piece))).collect()
    }

    fn decision_view(&self, square: Square) -> DecisionView {
        let region = Squares::only(square).flooded(self.pending);
        DecisionView { square, squares: self.strange_on(square), region }
    }

    /// The last placed piece, if placing it was the last action.
    fn last_squares(&self) -> Squares {
        let Some(Action::Place(placement)) = self.last else {
            return Squares::NONE;
        };
        if placement.piece() == Piece::People {
            return self.people_squares();
        }
        let mover = if self.phase == Phase::Removal { self.to_act } else { self.to_act.other() };
        placement.squares(mover)
    }
}

fn piece_view(seat: Option<Seat>, placement: Placement) -> PieceView {
    PieceView {
        piece: placement.piece(),
        name: placement.piece().name(),
        seat,
        rotation: placement.rotation(),
        square: placement.square(),
        squares: placement.squares(seat.unwrap_or(LIGHT)),
    }
}

fn tray_view(seat: Seat, piece: Piece, count: u8) -> TrayView {
    let cells = |rotation| {
        let squares = footprint(seat, piece, rotation).squares.iter();
        squares.map(|square| [square.column(), square.row()]).collect()
    };
    let rotations = (0..rotations(piece)).map(cells).collect();
    TrayView { piece, name: piece.name(), count, rotations }
}
