//! The features of a position and its actions, for the evaluation.

use sarsen_cathedral::{Action, Cathedral, Piece, Squares};
use sarsen_core::{ListActions, Rules, Seat, legal_actions};

use super::land::{Gain, Land, Spot, spots};
use super::packing;

/// The number of feature groups of an action; exactly one feature of each group applies.
pub(super) const SAID: usize = 10;

/// The number of features in each group.
const GROUPS: [usize; SAID] = [6 * 12, 3 * 6, 3 * 6, 3 * 6, 4, 3 * 5, 8, 7, 2, 6];

/// The first feature of each group, and the total.
const STARTS: [usize; SAID + 1] = {
    let mut starts = [0; SAID + 1];
    let mut group = 0;
    while group < SAID {
        starts[group + 1] = starts[group] + GROUPS[group];
        group += 1;
    }
    starts
};

/// The number of action weights.
pub(super) const ACTION_WEIGHTS: usize = STARTS[SAID];

/// The number of features of a position, and of their weights: each has one weight by itself and one multiplied by the
/// open land.
const NUMBERS: usize = 9;
pub(super) const CHANCE_WEIGHTS: usize = 2 * NUMBERS;

/// The limit of steps for a packing during a search.
const PACKING_STEPS: u32 = 400;

/// The survey of a position in which a seat is to act.
pub(super) struct Survey {
    /// The features for its winning chance.
    pub(super) numbers: [f32; CHANCE_WEIGHTS],
    /// Every action with its features.
    pub(super) actions: Vec<(Action, [u16; SAID])>,
    /// The payoff of the seat to act, if each seat can only build in its own space.
    pub(super) settled: Option<f64>,
}

