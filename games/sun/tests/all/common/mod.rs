//! Scenes as data: `tests/data/scenes.txt`.

use sarsen_core::{Options, Rules, Seat};
use sarsen_sun::building::{Site, ring_pose};
use sarsen_sun::scene::{Placed, Role, Scene};
use sarsen_sun::{Action, SPEC, Setup, Sun};

const SCENES: &str = include_str!("../../data/scenes.txt");

/// The state of a named scene.
pub(crate) fn scene(name: &str) -> Sun {
    let text = SCENES
        .split("\n== ")
        .find_map(|part| part.strip_prefix(name).filter(|rest| rest.starts_with('\n')))
        .unwrap_or_else(|| panic!("no scene `{name}`"));
    let mut options = Options::defaults(&SPEC);
    let (mut builds, mut markers, mut seat) = (Vec::new(), Vec::new(), 1);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("option") => options.set(words.next().unwrap(), words.next().unwrap()).unwrap(),
            Some("markers") => markers = words.map(|word| word.parse().unwrap()).collect(),
            Some("seat") => seat = words.next().unwrap().parse().unwrap(),
            Some("stones") => builds.extend(words.map(|word| word.parse::<Action>().unwrap())),
            Some(other) => panic!("`{other}` in scene `{name}`"),
            None => {}
        }
    }
    let seat = Seat::from_number(seat).unwrap();
    Sun::set_up(&options, &Setup { stones: stand(&builds), markers, taken: Vec::new(), seat })
}

/// The stones of a list of builds, ignoring the rules about turns.
pub(crate) fn stand(builds: &[Action]) -> Vec<Placed> {
    let mut scene = Scene::new(Vec::new());
    for &build in builds {
        // There are no other markers, and a first turn needs no area.
        let markers = [3599];
        let site = |first| Site {
            scene: &scene,
            stock: u64::MAX,
            seat: 0,
            markers: &markers,
            first,
            closed: false,
        };
        let changed = match build {
            Action::Build { stone, angle, turn } => {
                vec![Placed { stone, role: Role::Ground, pose: ring_pose(stone, angle, turn) }]
            }
            Action::BuildTop { stone, on } => site(true).check_top(stone, on).unwrap(),
            Action::Gate { stone, left, right } => {
                let taken = Site { stock: 0, ..site(false) };
                taken.check_gate(stone, left, right).unwrap()
            }
            other => panic!("`{other}` builds nothing"),
        };
        scene = scene.with(&changed, &[]);
    }
    scene.placed().to_vec()
}

/// A game from its start, with options, after some actions.
pub(crate) fn played(options: &[(&str, &str)], actions: &str) -> Sun {
    let mut chosen = Options::defaults(&SPEC);
    for (name, value) in options {
        chosen.set(name, value).unwrap();
    }
    let mut state = Sun::start(&chosen);
    play_all(&mut state, actions);
    state
}

/// Plays actions; `=` is replaced by the right seal.
pub(crate) fn play_all(state: &mut Sun, actions: &str) {
    for word in actions.split_whitespace() {
        let action = if word == "=" { seal_of(state) } else { word.parse().unwrap() };
        state.play(action).unwrap_or_else(|illegal| panic!("`{word}`: {illegal}"));
    }
}

/// The seal that comes next.
pub(crate) fn seal_of(state: &Sun) -> Action {
    use sarsen_core::Chance;
    state.draw(&mut sarsen_core::chance::generator(0)).expect("a throw to be sealed")
}

/// The rule by which an action is refused.
#[track_caller]
pub(crate) fn refused(state: &Sun, action: &str) -> &'static str {
    let action: Action = action.parse().unwrap();
    state.check(action).expect_err("this should be refused").rule
}

/// The English sentence of a refusal.
#[track_caller]
pub(crate) fn refusal(state: &Sun, action: &str) -> String {
    let action: Action = action.parse().unwrap();
    state.check(action).expect_err("this should be refused").sentence.en.into_owned()
}

/// Asserts that an action is legal.
#[track_caller]
pub(crate) fn allowed(state: &Sun, action: &str) {
    let action: Action = action.parse().unwrap();
    if let Err(illegal) = state.check(action) {
        panic!("`{action}` is refused: {illegal}");
    }
}

/// A state of two seats with other stones on its base.
pub(crate) fn with_scene(state: &Sun, stones: Vec<Placed>) -> Sun {
    let setup = Setup {
        stones,
        markers: state.markers().to_vec(),
        taken: Vec::new(),
        seat: state.active(),
    };
    Sun::set_up(&Options::defaults(&SPEC), &setup)
}
