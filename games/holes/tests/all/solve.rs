//! Exact values compared with the rules and with simulation.

use sarsen_core::{Rules, Seat, Turn, chance};
use sarsen_holes::layers::{self, Layers};
use sarsen_holes::solve::{
    BestWin, LongestGame, RandomLength, RandomPlay, RandomWin, Solution, TOLERANCE, random_play,
};
use sarsen_holes::{Action, Choice, Graph, Holes, Next, Ruleset, Stage};

/// The numbers of both sides, the seat to throw or act first.
fn numbers(graph: &Graph, state: &Holes) -> (u32, u32) {
    let number = |seat| graph.index().rank(state.side(seat));
    (number(state.seat()), number(state.seat().other()))
}

/// The choice that corresponds to an action, by their common order.
fn choice(graph: &Graph, state: &Holes, action: Action) -> Choice {
    let (mine, _) = numbers(graph, state);
    let place = sarsen_core::legal_actions(state).iter().position(|&legal| legal == action);
    graph.choices(mine, state.pending().expect("a throw"))[place.expect("a legal action")]
}

fn follows_the_rules(rules: Ruleset, games: u32) {
    let graph = Graph::new(rules);
    let mut rng = chance::generator(u64::from(rules.pieces));
    for _ in 0..games {
        let mut state = Holes::new(rules);
        while let Some(action) = chance::random_step(&state, &mut rng) {
            let before = state;
            state.apply(action);
            if before.stage() != Stage::Act {
                continue;
            }
            let next = graph.next(choice(&graph, &before, action), numbers(&graph, &before).1);
            let seat = before.seat();
            let expected = match state.turn() {
                Turn::Over(_) => Next::Won,
                _ if state.seat() == seat => {
                    let (mine, theirs) = numbers(&graph, &state);
                    Next::Again { mine, theirs }
                }
                _ => {
                    let (theirs, mine) = numbers(&graph, &state);
                    Next::Other { mine, theirs }
                }
            };
            assert_eq!(next, expected, "{before:?} {action}");
        }
    }
}

#[test]
fn the_graph_on_numbers_follows_the_rules() {
    for pieces in 1..=4 {
        follows_the_rules(Ruleset::with_pieces(pieces), 200);
    }
    let options = Ruleset { recover_one: true, warp_passes_nefer: true, pieces: 4 };
    follows_the_rules(options, 200);
}

#[test]
fn the_graph_of_five_pieces_follows_the_rules() {
    follows_the_rules(Ruleset::DEFAULT, 50);
}

/// Plays random games and returns the beginner's share of wins, seat 1's share, and the mean and variance of the
/// length.
fn simulate(rules: Ruleset, games: u32) -> ([f64; 2], f64, f64) {
    let mut rng = chance::generator(58);
    let (mut wins, mut sum, mut squares) = ([0_u32; 2], 0.0, 0.0);
    for _ in 0..games {
        let mut state = Holes::new(rules);
        let mut actions = 0;
        let mut beginner = None;
        while let Some(action) = chance::random_step(&state, &mut rng) {
            if state.stage() == Stage::Act {
                beginner.get_or_insert(state.seat());
            }
            state.apply(action);
            actions += 1;
        }
        wins[0] += u32::from(Some(state.seat()) == beginner);
        wins[1] += u32::from(state.seat() == Seat::ONE);
        sum += f64::from(actions);
        squares += f64::from(actions) * f64::from(actions);
    }
    let games = f64::from(games);
    let mean = sum / games;
    (wins.map(|wins| f64::from(wins) / games), mean, squares / games - mean * mean)
}

fn agrees_with_simulation(rules: Ruleset, games: u32) -> RandomPlay {
    let exact = random_play(rules);
    let ([beginner, seat_one], length, variance) = simulate(rules, games);
    // Four standard errors: one run in 16,000 would fail by chance, and the seed is fixed.
    let error = 4.0 * (0.25 / f64::from(games)).sqrt();
    assert!((beginner - exact.beginner_wins).abs() < error, "{beginner} {exact:?}");
    assert!((seat_one - exact.seat_one_wins).abs() < error, "{seat_one} {exact:?}");
    let error = 4.0 * (variance / f64::from(games)).sqrt();
    assert!((length - exact.length).abs() < error, "{length} {exact:?}");
    exact
}

fn close(value: f64, expected: f64) -> bool {
    (value - expected).abs() < 1e-9
}

