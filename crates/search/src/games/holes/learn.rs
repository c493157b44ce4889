//! Learning the evaluation by self-play.
//!
//! Every position before a throw is moved towards the network's own value after the best use of each throw, weighted by
//! the throws' probabilities, so the luck of single games has no effect. Positions with few pieces use their exact
//! values, so correct values spread upwards from them.

use sarsen_core::chance::{self, Generator};
use sarsen_core::{Chance, ListActions, Rules, Turn, legal_actions};
use sarsen_holes::{Action, Holes, Ruleset, Side, Stage, Throw, WAYS};

use super::endgame_table::{EndgameTable, small_endings};
use super::net::{Net, active};

/// One in this many actions is random, so that all positions are seen.
const STRAY: u64 = 10;
/// The initial learning rate; it falls to zero.
const RATE: f32 = 0.06;
/// Games of self-play are cut off after this many actions.
const LONG: usize = 400;

/// Learns from this many games of self-play, reporting the number done.
pub fn learn(rules: Ruleset, games: u32, seed: u64, mut progress: impl FnMut(u32)) -> Net {
    let mut rng = chance::generator(seed);
    let endings = small_endings(rules);
    let mut net = Net::zero();
    net.visit(|weight| *weight = uniform(&mut rng) * 0.2 - 0.1);
    for game in 0..games {
        let left = 1.0 - game as f32 / games as f32;
        let mut learner = Learner { net: &mut net, endings: &endings, rate: RATE * left };
        // Half of the games start anywhere: some positions are rarely reached from the start.
        let start = if game % 2 == 0 { Holes::new(rules) } else { anywhere(rules, &mut rng) };
        learner.play(start, &mut rng);
        progress(game + 1);
    }
    net
}

struct Learner<'a> {
    net: &'a mut Net,
    endings: &'a EndgameTable,
    rate: f32,
}

impl Learner<'_> {
    fn play(&mut self, mut state: Holes, rng: &mut Generator) {
        for _ in 0..LONG {
            match state.turn() {
                Turn::Over(_) => return,
                Turn::Chance => {
                    if state.stage() == Stage::Throw {
                        // Where the tables reach there is nothing to learn.
                        if self.endings.chance(&state, state.seat()).is_some() {
                            return;
                        }
                        let target = self.expected(&state);
                        self.net.correct(&active(&state), target, self.rate);
                    }
                    let Some(throw) = state.draw(rng) else { return };
                    state.apply(throw);
                }
                Turn::Seat(_) => {
                    let action = if chance::below(rng, STRAY) == 0 {
                        state.random_action(rng)
                    } else {
                        self.best(&state).map(|(_, action)| action)
                    };
                    let Some(action) = action else { return };
                    state.apply(action);
                }
            }
        }
    }

    /// The chance of the seat that throws if it makes the best of every throw.
    fn expected(&self, state: &Holes) -> f64 {
        let value = |throw: Throw| {
            let mut thrown = *state;
            thrown.apply(Action::Throw(throw));
            f64::from(throw.weight()) * self.best(&thrown).map_or(0.5, |(value, _)| value)
        };
        Throw::all().map(value).sum::<f64>() / f64::from(WAYS)
    }

    fn best(&self, state: &Holes) -> Option<(f64, Action)> {
        let seat = state.turn().seat()?;
        let value = |action: Action| {
            let mut child = *state;
            child.apply(action);
            match child.turn() {
                Turn::Over(outcome) => outcome.payoff(seat),
                _ => self
                    .endings
                    .chance(&child, seat)
                    .unwrap_or_else(|| self.net.chance(&child, seat)),
            }
        };
        let values = legal_actions(state).into_iter().map(|action| (value(action), action));
        values.max_by(|a, b| a.0.total_cmp(&b.0))
    }
}

fn uniform(rng: &mut Generator) -> f32 {
    chance::below(rng, 1 << 24) as f32 / (1_u32 << 24) as f32
}

/// A position with every piece at a random place.
fn anywhere(rules: Ruleset, rng: &mut Generator) -> Holes {
    loop {
        let sides = [0, 1].map(|_| any_side(rules, rng));
        let seat = sarsen_core::Seat::from_index(chance::below(rng, 2) as usize);
        if let Some(state) = seat.and_then(|seat| Holes::set_up(rules, sides, seat)) {
            return state;
        }
    }
}

fn any_side(rules: Ruleset, rng: &mut Generator) -> Side {
    let removed = chance::below(rng, u64::from(rules.pieces)) as u8;
    let mut side = Side { removed, ..Side::default() };
    for _ in removed..rules.pieces {
        match chance::below(rng, 10) {
            0..=2 => side.hand += 1,
            3..=4 => side.shen += 1,
            _ => side.lane |= 1 << (1 + chance::below(rng, 29)),
        }
    }
    // If two pieces were drawn to one hole, the other one goes to the hand.
    side.hand += rules.pieces - side.pieces();
    side
}

#[cfg(test)]
mod tests {
    use sarsen_core::Seat;

    use super::*;

    #[test]
    fn learning_finds_that_pieces_are_worth_having_and_is_the_same_again() {
        let rules = Ruleset::with_pieces(3);
        let net = learn(rules, 300, 3, |_| {});
        let whole = Side { lane: 1 << 27 | 1 << 19, hand: 1, shen: 0, removed: 0 };
        let lost = Side { lane: 1 << 3, hand: 0, shen: 0, removed: 2 };
        let chance = |sides: [Side; 2]| {
            net.chance(&Holes::set_up(rules, sides, Seat::ONE).unwrap(), Seat::ONE)
        };
        assert!(chance([whole, lost]) > chance([lost, whole]) + 0.1);
        assert_eq!(learn(rules, 20, 3, |_| {}), learn(rules, 20, 3, |_| {}));
    }
}
