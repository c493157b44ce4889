//! One test or more for every rule, named after it.

use sarsen_core::{
    Hidden, MatchGame, MatchScore, NextGame, Options, Outcome, PerSeat, PlayError, Rules, Seat,
    Turn, Viewer, Views, chance, legal_actions,
};
use sarsen_stonehenge::board::{ALL_LINES, Cell, Line};
use sarsen_stonehenge::{Action, Event, Stonehenge};

const ONE: Seat = Seat::ONE;
const TWO: Seat = Seat::TWO;

fn start(options: &[(&str, &str)]) -> Stonehenge {
    let mut chosen = Options::defaults(Stonehenge::SPEC);
    for (name, value) in options {
        chosen.set(name, value).expect("an option of the game");
    }
    Stonehenge::start(&chosen)
}

fn play(state: &mut Stonehenge, tokens: &str) {
    for token in tokens.split_whitespace() {
        try_play(state, token).unwrap_or_else(|error| panic!("{token}: {error}"));
    }
}

fn try_play(state: &mut Stonehenge, token: &str) -> Result<(), PlayError> {
    Ok(state.play(token.parse()?)?)
}

fn after(tokens: &str) -> Stonehenge {
    let mut state = start(&[]);
    play(&mut state, tokens);
    state
}

fn manual(tokens: &str) -> Stonehenge {
    let mut state = start(&[("claims", "manual")]);
    play(&mut state, tokens);
    state
}

fn face_down(tokens: &str) -> Stonehenge {
    let mut state = start(&[("druids", "hidden")]);
    play(&mut state, tokens);
    state
}

fn refused_by(state: &Stonehenge, token: &str) -> &'static str {
    match try_play(&mut state.clone(), token) {
        Err(PlayError::Illegal(illegal)) => illegal.rule,
        other => panic!("{token}: {other:?}"),
    }
}

fn line(name: &str) -> Line {
    Line::from_name(name).expect("a line")
}

fn dominates(state: &Stonehenge, seat: Seat, name: &str) -> bool {
    state.dominated_by(seat) & line(name).bit() != 0
}

fn marked(state: &Stonehenge, seat: Seat, name: &str) -> bool {
    state.marked_by(seat) & line(name).bit() != 0
}

fn legal(state: &Stonehenge) -> Vec<String> {
    legal_actions(state).iter().map(ToString::to_string).collect()
}

#[test]
fn k1_each_seat_has_nine_druids_and_eight_megaliths_and_seat_one_begins() {
    let state = start(&[]);
    for seat in [ONE, TWO] {
        assert_eq!(state.hand(seat).druids().collect::<Vec<_>>(), [1, 1, 2, 2, 3, 3, 4, 5, 6]);
    }
    assert_eq!(state.score().unwrap().as_slice(), [8, 8]);
    assert_eq!(state.turn(), Turn::Seat(ONE));
    assert_eq!(after("G1").turn(), Turn::Seat(TWO));
    assert_eq!(after("G1 A1").turn(), Turn::Seat(ONE));
}

#[test]
fn k1_a_druid_is_placed_once_for_each_copy() {
    assert_eq!(refused_by(&after("G6 A1"), "B6"), "K1");
    assert_eq!(refused_by(&after("G1 A2 H1 B3"), "C1"), "K1");
    assert!(try_play(&mut after("G1 A2"), "H1").is_ok());
}

#[test]
fn k2_a_druid_goes_on_any_empty_cell_and_stays() {
    let state = after("G4");
    assert_eq!(state.value_at(Cell::from_letter(b'G').unwrap()), Some(4));
    assert_eq!(refused_by(&state, "G5"), "K2");
    assert_eq!(legal(&start(&[])).len(), 18 * 6);
    assert_eq!(legal(&state).len(), 17 * 6);
}

#[test]
fn k2_a_turn_places_one_druid() {
    // Seat 1 has won r1 with its second druid and may mark it, but not place a third.
    let state = manual("A1 R1 B2");
    assert_eq!(state.turn(), Turn::Seat(ONE));
    assert_eq!(refused_by(&state, "C3"), "K2");
}

#[test]
fn k3_a_full_line_belongs_to_the_higher_total() {
    assert!(dominates(&after("A3 B2"), ONE, "r1"));
    assert!(dominates(&after("A2 B3"), TWO, "r1"));
    // Three cells, two of them held by the seat with the lower total.
    let state = face_down("C1 D6 E2");
    assert!(dominates(&state, TWO, "r2") && !dominates(&state, ONE, "r2"));
}

