//! Logan Stones: wins in one turn are taken, and losses in one turn avoided.

use crate::somewhere::somewhere;
use sarsen_catalog::Position;
use sarsen_core::{Hidden, Options, Rules, Seat, Turn, chance, legal_actions};
use sarsen_logan::{Action, Logan};
use sarsen_search::{Cancel, Level, Limits, Request, engine};

fn position(backs: &str, actions: usize, seed: u64) -> Option<Box<dyn Position>> {
    let game = sarsen_catalog::game("logan").unwrap();
    let mut options = Options::defaults(game.spec());
    options.set("backs", backs).unwrap();
    somewhere(game, &options, actions, seed)
}

fn choose(position: &dyn Position, level: u8, seed: u64) -> Action {
    let cancel = Cancel::default();
    let limits = Limits::nodes(60).with_seed(seed);
    let request = Request::new(position, Level::new(level).unwrap(), limits, &cancel);
    engine("logan").unwrap().choose(&request).unwrap().action.parse().unwrap()
}

fn after(state: &Logan, action: Action) -> Logan {
    let mut after = state.clone();
    after.apply(action);
    after
}

/// Whether the seat has won, or still can this turn.
fn wins(state: &Logan, seat: Seat) -> bool {
    match state.turn() {
        Turn::Over(outcome) => outcome.winner() == Some(seat),
        Turn::Seat(mover) if mover == seat => {
            legal_actions(state).into_iter().any(|action| wins(&after(state, action), seat))
        }
        _ => false,
    }
}

/// Whether the other seat wins in its next turn whatever the seat still does in this one.
fn loses(state: &Logan, seat: Seat) -> bool {
    match state.turn() {
        Turn::Seat(mover) if mover == seat => {
            legal_actions(state).into_iter().all(|action| loses(&after(state, action), seat))
        }
        Turn::Seat(other) => wins(state, other),
        _ => false,
    }
}

#[test]
fn where_all_is_known_wins_are_taken_and_avoidable_losses_avoided() {
    let (mut won, mut saved) = (0, 0);
    for seed in 0..60 {
        let Some(position) = position("open", 6 + seed as usize % 14, seed) else { continue };
        let state = position.state().downcast_ref::<Logan>().unwrap();
        let seat = state.turn().seat().unwrap();
        for level in [6, 7, 8] {
            let chosen = after(state, choose(position.as_ref(), level, seed));
            if wins(state, seat) {
                assert!(wins(&chosen, seat), "{seed} {level}: a win was missed");
                won += 1;
            } else if !loses(state, seat) {
                assert!(!loses(&chosen, seat), "{seed} {level}: a loss could be avoided");
                saved += 1;
            }
        }
    }
    assert!(won > 20 && saved > 20, "{won} {saved}");
}

#[test]
fn what_wins_in_all_worlds_is_taken_and_what_is_safe_in_all_preferred() {
    const WORLDS: usize = 40;
    let (mut won, mut saved) = (0, 0);
    for seed in 0..40 {
        let Some(position) = position("owner", 6 + seed as usize % 10, 100 + seed) else {
            continue;
        };
        let state = position.state().downcast_ref::<Logan>().unwrap();
        let seat = state.turn().seat().unwrap();
        let mut rng = chance::generator(seed);
        let worlds: Vec<Logan> = (0..WORLDS).map(|_| state.determinize(seat, &mut rng)).collect();
        let count = |action: Action, what: &dyn Fn(&Logan, Seat) -> bool| {
            worlds.iter().filter(|world| what(&after(world, action), seat)).count()
        };
        let all = |action: Action, what: &dyn Fn(&Logan, Seat) -> bool| {
            worlds.iter().all(|world| what(&after(world, action), seat))
        };
        let actions = legal_actions(state);
        let chosen = choose(position.as_ref(), 8, seed);
        if actions.iter().any(|&action| all(action, &wins)) {
            assert!(count(chosen, &wins) * 10 >= WORLDS * 9, "{seed}: a win was missed");
            won += 1;
        } else if actions.iter().any(|&action| all(action, &|world, seat| !loses(world, seat))) {
            // The engine has examined other worlds than these.
            assert!(count(chosen, &loses) * 10 <= WORLDS, "{seed}: a loss could be avoided");
            saved += 1;
        }
    }
    assert!(won > 3 && saved > 3, "{won} {saved}");
}

#[test]
fn an_action_is_judged_beside_one_that_wins() {
    let (cancel, logan) = (Cancel::default(), engine("logan").unwrap());
    let mut judged = 0;
    for seed in 0..60 {
        let Some(position) = position("open", 6 + seed as usize % 14, seed) else { continue };
        let state = position.state().downcast_ref::<Logan>().unwrap();
        let Turn::Seat(seat) = state.turn() else { continue };
        let actions = legal_actions(state);
        let won = |action: &Action| wins(&after(state, *action), seat);
        let Some(other) = actions.iter().find(|action| !won(action)) else { continue };
        if !actions.iter().any(won) {
            continue;
        }
        let token = other.to_string();
        let mut request = Request::new(position.as_ref(), Level::MAX, Limits::nodes(200), &cancel);
        request.also = Some(&token);
        let choice = logan.choose(&request).unwrap();
        let line = choice.lines.iter().find(|line| line.actions[0] == token);
        let line = line.expect("it was evaluated");
        assert!(choice.chance == 1.0 && line.chance <= 1.0, "{choice:?}");
        judged += 1;
    }
    assert!(judged > 2, "{judged}");
}
