//! The state of a game and how actions change it.

use sarsen_core::{Deterministic, GameSpec, Illegal, Options, Outcome, PerSeat, Rules, Seat, Turn};

use crate::action::{Action, Placement};
use crate::board::{Square, Squares};
use crate::footprint::{Free, footprint, rotations};
use crate::piece::{MONUMENTS, Piece, SQUARES_PER_SEAT};
use crate::spec::{Choices, SPEC};
use crate::view::Phase;
use crate::{DARK, LIGHT, hash};

/// The number of monuments per seat.
pub(crate) const PIECES_PER_SEAT: usize = 14;

/// A game of Cathedral.
///
/// ```
/// use sarsen_cathedral::{Cathedral, DARK};
/// use sarsen_core::{Options, Rules};
///
/// let mut game = Cathedral::start(&Options::defaults(Cathedral::SPEC));
/// for token in ["PP0@h7", "TA0@j1", "BR1@d1", "TO0@a1"] {
///     game.play(token.parse()?)?;
/// }
/// assert!(!game.claimed_by(DARK).is_empty(), "the tower walls in the corner");
/// assert_eq!(game.standing_of(DARK).len(), 2);
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cathedral {
    pub(crate) choices: Choices,
    pub(crate) phase: Phase,
    pub(crate) to_act: Seat,
    /// The seat to act has unplaced monuments, none of which fits (C11).
    pub(crate) stuck: bool,
    /// Consecutive passes, counted where two of them end the game.
    pub(crate) passes: u8,
    /// By seat index: what each seat has built, claimed and still to place.
    pub(crate) sides: [Side; 2],
    /// Where the People Piece stands; `None` before it is placed and after it is removed.
    pub(crate) people: Option<Placement>,
    /// The regions of this move that await a decision, each with one enclosed piece (C14).
    pub(crate) pending: Squares,
    /// The regions that become the mover's once no decision is pending.
    pub(crate) won: Squares,
    /// The number of quarter-turns by which this state has been transformed. Only the order of decisions (C14), which
    /// starts from the original bottom left, depends on it.
    pub(crate) frame: u8,
    pub(crate) last: Option<Action>,
    /// The exclusive or of the keys of all pieces on the board.
    pub(crate) pieces_key: u64,
}

/// The part of the state that belongs to one seat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    /// The squares under its monuments.
    pub(crate) built: Squares,
    /// Its claimed space: only empty squares.
    pub(crate) claimed: Squares,
    /// Its monuments on the board, unordered; the first `count` are valid.
    standing: [Placement; PIECES_PER_SEAT],
    count: u8,
    /// The number of unplaced monuments of each kind.
    pub(crate) tray: [u8; MONUMENTS],
    /// It has made its first move (C4).
    pub(crate) begun: bool,
}

impl Side {
    fn new() -> Side {
        let corner = Square::new(0, 0).expect("a1 is on the board");
        Side {
            built: Squares::NONE,
            claimed: Squares::NONE,
            standing: [Placement::tabulated(Piece::Tavern, 0, corner); PIECES_PER_SEAT],
            count: 0,
            tray: std::array::from_fn(|index| Piece::ALL[index].count()),
            begun: false,
        }
    }

    /// Its monuments on the board.
    pub(crate) fn standing(&self) -> &[Placement] {
        &self.standing[..usize::from(self.count)]
    }

    pub(crate) fn standing_mut(&mut self) -> &mut [Placement] {
        &mut self.standing[..usize::from(self.count)]
    }

    /// C12: the number of squares of the unplaced monuments.
    pub(crate) fn score(&self) -> usize {
        SQUARES_PER_SEAT - self.built.len()
    }

    /// The monument that covers a square.
    pub(crate) fn standing_on(&self, seat: Seat, square: Square) -> Option<Placement> {
        let mut standing = self.standing().iter().copied();
        standing.find(|placement| placement.squares(seat).contains(square))
    }

