//! The shipped puzzles have exactly one solution: proved again by plain search that shares nothing with the finders but the rules. A sample
//! is checked always, all of them under `SARSEN_HEAVY=1`.

use std::collections::HashMap;

use sarsen_cathedral::Cathedral;
use sarsen_core::{
    Chance, Hashed, Hidden, ListActions, Rules, Seat, StateString, Turn, Viewer, Views, chance,
    legal_actions,
};
use sarsen_holes::{Holes, Side};
use sarsen_logan::Logan;
use sarsen_search::Cancel;
use sarsen_search::puzzles::{Puzzle, PuzzleSearch, read, shipped};
use sarsen_stonehenge::Stonehenge;
use sarsen_sun::choices::Range;
use sarsen_sun::landing::stones_of;
use sarsen_sun::{Action, Sun, path};

fn is_heavy() -> bool {
    std::env::var_os("SARSEN_HEAVY").is_some_and(|value| value == "1")
}

/// The puzzles to check: all, or every tenth of those that are quick.
fn sample(game: &str, is_quick: impl Fn(&Puzzle) -> bool) -> Vec<&'static Puzzle> {
    let all = shipped(game).unwrap();
    if is_heavy() {
        return all.iter().collect();
    }
    let chosen: Vec<_> = all.iter().filter(|puzzle| is_quick(puzzle)).step_by(5).take(6).collect();
    assert!(chosen.len() >= 2, "{game}: too few puzzles are quick to check");
    chosen
}

fn state_of<G: Rules + 'static>(puzzle: &Puzzle) -> (G, Seat) {
    let position = puzzle.set_up().unwrap();
    let state = position.state().downcast_ref::<G>().unwrap().clone();
    let seat = state.turn().seat().unwrap();
    (state, seat)
}

fn after<G: Rules>(state: &G, action: G::Action) -> G {
    let mut after = state.clone();
    after.apply(action);
    after
}

/// What a seat gets under best play, by trying everything.
fn plain_payoff<G: ListActions + Hashed>(
    state: &G,
    seat: Seat,
    known: &mut HashMap<u64, f64>,
) -> f64 {
    let mover = match state.turn() {
        Turn::Over(outcome) => return outcome.payoff(seat),
        Turn::Chance => panic!("nothing is left to chance here"),
        Turn::Seat(mover) => mover,
    };
    if let Some(&payoff) = known.get(&state.hash()) {
        return payoff;
    }
    let (mut best, most) = if mover == seat { (0.0, 1.0) } else { (1.0, 0.0) };
    for action in legal_actions(state) {
        let payoff = plain_payoff(&after(state, action), seat, known);
        best = if mover == seat { f64::max(best, payoff) } else { f64::min(best, payoff) };
        if best == most {
            break;
        }
    }
    known.insert(state.hash(), best);
    best
}

/// The actions that get the most, and what that is.
fn best_actions<G: ListActions + Hashed>(state: &G, seat: Seat) -> (Vec<String>, f64) {
    let mut known = HashMap::new();
    let value = |action: G::Action| plain_payoff(&after(state, action), seat, &mut known);
    let actions = legal_actions(state);
    let values: Vec<f64> = actions.iter().copied().map(value).collect();
    let best = values.iter().copied().fold(0.0, f64::max);
    let is_best = |(_, value): &(&G::Action, &f64)| **value == best;
    let best_of = actions.iter().zip(&values).filter(is_best);
    (best_of.map(|(action, _)| action.to_string()).collect(), best)
}

#[test]
fn only_one_druid_wins() {
    let few = |puzzle: &Puzzle| puzzle.facts.parse::<u32>().unwrap() <= 15;
    for puzzle in sample("stonehenge", few) {
        let (state, seat) = state_of::<Stonehenge>(puzzle);
        assert_eq!(best_actions(&state, seat), (puzzle.solution.clone(), 1.0), "{puzzle}");
    }
}

#[test]
fn only_one_placement_keeps_the_result() {
    let few = |puzzle: &Puzzle| {
        let count: u32 = puzzle.facts.split(' ').nth(1).unwrap().parse().unwrap();
        count <= 10
    };
    for puzzle in sample("cathedral", few) {
        let (state, seat) = state_of::<Cathedral>(puzzle);
        let kept = if puzzle.facts.starts_with("win") { 1.0 } else { 0.5 };
        assert_eq!(best_actions(&state, seat), (puzzle.solution.clone(), kept), "{puzzle}");
    }
}

