//! The properties that every game has to satisfy during random play, under every option value.

use std::collections::HashSet;

use sarsen_core::record::{Reader, Record, replay};
use sarsen_core::{
    Chance, Draw, Explain, Hashed, Hidden, Lang, ListActions, Options, Propose, Rules, Seat,
    Symmetric, Turn, Viewer, chance, legal_actions,
};

use crate::setups;

/// The amount of random play in a check.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Games per set of options.
    pub games: u64,
    /// The maximal number of actions per game; longer games are cut off.
    pub actions: usize,
}

/// A random game in progress, printed if a check fails.
pub(crate) struct Walk<G: Rules> {
    pub(crate) seed: u64,
    pub(crate) options: Options,
    pub(crate) state: G,
    pub(crate) history: Vec<G::Action>,
}

impl<G: Rules> Walk<G> {
    fn new(seed: u64, options: &Options) -> Walk<G> {
        Walk { seed, options: options.clone(), state: G::start(options), history: Vec::new() }
    }

    fn play(&mut self, action: G::Action) {
        if let Err(illegal) = self.state.play(action) {
            panic!("`{action}` was offered and is refused ({illegal}) {}", self.whereabouts());
        }
        self.history.push(action);
    }

    pub(crate) fn record(&self) -> Record {
        let mut record = Record::new(G::SPEC.id);
        for (name, value) in self.options.changed() {
            record.set_tag(&format!("Option.{name}"), value);
        }
        if let Turn::Over(outcome) = self.state.turn() {
            record.set_tag("Result", &outcome.to_string());
        }
        for action in &self.history {
            record.push_token(&action.to_string());
        }
        record
    }

    pub(crate) fn whereabouts(&self) -> String {
        format!("in the game of seed {}:\n{}", self.seed, self.record())
    }
}

/// Plays random games of every setup and passes each state, including the last, to `look`.
pub(crate) fn walk<G: Rules>(
    effort: Effort,
    next: impl Fn(&G, &mut chance::Generator) -> Option<G::Action>,
    mut look: impl FnMut(&Walk<G>),
) {
    for options in setups(G::SPEC) {
        for seed in 0..effort.games {
            let mut rng = chance::generator(seed);
            let mut walk = Walk::new(seed, &options);
            loop {
                look(&walk);
                if walk.history.len() >= effort.actions {
                    break;
                }
                let Some(action) = next(&walk.state, &mut rng) else { break };
                walk.play(action);
            }
        }
    }
}

/// The suite for games whose actions can be listed.
pub fn listed<G: ListActions + Chance + Draw>(effort: Effort) {
    description::<G>();
    let step = |state: &G, rng: &mut chance::Generator| chance::random_step(state, rng);
    walk::<G>(effort, step, |walk| {
        listed_is_playable(walk);
        common(walk);
    });
    replays::<G>(effort, step);
}

/// The suite for games whose actions can only be proposed: the parts of [`listed`] that apply.
pub fn proposed<G: Propose + Chance + Draw>(effort: Effort) {
    description::<G>();
    let step = proposed_step;
    walk::<G>(effort, step, |walk| {
        common(walk);
        if !walk.state.turn().is_over() {
            assert!(!walk.state.summary().is_empty() || walk.state.turn() == Turn::Chance);
        }
    });
    replays::<G>(effort, step);
}

/// The next action of random play where actions can only be proposed.
pub(crate) fn proposed_step<G: Propose + Chance>(
    state: &G,
    rng: &mut chance::Generator,
) -> Option<G::Action> {
    match state.turn() {
        Turn::Seat(_) => {
            let proposals = state.propose(8, rng);
            assert!(!proposals.is_empty(), "a state that is not over has an action");
            let unique: HashSet<_> = proposals.iter().collect();
            assert_eq!(unique.len(), proposals.len(), "a proposal came twice");
            Some(proposals[chance::below(rng, proposals.len() as u64) as usize])
        }
        Turn::Chance => state.draw(rng),
        Turn::Over(_) => None,
    }
}

/// Incremental hashes equal fresh ones.
pub fn hashed<G: Hashed + ListActions + Chance>(effort: Effort) {
    walk::<G>(effort, chance::random_step, |walk| {
        assert_eq!(
            walk.state.hash(),
            walk.state.fresh_hash(),
            "the hash drifts {}",
            walk.whereabouts()
        );
    });
}

/// Symmetries have inverses and commute with playing.
pub fn symmetric<G>(effort: Effort)
where
    G: Symmetric + Hashed + ListActions + Chance,
{
    walk::<G>(effort, chance::random_step, |walk| {
        for symmetry in 0..G::SYMMETRIES {
            let image = walk.state.transform(symmetry);
            let back = image.transform(G::inverse(symmetry));
            assert_eq!(
                back.hash(),
                walk.state.hash(),
                "symmetry {symmetry} {}",
                walk.whereabouts()
            );
            assert_eq!(image.action_count(), walk.state.action_count(), "{}", walk.whereabouts());
            let Some(action) = legal_actions(&walk.state).pop() else { continue };
            let mut first_play = walk.state.clone();
            first_play.apply(action);
            let mut first_turn = image.clone();
            let turned = walk.state.transform_action(action, symmetry);
            assert!(first_turn.play(turned).is_ok(), "`{turned}` {}", walk.whereabouts());
            assert_eq!(first_play.turn(), first_turn.turn(), "{}", walk.whereabouts());
            if first_play.turn().is_over() {
                // What is left on the board at the end need not be symmetric.
                continue;
            }
            assert_eq!(
                first_play.transform(symmetry).hash(),
                first_turn.hash(),
                "{}",
                walk.whereabouts()
            );
        }
    });
}

