//! One or more tests per rule, named after the rule's id.

use sarsen_core::{
    Chance, Explain, Lang, Options, Outcome, PlayError, Rules, Seat, Turn, Viewer, Views, chance,
    legal_actions,
};
use sarsen_holes::{Happening, Hole, Holes, Loss, Ruleset, Side, Throw};

const ONE: Seat = Seat::ONE;
const TWO: Seat = Seat::TWO;

fn start() -> Holes {
    Holes::start(&Options::defaults(Holes::SPEC))
}

fn with(options: &[(&str, &str)]) -> Ruleset {
    let mut chosen = Options::defaults(Holes::SPEC);
    for (name, value) in options {
        chosen.set(name, value).expect("an option");
    }
    Ruleset::new(&chosen)
}

fn lane(holes: &[u8]) -> u32 {
    holes.iter().map(|&hole| self::hole(hole).bit()).sum()
}

/// A side of five pieces: those on the lane, in the Shen hole, removed, and the rest in hand.
fn side(holes: &[u8], shen: u8, removed: u8) -> Side {
    let hand = 5 - holes.len() as u8 - shen - removed;
    Side { lane: lane(holes), hand, shen, removed }
}

/// Seat 1 is about to throw.
fn position(mine: Side, theirs: Side) -> Holes {
    under(Ruleset::DEFAULT, mine, theirs)
}

fn under(rules: Ruleset, mine: Side, theirs: Side) -> Holes {
    Holes::set_up(rules, [mine, theirs], ONE).expect("a position")
}

/// A seat 2 that does not matter.
fn far_away() -> Side {
    side(&[1, 13], 0, 0)
}

fn try_play(state: &mut Holes, token: &str) -> Result<(), PlayError> {
    Ok(state.play(token.parse()?)?)
}

fn play(mut state: Holes, tokens: &str) -> Holes {
    for token in tokens.split_whitespace() {
        try_play(&mut state, token).unwrap_or_else(|error| panic!("{token}: {error}"));
    }
    state
}

fn refused_by(state: &Holes, token: &str) -> &'static str {
    match try_play(&mut state.clone(), token) {
        Err(PlayError::Illegal(illegal)) => illegal.rule,
        other => panic!("{token}: {other:?}"),
    }
}

fn legal(state: &Holes) -> Vec<String> {
    legal_actions(state).iter().map(ToString::to_string).collect()
}

/// The consequences of the last of the tokens.
fn events(state: Holes, tokens: &str) -> Vec<(Seat, Happening)> {
    let (before, last) = tokens.rsplit_once(' ').unwrap_or(("", tokens));
    let told = play(state, before).events(last.parse().expect("an action"), Viewer::Public);
    told.into_iter().map(|event| (event.seat, event.what)).collect()
}

fn hole(number: u8) -> Hole {
    Hole::new(number).expect("a hole")
}

#[test]
fn h1_each_seat_starts_with_one_piece_on_its_start_hole() {
    for seat in [ONE, TWO] {
        assert_eq!(*start().side(seat), side(&[1], 0, 0));
    }
}

#[test]
fn h2_the_lower_throw_begins_and_moves_by_it() {
    let begun = play(start(), "*3 *2");
    assert_eq!((begun.turn(), begun.pending()), (Turn::Seat(TWO), Throw::new(2)));
    let moved = play(begun, "1");
    assert_eq!(moved.side(TWO).lane, lane(&[3]));
    assert_eq!((moved.turn(), moved.seat()), (Turn::Chance, ONE));
    assert_eq!(play(start(), "*1 *5").turn(), Turn::Seat(ONE));
}

#[test]
fn h2_the_other_seat_makes_a_fresh_throw() {
    let state = play(start(), "*3 *2 1 *4 1");
    assert_eq!((state.side(ONE).lane, state.side(TWO).lane), (lane(&[5]), lane(&[3])));
    assert_eq!(refused_by(&play(start(), "*3 *2 1"), "1"), "H3");
}

#[test]
fn h2_equal_throws_are_made_again_by_both_seat_1_first() {
    let tied = play(start(), "*4 *4");
    assert_eq!((tied.turn(), tied.seat()), (Turn::Chance, ONE));
    assert_eq!(refused_by(&tied, "1"), "H2");
    assert_eq!(events(start(), "*4 *4")[1], (TWO, Happening::ThrowsEqual));
    assert_eq!(play(tied, "*2 *2 *1 *2").turn(), Turn::Seat(ONE));
}

