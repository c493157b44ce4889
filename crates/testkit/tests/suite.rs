//! Tests of the suite itself: a sound game passes, and each built-in fault is found.

use std::fmt;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::FromStr;

use rand_core::Rng;
use sarsen_core::{
    Deterministic, Draw, Explain, GameSpec, Hashed, Hidden, Illegal, ListActions, Options, Outcome,
    ParseActionError, PerSeat, Phrase, Rules, RulesText, Seat, Symmetric, Turn, Viewer, Views,
};
use sarsen_testkit::conformance::{self, Effort};
use serde::Serialize;

/// Two seats take one, two or three of nine stones in turn; whoever takes the last one wins. Each seat has a secret
/// number without effect, so that there is something to hide. `FAULT` selects what is wrong with the game.
#[derive(Clone, Debug)]
struct Heap<const FAULT: u8> {
    left: u8,
    turns: u8,
    secrets: [u8; 2],
}

const SOUND: u8 = 0;
const EMPTY_VIEW: u8 = 1;
const FROZEN_VIEW: u8 = 2;
const FICKLE_VIEW: u8 = 3;
const LISTS_TWICE: u8 = 4;
const LISTS_TOO_MUCH: u8 = 5;
const LISTS_TOO_LITTLE: u8 = 6;
const PLAYS_ON: u8 = 7;
const BAD_NOTATION: u8 = 8;
const DRIFTING_HASH: u8 = 9;
const LEAKING_VIEW: u8 = 10;
const CROOKED_SYMMETRY: u8 = 11;
const NO_PICTURE: u8 = 12;
const SILENT_EVENT: u8 = 13;
const SHORT_RECORD: u8 = 14;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Take<const FAULT: u8>(u8);

impl<const FAULT: u8> fmt::Display for Take<FAULT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wrong = FAULT == BAD_NOTATION && self.0 == 3;
        write!(f, "take{}", if wrong { 2 } else { self.0 })
    }
}

impl<const FAULT: u8> FromStr for Take<FAULT> {
    type Err = ParseActionError;
    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        let count = text.strip_prefix("take").and_then(|count| count.parse().ok());
        count
            .filter(|count| (1..=3).contains(count))
            .map(Take)
            .ok_or(ParseActionError { expected: "take1, take2 or take3" })
    }
}

const ANY: Phrase = Phrase::new("Take from the heap.", "Prenez au tas.", "山から取る。");

const SPEC: GameSpec = GameSpec {
    id: "heap",
    name: ANY,
    about: ANY,
    score: None,
    seats: 2..=2,
    options: &[],
    variants: &[],
    scoring: sarsen_core::Scoring::None,
    matches: sarsen_core::MatchSpec::MOST_WINS,
    rules: RulesText { en: "**X1** Take.", fr: "**X1** Prenez.", ja: "**X1** 取る。" },
    measurements: &[],
};

impl<const FAULT: u8> Heap<FAULT> {
    fn mover(&self) -> Seat {
        if self.turns.is_multiple_of(2) { Seat::ONE } else { Seat::TWO }
    }
}

impl<const FAULT: u8> Rules for Heap<FAULT> {
    type Action = Take<FAULT>;
    const SPEC: &'static GameSpec = &SPEC;

    fn start(_: &Options) -> Self {
        Heap { left: 9, turns: 0, secrets: [3, 4] }
    }

    fn turn(&self) -> Turn {
        match self.left {
            0 => Turn::Over(Outcome::win(self.mover().other())),
            _ => Turn::Seat(self.mover()),
        }
    }

    fn score(&self) -> Option<PerSeat<i32>> {
        None
    }

    fn check(&self, Take(count): Take<FAULT>) -> Result<(), Illegal> {
        let allowed = count <= self.left || (FAULT == PLAYS_ON && self.left == 0);
        if allowed { Ok(()) } else { Err(Illegal::new("X1", ANY)) }
    }

    fn apply(&mut self, Take(count): Take<FAULT>) {
        self.left -= count;
        self.turns += 1;
    }
}

impl<const FAULT: u8> Deterministic for Heap<FAULT> {}