/// The possibilities of one seat.
struct Reach {
    /// The monument placements, with the land and the pieces they win.
    placements: Vec<(&'static Spot, [u8; 2])>,
    /// The largest gain.
    best: Gain,
    /// The squares of the largest gains, and of the placements themselves.
    where_: Squares,
    /// The number of squares of monuments that fit nowhere.
    dead: u32,
    /// The number of placements with four or more squares.
    large: u32,
    /// Whether all placements lie in the seat's own space.
    apart: bool,
}

impl Reach {
    fn new(state: &Cathedral, land: &Land<'_>) -> Reach {
        let mut reach = Reach {
            placements: Vec::with_capacity(600),
            best: Gain::default(),
            where_: Squares::NONE,
            dead: 0,
            large: 0,
            apart: true,
        };
        let mut fits = [false; 12];
        land.possible().for_each(|spot| {
            let gain = land.gain(spot);
            let piece = spot.placement.piece();
            fits[piece as usize] = true;
            reach.large += u32::from(spot.size >= 4);
            reach.apart &= spot.squares & land.claimed == spot.squares;
            if gain.worth() > reach.best.worth() {
                reach.best = gain;
                reach.where_ = gain.where_ | spot.squares;
            }
            reach.placements.push((spot, [gain.land, gain.taken]));
        });
        let dead = Piece::monuments().filter(|&piece| !fits[piece as usize]);
        reach.dead = dead
            .map(|piece| u32::from(state.unplaced(land.seat, piece)) * piece.size() as u32)
            .sum();
        reach
    }
}

/// Surveys a position in which a seat is to act.
pub(super) fn survey(state: &Cathedral, seat: Seat) -> Survey {
    let (own, other) = (Land::new(state, seat), Land::new(state, seat.other()));
    let (mine, theirs) = (Reach::new(state, &own), Reach::new(state, &other));
    let numbers = numbers(state, (&own, &mine), (&other, &theirs));
    // This only holds when a monument is to be placed; a pending removal could change ownership.
    let first = state.nth_action(0);
    let people = matches!(first, Some(Action::Place(place)) if place.piece() == Piece::People);
    let placing = matches!(first, Some(Action::Place(_))) && !people;
    let apart = mine.apart && theirs.apart && (placing || first == Some(Action::Pass));
    let settled = if apart && !state.people_squares().is_empty() {
        packing::settle(state, seat, PACKING_STEPS)
    } else {
        None
    };
    let threat = (theirs.best.worth(), theirs.where_);
    let mut actions = Vec::with_capacity(mine.placements.len() + 1);
    if placing {
        for (spot, gain) in &mine.placements {
            actions.push((Action::Place(spot.placement), said(state, &own, spot, *gain, threat)));
        }
        if state.check(Action::Pass).is_ok() {
            actions.push((Action::Pass, NOTHING));
        }
    } else if people {
        let own_spots = spots(seat).iter().filter(|spot| {
            spot.placement.piece() == Piece::People && spot.squares & own.open == spot.squares
        });
        for spot in own_spots {
            let said = said(state, &own, spot, [0, 0], threat);
            actions.push((Action::Place(spot.placement), said));
        }
    } else {
        actions.extend(legal_actions(state).into_iter().map(|action| (action, NOTHING)));
    }
    Survey { numbers, actions, settled }
}

/// The features of an action that is not a placement: the first of every group.
const NOTHING: [u16; SAID] = {
    let mut said = [0; SAID];
    let mut group = 0;
    while group < SAID {
        said[group] = STARTS[group] as u16;
        group += 1;
    }
    said
};

fn said(
    state: &Cathedral,
    own: &Land<'_>,
    spot: &Spot,
    [land, taken]: [u8; 2],
    (threat, threatened): (u32, Squares),
) -> [u16; SAID] {
    let built = state.standing_of(own.seat).len();
    let early = built.min(3) + usize::from(built >= 5) + usize::from(built >= 8);
    let phase = match built {
        0..=1 => 0,
        2..=4 => 1,
        _ => 2,
    };
    let touching = |squares: Squares| (spot.sides & squares).len().min(5);
    let step = |amount: u32, steps: &[u32]| steps.iter().filter(|&&least| amount >= least).count();
    let blocked = if spot.squares.meets(threatened) { threat } else { 0 };
    let groups = [
        early * 12 + spot.placement.piece() as usize,
        phase * 6 + usize::from(spot.border.min(5)),
        phase * 6 + touching(own.built),
        phase * 6 + touching(own.theirs),
        touching(own.people).min(3),
        phase * 5 + usize::from(spot.inward.min(4)),
        step(u32::from(land), &[1, 3, 5, 8, 12, 18, 26]),
        usize::from(taken.min(6)),
        usize::from(spot.squares.meets(own.claimed)),
        step(blocked, &[1, 4, 8, 14, 22]),
    ];
    std::array::from_fn(|group| (STARTS[group] + groups[group]) as u16)
}

fn numbers(
    state: &Cathedral,
    (own, mine): (&Land<'_>, &Reach),
    (other, theirs): (&Land<'_>, &Reach),
) -> [f32; CHANCE_WEIGHTS] {
    let unplaced = |seat: Seat| state.score().map_or(0, |score| score[seat]) as f32;
    let (left, left_there) = (unplaced(own.seat), unplaced(other.seat));
    let housed = |land: &Land<'_>, left: f32| (0.85 * land.claimed.len() as f32).min(left);
    let common = own.open & other.open;
    let influence = |land: &Land<'_>| (land.built.spread().spread() & common).len() as f32;
    let worth = |reach: &Reach| reach.best.worth() as f32;
    let large = |reach: &Reach| libm::logf(1.0 + reach.large as f32);
    let numbers: [f32; NUMBERS] = [
        1.0,
        (left_there - left) / 10.0,
        (housed(own, left) - housed(other, left_there)) / 10.0,
        (theirs.dead as f32 - mine.dead as f32) / 5.0,
        worth(mine) / 10.0,
        worth(theirs) / 10.0,
        (large(mine) - large(theirs)) / 2.0,
        (influence(own) - influence(other)) / 10.0,
        (own.claimed.len() as f32 - other.claimed.len() as f32) / 10.0,
    ];
    let open = common.len() as f32 / 100.0;
    std::array::from_fn(|index| {
        let number = numbers[index % NUMBERS];
        if index < NUMBERS { number } else { number * open }
    })
}

/// The initial weights: what a person would say after reading the rules.
pub(super) fn first_thoughts(actions: &mut [f32], chance: &mut [f32]) {
    let sizes = Piece::ALL.map(|piece| piece.size() as f32);
    for (index, weight) in actions.iter_mut().enumerate() {
        let group = STARTS[1..].iter().filter(|&&end| index >= end).count();
        let place = (index - STARTS[group]) as f32;
        *weight = match group {
            0 => 0.3 * sizes[(index - STARTS[0]) % 12],
            6 => 0.6 * place,
            7 => 0.4 * place,
            8 => -2.0 * place,
            9 => 0.5 * place,
            _ => 0.0,
        };
    }
    chance[..NUMBERS].copy_from_slice(&[0.2, 1.5, 1.2, 1.0, 0.6, -0.3, 0.3, 0.2, 0.0]);
}
