//! What a game can do beyond being played: one trait per capability.

use std::fmt::Debug;
use std::ops::ControlFlow;

use rand_core::Rng;
use serde::Serialize;

use crate::{Action, Options, Phrase, PlayError, Rules, Seat, Turn, Viewer, chance};

/// Games whose seats choose from a finite list.
///
/// ```
/// use sarsen_core::{ListActions, Options, Rules, legal_actions};
/// use sarsen_stonehenge::Stonehenge;
///
/// let game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// assert_eq!(game.action_count(), 18 * 6, "six different druids on any of eighteen cells");
/// assert_eq!(game.nth_action(0), legal_actions(&game).first().copied());
/// ```
pub trait ListActions: Rules {
    /// Calls `visit` once with every legal action of the seat to act, until `visit` breaks. Visits nothing when chance
    /// is to act or the game is over. Allocates nothing.
    fn visit_actions<B>(&self, visit: impl FnMut(Self::Action) -> ControlFlow<B>)
    -> ControlFlow<B>;

    /// The number of actions that [`ListActions::visit_actions`] visits. Games override it where counting is faster
    /// than listing.
    fn action_count(&self) -> usize {
        let mut count = 0;
        let _: ControlFlow<()> = self.visit_actions(|_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// The action at an index of that list, counted from 0. Games override it where they can jump.
    fn nth_action(&self, n: usize) -> Option<Self::Action> {
        let mut left = n;
        let found = self.visit_actions(|action| {
            if left == 0 {
                return ControlFlow::Break(action);
            }
            left -= 1;
            ControlFlow::Continue(())
        });
        found.break_value()
    }

    /// A legal action drawn uniformly; `None` if no seat is to act.
    fn random_action<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Self::Action> {
        let count = self.action_count();
        if count == 0 {
            return None;
        }
        self.nth_action(chance::below(rng, count as u64) as usize)
    }
}

/// The legal actions as a `Vec`, for callers that can afford the allocation.
pub fn legal_actions<G: ListActions>(state: &G) -> Vec<G::Action> {
    let mut actions = Vec::new();
    let _: ControlFlow<()> = state.visit_actions(|action| {
        actions.push(action);
        ControlFlow::Continue(())
    });
    actions
}

/// Games in which chance acts.
///
/// ```
/// use sarsen_core::{Chance, Options, Rules, Turn};
/// use sarsen_holes::Holes;
///
/// let game = Holes::start(&Options::defaults(Holes::SPEC));
/// assert_eq!(game.turn(), Turn::Chance, "the sticks decide who begins");
/// let mut outcomes = Vec::new();
/// assert!(game.visit_outcomes(|throw, weight| outcomes.push((throw.to_string(), weight))));
/// assert_eq!(outcomes[0], ("*1".to_owned(), 4), "four of sixteen ways");
/// assert_eq!(outcomes.iter().map(|(_, weight)| weight).sum::<u32>(), 16);
/// ```
pub trait Chance: Rules {
    /// Calls `visit` with every outcome and its weight, when chance is to act. The weights are exact:
    /// an outcome's probability is its weight over their sum. `false` means that the outcomes are too
    /// many to list (a deal): then nothing is visited.
    fn visit_outcomes(&self, visit: impl FnMut(Self::Action, u32)) -> bool;

    /// Draws an outcome by its probability; `None` if chance is not to act.
    fn draw<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Self::Action>;
}

/// Games without chance. They are [`Chance`] games in which it never acts.
///
/// ```
/// use sarsen_core::{Chance, Deterministic, Options, Rules, chance};
/// use sarsen_stonehenge::Stonehenge;
///
/// fn is_predictable<G: Deterministic>(game: &G) -> bool {
///     game.draw(&mut chance::generator(1)).is_none()
/// }
/// assert!(is_predictable(&Stonehenge::start(&Options::defaults(Stonehenge::SPEC))));
/// ```
pub trait Deterministic: Rules {}

impl<G: Deterministic> Chance for G {
    fn visit_outcomes(&self, _visit: impl FnMut(Self::Action, u32)) -> bool {
        true
    }

    fn draw<R: Rng + ?Sized>(&self, _rng: &mut R) -> Option<Self::Action> {
        None
    }
}

/// What a viewer sees of a state. Everything that leaves the process, as JSON, text or picture, is made from a view.
///
/// ```
/// use sarsen_core::{Options, Rules, Seat, Viewer, Views};
/// use sarsen_stonehenge::Stonehenge;
///
/// let mut options = Options::defaults(Stonehenge::SPEC);
/// options.set("druids", "hidden")?;
/// let mut game = Stonehenge::start(&options);
/// let action = "G4".parse()?;
/// game.play(action)?;
/// // The other seat sees that a druid lies there, but not which one.
/// assert_eq!(game.view(Viewer::Seat(Seat::ONE)).cells[6].value, Some(4));
/// assert_eq!(game.view(Viewer::Seat(Seat::TWO)).cells[6].value, None);
/// assert_eq!(game.masked(&[action], Viewer::Seat(Seat::TWO)), ["G?"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Views: Rules {
    /// Everything that a viewer may know, ready to be serialised. States that a viewer cannot tell
    /// apart give equal views.
    type View: Serialize + Clone + PartialEq + Debug + Send + Sync + 'static;

    /// Something that follows from an action by itself: a line is won, a monument is removed.
    type Event: Explain + Serialize + Clone + PartialEq + Debug + Send + Sync + 'static;

    /// What `viewer` may know of this state.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// The consequences of a legal `action`, in order, as told to `viewer` after it has been played from this state,
    /// including what the action itself reveals to that viewer.
    fn events(&self, action: Self::Action, viewer: Viewer) -> Vec<Self::Event>;

    /// The consequences of a legal `action`, as far as `viewer` can tell before it is played. Games whose actions can
    /// reveal something override it.
    fn preview(&self, action: Self::Action, viewer: Viewer) -> Vec<Self::Event> {
        self.events(action, viewer)
    }

    /// The actions that led from the start to this state, as `viewer` may read them: notation, with
    /// `?` for what it may not know.
    fn masked(&self, history: &[Self::Action], viewer: Viewer) -> Vec<String> {
        let _ = viewer;
        history.iter().map(ToString::to_string).collect()
    }

    /// Like [`Views::masked`], for a seat that forgets nothing: what an engine may be told. The two differ where a seat
    /// has seen something that its view no longer shows.
    fn recalled(&self, history: &[Self::Action], seat: Seat) -> Vec<String> {
        self.masked(history, Viewer::Seat(seat))
    }

    /// The legal actions of `seat`, which is to act, as that seat can name them, sorted: notation, with `?` for what it
    /// may not know. Games in which a seat can act on something it does not know override this, [`Views::resolve`] and
    /// [`Views::foresee`] together.
    fn choices(&self, seat: Seat) -> Vec<String>
    where
        Self: ListActions,
    {
        let mut choices = Vec::new();
        if self.turn() == Turn::Seat(seat) {
            choices.extend(legal_actions(self).iter().map(ToString::to_string));
        }
        choices.sort_unstable();
        choices
    }

    /// The legal action that `seat`, which is to act, means by a token.
    ///
    /// # Errors
    /// The same as for a token of a record. The error reveals nothing that the seat may not know.
    fn resolve(&self, seat: Seat, token: &str) -> Result<Self::Action, PlayError> {
        let _ = seat;
        if token.contains('?') {
            return Err(PlayError::Masked);
        }
        let action: Self::Action = token.parse()?;
        self.check(action)?;
        Ok(action)
    }

    /// [`Views::preview`] for a token of `seat`, which is to act.
    ///
    /// # Errors
    /// As [`Views::resolve`].
    fn foresee(&self, seat: Seat, token: &str) -> Result<Vec<Self::Event>, PlayError> {
        Ok(self.preview(self.resolve(seat, token)?, Viewer::Seat(seat)))
    }

    /// The view of a record that contains `?`: its tokens, replayed as far as they are known.
    ///
    /// # Errors
    /// The index of the first token that cannot be shown, and why. A game without hidden
    /// information has no masked tokens: the default refuses them.
    fn view_masked(options: &Options, tokens: &[&str]) -> Result<Self::View, (usize, PlayError)> {
        let _ = options;
        Err(refuse_masked::<Self::Action>(tokens))
    }

    /// A complete history that is consistent with a record that contains `?`. What the record does not say is filled in
    /// arbitrarily, so that an engine can search a position of which it knows only its own seat's part.
    ///
    /// # Errors
    /// The index of the first token that cannot be played, and why. The default refuses masked tokens.
    fn unmasked(
        options: &Options,
        tokens: &[&str],
    ) -> Result<Vec<Self::Action>, (usize, PlayError)> {
        let _ = options;
        Err(refuse_masked::<Self::Action>(tokens))
    }
}

/// The error for games without hidden information: the first token that contains `?`, which is not an action there.
pub fn refuse_masked<A: Action>(tokens: &[&str]) -> (usize, PlayError) {
    let index = tokens.iter().position(|token| token.contains('?')).unwrap_or_default();
    let parsed = tokens.get(index).copied().unwrap_or_default().parse::<A>();
    (index, parsed.err().map_or(PlayError::Masked, PlayError::Parse))
}

/// An event in words, for the commentary, the log and screen readers.
///
/// ```
/// use sarsen_core::{Audience, Explain, Options, Rules, Viewer, Views};
/// use sarsen_stonehenge::Stonehenge;
///
/// let game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// let events = game.events("G4".parse()?, Viewer::Public);
/// let sentence = Audience::default().read(&events[0].explain());
/// assert_eq!(sentence.en, "Player 1 places a 4 on G.");
/// # Ok::<(), sarsen_core::ParseActionError>(())
/// ```
pub trait Explain {
    /// The sentence. It refers to seats by the marks of [`Audience`](crate::Audience).
    fn explain(&self) -> Phrase;
}

/// Actions in players' words: shown in lists, logs and hints in place of notation.
///
/// ```
/// use sarsen_core::{Describe, Options, Rules, Seat};
/// use sarsen_stonehenge::Stonehenge;
///
/// let game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// assert_eq!(game.describe("G4").unwrap().en, "4 on G");
/// assert_eq!(game.actor(), Some(Seat::ONE));
/// ```
pub trait Describe: Views {
    /// What is done, without the actor: "4 on G", "throw of 3". The token is an action that is legal in this state, as
    /// some reader sees it: notation, with `?` for what that reader may not know. Only public parts of the state are
    /// used. `None` for actions that players need not hear about, and for tokens that are not actions here.
    ///
    /// Different legal actions of a position have different descriptions.
    fn describe(&self, token: &str) -> Option<Phrase>;