#[test]
fn h14_random_play_with_one_piece_is_solved_exactly() {
    let exact = agrees_with_simulation(Ruleset::with_pieces(1), 200_000);
    assert!(close(exact.beginner_wins, 0.492_977_220_528_652), "{exact:?}");
    assert!(close(exact.length, 43.790_740_572_314), "{exact:?}");
    assert!(close(exact.seat_one_wins, 0.5), "{exact:?}");
}

#[test]
fn h14_random_play_with_two_pieces_is_solved_exactly() {
    let exact = agrees_with_simulation(Ruleset::with_pieces(2), 200_000);
    assert!(close(exact.beginner_wins, 0.495_885_222_034_477), "{exact:?}");
    assert!(close(exact.length, 110.520_043_787_743), "{exact:?}");
    assert!(close(exact.seat_one_wins, 0.5), "{exact:?}");
}

#[test]
fn the_options_change_what_random_play_gives() {
    let warp = Ruleset { warp_passes_nefer: true, ..Ruleset::with_pieces(2) };
    let plain = random_play(Ruleset::with_pieces(2));
    let passing = agrees_with_simulation(warp, 100_000);
    assert!((plain.length - passing.length).abs() > 0.1, "{plain:?} {passing:?}");
}

/// The equations for one piece, solved by elimination. A race of one piece each ends with the first arrival, so the
/// sides are the 29 holes and the unknowns their 841 pairs.
#[test]
fn elimination_gives_the_same_values_as_sweeping() {
    let graph = Graph::new(Ruleset::with_pieces(1));
    let sides: Vec<u32> = (0..graph.index().count())
        .filter(|&rank| graph.index().side(rank).is_some_and(|side| side.lane != 0))
        .collect();
    let swept = Solution::new::<RandomWin>(&graph, TOLERANCE);
    let eliminated = eliminate(&graph, &sides);
    for (row, value) in eliminated.iter().enumerate() {
        let (mine, theirs) = (sides[row / sides.len()], sides[row % sides.len()]);
        assert!(close(*value, swept.value(mine, theirs)), "{row}");
    }
}

/// Gauss–Jordan on the equations `value - Σ chance · value' = constant`.
fn eliminate(graph: &Graph, sides: &[u32]) -> Vec<f64> {
    let n = sides.len();
    let place = |side: u32| sides.iter().position(|&other| other == side).expect("a lane side");
    let mut rows: Vec<Vec<f64>> = vec![vec![0.0; n * n + 1]; n * n];
    for (row, line) in rows.iter_mut().enumerate() {
        let (mine, theirs) = (sides[row / n], sides[row % n]);
        line[row] += 1.0;
        for throw in sarsen_holes::Throw::all() {
            let choices = graph.choices(mine, throw);
            let chance = f64::from(throw.weight()) / 16.0 / choices.len() as f64;
            for &choice in choices {
                match graph.next(choice, theirs) {
                    Next::Again { mine, theirs } => line[place(mine) * n + place(theirs)] -= chance,
                    Next::Other { mine, theirs } => {
                        line[n * n] += chance;
                        line[place(theirs) * n + place(mine)] += chance;
                    }
                    Next::Won => line[n * n] += chance,
                }
            }
        }
    }
    reduce(rows)
}

fn reduce(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let n = rows.len();
    for column in 0..n {
        let pivot = (column..n)
            .max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))
            .expect("rows are left");
        rows.swap(column, pivot);
        let line = rows[column].clone();
        for (index, row) in rows.iter_mut().enumerate() {
            let factor = row[column] / line[column];
            if index != column && factor != 0.0 {
                for (cell, value) in row[column..].iter_mut().zip(&line[column..]) {
                    *cell -= factor * value;
                }
            }
        }
    }
    (0..n).map(|row| rows[row][n] / rows[row][row]).collect()
}

#[test]
fn one_piece_leaves_no_choice_so_best_play_is_random_play() {
    let graph = Graph::new(Ruleset::with_pieces(1));
    let best = Solution::new::<BestWin>(&graph, TOLERANCE);
    let random = Solution::new::<RandomWin>(&graph, TOLERANCE);
    let (best, random) =
        (best.after_opening::<BestWin>(&graph), random.after_opening::<RandomWin>(&graph));
    assert!(close(best, random), "{best} {random}");
}