#[test]
fn h3_one_piece_moves_by_exactly_the_throw_and_its_owner_chooses() {
    let state = play(position(side(&[2, 11, 16], 0, 0), far_away()), "*3");
    assert_eq!(legal(&state), ["2", "11", "16"]);
    assert_eq!(play(state, "11").side(ONE).lane, lane(&[2, 14, 16]));
    assert_eq!(play(state, "2").side(ONE).lane, lane(&[5, 11, 16]));
    assert_eq!(play(state, "11").seat(), TWO);
}

#[test]
fn h3_a_throw_that_can_be_used_must_be_and_only_for_ones_own_piece() {
    let state = play(position(side(&[2, 11], 0, 0), far_away()), "*3");
    assert_eq!([refused_by(&state, "pass"), refused_by(&state, "13")], ["H3", "H3"]);
    assert_eq!(refused_by(&state, "*3"), "H3");
}

#[test]
fn h4_a_piece_neither_passes_nor_stops_on_its_own() {
    let mine = side(&[11, 13, 14], 0, 0);
    let thrown = |throw: &str| play(position(mine, far_away()), throw);
    assert_eq!(legal(&thrown("*1")), ["11", "14"]);
    assert_eq!(legal(&thrown("*2")), ["14"]);
    assert_eq!(refused_by(&thrown("*2"), "11"), "H4");
    assert_eq!(refused_by(&thrown("*5"), "11"), "H4");
    assert_eq!(refused_by(&thrown("*1"), "13"), "H4");
}

#[test]
fn h4_the_shen_hole_and_the_other_lane_block_nobody() {
    let state = position(side(&[28], 2, 0), side(&[28, 29], 1, 0));
    let arrived = play(state, "*2 28");
    assert_eq!(arrived.side(ONE).shen, 3);
    assert_eq!(
        play(position(side(&[27], 0, 0), side(&[28], 0, 0)), "*1 27").side(ONE).lane,
        lane(&[28])
    );
}

#[test]
fn h5_passing_a_nefer_hole_brings_a_piece_and_no_throw() {
    for (from, nefer) in [(14, 15), (24, 25)] {
        let state = play(position(side(&[from], 0, 0), far_away()), &format!("*3 {from}"));
        assert_eq!(*state.side(ONE), side(&[1, from + 3], 0, 0));
        assert_eq!(state.seat(), TWO);
        let told = events(position(side(&[from], 0, 0), far_away()), &format!("*3 {from}"));
        assert_eq!(
            told[1..],
            [(ONE, Happening::PassedNefer { hole: hole(nefer) }), (ONE, Happening::EnteredPiece),]
        );
    }
}

#[test]
fn h5_leaving_a_nefer_hole_brings_nothing() {
    let state = play(position(side(&[15], 0, 0), far_away()), "*3 15");
    assert_eq!(*state.side(ONE), side(&[18], 0, 0));
}

#[test]
fn h5_nothing_enters_on_a_taken_start_hole_or_from_an_empty_hand() {
    let taken = position(side(&[1, 14], 0, 0), far_away());
    assert_eq!(*play(taken, "*2 14").side(ONE), side(&[1, 16], 0, 0));
    assert_eq!(events(taken, "*2 14")[2].1, Happening::StartTaken);
    let empty = position(side(&[14], 1, 3), far_away());
    assert_eq!(*play(empty, "*2 14").side(ONE), side(&[16], 1, 3));
    assert_eq!(events(empty, "*2 14")[2].1, Happening::HandEmpty);
}

#[test]
fn h6_stopping_on_a_nefer_hole_brings_a_piece_and_a_throw() {
    let state = position(side(&[13], 0, 0), far_away());
    let hit = play(state, "*2 13");
    assert_eq!((*hit.side(ONE), hit.seat()), (side(&[1, 15], 0, 0), ONE));
    assert_eq!(
        events(state, "*2 13")[1..],
        [
            (ONE, Happening::HitNefer { hole: hole(15) }),
            (ONE, Happening::EnteredPiece),
            (ONE, Happening::ExtraThrow),
        ]
    );
    assert_eq!(play(hit, "*3 15").seat(), TWO);
}

#[test]
fn h6_the_extra_throw_is_earned_without_an_entry_too() {
    let taken = play(position(side(&[1, 24], 0, 0), far_away()), "*1 24");
    assert_eq!((*taken.side(ONE), taken.seat()), (side(&[1, 25], 0, 0), ONE));
    let empty = play(position(side(&[24], 1, 3), far_away()), "*1 24");
    assert_eq!((*empty.side(ONE), empty.seat()), (side(&[25], 1, 3), ONE));
}

