//! One or more tests per rule, named after the rule's id.

use crate::scene::*;
use sarsen_cathedral::{Action, Cathedral, DARK, Event, LIGHT, Phase, Piece, Squares};
use sarsen_core::{
    ListActions, MatchGame, MatchScore, Options, Outcome, Rules, Seat, Turn, Viewer, Views, chance,
};

/// Dark closes the bottom-left corner with its second monument, the tower: a1, b1 and a2.
const CORNER: &str = "PP0@h7 TA0@j1 BR1@d1 TO0@a1";
/// Up to the move that would close two pockets at once, each with a tavern of Light in it.
const TWO_POCKETS: &str = "PP0@h7 TA0@a3 TA0@a1 ST1@c1 TA0@e1 IN0@e2 SQ0@i1 TA0@f1 BR0@g5";
/// Dark's wall along row 5 lacks one stable; Light stands below it, the People Piece above.
const ROW_FIVE: &str = "PP0@h7 BR0@a5 TA0@a1 MA0@d4 TA0@c1 ST0@g5 ST0@e1";
/// The same along row 4, where 60 squares lie above.
const ROW_FOUR: &str = "PP0@h7 BR0@a4 TA0@a1 MA0@d3 TA0@c1 ST0@g4 ST0@e1";

#[test]
fn c1_light_positions_the_people_piece_then_dark_moves_first() {
    let start = play("");
    assert_eq!(to_act(&start), Some(LIGHT));
    assert_eq!(start.action_count(), 224);
    assert!(legal(&start).iter().all(|token| token.starts_with("PP")));
    assert_eq!(refused(&start, "TA0@a1"), "C1");
    assert_eq!(refused(&start, "pass"), "C1");
    let begun = then(start, "PP0@a1");
    assert_eq!(to_act(&begun), Some(DARK));
    assert_eq!(refused(&begun, "PP0@h7"), "C1");
    let answered = then(begun, "TA0@j1");
    assert_eq!(to_act(&answered), Some(LIGHT));
    assert_eq!(to_act(&then(answered, "TA0@j3")), Some(DARK));
}

#[test]
fn c2_monuments_lie_on_empty_squares_and_stay() {
    let state = play("PP0@a1 SQ0@e5");
    assert_eq!(refused(&state, "BR0@a3"), "C2");
    assert!(sentence(&state, "BR0@a3").contains("the People Piece stands there"));
    assert_eq!(refused(&state, "SQ0@f6"), "C2");
    assert!(sentence(&state, "SQ0@f6").contains("f6 is not empty: Dark's square"));
    assert!(!legal(&state).contains(&"SQ0@f6".to_owned()));
    assert!(state.check(action("IF0@f6")).is_ok(), "a cross does not cover its corner");
}

#[test]
fn c2_a_monument_is_placed_at_most_as_often_as_the_set_has_it() {
    let state = play("PP0@h7 SQ0@a1 TA0@a10 TA0@j1 TA0@c10");
    assert_eq!(refused(&state, "SQ0@d4"), "C2");
    assert!(sentence(&state, "SQ0@d4").contains("no such monument left"));
    assert!(state.check(action("TA0@e5")).is_ok(), "Dark has a second tavern");
    let spent = then(then(state, "TA0@e5"), "ST0@e8");
    assert_eq!(refused(&spent, "TA0@g1"), "C2");
}

#[test]
fn c2_the_abbey_and_the_academy_of_the_seats_are_mirrored() {
    let state = play("PP0@h7 AB0@a1 AB0@e1 AC0@a5 AC0@e5");
    let squares = |owner| {
        let view = view(&state);
        let own = view.pieces.iter().filter(|piece| piece.seat == Some(owner));
        own.map(|piece| names(piece.squares)).collect::<Vec<_>>()
    };
    assert_eq!(squares(DARK), ["b1 c1 a2 b2", "b5 a6 b6 b7 c7"]);
    assert_eq!(squares(LIGHT), ["e1 f1 f2 g2", "f5 f6 g6 e7 f7"]);
}

#[test]
fn c3_claimed_space_is_closed_to_the_other_seat_only() {
    let state = play(CORNER);
    for token in ["TA0@a1", "ST0@a1", "ST1@a1"] {
        assert_eq!(refused(&state, token), "C3", "{token}");
        assert!(!legal(&state).contains(&token.to_owned()));
    }
    assert!(sentence(&state, "TA0@b1").contains("b1 is claimed by Dark"));
    let dark = then(state, "TA0@j10");
    assert!(dark.check(action("ST0@a1")).is_ok(), "Dark builds on its own space");
}