    pub(crate) fn build(&mut self, placement: Placement, squares: Squares) {
        self.tray[placement.piece().index()] -= 1;
        self.standing[usize::from(self.count)] = placement;
        self.count += 1;
        self.built |= squares;
        // A square under a monument is no longer claimed: nobody has to be kept off it.
        self.claimed &= !squares;
    }

    /// Takes a monument off the board, back into the tray.
    fn take_back(&mut self, placement: Placement, squares: Squares) {
        let place = self.standing().iter().position(|&standing| standing == placement);
        let place = place.expect("only what stands is taken back");
        self.count -= 1;
        self.standing[place] = self.standing[usize::from(self.count)];
        self.built &= !squares;
        self.tray[placement.piece().index()] += 1;
    }
}

impl Rules for Cathedral {
    type Action = Action;

    const SPEC: &'static GameSpec = &SPEC;
    fn start(options: &Options) -> Cathedral {
        let choices = Choices::new(options);
        // C1: the seat of the People Piece begins with it; C14: or waits for the first monument.
        let (phase, to_act) = if choices.people_after_first {
            (Phase::Monument, choices.people.other())
        } else {
            (Phase::People, choices.people)
        };
        Cathedral {
            choices,
            phase,
            to_act,
            stuck: false,
            passes: 0,
            sides: [Side::new(); 2],
            people: None,
            pending: Squares::NONE,
            won: Squares::NONE,
            frame: 0,
            last: None,
            pieces_key: 0,
        }
    }

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Over => Turn::Over(self.outcome()),
            _ => Turn::Seat(self.to_act),
        }
    }

    fn score(&self) -> Option<PerSeat<i32>> {
        Some(PerSeat::new(&[LIGHT, DARK].map(|seat| self.side(seat).score() as i32)))
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        self.refusal(action).map_or(Ok(()), Err)
    }

    fn apply(&mut self, action: Action) {
        self.last = Some(action);
        match action {
            Action::Place(placement) if placement.piece() == Piece::People => {
                self.place_people(placement);
            }
            Action::Place(placement) => self.place_monument(placement),
            Action::Keep(_) => self.decide(false),
            Action::Take(_) => self.decide(true),
            Action::Pass => self.pass(),
        }
    }
}

impl Deterministic for Cathedral {}

impl Cathedral {
    /// What belongs to a seat.
    pub(crate) fn side(&self, seat: Seat) -> &Side {
        &self.sides[seat.index() & 1]
    }

    pub(crate) fn side_mut(&mut self, seat: Seat) -> &mut Side {
        &mut self.sides[seat.index() & 1]
    }

    /// The squares under the People Piece, if it stands.
    pub fn people_squares(&self) -> Squares {
        // The piece belongs to neither set: both have the same footprint for it.
        self.people.map_or(Squares::NONE, |placement| placement.squares(LIGHT))
    }

    /// The squares under a seat's monuments.
    pub fn built_by(&self, seat: Seat) -> Squares {
        self.side(seat).built
    }

    /// A seat's monuments on the board, unordered.
    pub fn standing_of(&self, seat: Seat) -> &[Placement] {
        self.side(seat).standing()
    }

    /// The number of unplaced monuments of a kind; 0 for the People Piece.
    pub fn unplaced(&self, seat: Seat, piece: Piece) -> u8 {
        self.side(seat).tray.get(piece.index()).copied().unwrap_or(0)
    }

    /// A seat's claimed space.
    pub fn claimed_by(&self, seat: Seat) -> Squares {
        self.side(seat).claimed
    }

    /// The squares without any piece.
    pub(crate) fn empty(&self) -> Squares {
        !(self.side(LIGHT).built | self.side(DARK).built | self.people_squares())
    }

    /// The squares that a seat may build on: empty (C2), and not claimed by the other seat (C3).
    pub fn open_to(&self, seat: Seat) -> Squares {
        self.empty() & !self.side(seat.other()).claimed
    }

    /// Whether the People Piece has still to be placed (C1, C14).
    pub(crate) fn awaits_people(&self) -> bool {
        self.phase == Phase::People
            || self.choices.people_after_first && !self.side(LIGHT).begun && !self.side(DARK).begun
    }