/// Every world that a seat considers possible, the real one first: drawn until all have come.
fn worlds(state: &Logan, seat: Seat) -> Vec<Logan> {
    let count = state.worlds(seat).count() as usize;
    let mut found = vec![state.clone()];
    let mut texts = vec![state.state_string()];
    let mut rng = chance::generator(7);
    for _ in 0..400 * count {
        if found.len() == count {
            break;
        }
        let world = state.determinize(seat, &mut rng);
        let text = world.state_string();
        if !texts.contains(&text) {
            texts.push(text);
            found.push(world);
        }
    }
    assert_eq!(found.len(), count, "every world is drawn sooner or later");
    found
}

/// Worlds that a seat cannot tell apart, together; those of the first world first.
fn by_sight(worlds: Vec<Logan>, seat: Seat) -> Vec<Vec<Logan>> {
    let mut groups: Vec<Vec<Logan>> = Vec::new();
    for world in worlds {
        let view = world.view(Viewer::Seat(seat));
        match groups.iter_mut().find(|group| group[0].view(Viewer::Seat(seat)) == view) {
            Some(group) => group.push(world),
            None => groups.push(vec![world]),
        }
    }
    groups
}

fn has_won(state: &Logan, seat: Seat) -> bool {
    state.turn().outcome().is_some_and(|outcome| outcome.winner() == Some(seat))
}

/// The turns with which a seat wins in all these worlds; it sees the first.
fn sure_turns(worlds: &[Logan], seat: Seat) -> Vec<Vec<String>> {
    let mut turns = Vec::new();
    for token in worlds[0].choices(seat) {
        let play = |world: &Logan| after(world, world.resolve(seat, &token).unwrap());
        let played: Vec<Logan> = worlds.iter().map(play).collect();
        if played.iter().all(|world| has_won(world, seat)) {
            turns.push(vec![token]);
        } else if played.iter().all(|world| world.turn() == Turn::Seat(seat)) {
            let groups = by_sight(played, seat);
            let rests: Vec<_> = groups.iter().map(|group| sure_turns(group, seat)).collect();
            if rests.iter().all(|rest| !rest.is_empty()) {
                let own = |rest: &Vec<String>| [vec![token.clone()], rest.clone()].concat();
                turns.extend(rests[0].iter().map(own));
            }
        }
    }
    turns
}

/// All turns that a seat can play, as it says them.
fn turns_of(state: &Logan, seat: Seat) -> Vec<Vec<String>> {
    let mut turns = Vec::new();
    for token in state.choices(seat) {
        let played = after(state, state.resolve(seat, &token).unwrap());
        if played.turn() == Turn::Seat(seat) {
            let rests = turns_of(&played, seat);
            turns.extend(rests.into_iter().map(|rest| [vec![token.clone()], rest].concat()));
        } else {
            turns.push(vec![token]);
        }
    }
    turns
}

/// Whether the seat wins for certain after everything that the other seat can do in this world.
fn is_forced(state: &Logan, seat: Seat) -> bool {
    match state.turn() {
        Turn::Seat(mover) if mover != seat => {
            legal_actions(state).into_iter().all(|reply| is_forced(&after(state, reply), seat))
        }
        // What does not win in the world as it is does not win for certain.
        Turn::Seat(_) => {
            !sure_turns(std::slice::from_ref(state), seat).is_empty()
                && !sure_turns(&worlds(state, seat), seat).is_empty()
        }
        Turn::Over(_) | Turn::Chance => false,
    }
}

#[test]
fn only_one_turn_wins_whatever_is_hidden() {
    for puzzle in sample("logan", |puzzle| puzzle.facts.starts_with("1 ")) {
        let (state, seat) = state_of::<Logan>(puzzle);
        let worlds = worlds(&state, seat);
        let mut winning = sure_turns(&worlds, seat);
        if puzzle.facts.starts_with("2 ") {
            assert!(winning.is_empty(), "{puzzle}: there is a win at once");
            let play = |world: &Logan, turn: &[String]| {
                let step = |state: Logan, token: &String| {
                    after(&state, state.resolve(seat, token).unwrap())
                };
                turn.iter().fold(world.clone(), step)
            };
            let forces = |turn: &Vec<String>| {
                worlds.iter().all(|world| {
                    let played = play(world, turn);
                    played.turn() == Turn::Seat(seat.other()) && is_forced(&played, seat)
                })
            };
            winning = turns_of(&state, seat).into_iter().filter(forces).collect();
        }
        assert_eq!(winning, std::slice::from_ref(&puzzle.solution), "{puzzle}");
    }
}

/// What decides how a game of 58 Holes goes on when a seat is to throw.
type HolesKey = ([(u32, u8, u8); 2], Seat);