#[test]
fn c4_the_first_monument_of_a_seat_claims_nothing() {
    let first = play("PP0@h7 TO0@a1");
    assert_eq!(claimed(&first, DARK), "");
    assert!(first.check(action("TA0@a1")).is_ok());
    let both = then(first, "TO2@h1");
    assert_eq!(claimed(&both, LIGHT), "");
    let second = play(CORNER);
    assert_eq!(claimed(&second, DARK), "a1 b1 a2", "the same tower as a second monument does");
}

#[test]
fn c4_a_seat_whose_first_monument_was_removed_has_had_its_first_move() {
    let state = play("PP0@d5 BR1@c1 SQ0@a1 ST0@a3");
    assert_eq!(standing(&state, Some(LIGHT)), [""; 0]);
    assert_eq!(claimed(&then(state, "TO2@h8"), LIGHT), "j9 i10 j10");
}

#[test]
fn c5_touching_at_a_corner_is_not_joined() {
    let leak = play("PP0@h7 TA0@a2 TA0@j1 TA0@b1 TA0@j3");
    assert_eq!(claimed(&leak, DARK), "", "a1 leaks to b2");
    let closed = then(leak, "ST0@b2");
    assert_eq!(claimed(&closed, DARK), "a1");
}

#[test]
fn c5_the_people_piece_is_not_a_wall() {
    // a2 lies between Dark's tavern on a1, the People Piece and the city wall.
    let state = play("PP0@a1 TA0@j1 TA0@j3 TA0@a1");
    assert_eq!(claimed(&state, DARK), "");
    assert!(state.check(action("TA0@a2")).is_ok());
}

#[test]
fn c5_the_perimeter_is_a_wall_and_columns_do_not_wrap() {
    // A tavern beside each edge: j1 and a2 are not neighbours.
    let state = play("PP0@d5 TA0@i1 TA0@a10 ST0@i2 TA0@c10");
    assert_eq!(claimed(&state, DARK), "j1");
}

#[test]
fn c6_a_region_of_fifty_squares_is_examined_and_a_larger_one_is_the_city() {
    let half = then(play(ROW_FIVE), "ST0@i5");
    assert_eq!(view(&half).claimed[DARK.index()].squares.len(), 50);
    assert_eq!(standing(&half, None), [""; 0], "the People Piece was alone above the wall");
    let more = then(play(ROW_FOUR), "ST0@i4");
    assert_eq!(
        claimed(&more, DARK),
        "",
        "60 squares are the city, and below stand three of Light's"
    );
    assert_eq!(standing(&more, None), ["PP"]);
}

#[test]
fn c6_outside_counts_examines_the_city_too() {
    let counts = [("outside", "counts")];
    let more = then(play_with(&counts, ROW_FOUR), "ST0@i4");
    assert_eq!(view(&more).claimed[DARK.index()].squares.len(), 60);
    assert_eq!(standing(&more, None), [""; 0]);
}

#[test]
fn c6_an_undivided_board_is_not_a_region() {
    // Everything else, including the lone People Piece, lies around Dark's two taverns.
    let counts = [("outside", "counts"), ("passing", "free")];
    let state = play_with(&counts, "PP0@d5 TA0@j1 pass TA0@g1");
    assert_eq!(claimed(&state, DARK), "");
    assert_eq!(standing(&state, None), ["PP"]);
}

#[test]
fn c6_only_regions_that_touch_the_new_monument_are_examined() {
    // Dark's first tower closed a pocket; a tavern far away does not cause it to be examined.
    let state = play("PP0@h7 TO0@a1 TA0@e5 TA0@j1 TA0@e7 ST0@a5");
    assert_eq!(claimed(&state, DARK), "");
}

#[test]
fn c6_a_region_that_touches_only_at_a_corner_is_examined() {
    // a1 touches the last piece, the stable on b2, at the corner only.
    let state = play("PP0@h7 TA0@a2 TA0@j1 TA0@b1 TA0@j3 ST0@b2");
    assert_eq!(claimed(&state, DARK), "a1");
}