#[test]
fn k4_on_equal_totals_the_seat_that_placed_last_has_lost_the_line() {
    let state = face_down("A4 B4");
    assert!(dominates(&state, ONE, "r1") && !dominates(&state, TWO, "r1"));
    let state = face_down("G2 A4 B4");
    assert!(dominates(&state, TWO, "r1") && !dominates(&state, ONE, "r1"));
}

/// The book's example: 6 against 1, two empty cells, and the other seat has 3, 2 and 1 left. It can
/// reach six, and would have placed last.
#[test]
fn k5_a_line_is_dominated_before_it_is_full_when_it_cannot_be_beaten() {
    // Row 3: F G H I. Seat 1 puts its 6 on F, seat 2 its 1 on G; then seat 2 spends 6 5 4 and one 3 elsewhere.
    let mut state = after("F6 G1 A1 B6 C1 E5 D2 L4");
    assert!(!dominates(&state, ONE, "r3"), "seat 2 still has 3 3 2 2 1");
    play(&mut state, "M2 P3");
    assert_eq!(state.hand(TWO).druids().collect::<Vec<_>>(), [1, 2, 2, 3]);
    assert!(dominates(&state, ONE, "r3"), "1 + 3 + 2 is only level with 6");
}

#[test]
fn k5_a_line_that_can_still_be_beaten_by_one_is_open() {
    let state = after("A5");
    assert!(!dominates(&state, ONE, "r1"), "a 6 beats it");
    let state = after("A6");
    assert!(dominates(&state, ONE, "r1"), "a 6 only draws level");
}

#[test]
fn k5_no_more_druids_than_a_seat_has_left_can_fill_a_line() {
    // Seat 2 has one druid left, a 1, and r4 has two empty cells: the sum is over what it has.
    let state = after("K6 A6 L1 B5 C1 D4 E2 F3 G2 H3 I3 M2 O3 P2 Q4 R1");
    assert!(state.turn().is_over() || dominates(&state, ONE, "r4"));
    assert_eq!(state.hand(TWO).druids().collect::<Vec<_>>(), [1]);
}

/// Domination derived from a position without its history, directly from the text of K3 to K5.
fn plain_domination(state: &Stonehenge, line: Line) -> [bool; 2] {
    let total = |seat: Seat| -> i32 {
        Cell::of_set(state.held_by(seat) & line.cells())
            .map(|cell| i32::from(state.value_at(cell).expect("a druid")))
            .sum()
    };
    let empty = Cell::of_set(state.empty_cells() & line.cells()).count();
    [ONE, TWO].map(|seat| {
        let mut theirs: Vec<i32> = state.hand(seat.other()).druids().map(i32::from).collect();
        theirs.reverse();
        total(seat) >= total(seat.other()) + theirs.iter().take(empty).sum::<i32>()
    })
}

#[test]
fn k6_domination_is_permanent_single_and_complete() {
    let hands = start(&[("claims", "manual")]);
    let mut rng = chance::generator(6);
    for _ in 0..100_000 {
        let mut state = hands;
        let mut before = [0_u16; 2];
        while let Some(action) = next_druid(&state, &mut rng) {
            state.apply(action);
            let now = [state.dominated_by(ONE), state.dominated_by(TWO)];
            assert_eq!(now[0] & now[1], 0, "one seat at most");
            assert!(
                now[0] & before[0] == before[0] && now[1] & before[1] == before[1],
                "permanent"
            );
            before = now;
        }
        assert_eq!(before[0] | before[1], ALL_LINES, "every line is decided on the full board");
    }
}

/// The next druid of a game in which nobody marks, so that it continues to the full board.
fn next_druid(state: &Stonehenge, rng: &mut chance::Generator) -> Option<Action> {
    if state.empty_cells() == 0 {
        return None;
    }
    let actions = legal_actions(state);
    if actions.contains(&Action::End) {
        return Some(Action::End);
    }
    let druids: Vec<_> =
        actions.into_iter().filter(|action| matches!(action, Action::Place { .. })).collect();
    Some(druids[chance::below(rng, druids.len() as u64) as usize])
}

#[test]
fn k6_what_is_kept_is_what_the_position_says() {
    let mut rng = chance::generator(66);
    for _ in 0..2_000 {
        let mut state = start(&[]);
        while let Some(action) = chance::random_step(&state, &mut rng) {
            state.apply(action);
            for line in Line::all() {
                let kept = [ONE, TWO].map(|seat| state.dominated_by(seat) & line.bit() != 0);
                let plain = plain_domination(&state, line);
                if plain != [true, true] {
                    assert_eq!(kept, plain, "{line} of {state:?}");
                } else {
                    // A full line with equal totals: by K4 one of the seats has it.
                    assert!(kept[0] != kept[1], "{line} of {state:?}");
                }
            }
        }
    }
}