fn key(state: &Holes) -> HolesKey {
    let side = |side: &Side| (side.lane, side.hand, side.shen);
    ([side(state.side(Seat::ONE)), side(state.side(Seat::TWO))], state.seat())
}

/// Where an action leads: to the end, or to another throw.
#[derive(Clone, Copy)]
enum Leads {
    Over(f64),
    To(usize),
}

/// A throw's weight, and where the actions after it lead.
type Thrown = (u32, Vec<Leads>);

/// The chances of seat 1 in all positions that can come from some, by plain value iteration.
#[derive(Default)]
struct Chances {
    numbers: HashMap<HolesKey, usize>,
    /// For each position, who throws, and for each throw its weight and where the actions lead.
    throws: Vec<(Seat, Vec<Thrown>)>,
    pending: Vec<Holes>,
    values: Vec<f64>,
}

impl Chances {
    fn number(&mut self, state: &Holes) -> usize {
        let next = self.numbers.len();
        let number = *self.numbers.entry(key(state)).or_insert(next);
        if number == next {
            self.pending.push(*state);
            self.throws.push((state.seat(), Vec::new()));
        }
        number
    }

    fn leads(&mut self, state: &Holes) -> Leads {
        match state.turn() {
            Turn::Over(outcome) => Leads::Over(outcome.payoff(Seat::ONE)),
            _ => Leads::To(self.number(state)),
        }
    }

    fn explore(&mut self) {
        while let Some(state) = self.pending.pop() {
            let number = self.numbers[&key(&state)];
            let mut outcomes = Vec::new();
            assert!(state.visit_outcomes(|throw, weight| outcomes.push((throw, weight))));
            for (throw, weight) in outcomes {
                let thrown = after(&state, throw);
                let actions = legal_actions(&thrown);
                let leads = actions.into_iter().map(|action| self.leads(&after(&thrown, action)));
                let leads = leads.collect();
                self.throws[number].1.push((weight, leads));
            }
        }
    }

    fn value(&self, leads: Leads) -> f64 {
        match leads {
            Leads::Over(payoff) => payoff,
            Leads::To(number) => self.values[number],
        }
    }

    fn solve(&mut self) {
        self.values = vec![0.5; self.throws.len()];
        loop {
            let mut change: f64 = 0.0;
            for number in 0..self.throws.len() {
                let (seat, throws) = &self.throws[number];
                let sum: f64 = throws
                    .iter()
                    .map(|(weight, leads)| {
                        let values = leads.iter().map(|&leads| self.value(leads));
                        let best = if *seat == Seat::ONE {
                            values.fold(0.0, f64::max)
                        } else {
                            values.fold(1.0, f64::min)
                        };
                        f64::from(*weight) * best
                    })
                    .sum();
                let value = sum / 16.0;
                change = change.max((value - self.values[number]).abs());
                self.values[number] = value;
            }
            if change < 1e-9 {
                return;
            }
        }
    }
}

#[test]
fn one_decision_is_worth_ten_points_more() {
    let few = |puzzle: &Puzzle| {
        let (state, _) = state_of::<Holes>(puzzle);
        let left = |seat: Seat| state.side(seat).pieces() - state.side(seat).removed;
        is_heavy() || left(Seat::ONE) + left(Seat::TWO) <= 4
    };
    let puzzles = sample("holes", few);
    let mut chances = Chances::default();
    let mut decisions = Vec::new();
    for puzzle in &puzzles {
        let (state, seat) = state_of::<Holes>(puzzle);
        let leads: Vec<_> = legal_actions(&state)
            .into_iter()
            .map(|action| (action.to_string(), chances.leads(&after(&state, action))))
            .collect();
        decisions.push((puzzle, seat, leads));
    }
    chances.explore();
    chances.solve();
    for (puzzle, seat, leads) in decisions {
        let chance = |leads| {
            let value = chances.value(leads);
            if seat == Seat::ONE { value } else { 1.0 - value }
        };
        let mut values: Vec<(String, f64)> =
            leads.into_iter().map(|(action, leads)| (action, chance(leads))).collect();
        values.sort_by(|a, b| b.1.total_cmp(&a.1));
        assert_eq!([values[0].0.clone()], *puzzle.solution, "{puzzle}");
        assert!(values[0].1 - values[1].1 > 0.1, "{puzzle}: {values:?}");
        for (fact, (action, value)) in puzzle.facts.split(' ').zip(&values) {
            let (told, thousandths) = fact.split_once('=').unwrap();
            let thousandths: f64 = thousandths.parse().unwrap();
            assert!((thousandths / 1000.0 - value).abs() < 1e-3, "{puzzle}: {action} {told}");
        }
    }
}