    /// The actions that were played as a list shows them to a viewer: the tokens to be described. A game of memory may
    /// leave out what the viewer's record has to keep.
    fn listed(&self, history: &[Self::Action], viewer: Viewer) -> Vec<String> {
        self.masked(history, viewer)
    }

    /// The seat to act, or the seat on whose behalf chance acts.
    fn actor(&self) -> Option<Seat> {
        self.turn().seat()
    }
}

/// Pictures of a view.
///
/// ```
/// use sarsen_core::{Draw, Options, Rules, Viewer, Views};
/// use sarsen_stonehenge::Stonehenge;
///
/// let game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// let view = game.view(Viewer::Public);
/// assert!(Stonehenge::text(&view).contains("seat 1 to act"));
/// assert!(Stonehenge::svg(&view).starts_with("<svg"));
/// ```
pub trait Draw: Views {
    /// The board as text with ANSI colours, ending in a newline. The caller strips the colours if necessary; the text
    /// must be readable without them.
    fn text(view: &Self::View) -> String;

    /// The board as a self-contained SVG document.
    fn svg(view: &Self::View) -> String;

    /// The last movement of a game that is simulated, as bytes from which the page plays it back; the game's crate
    /// describes them. `None` for games in which nothing moves by itself, and if nothing has moved yet.
    fn playback(options: &Options, actions: &[Self::Action]) -> Option<Vec<u8>> {
        let _ = (options, actions);
        None
    }
}

/// Games in which seats know different things.
///
/// ```
/// use sarsen_core::{Hidden, Options, Rules, Seat, Viewer, Views, chance};
/// use sarsen_stonehenge::Stonehenge;
///
/// let mut options = Options::defaults(Stonehenge::SPEC);
/// options.set("druids", "hidden")?;
/// let mut game = Stonehenge::start(&options);
/// assert!(Stonehenge::hides(&options));
/// game.play("G4".parse()?)?;
/// assert!(game.has_secrets(), "the druid on G");
/// // A state that seat 2 cannot tell from the real one: some druid lies on G.
/// let world = game.determinize(Seat::TWO, &mut chance::generator(1));
/// assert_eq!(world.view(Viewer::Seat(Seat::TWO)), game.view(Viewer::Seat(Seat::TWO)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Hidden: Views {
    /// Whether seats can know different things in games with these options.
    fn hides(options: &Options) -> bool;

