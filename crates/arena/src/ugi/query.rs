//! Queries about a position.
//!
//! | asked | answered |
//! |---|---|
//! | `p1turn` | whether seat 1 is to act |
//! | `turn` | the seat to act, `chance` or `over` |
//! | `chance` | whether chance is to act |
//! | `gameover` | whether the game is over |
//! | `result` | `none`, `p1win`, `p2win` …, `draw` |
//! | `legal` | the actions of the seat to act in its own words, or the outcomes of chance; `(not listed)` where they are too many |
//! | `random` | one of them, also where they cannot be listed |
//! | `view` | what the seat to act may know, as JSON |

use sarsen_catalog::{Legal, Position};
use sarsen_core::chance::Generator;
use sarsen_core::{Seat, Turn, Viewer, chance};

/// The answer where actions cannot be listed.
pub const NOT_LISTED: &str = "(not listed)";

/// The answer to a query, limited to what the seat to act may know; `None` if there is no such query.
pub fn answer(what: &str, position: &dyn Position, rng: &mut Generator) -> Option<String> {
    let turn = position.turn();
    Some(match what {
        "p1turn" => (turn == Turn::Seat(Seat::ONE)).to_string(),
        "turn" => match turn {
            Turn::Seat(seat) => seat.to_string(),
            Turn::Chance => "chance".to_owned(),
            Turn::Over(_) => "over".to_owned(),
        },
        "chance" => (turn == Turn::Chance).to_string(),
        "gameover" => turn.is_over().to_string(),
        "result" => match turn.outcome() {
            None => "none".to_owned(),
            Some(outcome) => match outcome.winner() {
                Some(seat) => format!("p{seat}win"),
                None => "draw".to_owned(),
            },
        },
        "legal" => legal(position),
        "random" => random(position, rng)?,
        "view" => position.view(turn.seat().map_or(Viewer::Public, Viewer::Seat)).to_string(),
        _ => return None,
    })
}

/// An action of the seat to act in the seat's own notation.
pub fn in_seat_notation(position: &dyn Position, seat: Seat, action: String) -> String {
    if position.resolve(seat, &action).is_ok() {
        return action;
    }
    let Legal::Actions { actions } = position.choices(seat) else { return action };
    // The seat's token is the notation with `?` for each letter that the seat does not know.
    let stands_for = |word: &String| {
        let mut letters = word.chars().zip(action.chars());
        word.len() == action.len() && letters.all(|(own, real)| own == '?' || own == real)
    };
    actions.into_iter().find(stands_for).unwrap_or(action)
}

fn legal(position: &dyn Position) -> String {
    let legal = match position.turn() {
        Turn::Seat(seat) => position.choices(seat),
        Turn::Chance | Turn::Over(_) => position.legal(),
    };
    match legal {
        Legal::Actions { actions } => actions.join(" "),
        Legal::Outcomes { outcomes } => {
            outcomes.into_iter().map(|(outcome, ..)| outcome).collect::<Vec<_>>().join(" ")
        }
        Legal::Summary { .. } | Legal::NotListed => NOT_LISTED.to_owned(),
        Legal::None => String::new(),
    }
}

fn random(position: &dyn Position, rng: &mut Generator) -> Option<String> {
    match position.turn() {
        Turn::Over(_) => Some(String::new()),
        Turn::Chance => position.random_action(rng),
        // Drawn from the seat's own tokens: a draw from the real actions behind them would reveal something.
        Turn::Seat(seat) => match position.choices(seat) {
            Legal::Actions { mut actions } => {
                let at = chance::below(rng, actions.len().max(1) as u64) as usize;
                (at < actions.len()).then(|| actions.swap_remove(at))
            }
            _ => position.random_action(rng),
        },
    }
}