/// How many of a number of throws of a trembling hand topple nothing. It stops where more than a number have.
fn clean_throws(state: &Sun, throw: Action, count: u32, most_failed: u32, seed: u64) -> u32 {
    let mut rng = chance::generator(seed);
    let (mut clean, mut failed) = (0, 0);
    while clean + failed < count && failed <= most_failed {
        let mut thrown = after(state, throw);
        while thrown.turn() == Turn::Chance {
            let drawn = thrown.draw(&mut rng).unwrap();
            thrown.apply(drawn);
        }
        let fallen = thrown.last_throw().unwrap().taken;
        if fallen == 0 { clean += 1 } else { failed += 1 }
    }
    clean
}

/// The throws without a push through the seat's area, a degree apart, that topple nothing if the hand is steady. Only those can
/// be clean often with one that is not.
fn steady_throws(state: &Sun) -> Vec<(f64, Action)> {
    let (start, extent) = state.throw_arc().unwrap();
    let angles = (1..(extent / 10.0) as u32).map(|degree| start + 10.0 * f64::from(degree));
    let throws = angles.map(|angle| (angle, throw_from(angle)));
    let is_clean = |throw: &Action| {
        path::is_clean(throw.release().unwrap(), state.scene().blocks())
            && state.check(*throw).is_ok()
    };
    throws.filter(|(_, throw)| is_clean(throw)).collect()
}

fn throw_from(angle: f64) -> Action {
    let radians = angle.to_radians() / 10.0;
    let tenths = |part: f64| (3800.0 * part).round() as i16;
    Action::Throw { x: tenths(radians.cos()), y: tenths(radians.sin()), vx: 0, vy: 0 }
}

fn solved(puzzle: &Puzzle, state: &Sun) -> (Sun, Action) {
    let actions: Vec<Action> = puzzle.solution.iter().map(|token| token.parse().unwrap()).collect();
    let (throw, before) = actions.split_last().unwrap();
    (before.iter().fold(state.clone(), |state, &action| after(&state, action)), *throw)
}

#[test]
fn one_path_is_clean_where_the_middle_is_not() {
    let is_throw = |puzzle: &Puzzle| puzzle.facts.starts_with("throw");
    let (most, count) = if is_heavy() { (usize::MAX, 200) } else { (3, 80) };
    let puzzles = sample("sun", is_throw).into_iter().filter(|&puzzle| is_throw(puzzle));
    for puzzle in puzzles.take(most) {
        let (state, _) = state_of::<Sun>(puzzle);
        let (start, extent) = state.throw_arc().unwrap();
        let middle = throw_from(start + extent / 2.0);
        let natural = clean_throws(&state, middle, 200, 200, 11);
        assert!(natural <= 110, "{puzzle}: {natural} of 200 through the middle are clean");
        let (_, throw) = solved(puzzle, &state);
        let best = clean_throws(&state, throw, 200, 200, 12);
        assert!(best >= 160, "{puzzle}: {best} of 200 are clean");
        // The good directions lie side by side: between two of them none is bad.
        let shares: Vec<(f64, u32)> = steady_throws(&state)
            .into_iter()
            .map(|(angle, throw)| (angle, clean_throws(&state, throw, count, count, 13)))
            .collect();
        let good = |&&(_, share): &&(f64, u32)| share * 10 >= count * 8;
        let (first, last) = (shares.iter().find(good).unwrap(), shares.iter().rfind(good).unwrap());
        let degrees = ((last.0 - first.0) / 10.0).round() as usize + 1;
        let run = shares.iter().filter(|(angle, _)| (first.0..=last.0).contains(angle));
        let run: Vec<u32> = run.map(|&(_, share)| share).collect();
        assert!(
            run.len() == degrees && run.iter().all(|&share| share * 10 >= count * 6),
            "{puzzle}: {run:?}"
        );
    }
}