/// States that a seat cannot tell apart look the same to it, byte for byte: the view, the masked record, its legal
/// actions, and the preview of each.
pub fn hidden<G: Hidden + ListActions + Chance + Draw>(effort: Effort) {
    let mut others = 0;
    walk::<G>(effort, chance::random_step, |walk| {
        let mut rng = chance::generator(walk.seed ^ walk.history.len() as u64);
        for seat in Seat::all(walk.options.seats()) {
            let world = walk.state.determinize(seat, &mut rng);
            let context = || format!("for seat {seat} {}", walk.whereabouts());
            let viewer = Viewer::Seat(seat);
            let all = Viewer::Omniscient;
            if json(&walk.state, all) != json(&world, all) {
                others += 1;
                assert!(walk.state.has_secrets() && G::hides(&walk.options), "{}", context());
            }
            assert_eq!(
                json(&walk.state, viewer),
                json(&world, viewer),
                "the view differs {}",
                context()
            );
            assert_eq!(
                G::svg(&walk.state.view(viewer)),
                G::svg(&world.view(viewer)),
                "{}",
                context()
            );
            assert_eq!(walk.state.turn(), world.turn(), "{}", context());
            if walk.state.turn() == Turn::Seat(seat) {
                same_choices(&walk.state, &world, seat, &context);
            }
        }
    });
    assert!(others > 0, "every world was the real one: nothing was compared");
}

fn same_choices<G: Hidden + ListActions>(
    state: &G,
    world: &G,
    seat: Seat,
    context: &dyn Fn() -> String,
) {
    let choices = state.choices(seat);
    assert_eq!(choices, world.choices(seat), "the choices differ {}", context());
    for token in choices.iter().take(12) {
        let told = |state: &G| {
            assert!(state.resolve(seat, token).is_ok(), "`{token}` was offered {}", context());
            state.foresee(seat, token)
        };
        assert_eq!(told(state), told(world), "the preview of `{token}` differs {}", context());
    }
}

pub(crate) fn json<G: Draw>(state: &G, viewer: Viewer) -> String {
    serde_json::to_string(&state.view(viewer)).expect("views are plain data")
}

fn description<G: Rules>() {
    let spec = G::SPEC;
    for option in spec.options {
        assert!(
            option.values.allow(option.default),
            "{}: the default is not one of its values",
            option.name
        );
        let sentences = Lang::ALL.map(|lang| option.about.in_lang(lang));
        assert!(sentences.iter().all(|text| text.len() > 10), "{}: say what it does", option.name);
    }
    let ids = |text: &str| -> Vec<String> {
        let bold = text.split("**").skip(1).step_by(2);
        let is_id = |word: &&str| {
            let number = word.strip_prefix(|c: char| c.is_ascii_uppercase());
            number.is_some_and(|digits| digits.parse::<u32>().is_ok())
        };
        bold.filter(is_id).map(str::to_owned).collect()
    };
    let english = ids(spec.rules.en);
    assert!(!english.is_empty(), "the rules have ids");
    for lang in Lang::ALL {
        assert_eq!(ids(spec.rules.in_lang(lang)), english, "rules missing in {}", lang.code());
    }
}

fn listed_is_playable<G: ListActions + Chance>(walk: &Walk<G>) {
    let state = &walk.state;
    let actions = legal_actions(state);
    let unique: HashSet<_> = actions.iter().copied().collect();
    assert_eq!(unique.len(), actions.len(), "an action is listed twice {}", walk.whereabouts());
    assert_eq!(state.action_count(), actions.len(), "the count is wrong {}", walk.whereabouts());
    assert_eq!(state.nth_action(actions.len()), None, "{}", walk.whereabouts());
    let asked = matches!(state.turn(), Turn::Seat(_));
    assert_eq!(asked, !actions.is_empty(), "a seat to act has actions {}", walk.whereabouts());
    for (n, &action) in actions.iter().enumerate() {
        assert_eq!(state.nth_action(n), Some(action), "{}", walk.whereabouts());
        if let Err(illegal) = state.check(action) {
            panic!("`{action}` is listed and refused ({illegal}) {}", walk.whereabouts());
        }
        round_trip(action, walk);
    }
    let mut total = 0_u64;
    let listed = state.visit_outcomes(|action, weight| {
        assert!(weight > 0 && state.check(action).is_ok(), "`{action}` {}", walk.whereabouts());
        round_trip(action, walk);
        total += u64::from(weight);
    });
    assert_eq!(listed && state.turn() == Turn::Chance, total > 0, "{}", walk.whereabouts());
    refuses_what_is_not_listed(walk, &unique);
}

