//! L3, L14: who has seen what.
//!
//! Two pictures of a game matter to a seat. What the *table* shows it: the upper faces, its own backs while it may look
//! at them, the back of a stone it has lifted, and under `memory=aid` everything it has seen. And *everything* it has
//! seen, which an engine remembers under any option: worlds are drawn to be consistent with all of that, and hence with
//! what the table shows.
//!
//! A stone of which a seat has not seen both faces has never been turned over on the island, so the face it knows is
//! the upper one.

use rand_core::Rng;
use sarsen_core::{Hidden, Options, PlayError, Rules, Seat, Viewer, Views};

use crate::action::Action;
use crate::hand::Hand;
use crate::history::History;
use crate::notation::parse_masked;
use crate::refusal;
use crate::spec::Backs;
use crate::state::Logan;
use crate::stone::Stone;
use crate::worlds::Worlds;

/// How much a picture contains.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Recall {
    /// What the table shows.
    Table,
    /// Everything that has been seen.
    Everything,
}

impl Logan {
    /// The game as the table shows it to a viewer: all other faces are [`Face::Hidden`](crate::Face).
    pub fn shadow(&self, viewer: Viewer) -> Logan {
        self.picture(viewer, if self.config.aid { Recall::Everything } else { Recall::Table })
    }

    /// The same game with `memory=aid`, which reminds each seat of what it has seen: what an engine may know, whatever
    /// the option.
    pub fn reminded(&self) -> Logan {
        let mut reminded = self.clone();
        reminded.config.aid = true;
        reminded
    }

    /// The worlds that a seat considers possible.
    pub fn worlds(&self, seat: Seat) -> Worlds {
        Worlds::of(&self.picture(Viewer::Seat(seat), Recall::Everything))
    }

    /// A world consistent with what the table shows a seat, for players who have forgotten everything else.
    pub fn forgetful_world<R: Rng + ?Sized>(&self, seat: Seat, rng: &mut R) -> Logan {
        self.world(seat, Recall::Table, rng)
    }

    fn world<R: Rng + ?Sized>(&self, seat: Seat, recall: Recall, rng: &mut R) -> Logan {
        if self.is_open_to(Viewer::Seat(seat)) {
            return self.clone();
        }
        let picture = self.picture(Viewer::Seat(seat), recall);
        let worlds = Worlds::of(&picture);
        loop {
            let mut world = picture.clone().filled(&worlds, rng);
            let (history, third) = self.history.retold(&world.position(), 0, self.to_act);
            if third.is_none() {
                world.history = history;
                return world;
            }
        }
    }

    /// The stones of the island and of both hands.
    pub(crate) fn all_stones(&self) -> impl Iterator<Item = Stone> {
        let hands = self.hands.iter().flat_map(|hand| hand.stones().iter().copied());
        self.island.stones().map(|(_, stone)| stone).chain(hands)
    }

    /// Whether a viewer may know every face: with open stones, or after the game.
    pub(crate) fn is_open_to(&self, viewer: Viewer) -> bool {
        viewer == Viewer::Omniscient || self.config.backs == Backs::Open || self.end().is_some()
    }

    /// L3: whether a viewer may look at the backs of a hand.
    pub(crate) fn sees_hand(&self, viewer: Viewer, seat: Seat) -> bool {
        let own = viewer == Viewer::Seat(seat) && self.config.backs == Backs::Owner;
        own || self.is_open_to(viewer)
    }

    /// The set of stones on the island of which a viewer has seen both faces.
    pub(crate) fn seen_by(&self, viewer: Viewer) -> u32 {
        match viewer {
            _ if self.is_open_to(viewer) => !0,
            Viewer::Seat(seat) => self.seen.seats[seat.index()],
            Viewer::Public | Viewer::Omniscient => self.seen.public,
        }
    }

    /// The set of stones on the island whose backs the table shows a viewer.
    pub(crate) fn table_shows(&self, viewer: Viewer) -> u32 {
        if self.is_open_to(viewer) {
            return !0;
        }
        self.shown_to(viewer, if self.config.aid { Recall::Everything } else { Recall::Table })
    }