/// Where something is built: two neighbours, one stone, or two that carry a lintel.
type Place = (&'static str, u8, u8);

fn place_of(state: &Sun, build: Action) -> Place {
    match build {
        Action::Build { angle, .. } => {
            let gap = state.scene().area_at(f64::from(angle)).unwrap();
            ("gap", gap.from, gap.to)
        }
        Action::BuildTop { on, .. } => ("top", on, on),
        Action::Gate { left, right, .. } => ("gate", left, right),
        _ => panic!("`{build}` builds nothing"),
    }
}

/// The states in which a turn that begins with a build comes to its throw.
fn before_throw(state: &Sun, build: Action) -> Vec<Sun> {
    let built = after(state, build);
    let ranges = built.marker_ranges();
    if ranges.is_empty() {
        return vec![built];
    }
    let moved = |range: Range| after(&built, Action::Marker { angle: range.middle() });
    ranges.into_iter().map(moved).collect()
}

/// Of throws a degree apart, those in the middle of what lies side by side: the ones with the most room.
fn middles(throws: &[(f64, Action)]) -> Vec<Action> {
    let runs = throws.chunk_by(|one, other| other.0 - one.0 < 15.0);
    runs.map(|run| run[run.len() / 2].1).collect()
}

#[test]
fn one_place_to_build_leaves_a_clean_throw() {
    let is_turn = |puzzle: &Puzzle| puzzle.facts.starts_with("turn");
    // Always with a few stones and their best throws, otherwise with all.
    let (stride, stones_apart) = if is_heavy() { (20, 1) } else { (60, 9) };
    for puzzle in sample("sun", is_turn).into_iter().filter(|&puzzle| is_turn(puzzle)) {
        let (state, _) = state_of::<Sun>(puzzle);
        let (before, throw) = solved(puzzle, &state);
        let best = clean_throws(&before, throw, 200, 200, 12);
        assert!(best >= 160, "{puzzle}: {best} of 200 are clean");
        let here = place_of(&state, puzzle.solution[0].parse().unwrap());
        let stones = stones_of(state.stock())
            .step_by(stones_apart)
            .flat_map(|stone| [0, 450, 900].map(|turn| (stone, turn)));
        let ring = stones.flat_map(|(stone, turn)| {
            let angles = (0..3600).step_by(stride);
            angles.map(move |angle| Action::Build { stone, angle, turn })
        });
        let builds = state.builds();
        let tops = builds.tops.iter().map(|&(stone, on)| Action::BuildTop { stone, on });
        let gates =
            builds.gates.iter().map(|&(stone, left, right)| Action::Gate { stone, left, right });
        for build in ring.chain(tops).chain(gates).filter(|&build| state.check(build).is_ok()) {
            if place_of(&state, build) == here {
                continue;
            }
            for state in before_throw(&state, build) {
                let steady = steady_throws(&state);
                let throws = if is_heavy() {
                    steady.into_iter().map(|(_, throw)| throw).collect()
                } else {
                    middles(&steady)
                };
                for throw in throws {
                    let clean = clean_throws(&state, throw, 100, 20, 14);
                    assert!(clean < 80, "{puzzle}: {build} {throw} is clean as well");
                }
            }
        }
    }
}

#[test]
fn the_same_seed_finds_the_same_puzzles() {
    // The shipped puzzles are those of seed 1, so a fresh search finds them again.
    for game in ["stonehenge", "cathedral", "logan", "holes", "sun"] {
        let first = &shipped(game).unwrap()[0];
        let mut search = PuzzleSearch::new(sarsen_catalog::game(game).unwrap(), 1).unwrap();
        let cancel = Cancel::default();
        let found = (0..=first.source).find_map(|number| search.play(number, &cancel));
        assert_eq!(found.as_ref(), Some(first));
        // A search that continues an earlier one does not find its puzzles again.
        let mut search = PuzzleSearch::new(sarsen_catalog::game(game).unwrap(), 1).unwrap();
        search.exclude(std::slice::from_ref(first));
        assert_ne!(search.play(first.source, &cancel).as_ref(), Some(first));
    }
}

#[test]
fn a_cancelled_search_gives_nothing_that_it_has_not_finished() {
    let cancel = Cancel::default();
    cancel.cancel();
    let game = sarsen_catalog::game("stonehenge").unwrap();
    assert_eq!(PuzzleSearch::new(game, 1).unwrap().play(1, &cancel), None);
}

#[test]
fn the_puzzles_of_each_game_ship_with_their_command() {
    for game in ["stonehenge", "cathedral", "logan", "holes", "sun"] {
        let file = sarsen_search::puzzles::maker(game).unwrap().file();
        let command = format!("# sarsen puzzles {game} --count 100 --seed 1");
        assert_eq!(file.lines().next(), Some(command.as_str()));
        let puzzles = read(file).unwrap();
        assert_eq!(puzzles.len(), 100, "{game}");
        let grades: std::collections::BTreeSet<u8> = puzzles.iter().map(Puzzle::grade).collect();
        assert!(grades.len() >= 3, "{game}: grades {grades:?}");
    }
}