#[test]
fn c6_both_sides_of_a_wall_are_examined() {
    let tokens = TWO_POCKETS.replace("TA0@a1", "TA0@a10").replace("TA0@e1", "TA0@c10");
    let state = then(play(&tokens), "BR0@b3");
    assert_eq!(claimed(&state, DARK), "a1 b1 d1 e1 a2 b2 d2 e2");
}

#[test]
fn c7_an_empty_region_is_claimed() {
    let before = play("PP0@h7 TA0@j1 BR1@d1");
    let events = before.events(action("TO0@a1"), Viewer::Public);
    let state = play(CORNER);
    assert_eq!(claimed(&state, DARK), "a1 b1 a2");
    let squares = view(&state).claimed[DARK.index()].squares;
    assert!(events.contains(&Event::Claimed { seat: DARK, squares, from_other: Squares::NONE }));
}

#[test]
fn c8_a_single_enclosed_monument_is_removed_and_may_be_played_again() {
    let before = play("PP0@h7 BR1@c1 SQ0@a1");
    assert_eq!(in_tray(&before, LIGHT, Piece::Square), 0);
    let state = then(before, "ST0@a3");
    assert_eq!(standing(&state, Some(LIGHT)), [""; 0]);
    assert_eq!(in_tray(&state, LIGHT, Piece::Square), 1);
    assert_eq!(claimed(&state, DARK), "a1 b1 a2 b2");
    assert_eq!(refused(&state, "SQ0@a1"), "C3");
    assert!(state.check(action("SQ0@d1")).is_ok());
}

#[test]
fn c8_a_single_enclosed_people_piece_is_out_for_the_game() {
    let state = play("PP0@a1 BR1@d1 TA0@j10 IN0@c4 TA0@j8 ST0@a5");
    assert_eq!(standing(&state, None), [""; 0]);
    assert_eq!(view(&state).claimed[DARK.index()].squares.len(), 12);
    assert!(legal(&state).iter().all(|token| !token.starts_with("PP")));
    assert_eq!(refused(&state, "PP0@e5"), "C1");
    assert!(view(&state).people.is_none());
}

#[test]
fn c9_two_enclosed_monuments_stay_and_the_space_stays_open() {
    let state = play("PP0@h7 BR1@d1 TA0@a1 IN2@c4 TA0@c3 ST0@a4");
    assert_eq!(standing(&state, Some(LIGHT)), ["TA", "TA"]);
    assert_eq!(claimed(&state, DARK), "");
    assert!(state.check(action("ST0@a2")).is_ok());
}

#[test]
fn c9_the_people_piece_counts_as_one_of_two() {
    let state = play("PP0@a1 BR1@d1 TA0@a1 IN0@c4 TA0@j8 ST0@a5");
    assert_eq!(standing(&state, None), ["PP"]);
    assert_eq!(standing(&state, Some(LIGHT)), ["TA", "TA"]);
    assert_eq!(claimed(&state, DARK), "");
}

#[test]
fn c10_all_removals_of_a_move_are_made() {
    let before = play(TWO_POCKETS);
    let events = before.events(action("BR0@b3"), Viewer::Public);
    let kinds: Vec<&str> = events
        .iter()
        .map(|event| match event {
            Event::Placed { .. } => "placed",
            Event::Removed { .. } => "removed",
            Event::Claimed { .. } => "claimed",
            _ => "other",
        })
        .collect();
    assert_eq!(kinds, ["placed", "removed", "removed", "claimed"]);
    let state = then(before, "BR0@b3");
    assert_eq!(in_tray(&state, LIGHT, Piece::Tavern), 2);
    assert_eq!(claimed(&state, DARK), "a1 b1 d1 e1 a2 b2 d2 e2");
}

#[test]
fn c10_a_lone_walling_monument_is_enclosed_and_its_space_changes_hands() {
    let before = play("PP0@h7 TA0@j1 BR1@d1 TO0@a1 IN2@c4 TA0@j3");
    assert_eq!(claimed(&before, DARK), "a1 b1 a2");
    let state = then(before, "ST0@a4");
    assert_eq!(claimed(&state, DARK), "");
    assert_eq!(claimed(&state, LIGHT), "a1 b1 c1 a2 b2 c2 a3 b3 c3");
    assert_eq!(in_tray(&state, DARK, Piece::Tower), 1);
}