    /// Whether seats may know different things of this state.
    fn has_secrets(&self) -> bool;

    /// A state that `seat` cannot tell from this one, drawn uniformly from all that it considers
    /// possible. It depends on nothing but the seat's view and the generator.
    fn determinize<R: Rng + ?Sized>(&self, seat: Seat, rng: &mut R) -> Self;

    /// The history of `world`, a state that `seat` cannot tell from this one, given that `history` led to this one:
    /// what the seat does not know is taken from `world`. `None` if no such history exists.
    fn history_in(
        &self,
        world: &Self,
        history: &[Self::Action],
        seat: Seat,
    ) -> Option<Vec<Self::Action>>;
}

/// States with a hash.
///
/// ```
/// use sarsen_core::{Hashed, Options, PlayError, Rules};
/// use sarsen_stonehenge::Stonehenge;
///
/// let played = |tokens: [&str; 4]| -> Result<Stonehenge, PlayError> {
///     let mut game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
///     for token in tokens {
///         game.play(token.parse()?)?;
///     }
///     Ok(game)
/// };
/// let (one, other) = (played(["A1", "B1", "C2", "D2"])?, played(["C2", "D2", "A1", "B1"])?);
/// assert_eq!(one.hash(), other.hash(), "the same position by another way");
/// assert_eq!(one.hash(), one.fresh_hash());
/// # Ok::<(), PlayError>(())
/// ```
pub trait Hashed: Rules {
    /// The hash, kept up to date by [`Rules::apply`]. States with the same seat to act and the same future have equal
    /// hashes.
    fn hash(&self) -> u64;

