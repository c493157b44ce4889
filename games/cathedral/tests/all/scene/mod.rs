//! Positions from tokens, and helpers for the rule tests.

use sarsen_cathedral::{Action, Cathedral, Piece, SPEC, Squares, View};
use sarsen_core::{Options, Rules, Seat, Viewer, Views, chance, legal_actions};

pub(crate) fn options(set: &[(&str, &str)]) -> Options {
    let mut options = Options::defaults(&SPEC);
    for (name, value) in set {
        options.set(name, value).expect("an option of the game");
    }
    options
}

pub(crate) fn action(token: &str) -> Action {
    token.parse().unwrap_or_else(|error| panic!("{token}: {error}"))
}

pub(crate) fn play_with(set: &[(&str, &str)], tokens: &str) -> Cathedral {
    let mut state = Cathedral::start(&options(set));
    for token in tokens.split_whitespace() {
        state.play(action(token)).unwrap_or_else(|error| panic!("{token}: {error}"));
    }
    state
}

pub(crate) fn play(tokens: &str) -> Cathedral {
    play_with(&[], tokens)
}

pub(crate) fn then(mut state: Cathedral, token: &str) -> Cathedral {
    state.play(action(token)).unwrap_or_else(|error| panic!("{token}: {error}"));
    state
}

pub(crate) fn view(state: &Cathedral) -> View {
    state.view(Viewer::Public)
}

/// The claimed squares of a seat, from the lowest upwards.
pub(crate) fn claimed(state: &Cathedral, seat: Seat) -> String {
    names(view(state).claimed[seat.index()].squares)
}

pub(crate) fn names(squares: Squares) -> String {
    squares.iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

/// The pieces of an owner on the board, by their codes.
pub(crate) fn standing(state: &Cathedral, owner: Option<Seat>) -> Vec<&'static str> {
    let view = view(state);
    view.pieces.iter().filter(|piece| piece.seat == owner).map(|piece| piece.piece.code()).collect()
}

pub(crate) fn in_tray(state: &Cathedral, seat: Seat, piece: Piece) -> u8 {
    let view = view(state);
    let kind = view.trays[seat.index()].iter().find(|kind| kind.piece == piece);
    kind.map_or(0, |kind| kind.count)
}

/// The rule that forbids an action.
pub(crate) fn refused(state: &Cathedral, token: &str) -> &'static str {
    state.check(action(token)).expect_err(token).rule
}

pub(crate) fn sentence(state: &Cathedral, token: &str) -> String {
    state.check(action(token)).expect_err(token).sentence.en.into_owned()
}

pub(crate) fn legal(state: &Cathedral) -> Vec<String> {
    legal_actions(state).iter().map(ToString::to_string).collect()
}

pub(crate) fn to_act(state: &Cathedral) -> Option<Seat> {
    state.turn().seat()
}

/// The first seed of random play whose finished game satisfies a condition.
pub(crate) fn finished_game(
    set: &[(&str, &str)],
    pleases: impl Fn(&Cathedral, &[Action]) -> bool,
) -> Cathedral {
    for seed in 0..20_000 {
        let mut rng = chance::generator(seed);
        let mut state = Cathedral::start(&options(set));
        let mut history = Vec::new();
        while let Some(action) = chance::random_step(&state, &mut rng) {
            state.apply(action);
            history.push(action);
        }
        if pleases(&state, &history) {
            return state;
        }
    }
    panic!("no such game");
}