#[test]
fn c10_the_pocket_of_a_first_monument_is_examined_when_an_own_monument_is_placed_inside() {
    let state = play("PP0@h7 TO0@a1 TA0@e5 TA0@a1");
    assert_eq!(claimed(&state, DARK), "b1 a2");
    let light = play("PP0@h7 TO0@a1 TA0@a1 ST0@e5");
    assert_eq!(claimed(&light, DARK), "", "Light may build in it");
}

#[test]
fn c11_a_seat_that_can_place_may_not_pass() {
    let state = play(CORNER);
    assert_eq!(refused(&state, "pass"), "C11");
    assert!(!legal(&state).contains(&"pass".to_owned()));
}

#[test]
fn c11_a_seat_that_cannot_place_passes_and_the_game_goes_on() {
    let mut passes = 0;
    for seed in 0..200 {
        let mut rng = chance::generator(seed);
        let mut state = play("");
        while let Some(action) = chance::random_step(&state, &mut rng) {
            let mover = to_act(&state).unwrap();
            if action == Action::Pass {
                assert_eq!(legal(&state), ["pass"]);
                passes += 1;
            }
            state.apply(action);
            if action == Action::Pass {
                assert_eq!(to_act(&state), Some(mover.other()));
                assert_ne!(legal(&state), ["pass"], "otherwise it would be over");
            }
        }
    }
    assert!(passes > 20);
}

#[test]
fn c11_the_game_is_over_when_neither_can_place() {
    let state = finished_game(&[], |_, history| !matches!(history.last(), Some(Action::Pass)));
    let score = state.score().unwrap();
    assert!(score[LIGHT] > 0 && score[DARK] > 0);
    assert_eq!(state.action_count(), 0);
    assert_eq!(refused(&state, "pass"), "C11");
    assert_eq!(refused(&state, "TA0@a1"), "C11");
}

#[test]
fn c11_with_free_passing_two_passes_in_a_row_end_the_game() {
    let free = [("passing", "free")];
    let state = play_with(&free, "PP0@h7 pass");
    assert_eq!(to_act(&state), Some(LIGHT));
    assert!(then(then(state.clone(), "TA0@a1"), "pass").turn().seat().is_some());
    let over = then(state, "pass");
    assert_eq!(over.turn(), Turn::Over(Outcome::draw()));
    assert_eq!(refused(&play_with(&free, ""), "pass"), "C1");
}

#[test]
fn c11_a_forced_pass_counts_as_one_of_two() {
    let free = [("passing", "free")];
    let state = finished_game(&free, |state, history| {
        // Replays up to the last pass: the pass before it was forced.
        let [first @ .., before, Action::Pass] = history else { return false };
        let mut earlier = Cathedral::start(&options(&free));
        first.iter().for_each(|&action| earlier.apply(action));
        *before == Action::Pass && earlier.action_count() == 1 && state.turn().is_over()
    });
    assert!(state.turn().is_over());
}

#[test]
fn c12_the_score_is_the_squares_of_what_is_unplaced_and_the_lower_wins() {
    let state = play(CORNER);
    assert_eq!(state.score().unwrap().as_slice(), [47 - 3, 47 - 1 - 5]);
    let light =
        finished_game(&[], |state, _| state.score().unwrap()[LIGHT] < state.score().unwrap()[DARK]);
    assert_eq!(light.turn(), Turn::Over(Outcome::win(LIGHT)));
    let dark =
        finished_game(&[], |state, _| state.score().unwrap()[LIGHT] > state.score().unwrap()[DARK]);
    assert_eq!(dark.turn(), Turn::Over(Outcome::win(DARK)));
    let draw = finished_game(&[], |state, _| {
        state.score().unwrap()[LIGHT] == state.score().unwrap()[DARK]
    });
    assert_eq!(draw.turn(), Turn::Over(Outcome::draw()));
}

#[test]
fn c13_in_the_second_game_dark_positions_the_people_piece_and_light_moves_first() {
    let second = play_with(&[("people", "dark")], "");
    assert_eq!(to_act(&second), Some(DARK));
    assert_eq!(to_act(&then(second, "PP0@h7")), Some(LIGHT));
}