/// Everything that was legal earlier in the game and is not listed now has to be refused.
fn refuses_what_is_not_listed<G: ListActions + Chance>(walk: &Walk<G>, legal: &HashSet<G::Action>) {
    if walk.state.turn() == Turn::Chance {
        return;
    }
    for &action in &walk.history {
        let accepted = walk.state.check(action).is_ok();
        assert_eq!(accepted, legal.contains(&action), "`{action}` {}", walk.whereabouts());
    }
}

fn round_trip<G: Rules>(action: G::Action, walk: &Walk<G>) {
    let text = action.to_string();
    let back = text.parse::<G::Action>();
    assert_eq!(back.as_ref(), Ok(&action), "`{text}` does not read back {}", walk.whereabouts());
    assert!(!text.contains(['{', '}', '?']) && !text.contains(char::is_whitespace), "`{text}`");
}

fn common<G: Chance + Draw>(walk: &Walk<G>) {
    let state = &walk.state;
    let seats = walk.options.seats();
    if let Turn::Over(outcome) = state.turn() {
        assert_eq!(outcome.ranks().seats(), seats);
        assert!(state.draw(&mut chance::generator(0)).is_none());
        for &action in &walk.history {
            assert!(
                state.check(action).is_err(),
                "a finished game takes `{action}` {}",
                walk.whereabouts()
            );
        }
    }
    if let Some(score) = state.score() {
        assert_eq!(score.seats(), seats);
    }
    for viewer in
        [Viewer::Public, Viewer::Omniscient].into_iter().chain(Seat::all(seats).map(Viewer::Seat))
    {
        let view = state.view(viewer);
        if walk.seed == 0 {
            let shown = serde_json::to_value(&view).expect("views are plain data");
            let fields = shown.as_object().map_or(0, serde_json::Map::len);
            assert!(fields > 1, "a view is an object that tells something: {shown}");
            assert_eq!(view, state.view(viewer), "a view depends on the state alone");
            let (text, picture) = (G::text(&view), G::svg(&view));
            assert!(text.ends_with('\n') && text.lines().count() > 1, "a board has lines: {text}");
            assert!(
                picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"),
                "a picture is one SVG document: {picture}"
            );
            // Filters, masks and `paint-order` are rendered differently, or not at all, by print software.
            for word in
                ["filter=", "<filter", "mask=", "paint-order", "dominant-baseline", "<image"]
            {
                assert!(!picture.contains(word), "`{word}` is not drawn alike everywhere");
            }
        }
        let masked = state.masked(&walk.history, viewer);
        assert_eq!(masked.len(), walk.history.len());
        if viewer == Viewer::Omniscient || state.turn().is_over() {
            let plain: Vec<_> = walk.history.iter().map(ToString::to_string).collect();
            assert_eq!(masked, plain, "{}", walk.whereabouts());
        }
    }
}

/// Records replay to the same state, every action changes the view, and events can be told of every action.
fn replays<G: Chance + Draw>(
    effort: Effort,
    next: impl Fn(&G, &mut chance::Generator) -> Option<G::Action>,
) {
    for options in setups(G::SPEC) {
        for seed in 0..effort.games.min(5) {
            let mut rng = chance::generator(seed);
            let mut walk = Walk::<G>::new(seed, &options);
            while walk.history.len() < effort.actions
                && let Some(action) = next(&walk.state, &mut rng)
            {
                for event in walk.state.events(action, Viewer::Omniscient) {
                    let told = event.explain();
                    assert!(Lang::ALL.iter().all(|&lang| !told.in_lang(lang).is_empty()));
                }
                let before = walk.state.view(Viewer::Omniscient);
                walk.play(action);
                shows(&walk, &before, seed == 0);
            }
            replays_to_the_same_state(&walk);
        }
    }
}

/// The last action is visible: in the data and, if `drawn`, in the text and the picture.
fn shows<G: Draw>(walk: &Walk<G>, before: &G::View, drawn: bool) {
    let after = walk.state.view(Viewer::Omniscient);
    assert_ne!(&after, before, "nothing has changed {}", walk.whereabouts());
    if drawn {
        assert_ne!(G::text(&after), G::text(before), "the text is the same {}", walk.whereabouts());
        assert_ne!(
            G::svg(&after),
            G::svg(before),
            "the picture is the same {}",
            walk.whereabouts()
        );
    }
}

fn replays_to_the_same_state<G: Draw>(walk: &Walk<G>) {
    let written = walk.record().to_string();
    let record = Reader::new(written.as_bytes()).next().expect("one record").expect("well-formed");
    let played = replay::<G>(&record).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(played.actions, walk.history);
    let all = Viewer::Omniscient;
    assert_eq!(json(&played.state, all), json(&walk.state, all), "{}", walk.whereabouts());
}