#[test]
fn h6_throws_follow_one_another_and_a_1_may_recover() {
    let state = position(side(&[10, 21], 2, 0), far_away());
    let chained = play(state, "*5 10 *4 21");
    assert_eq!((chained.side(ONE).lane, chained.seat()), (lane(&[1, 15, 25]), ONE));
    assert!(legal(&play(chained, "*1")).contains(&"recover".to_owned()));
    assert_eq!(play(chained, "*1 recover").seat(), TWO);
}

#[test]
fn h7_a_line_takes_a_piece_to_its_other_end_forward_and_back() {
    for (from, throw, to) in [(3, 3, 20), (17, 3, 6), (5, 3, 10), (9, 1, 8)] {
        let state = play(position(side(&[from], 0, 0), far_away()), &format!("*{throw} {from}"));
        assert_eq!(*state.side(ONE), side(&[to], 0, 0), "{from}");
    }
}

#[test]
fn h7_a_piece_stays_where_the_other_end_is_taken_and_never_warps_later() {
    for (from, throw, stop, other) in [(3, 3, 6, 20), (17, 3, 20, 6), (5, 3, 8, 10), (9, 1, 10, 8)]
    {
        let state = position(side(&[from, other], 0, 0), far_away());
        let blocked = play(state, &format!("*{throw} {from}"));
        assert_eq!(*blocked.side(ONE), side(&[stop, other], 0, 0), "{from}");
        let freed = play(blocked, &format!("*1 13 *1 {other}"));
        assert!(freed.side(ONE).lane & hole(stop).bit() != 0, "{from}");
    }
}

#[test]
fn h7_lines_let_pieces_change_order_over_others() {
    let state = play(position(side(&[3, 7, 9], 0, 0), far_away()), "*3 3");
    assert_eq!(state.side(ONE).lane, lane(&[7, 9, 20]));
}

#[test]
fn h7_the_hole_that_was_left_is_free_and_nothing_warps_twice() {
    let state = position(side(&[8], 0, 0), far_away());
    let moved = play(state, "*2 8");
    assert_eq!((*moved.side(ONE), moved.seat()), (side(&[8], 0, 0), TWO));
    assert_eq!(events(state, "*2 8")[1].1, Happening::Warped { from: hole(10), to: hole(8) });
}

#[test]
fn h7_the_long_line_passes_the_nefer_hole_by_option_only() {
    let passing = with(&[("warp-passes-nefer", "yes")]);
    for (from, throw, to) in [(3, 3, 20), (17, 3, 6), (1, 5, 20)] {
        let tokens = format!("*{throw} {from}");
        let plain = play(position(side(&[from], 0, 0), far_away()), &tokens);
        assert_eq!(*plain.side(ONE), side(&[to], 0, 0));
        let passed = play(under(passing, side(&[from], 0, 0), far_away()), &tokens);
        assert_eq!((*passed.side(ONE), passed.seat()), (side(&[1, to], 0, 0), TWO));
    }
    let blocked = play(under(passing, side(&[3, 20], 0, 0), far_away()), "*3 3");
    assert_eq!(*blocked.side(ONE), side(&[6, 20], 0, 0));
    let short = play(under(passing, side(&[5], 0, 0), far_away()), "*3 5");
    assert_eq!(*short.side(ONE), side(&[10], 0, 0));
}

#[test]
fn h8_the_shen_hole_needs_the_exact_throw() {
    let state = position(side(&[27, 12], 0, 0), far_away());
    assert_eq!(refused_by(&play(state, "*4"), "27"), "H8");
    assert_eq!(play(state, "*3 27").side(ONE).shen, 1);
    assert_eq!(play(state, "*2 27").side(ONE).shen, 0);
}

#[test]
fn h9_an_arrival_removes_the_rearmost_piece_and_brings_one_in() {
    let state = position(side(&[28], 0, 0), side(&[4, 9, 29], 0, 0));
    let struck = play(state, "*2 28");
    assert_eq!(*struck.side(TWO), side(&[9, 29], 0, 1));
    assert_eq!((*struck.side(ONE), struck.seat()), (side(&[1], 1, 0), TWO));
    assert_eq!(
        events(state, "*2 28")[1..],
        [
            (ONE, Happening::Arrived),
            (TWO, Happening::RemovedRearmost { hole: hole(4) }),
            (ONE, Happening::EnteredPiece),
        ]
    );
}

#[test]
fn h9_no_piece_comes_in_on_a_taken_start_hole() {
    let state = play(position(side(&[1, 28], 0, 0), far_away()), "*2 28");
    assert_eq!(*state.side(ONE), side(&[1], 1, 0));
}