#[test]
fn c13_a_match_sets_the_people_piece_by_itself_and_everybody_keeps_a_colour() {
    let matches = Cathedral::SPEC.matches;
    assert_eq!(matches.lengths, [1, 2]);
    let first = Options::defaults(Cathedral::SPEC);
    let second = matches.next.options(&first);
    assert_eq!((first.get("people"), second.get("people")), ("light", "dark"));
    assert_eq!(matches.next.options(&second).get("people"), "light", "a third one is as the first");
    assert_eq!(matches.next.seats(&["Ada", "Bo"]), ["Ada", "Bo"]);
}

#[test]
fn c13_a_seat_that_resigns_scores_its_squares_left_and_the_other_nothing() {
    let start = play_with(&[], "PP0@h7");
    let mut sum = MatchScore::new(Cathedral::SPEC.matches.rule, 2);
    let points = sum.add(&MatchGame {
        outcome: Outcome::win(DARK),
        score: start.score(),
        played_out: false,
        player_of_seat: &[0, 1],
    });
    assert_eq!(points, [47, 0], "or giving up at once would cost nothing");
}

#[test]
fn c13_the_lower_sum_of_both_games_wins_the_match() {
    let first = finished_game(&[], |state, _| {
        let score = state.score().unwrap();
        score[LIGHT] + 2 < score[DARK]
    });
    let second = finished_game(&[("people", "dark")], |state, _| {
        let score = state.score().unwrap();
        score[LIGHT] == score[DARK] + 1
    });
    let mut sum = MatchScore::new(Cathedral::SPEC.matches.rule, 2);
    for game in [&first, &second] {
        sum.add(&MatchGame {
            outcome: game.turn().outcome().unwrap(),
            score: game.score(),
            played_out: true,
            player_of_seat: &[0, 1],
        });
    }
    assert_eq!(sum.wins(), [1, 1]);
    assert_eq!(sum.standing(), Outcome::win(LIGHT), "{:?}", sum.points());
}

/// The second game is the mirror image of the first with the colours swapped: abbey and academy are mirrored between
/// the sets, all other pieces are their own mirror images.
#[test]
fn c13_a_mirrored_game_with_the_roles_exchanged_has_the_scores_exchanged() {
    for seed in 0..200 {
        let mut rng = chance::generator(seed);
        let mut first = play("");
        let mut second = play_with(&[("people", "dark")], "");
        while let Some(action) = chance::random_step(&first, &mut rng) {
            let mirrored = mirrored(action, to_act(&first).unwrap());
            first.apply(action);
            second.play(mirrored).unwrap();
        }
        let (one, two) = (first.score().unwrap(), second.score().unwrap());
        assert!(second.turn().is_over());
        assert_eq!([one[LIGHT], one[DARK]], [two[DARK], two[LIGHT]]);
    }
}

/// The mirror image of an action, played by the other seat.
fn mirrored(action: Action, seat: Seat) -> Action {
    let Action::Place(placement) = action else { return action };
    let image: Squares = placement
        .squares(seat)
        .iter()
        .filter_map(|square| sarsen_cathedral::Square::new(9 - square.column(), square.row()))
        .collect();
    let places =
        (0..4).flat_map(|rotation| Squares::BOARD.iter().map(move |square| (rotation, square)));
    let same = places
        .filter_map(|(rotation, square)| {
            sarsen_cathedral::Placement::new(placement.piece(), rotation, square)
        })
        .find(|other| other.squares(seat.other()) == image);
    Action::Place(same.expect("the other set has the mirror image"))
}

const OPTIONAL: [(&str, &str); 1] = [("removal", "optional")];

#[test]
fn c14_a_removal_may_be_declined_and_the_region_stays_open() {
    let asked = play_with(&OPTIONAL, "PP0@h7 BR1@c1 TA0@a1 ST0@a3");
    assert_eq!(to_act(&asked), Some(DARK));
    assert_eq!(view(&asked).phase, Phase::Removal);
    assert_eq!(legal(&asked), ["keep@a1", "take@a1"]);
    assert_eq!(refused(&asked, "pass"), "C14");
    assert_eq!(refused(&asked, "TA0@j1"), "C14");
    assert_eq!(refused(&asked, "keep@a2"), "C14");
    let kept = then(asked, "keep@a1");
    assert_eq!(to_act(&kept), Some(LIGHT));
    assert_eq!(claimed(&kept, DARK), "");
    assert!(kept.check(action("TA0@b2")).is_ok());
    // A monument outside does not raise the question again, one inside does.
    let outside = then(then(kept, "TA0@j10"), "IN2@d3");
    assert_eq!(view(&outside).phase, Phase::Monument);
    let inside = then(then(outside, "ST0@g10"), "TA0@b2");
    assert_eq!(legal(&inside), ["keep@a1", "take@a1"]);
}