    fn shown_to(&self, viewer: Viewer, recall: Recall) -> u32 {
        let in_hand = match (self.lifted(), viewer) {
            (Some(id), Viewer::Seat(seat)) if seat == self.to_act => 1 << id,
            _ => 0,
        };
        match recall {
            Recall::Table => in_hand,
            Recall::Everything => self.seen_by(viewer),
        }
    }

    fn picture(&self, viewer: Viewer, recall: Recall) -> Logan {
        let mut picture = self.clone();
        if self.is_open_to(viewer) {
            return picture;
        }
        let shown = self.shown_to(viewer, recall);
        for id in (0..self.island.count()).filter(|id| shown & 1 << id == 0) {
            picture.island.set_stone(id, self.island.stone(id).covered());
        }
        for seat in Seat::all(2).filter(|&seat| !self.sees_hand(viewer, seat)) {
            for stone in picture.hands[seat.index()].stones_mut() {
                *stone = stone.covered();
            }
        }
        // Which positions were equal depends on faces that are hidden now.
        picture.history = History::new();
        picture.masked = true;
        picture
    }

    /// The picture with all hidden faces filled in.
    fn filled<R: Rng + ?Sized>(mut self, worlds: &Worlds, rng: &mut R) -> Logan {
        if let Some(mut backs) = worlds.draw(rng) {
            for id in 0..self.island.count() {
                let stone = backs.uncover(self.island.stone(id));
                self.island.set_stone(id, stone);
            }
            for stone in self.hands.iter_mut().flat_map(Hand::stones_mut) {
                *stone = backs.uncover(*stone);
            }
        }
        self.masked = false;
        self
    }

    /// The action that a seat means by its own notation: `+R?@1,-1` if it may not know its backs. Among stones that it
    /// cannot tell apart, the first as dealt is taken. The seat cannot name what it may not know, and refusals depend
    /// on its picture only, so asking reveals nothing.
    pub(crate) fn resolved(&self, seat: Seat, token: &str) -> Result<Action, PlayError> {
        let named = parse_masked(token)?;
        if let Action::Add { stone, .. } = named
            && !stone.is_masked()
            && !self.sees_hand(Viewer::Seat(seat), self.to_act)
        {
            return Err(refusal::hidden_back(stone).into());
        }
        self.shadow(Viewer::Seat(seat)).check(named)?;
        Ok(self.unmasked(named))
    }

    pub(crate) fn unmasked(&self, named: Action) -> Action {
        let Action::Add { stone, turned, cell } = named else { return named };
        if !stone.is_masked() {
            return named;
        }
        let stone = self.hand().first_showing(stone.up()).unwrap_or(stone);
        // A stone with two equal faces has no turned-over form; its owner could not know.
        Action::Add { stone, turned: turned && !stone.is_double(), cell }
    }
}

impl Hidden for Logan {
    fn hides(options: &Options) -> bool {
        options.get("backs") != "open"
    }

    fn has_secrets(&self) -> bool {
        Seat::all(2).any(|seat| self.worlds(seat).count() > 1)
    }

    /// Worlds are drawn uniformly from all that are consistent with what the seat has seen. The only knowledge beyond
    /// faces is that no position has occurred three times (L13); a world in which one would have is drawn again. This
    /// is extremely rare, and the real world always remains possible.
    fn determinize<R: Rng + ?Sized>(&self, seat: Seat, rng: &mut R) -> Logan {
        self.world(seat, Recall::Everything, rng)
    }
    fn history_in(&self, world: &Logan, history: &[Action], seat: Seat) -> Option<Vec<Action>> {
        let known = self.recalled(history, seat);
        let masked: Option<Vec<Action>> =
            known.iter().map(|token| parse_masked(token).ok()).collect();
        crate::unmask::in_world(world, &masked?)
    }
}