#[test]
fn h10_an_emptied_lane_takes_a_piece_from_hand_at_once() {
    let state = position(side(&[28], 0, 0), side(&[7], 1, 0));
    assert_eq!(*play(state, "*2 28").side(TWO), side(&[1], 1, 1));
    assert_eq!(
        events(state, "*2 28")[2..],
        [
            (TWO, Happening::RemovedRearmost { hole: hole(7) }),
            (TWO, Happening::ForcedEntry),
            (ONE, Happening::EnteredPiece),
        ]
    );
}

#[test]
fn h10_a_seat_that_recovers_with_an_empty_lane_enters_at_once() {
    let state = position(side(&[], 3, 2), far_away());
    assert_eq!(*play(state, "*1 recover").side(ONE), side(&[1], 0, 2));
    assert_eq!(events(state, "*1 recover")[1], (ONE, Happening::ForcedEntry));
}

#[test]
fn h11_a_1_takes_all_pieces_back_and_spends_the_turn() {
    let state = position(side(&[4], 3, 1), far_away());
    let recovered = play(state, "*1 recover");
    assert_eq!((*recovered.side(ONE), recovered.seat()), (side(&[4], 0, 1), TWO));
    assert_eq!(recovered.side(ONE).hand, 3);
}

#[test]
fn h11_by_option_a_1_takes_back_one_piece() {
    let rules = with(&[("recover", "one")]);
    let recovered = play(under(rules, side(&[4], 3, 1), far_away()), "*1 recover");
    assert_eq!(*recovered.side(ONE), side(&[4], 2, 1));
}

#[test]
fn h11_a_1_may_be_moved_instead_but_not_wasted() {
    let choice = play(position(side(&[4], 3, 1), far_away()), "*1");
    assert_eq!(legal(&choice), ["4", "recover"]);
    let forced = play(position(side(&[], 3, 2), far_away()), "*1");
    assert_eq!(legal(&forced), ["recover"]);
    assert_eq!(refused_by(&forced, "pass"), "H11");
}

#[test]
fn h11_only_a_1_recovers_pieces() {
    let two = play(position(side(&[4], 3, 1), far_away()), "*2");
    assert_eq!(refused_by(&two, "recover"), "H11");
    let none = play(position(side(&[4], 0, 1), far_away()), "*1");
    assert_eq!(refused_by(&none, "recover"), "H11");
}

#[test]
fn h12_a_throw_that_can_neither_move_nor_recover_is_passed() {
    let state = play(position(side(&[28, 29], 1, 0), far_away()), "*3");
    assert_eq!(legal(&state), ["pass"]);
    assert_eq!([refused_by(&state, "28"), refused_by(&state, "29")], ["H8", "H8"]);
    let passed = play(state, "pass");
    assert_eq!((passed.seat(), *passed.side(ONE)), (TWO, side(&[28, 29], 1, 0)));
}

#[test]
fn h12_a_pass_ends_an_extra_throw_too() {
    let hit = play(position(side(&[24, 29], 0, 3), far_away()), "*1 24");
    assert_eq!(hit.seat(), ONE);
    assert_eq!(play(hit, "*5 pass").seat(), TWO);
}

#[test]
fn h13_a_seat_without_pieces_has_lost() {
    let state = position(side(&[28], 0, 0), side(&[7], 0, 4));
    let over = play(state, "*2 28");
    assert_eq!(over.turn(), Turn::Over(Outcome::win(ONE)));
    assert_eq!(over.score().unwrap().as_slice(), [5, 0]);
    assert_eq!(refused_by(&over, "*1"), "H13");
    assert_eq!(events(state, "*2 28").last(), Some(&(ONE, Happening::Won { by: Loss::Removal })));
}

#[test]
fn h13_a_stranded_seat_loses_by_the_next_arrival_not_by_the_one_that_stranded_it() {
    let state = position(side(&[27, 28], 0, 0), side(&[7], 2, 2));
    let stranded = play(state, "*2 28");
    assert!(stranded.side(TWO).is_stranded());
    assert_eq!(stranded.turn(), Turn::Chance);
    assert_eq!(events(state, "*2 28")[3], (TWO, Happening::Stranded));
    let over = play(stranded, "*2 pass *3 27");
    assert_eq!(over.turn(), Turn::Over(Outcome::win(ONE)));
    assert_eq!(over.score().unwrap().as_slice(), [5, 2]);
    let told = events(stranded, "*2 pass *3 27");
    assert_eq!(told.last(), Some(&(ONE, Happening::Won { by: Loss::Stranding })));
}

