//! The rules, and the suite that every game passes.

use sarsen_core::{Options, Outcome, Rules, StateString, Turn};
use sarsen_testkit::conformance::{self, Effort};
use sarsen_testkit::words;
use sarsen_tictactoe::{SPEC, TicTacToe};

const EFFORT: Effort = Effort { games: 40, actions: 9 };

/// The state after some squares were marked in turn.
fn after(squares: &str) -> TicTacToe {
    let mut state = TicTacToe::start(&Options::defaults(&SPEC));
    for token in squares.split_whitespace() {
        let action = token.parse().expect("a square");
        state.play(action).expect("a legal action");
    }
    state
}

#[test]
fn play_conforms() {
    conformance::listed::<TicTacToe>(EFFORT);
    words::listed::<TicTacToe>(EFFORT);
}

#[test]
fn t1_a_square_is_marked_once() {
    let state = after("5");
    let refused = state.check("5".parse().expect("a square")).expect_err("it is taken");
    assert_eq!(refused.rule, "T1");
}

#[test]
fn t2_three_in_a_line_win() {
    for line in ["1 4 2 5 3", "1 2 4 3 7", "1 2 5 3 9", "3 1 5 2 7"] {
        let Turn::Over(outcome) = after(line).turn() else { panic!("{line} wins") };
        assert_eq!(outcome.winner(), Some(sarsen_core::Seat::ONE), "{line}");
    }
}

#[test]
fn t3_a_full_board_without_a_line_is_a_draw() {
    assert_eq!(after("1 2 3 5 4 6 8 7 9").turn(), Turn::Over(Outcome::draw()));
}

#[test]
fn a_state_can_be_written_and_read() {
    let state = after("5 1 9");
    assert_eq!(state.state_string(), "o---x---x");
    let options = Options::defaults(&SPEC);
    assert_eq!(TicTacToe::from_state_string(&options, "o---x---x").ok(), Some(state));
    assert!(TicTacToe::from_state_string(&options, "xx-------").is_err());
}