#[test]
fn k7_a_line_dominated_in_the_others_turn_waits_for_ones_own() {
    // Seat 2 fills r1 and loses it to seat 1, which is to act and may mark it only now.
    let state = manual("A3 B1");
    assert_eq!(state.turn(), Turn::Seat(ONE));
    assert!(dominates(&state, ONE, "r1") && !marked(&state, ONE, "r1"));
    assert!(legal(&state).contains(&"!r1".to_owned()));
    // A line of the other seat cannot be marked.
    let state = manual("A1 B3 end");
    assert_eq!(refused_by(&state, "!r1"), "K5");
}

#[test]
fn k7_a_line_that_waits_for_a_turn_that_never_comes_stays_unmarked() {
    let state = after("E1 I1 H2 A1 M2 Q3 F6 N5 D5 J6 B1 C4");
    assert_eq!(state.turn(), Turn::Over(Outcome::win(TWO)));
    assert!(dominates(&state, ONE, "u4") && !marked(&state, ONE, "u4"));
    assert_eq!(state.score().unwrap()[ONE], 5);
}

#[test]
fn k7_several_lines_may_be_marked_in_one_turn_before_and_after_the_druid() {
    // Seat 2's six has been used, so seat 1's five is safe on a line of two.
    let mut state = manual("A6 end G6 !r1 N5");
    assert_eq!(state.turn(), Turn::Seat(ONE));
    play(&mut state, "!d5");
    assert!(marked(&state, ONE, "r1") && marked(&state, ONE, "d5"));
    assert_eq!(state.turn(), Turn::Seat(TWO));
}

#[test]
fn k7_marks_before_the_druid_do_not_end_the_turn() {
    let mut state = manual("A6 end C1");
    assert_eq!(state.turn(), Turn::Seat(ONE), "r1 is marked before the druid");
    play(&mut state, "!r1");
    assert_eq!(state.turn(), Turn::Seat(ONE));
    assert_eq!(refused_by(&state, "!r1"), "K7");
    play(&mut state, "B1");
    assert_eq!(state.turn(), Turn::Seat(TWO), "nothing is left to mark");
}

#[test]
fn k8_the_first_seat_with_eight_megaliths_wins_at_once() {
    let mut rng = chance::generator(8);
    let mut early = 0;
    for _ in 0..500 {
        let mut state = start(&[]);
        chance::playout(&mut state, &mut rng);
        let Turn::Over(outcome) = state.turn() else { panic!("a playout ends") };
        let winner = outcome.winner().expect("no draws");
        assert_eq!(state.marked_by(winner).count_ones(), 8);
        assert!(state.marked_by(winner.other()).count_ones() < 8);
        assert!(legal(&state).is_empty());
        assert_eq!(refused_by(&state, "A1"), "K8");
        early += u32::from(state.empty_cells() != 0);
    }
    assert!(early > 250, "most games end before the board is full: {early}");
}

#[test]
fn k9_automatic_claims_mark_at_the_start_and_at_the_end_of_a_turn() {
    let state = after("A3 B1");
    assert!(marked(&state, ONE, "r1"), "at the start of seat 1's turn");
    let state = after("A6");
    assert!(marked(&state, ONE, "r1"), "at the end of seat 1's turn");
    assert_eq!(refused_by(&state, "!r1"), "K9");
}

#[test]
fn k9_a_game_can_end_at_the_start_of_a_turn() {
    let mut rng = chance::generator(9);
    let ended_by_the_other = (0..2_000).any(|_| {
        let mut state = start(&[]);
        let mut mover = ONE;
        while let Some(action) = chance::random_step(&state, &mut rng) {
            mover = state.turn().seat().unwrap();
            state.apply(action);
        }
        state.turn() == Turn::Over(Outcome::win(mover.other()))
    });
    assert!(ended_by_the_other);
}

#[test]
fn k9_a_forgotten_line_may_be_marked_in_any_later_turn() {
    let mut state = manual("A1 R1 B2 end");
    assert_eq!(state.turn(), Turn::Seat(TWO));
    assert_eq!(refused_by(&state, "!r1"), "K5");
    play(&mut state, "Q1");
    assert!(legal(&state).contains(&"!r1".to_owned()));
    play(&mut state, "C1 end P2 !r1");
    assert!(marked(&state, ONE, "r1"));
}