    fn outcome(&self) -> Outcome {
        // C12: the lower score wins.
        match self.side(LIGHT).score().cmp(&self.side(DARK).score()) {
            std::cmp::Ordering::Less => Outcome::win(LIGHT),
            std::cmp::Ordering::Equal => Outcome::draw(),
            std::cmp::Ordering::Greater => Outcome::win(DARK),
        }
    }

    fn place_people(&mut self, placement: Placement) {
        self.people = Some(placement);
        self.pieces_key ^= hash::people_key(placement);
        self.phase = Phase::Monument;
        // C14: after the first monument it is the first of two actions of the same turn.
        if !self.choices.people_after_first {
            self.to_act = self.to_act.other();
        }
    }

    fn place_monument(&mut self, placement: Placement) {
        let mover = self.to_act;
        let squares = placement.squares(mover);
        self.side_mut(mover).build(placement, squares);
        self.pieces_key ^= hash::monument_key(mover, placement);
        self.passes = 0;
        // C4: a seat's first monument claims nothing.
        if !std::mem::replace(&mut self.side_mut(mover).begun, true) {
            return self.end_first_move();
        }
        self.enclose(squares);
        if self.pending.is_empty() {
            self.claim();
            self.end_turn();
        } else {
            self.phase = Phase::Removal;
        }
    }

    fn end_first_move(&mut self) {
        self.end_turn();
        // C14: the second mover answers the first monument with the People Piece.
        if self.choices.people_after_first
            && self.people.is_none()
            && self.to_act == self.choices.people
        {
            self.phase = Phase::People;
            self.stuck = false;
        }
    }

    fn decide(&mut self, take: bool) {
        let decision = self.decision().expect("a removal is decided only when one is pending");
        let region = Squares::only(decision).flooded(self.pending);
        self.pending &= !region;
        if take {
            self.remove(decision);
            self.won |= region;
        }
        if self.pending.is_empty() {
            self.phase = Phase::Monument;
            self.claim();
            self.end_turn();
        }
    }

    /// Removes the piece of the other seat or of nobody that covers a square (C8).
    pub(crate) fn remove(&mut self, square: Square) {
        if self.people_squares().contains(square) {
            // C8: the People Piece does not come back.
            let people = self.people.take().expect("it covers a square");
            self.pieces_key ^= hash::people_key(people);
            return;
        }
        let owner = self.to_act.other();
        let placement = self.side(owner).standing_on(owner, square).expect("a monument covers it");
        self.side_mut(owner).take_back(placement, placement.squares(owner));
        self.pieces_key ^= hash::monument_key(owner, placement);
    }

    fn pass(&mut self) {
        if self.choices.free_passing {
            self.passes += 1;
        }
        self.end_turn();
        // C11: with free passing, two passes in a row end the game.
        if self.passes == 2 {
            self.phase = Phase::Over;
        }
    }

    /// C11: the other seat's turn, unless neither seat can place.
    fn end_turn(&mut self) {
        let mover = self.to_act;
        self.to_act = mover.other();
        self.stuck = !self.can_place(self.to_act);
        if self.stuck && !self.can_place(mover) {
            self.phase = Phase::Over;
        }
    }

    /// Whether any unplaced monument of a seat fits.
    pub(crate) fn can_place(&self, seat: Seat) -> bool {
        let free = self.open_to(seat);
        // A tavern fits anywhere: no need to look further.
        if self.side(seat).tray[Piece::Tavern.index()] > 0 {
            return !free.is_empty();
        }
        let free = Free::new(free);
        self.in_tray(seat).any(|piece| {
            (0..rotations(piece))
                .any(|rotation| !footprint(seat, piece, rotation).free_at(&free).is_empty())
        })
    }

    /// The kinds of monuments that a seat has still to place.
    pub(crate) fn in_tray(&self, seat: Seat) -> impl Iterator<Item = Piece> {
        let tray = self.side(seat).tray;
        Piece::monuments().filter(move |piece| tray[piece.index()] > 0)
    }
}