#[test]
fn c14_a_removal_may_be_accepted() {
    let asked = play_with(&OPTIONAL, "PP0@h7 BR1@c1 TA0@a1 ST0@a3");
    let taken = then(asked, "take@a1");
    assert_eq!(claimed(&taken, DARK), "a1 b1 a2 b2");
    assert_eq!(in_tray(&taken, LIGHT, Piece::Tavern), 2);
    assert_eq!(to_act(&taken), Some(LIGHT));
}

#[test]
fn c14_several_removals_are_decided_from_the_lowest_square() {
    let asked = then(play_with(&OPTIONAL, TWO_POCKETS), "BR0@b3");
    assert_eq!(legal(&asked), ["keep@a1", "take@a1"]);
    assert_eq!(claimed(&asked, DARK), "", "C10: claims come after all removals");
    assert_eq!(refused(&asked, "take@e1"), "C14");
    let second = then(asked, "keep@a1");
    assert_eq!(legal(&second), ["keep@e1", "take@e1"]);
    let decided = then(second, "take@e1");
    assert_eq!(claimed(&decided, DARK), "d1 e1 d2 e2");
    assert_eq!(standing(&decided, Some(LIGHT)), ["TA", "SQ", "BR"]);
    assert_eq!(to_act(&decided), Some(LIGHT));
}

#[test]
fn c14_an_empty_region_is_claimed_after_the_decision_about_another() {
    let tokens = TWO_POCKETS.replace("TA0@e1", "TA0@c10");
    let asked = then(play_with(&OPTIONAL, &tokens), "BR0@b3");
    assert_eq!(claimed(&asked, DARK), "");
    assert_eq!(claimed(&then(asked, "keep@a1"), DARK), "d1 e1 d2 e2");
}

#[test]
fn c14_an_enclosed_people_piece_may_stay_too() {
    let asked = play_with(&OPTIONAL, "PP0@a1 BR1@d1 TA0@j10 IN0@c4 TA0@j8 ST0@a5");
    assert_eq!(legal(&asked), ["keep@b1", "take@b1"]);
    assert_eq!(standing(&then(asked, "keep@b1"), None), ["PP"]);
}

#[test]
fn c14_without_the_option_there_is_nothing_to_decide() {
    let state = play("PP0@h7 BR1@c1 TA0@a1");
    assert_eq!(refused(&state, "keep@a1"), "C8");
    let optional = play_with(&OPTIONAL, "PP0@h7 BR1@c1 TA0@a1");
    assert_eq!(refused(&optional, "take@a1"), "C14");
}

#[test]
fn c14_the_people_piece_may_come_after_the_first_monument() {
    let after = [("setup", "after-first"), ("passing", "free")];
    let start = play_with(&after, "");
    assert_eq!(to_act(&start), Some(DARK));
    assert_eq!(refused(&start, "PP0@h7"), "C14");
    assert_eq!(refused(&start, "pass"), "C14");
    let first = then(start, "SQ0@e5");
    assert_eq!(to_act(&first), Some(LIGHT));
    assert!(legal(&first).iter().all(|token| token.starts_with("PP")));
    assert_eq!(refused(&first, "pass"), "C14");
    assert_eq!(refused(&first, "TA0@a1"), "C14");
    assert_eq!(refused(&first, "PP0@e5"), "C2");
    let people = then(first, "PP0@h7");
    assert_eq!(to_act(&people), Some(LIGHT), "the second of two actions of one turn");
    assert!(people.check(action("pass")).is_ok());
    assert_eq!(to_act(&then(people, "TA0@a1")), Some(DARK));
}

#[test]
fn c14_with_people_dark_light_places_the_first_monument() {
    let start = play_with(&[("setup", "after-first"), ("people", "dark")], "");
    assert_eq!(to_act(&start), Some(LIGHT));
    assert_eq!(to_act(&then(start, "SQ0@e5")), Some(DARK));
}