#[test]
fn k9_end_needs_something_left_to_mark() {
    assert_eq!(refused_by(&manual("A1 R1"), "end"), "K9");
    assert_eq!(refused_by(&manual("A1"), "pass"), "K9");
    assert_eq!(refused_by(&after("A1"), "end"), "K2");
}

#[test]
fn k9_on_the_full_board_a_turn_is_marking_alone() {
    let mut state = start(&[("claims", "manual")]);
    let mut rng = chance::generator(99);
    while let Some(action) = next_druid(&state, &mut rng) {
        state.apply(action);
    }
    // Seat 2 placed the last druid and marks nothing.
    if legal(&state).contains(&"end".to_owned()) {
        play(&mut state, "end");
    }
    assert_eq!(state.turn(), Turn::Seat(ONE));
    let owed =
        |state: &Stonehenge, seat| (state.dominated_by(seat) & !state.marked_by(seat)).count_ones();
    while !state.turn().is_over() {
        let seat = state.turn().seat().unwrap();
        let actions = legal(&state);
        if owed(&state, seat) == 0 {
            assert_eq!(actions, ["pass"]);
        } else {
            assert_eq!(actions.len() as u32, owed(&state, seat));
            assert!(actions.iter().all(|action| action.starts_with('!')), "{actions:?}");
        }
        play(&mut state, &actions[0]);
    }
}

#[test]
fn k9_a_seat_with_nothing_to_mark_on_the_full_board_passes() {
    let mut rng = chance::generator(10);
    let passed = (0..200).any(|_| {
        let mut state = start(&[("claims", "manual")]);
        while let Some(action) = chance::random_step(&state, &mut rng) {
            if action == Action::Pass {
                assert_eq!(state.empty_cells(), 0);
                return true;
            }
            state.apply(action);
        }
        false
    });
    assert!(passed);
}

#[test]
fn k10_the_loser_scores_what_it_has_left_and_the_lowest_total_wins_the_match() {
    let mut rng = chance::generator(10);
    let mut total = MatchScore::new(Stonehenge::SPEC.matches.rule, 2);
    let mut expected = [0, 0];
    for game in 0..4 {
        let mut state = start(&[]);
        chance::playout(&mut state, &mut rng);
        let outcome = state.turn().outcome().unwrap();
        let score = state.score().unwrap();
        let winner = outcome.winner().unwrap();
        let left = 8 - state.marked_by(winner.other()).count_ones() as i32;
        assert_eq!(score[winner.other()], left);
        // The seats swap, so player 0 sits in seat 2 of every second game.
        let players = if game % 2 == 0 { [0, 1] } else { [1, 0] };
        expected[players[winner.other().index()]] += left;
        let game =
            MatchGame { outcome, score: Some(score), played_out: true, player_of_seat: &players };
        total.add(&game);
    }
    assert_eq!(total.points(), expected);
    assert_eq!(total.standing(), Outcome::lowest_first(&expected));
}

#[test]
fn k10_only_the_loser_scores_also_after_a_resignation_or_a_loss_on_time() {
    // Nobody has won yet: both have megaliths left.
    let mut state = start(&[]);
    for action in ["A1", "R6", "B2"] {
        state.play(action.parse().unwrap()).unwrap();
    }
    let score = state.score().unwrap();
    assert!(score[ONE] < 8 && score[TWO] > 0, "{score:?}");
    for (loser, expected) in [(ONE, [score[ONE], 0]), (TWO, [0, score[TWO]])] {
        let mut total = MatchScore::new(Stonehenge::SPEC.matches.rule, 2);
        let outcome = Outcome::win(loser.other());
        let given_up =
            MatchGame { outcome, score: Some(score), played_out: false, player_of_seat: &[0, 1] };
        assert_eq!(total.add(&given_up), expected);
    }
    let mut total = MatchScore::new(Stonehenge::SPEC.matches.rule, 2);
    let agreed = MatchGame {
        outcome: Outcome::draw(),
        score: Some(score),
        played_out: false,
        player_of_seat: &[0, 1],
    };
    assert_eq!(total.add(&agreed), [0, 0], "nobody has lost a draw");
}

#[test]
fn k10_seats_swap_who_begins() {
    let next = Stonehenge::SPEC.matches.next;
    assert_eq!(next, NextGame::MoveSeats);
    assert_eq!(next.seats(&["Ada", "Bo"]), ["Bo", "Ada"]);
}