    /// The same hash, computed from scratch.
    fn fresh_hash(&self) -> u64;
}

/// Boards that can be turned or mirrored into themselves.
///
/// ```
/// use sarsen_core::{Options, Rules, Symmetric};
/// use sarsen_stonehenge::Stonehenge;
///
/// let mut game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// let action = "A4".parse()?;
/// let image = game.transform_action(action, 1);
/// let mut mirrored = game.transform(1);
/// game.play(action)?;
/// mirrored.play(image)?;
/// assert_eq!(game.transform(1).held_by(sarsen_core::Seat::ONE), mirrored.held_by(sarsen_core::Seat::ONE));
/// assert_eq!(game.transform_action(image, Stonehenge::inverse(1)), action);
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
pub trait Symmetric: Rules {
    /// The number of symmetries, including the identity (number 0).
    const SYMMETRIES: usize;

    /// The state transformed by a symmetry.
    fn transform(&self, symmetry: usize) -> Self;

    /// An action transformed by a symmetry.
    fn transform_action(&self, action: Self::Action, symmetry: usize) -> Self::Action;

    /// The inverse of a symmetry.
    fn inverse(symmetry: usize) -> usize;
}

/// Games whose actions cannot all be listed.
///
/// ```
/// use sarsen_core::{Chance, Options, Propose, Rules, Turn, chance};
/// use sarsen_sun::Sun;
///
/// let mut rng = chance::generator(1);
/// let mut game = Sun::start(&Options::defaults(Sun::SPEC));
/// while game.turn() == Turn::Chance {
///     let outcome = game.draw(&mut rng).expect("chance acts");
///     game.apply(outcome);
/// }
/// // Stones may stand anywhere on a ring; a few sensible places represent them all.
/// let proposals = game.propose(8, &mut rng);
/// assert!(proposals.iter().all(|&action| game.check(action).is_ok()));
/// assert!(!game.summary().is_empty());
/// ```
pub trait Propose: Rules {
    /// Sensible legal actions for the seat to act, at least one and about `count`, without duplicates.
    fn propose<R: Rng + ?Sized>(&self, count: usize, rng: &mut R) -> Vec<Self::Action>;

    /// What `sarsen legal` prints when a seat is to act: ranges in place of single actions.
    fn summary(&self) -> Vec<String>;
}
