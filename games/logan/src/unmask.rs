//! A complete game consistent with a record that contains `?`.
//!
//! The picture that the record leads to is filled with backs that the bag allows. Every stone of the island was added
//! by one action of the record, and every stone of a hand was dealt, so the backs can be written into the record.

use sarsen_core::{Hidden, Options, Rules, Seat, Turn, chance};

use crate::action::{Action, Deal, MIDDLE};
use crate::state::Logan;
use crate::stone::{HAND, STONES, Stone};

/// The number of fillings tried to find one that is consistent with the rule on repetition (L13).
const TRIES: u64 = 64;

/// The record with its `?` filled in; `None` if there is no consistent game.
pub(crate) fn filled_in(
    options: &Options,
    picture: &Logan,
    actions: &[Action],
) -> Option<Vec<Action>> {
    let seat = match picture.turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance | Turn::Over(_) => Seat::ONE,
    };
    (0..TRIES).find_map(|seed| {
        let world = picture.determinize(seat, &mut chance::generator(seed));
        let filled = in_world(&world, actions)?;
        is_played(options, &filled).then_some(filled)
    })
}

/// The actions with the backs that the stones have in a world.
pub(crate) fn in_world(world: &Logan, actions: &[Action]) -> Option<Vec<Action>> {
    let mut id = MIDDLE;
    let mut pools = world.hands.each_ref().map(|hand| hand.stones().to_vec());
    let mut filled = Vec::with_capacity(actions.len());
    for action in actions {
        let Action::Add { stone, turned, cell } = *action else {
            filled.push(*action);
            continue;
        };
        let stone = with_back_of(stone, world.island.stone(id));
        // The seats add in turn, seat 1 first.
        pools[(id - MIDDLE) % 2].push(stone);
        filled.push(Action::Add { stone, turned, cell });
        id += 1;
    }
    if let Some(Action::Deal(deal)) = filled.first_mut() {
        *deal = whole_deal(*deal, world, pools)?;
    }
    filled.iter().all(|action| !is_masked(action)).then_some(filled)
}

/// A stone that shows `shown`, with the back of a stone on the island.
fn with_back_of(shown: Stone, whole: Stone) -> Stone {
    let back = if whole.up() == shown.up() { whole.down() } else { whole.up() };
    Stone::new(shown.up(), back)
}

/// The deal with each hidden back taken from the stones that the seat has had.
fn whole_deal(deal: Deal, world: &Logan, mut pools: [Vec<Stone>; 2]) -> Option<Deal> {
    let mut stones: [Stone; STONES] = deal.stones();
    for (id, stone) in stones.iter_mut().enumerate().take(MIDDLE) {
        *stone = with_back_of(*stone, world.island.stone(id));
    }
    for (hand, pool) in stones[MIDDLE..].chunks_mut(HAND).zip(&mut pools) {
        // Named stones first: what is left over fits the others.
        for masked in [false, true] {
            for stone in hand.iter_mut().filter(|stone| stone.is_masked() == masked) {
                let fits = |other: &Stone| {
                    if masked { other.up() == stone.up() } else { other == stone }
                };
                let at = pool.iter().position(fits)?;
                *stone = pool.swap_remove(at);
            }
        }
    }
    Some(Deal::new(&stones))
}

fn is_masked(action: &Action) -> bool {
    match action {
        Action::Deal(deal) => deal.stones().iter().any(|stone| stone.is_masked()),
        Action::Add { stone, .. } => stone.is_masked(),
        Action::Lift(_) | Action::Put { .. } | Action::Flip(_) => false,
    }
}

fn is_played(options: &Options, actions: &[Action]) -> bool {
    let mut state = Logan::start(options);
    actions.iter().all(|&action| state.play(action).is_ok())
}