#[test]
fn k10_two_narrow_wins_count_less_than_one_clear_one() {
    let mut total = MatchScore::new(Stonehenge::SPEC.matches.rule, 2);
    for (winner, score) in [(ONE, [0, 1]), (ONE, [0, 1]), (TWO, [5, 0])] {
        let score = Some(PerSeat::new(&score));
        let outcome = Outcome::win(winner);
        total.add(&MatchGame { outcome, score, played_out: true, player_of_seat: &[0, 1] });
    }
    assert_eq!(total.standing(), Outcome::win(TWO));
}

#[test]
fn k11_only_full_lines_are_dominated_when_druids_lie_face_down() {
    assert!(dominates(&after("A6"), ONE, "r1"));
    assert!(!dominates(&face_down("A6"), ONE, "r1"));
    assert!(dominates(&face_down("A6 B1"), ONE, "r1"));
}

#[test]
fn k11_the_druids_of_a_full_line_are_turned_up() {
    let state = face_down("A3");
    let value = |state: &Stonehenge, viewer, cell: usize| state.view(viewer).cells[cell].value;
    assert_eq!(value(&state, Viewer::Seat(TWO), 0), None);
    assert_eq!(value(&state, Viewer::Seat(ONE), 0), Some(3));
    assert_eq!(value(&state, Viewer::Public, 0), None);
    let told = state.events("B1".parse().unwrap(), Viewer::Public);
    assert!(
        told.contains(&Event::TurnedUp { cell: Cell::new(0).unwrap(), value: Some(3) }),
        "{told:?}"
    );
    assert_eq!(value(&face_down("A3 B1"), Viewer::Seat(TWO), 0), Some(3));
}

#[test]
fn k11_a_seat_knows_the_values_not_yet_seen_and_its_record_hides_the_rest() {
    let state = face_down("A3 B1 G6 C2");
    let view = state.view(Viewer::Seat(TWO));
    assert_eq!(view.hands[0].druids, None);
    assert_eq!(view.hands[0].unseen, [1, 1, 2, 2, 3, 4, 5, 6]);
    assert_eq!(view.hands[1].druids.as_deref(), Some(&[1, 2, 3, 3, 4, 5, 6][..]));
    let history: Vec<Action> = ["A3", "B1", "G6", "C2"].map(|token| token.parse().unwrap()).into();
    assert_eq!(state.masked(&history, Viewer::Seat(TWO)), ["A3", "B1", "G?", "C2"]);
    assert_eq!(state.masked(&history, Viewer::Seat(ONE)), ["A3", "B1", "G6", "C?"]);
    assert_eq!(state.masked(&history, Viewer::Public), ["A3", "B1", "G?", "C?"]);
}

#[test]
fn k11_a_masked_record_is_shown_as_its_reader_saw_it() {
    let mut options = Options::defaults(Stonehenge::SPEC);
    options.set("druids", "hidden").unwrap();
    let mut rng = chance::generator(11);
    for _ in 0..200 {
        let mut state = Stonehenge::start(&options);
        let mut history = Vec::new();
        for _ in 0..14 {
            let Some(action) = chance::random_step(&state, &mut rng) else { break };
            state.apply(action);
            history.push(action);
            let seen = state.masked(&history, Viewer::Seat(ONE));
            let tokens: Vec<&str> = seen.iter().map(String::as_str).collect();
            let shown = Stonehenge::view_masked(&options, &tokens).unwrap();
            let view = state.view(Viewer::Seat(ONE));
            assert_eq!((shown.cells, shown.lines, shown.last), (view.cells, view.lines, view.last));
        }
    }
}

#[test]
fn k11_every_world_is_drawn_equally_often() {
    // Seat 2 holds two face-down cells: 33 ordered pairs of values are possible.
    let state = face_down("A1 G2 C1 L3");
    let mut rng = chance::generator(111);
    let mut counts = std::collections::BTreeMap::new();
    let draws = 33_000;
    for _ in 0..draws {
        let world = state.determinize(ONE, &mut rng);
        let pair = [b'G', b'L'].map(|letter| world.value_at(Cell::from_letter(letter).unwrap()));
        *counts.entry(pair).or_insert(0_i64) += 1;
    }
    assert_eq!(counts.len(), 33);
    // Chi-square with 32 degrees of freedom: 62.5 is the 99.9 % quantile.
    let square: f64 = counts.values().map(|&count| ((count - 1000) as f64).powi(2) / 1000.0).sum();
    assert!(square < 62.5, "{square}");
}