#[test]
fn h13_a_stranded_seat_that_recovers_in_time_goes_on() {
    let state = position(side(&[27, 28], 0, 0), side(&[7], 2, 2));
    let saved = play(state, "*2 28 *1 recover *3 27");
    assert_eq!((saved.turn(), *saved.side(TWO)), (Turn::Chance, side(&[1], 0, 4)));
}

#[test]
fn h13_a_seat_can_strand_itself() {
    let state = position(side(&[28], 0, 4), side(&[4, 27], 0, 0));
    let alone = play(state, "*2 28");
    assert!(alone.side(ONE).is_stranded());
    assert_eq!(events(state, "*2 28").last(), Some(&(ONE, Happening::Stranded)));
    assert_eq!(play(alone, "*3 27").turn(), Turn::Over(Outcome::win(TWO)));
}

#[test]
fn h14_every_arrival_removes_a_piece_or_ends_the_game() {
    let mut rng = chance::generator(14);
    let mut arrivals = 0;
    for _ in 0..300 {
        let mut state = start();
        while let Some(action) = chance::random_step(&state, &mut rng) {
            let told = state.events(action, Viewer::Public);
            if told.iter().any(|event| event.what == Happening::Arrived) {
                arrivals += 1;
                assert!(told.iter().any(|event| matches!(
                    event.what,
                    Happening::RemovedRearmost { .. } | Happening::Won { .. }
                )));
            }
            state.apply(action);
        }
    }
    assert!(arrivals > 1500, "{arrivals}");
}

#[test]
fn h14_a_game_can_have_fewer_pieces() {
    for pieces in 1..=5 {
        let state = Holes::new(with(&[("pieces", &pieces.to_string())]));
        assert_eq!(state.side(ONE).pieces(), pieces);
        assert_eq!(state.score().unwrap().as_slice(), [i32::from(pieces); 2]);
    }
}

#[test]
fn the_sticks_have_their_exact_chances() {
    let mut listed = Vec::new();
    assert!(start().visit_outcomes(|action, weight| listed.push((action.to_string(), weight))));
    let expected = [("*1", 4), ("*2", 6), ("*3", 4), ("*4", 1), ("*5", 1)];
    assert_eq!(listed, expected.map(|(throw, weight)| (throw.to_owned(), weight)));
}

#[test]
fn the_sticks_are_drawn_by_their_chances() {
    let mut rng = chance::generator(16);
    let mut counts = [0_i32; 5];
    for _ in 0..160_000 {
        let throw = start().draw(&mut rng).unwrap().to_string();
        counts[usize::from(throw.as_bytes()[1] - b'1')] += 1;
    }
    // Six standard deviations of the most frequent throw are about 1,160.
    for (count, weight) in counts.iter().zip([4, 6, 4, 1, 1]) {
        assert!((count - weight * 10_000).abs() < 1_160, "{counts:?}");
    }
}

#[test]
fn positions_that_cannot_be_are_not_set_up() {
    let set_up = |mine: Side| Holes::set_up(Ruleset::DEFAULT, [mine, far_away()], ONE);
    assert!(set_up(side(&[4], 3, 1)).is_some());
    assert!(set_up(side(&[], 1, 1)).is_none(), "an entry is due");
    assert!(set_up(side(&[], 0, 5)).is_none(), "it has lost");
    assert!(set_up(Side { hand: 5, ..side(&[4], 0, 0) }).is_none(), "six pieces");
    assert!(set_up(Side { lane: 1 | 1 << 4, ..side(&[4, 5], 0, 0) }).is_none(), "no such hole");
}

#[test]
fn every_event_has_its_own_sentence_in_each_language() {
    let mut rng = chance::generator(3);
    let mut kinds = std::collections::BTreeMap::new();
    for _ in 0..400 {
        let mut state = start();
        while let Some(action) = chance::random_step(&state, &mut rng) {
            for event in state.events(action, Viewer::Public) {
                let name = serde_json::to_value(&event).unwrap()["event"].to_string();
                kinds.insert(name, event.explain());
            }
            state.apply(action);
        }
    }
    assert_eq!(kinds.len(), 19, "{:?}", kinds.keys());
    for lang in Lang::ALL {
        let starts: std::collections::BTreeSet<_> =
            kinds.values().map(|phrase| phrase.in_lang(lang).to_owned()).collect();
        assert_eq!(starts.len(), kinds.len(), "{}", lang.code());
    }
}