impl<const FAULT: u8> ListActions for Heap<FAULT> {
    fn visit_actions<B>(
        &self,
        mut visit: impl FnMut(Take<FAULT>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let most = match FAULT {
            LISTS_TOO_MUCH if self.left > 0 => 3,
            LISTS_TOO_LITTLE if self.left > 1 => self.left.min(3) - 1,
            _ => self.left.min(3),
        };
        for count in 1..=most {
            visit(Take(count))?;
        }
        if FAULT == LISTS_TWICE && most > 0 {
            visit(Take(1))?;
        }
        ControlFlow::Continue(())
    }
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct Shown {
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    secrets: Option<[Option<u8>; 2]>,
    #[serde(skip)]
    drawn: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct Taken {
    silent: bool,
}

impl Explain for Taken {
    fn explain(&self) -> Phrase {
        if self.silent { Phrase::new("", "", "") } else { ANY }
    }
}

impl<const FAULT: u8> Views for Heap<FAULT> {
    type View = Shown;
    type Event = Taken;

    fn view(&self, viewer: Viewer) -> Shown {
        use std::sync::atomic::{AtomicU8, Ordering};
        static ASKED: AtomicU8 = AtomicU8::new(0);
        let known = |index: usize| match viewer {
            Viewer::Seat(seat) => seat.index() == index || FAULT == LEAKING_VIEW,
            Viewer::Public => false,
            Viewer::Omniscient => true,
        };
        let secret = |index: usize| known(index).then_some(self.secrets[index]);
        let left = match FAULT {
            FROZEN_VIEW => 9,
            FICKLE_VIEW => ASKED.fetch_add(1, Ordering::Relaxed),
            _ => self.left,
        };
        let told = FAULT != EMPTY_VIEW;
        Shown {
            left: told.then_some(left),
            secrets: told.then_some([secret(0), secret(1)]),
            drawn: FAULT != NO_PICTURE,
        }
    }

    fn events(&self, _: Take<FAULT>, _: Viewer) -> Vec<Taken> {
        vec![Taken { silent: FAULT == SILENT_EVENT }]
    }

    fn masked(&self, history: &[Take<FAULT>], _: Viewer) -> Vec<String> {
        let kept = history.len().saturating_sub(usize::from(FAULT == SHORT_RECORD));
        history[..kept].iter().map(ToString::to_string).collect()
    }
}

impl<const FAULT: u8> Draw for Heap<FAULT> {
    fn text(view: &Shown) -> String {
        format!("heap\n{:?}\n", view.left)
    }

    fn svg(view: &Shown) -> String {
        let stones = if view.drawn { view.left.unwrap_or_default() } else { 0 };
        format!("<svg>{}</svg>", "<circle/>".repeat(usize::from(stones)))
    }
}

impl<const FAULT: u8> Hidden for Heap<FAULT> {
    fn hides(_: &Options) -> bool {
        true
    }

    fn has_secrets(&self) -> bool {
        true
    }

    fn determinize<R: Rng + ?Sized>(&self, seat: Seat, _: &mut R) -> Self {
        let mut world = self.clone();
        world.secrets[seat.other().index()] += 1;
        world
    }

    fn history_in(&self, _: &Self, history: &[Self::Action], _: Seat) -> Option<Vec<Self::Action>> {
        Some(history.to_vec())
    }
}

impl<const FAULT: u8> Hashed for Heap<FAULT> {
    fn hash(&self) -> u64 {
        let drift = u64::from(FAULT == DRIFTING_HASH) * u64::from(self.turns / 2);
        self.fresh_hash() + 1000 * drift
    }

    fn fresh_hash(&self) -> u64 {
        u64::from(self.left) * 2 + u64::from(self.turns % 2)
    }
}

impl<const FAULT: u8> Symmetric for Heap<FAULT> {
    const SYMMETRIES: usize = 1;

    fn transform(&self, _: usize) -> Self {
        self.clone()
    }

    fn transform_action(&self, action: Take<FAULT>, _: usize) -> Take<FAULT> {
        if FAULT == CROOKED_SYMMETRY { Take(1) } else { action }
    }

    fn inverse(symmetry: usize) -> usize {
        symmetry
    }
}

const EFFORT: Effort = Effort { games: 6, actions: 20 };

/// Whether a heap with this fault passes the whole suite.
fn passes<const FAULT: u8>() -> bool {
    let suite = || {
        conformance::listed::<Heap<FAULT>>(EFFORT);
        conformance::hashed::<Heap<FAULT>>(EFFORT);
        conformance::symmetric::<Heap<FAULT>>(EFFORT);
        conformance::hidden::<Heap<FAULT>>(EFFORT);
    };
    catch_unwind(AssertUnwindSafe(suite)).is_ok()
}

#[test]
fn a_sound_game_passes() {
    assert!(passes::<SOUND>());
}

#[test]
fn every_fault_is_found() {
    let missed: Vec<&str> = [
        ("a view that tells nothing", passes::<EMPTY_VIEW>()),
        ("a view that never changes", passes::<FROZEN_VIEW>()),
        ("a view that differs each time", passes::<FICKLE_VIEW>()),
        ("an action that is listed twice", passes::<LISTS_TWICE>()),
        ("an action that is listed and illegal", passes::<LISTS_TOO_MUCH>()),
        ("an action that is legal and not listed", passes::<LISTS_TOO_LITTLE>()),
        ("a finished game that goes on", passes::<PLAYS_ON>()),
        ("notation that reads back as something else", passes::<BAD_NOTATION>()),
        ("a hash that drifts", passes::<DRIFTING_HASH>()),
        ("a view that leaks", passes::<LEAKING_VIEW>()),
        ("a symmetry that does not commute", passes::<CROOKED_SYMMETRY>()),
        ("a picture without pieces", passes::<NO_PICTURE>()),
        ("an event without words", passes::<SILENT_EVENT>()),
        ("a record that is cut", passes::<SHORT_RECORD>()),
    ]
    .into_iter()
    .filter_map(|(fault, passed)| passed.then_some(fault))
    .collect();
    assert!(missed.is_empty(), "{missed:?}");
}