#[test]
fn best_play_beats_random_play_by_its_values() {
    let rules = Ruleset::with_pieces(2);
    let graph = Graph::new(rules);
    let best = Solution::new::<BestWin>(&graph, 1e-9);
    let mut rng = chance::generator(2);
    let mut wins = 0;
    for game in 0..4_000 {
        let player = Seat::from_index(game % 2).unwrap();
        let mut state = Holes::new(rules);
        while let Some(drawn) = chance::random_step(&state, &mut rng) {
            let own = state.turn() == Turn::Seat(player);
            state.apply(if own { best_action(&graph, &best, &state) } else { drawn });
        }
        wins += u32::from(state.seat() == player);
    }
    // Random play wins half; six standard deviations of 4,000 games are 190.
    assert!(wins > 2_190, "{wins}");
}

fn best_action(graph: &Graph, best: &Solution, state: &Holes) -> Action {
    let (_, theirs) = numbers(graph, state);
    let value = |&action: &Action| {
        best.after_choice::<BestWin>(graph, choice(graph, state, action), theirs)
    };
    let actions = sarsen_core::legal_actions(state);
    actions.into_iter().max_by(|a, b| value(a).total_cmp(&value(b))).expect("a seat is to act")
}

#[test]
fn a_solution_keeps_its_equations() {
    let graph = Graph::new(Ruleset::with_pieces(1));
    let lengths = Solution::new::<RandomLength>(&graph, 1e-11);
    assert!(lengths.residual() <= 1e-11);
    let start = graph.start();
    let by_throw = |throw| lengths.after_throw::<RandomLength>(&graph, start, start, throw);
    let mean: f64 = sarsen_holes::Throw::all()
        .map(|throw| f64::from(throw.weight()) / 16.0 * by_throw(throw))
        .sum();
    assert!(close(lengths.value(start, start), 2.0 + mean));
}

/// Solves in layers, interrupted after every third sweep by writing and reading the state.
fn in_layers(rules: Ruleset, threads: usize) -> Layers {
    let mut layers = Layers::new(rules);
    let mut sweeps = 0;
    let mut settled = 0;
    while let Some(sweep) = layers.sweep(threads) {
        assert!(sweep.settled >= settled && sweep.settled <= sweep.positions);
        settled = sweep.settled;
        sweeps += 1;
        if sweeps % 3 == 0 {
            let mut bytes = Vec::new();
            layers.write(&mut bytes).expect("memory can be written to");
            layers = Layers::new(rules);
            assert!(layers.read(&mut &bytes[..bytes.len() - 1]).is_err(), "cut off");
            layers.read(&mut bytes.as_slice()).expect("what was written");
        }
    }
    layers
}

/// The largest difference between any position and the solution in 64-bit numbers.
fn largest_error(layers: &Layers, solution: &Solution) -> f64 {
    let count = layers.graph().index().count();
    let pairs = (0..count).flat_map(|mine| (0..count).map(move |theirs| (mine, theirs)));
    let error =
        |(mine, theirs)| f64::from(layers.value(mine, theirs)) - solution.value(mine, theirs);
    pairs.map(|pair| error(pair).abs()).fold(0.0, f64::max)
}

fn layers_agree(pieces: u8) {
    for (recover_one, warp_passes_nefer) in [(false, false), (true, false), (false, true)] {
        let rules = Ruleset { pieces, recover_one, warp_passes_nefer };
        let graph = Graph::new(rules);
        let exact = Solution::new::<BestWin>(&graph, 1e-13);
        let longest = Solution::new::<LongestGame>(&graph, 1e-6).largest();
        // Every equation has an additional rounding error for a number just below one.
        let bound = f64::from(layers::TOLERANCE + f32::EPSILON) * longest;
        for threads in [1, 3] {
            let error = largest_error(&in_layers(rules, threads), &exact);
            assert!(error <= bound, "{rules:?}: {error:e} above {bound:e}");
        }
    }
}

#[test]
fn layers_of_one_and_two_pieces_are_exact_to_the_proved_bound() {
    layers_agree(1);
    layers_agree(2);
}

#[test]
fn a_game_cannot_be_made_longer_than_the_longest_nor_shorter_than_at_random() {
    for pieces in [1, 2] {
        let graph = Graph::new(Ruleset::with_pieces(pieces));
        let longest = Solution::new::<LongestGame>(&graph, 1e-9);
        // Random lengths count throws and their uses: two for each throw.
        let random = Solution::new::<RandomLength>(&graph, 1e-9);
        let count = graph.index().count();
        for (mine, theirs) in
            (0..count).flat_map(|mine| (0..count).map(move |theirs| (mine, theirs)))
        {
            let (long, usual) = (longest.value(mine, theirs), random.value(mine, theirs) / 2.0);
            assert!(long >= usual - 1e-6, "{mine} {theirs}: {long} {usual}");
        }
    }
}
