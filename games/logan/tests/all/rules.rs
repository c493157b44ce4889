//! One or more tests per rule, named after the rule's id.

use crate::common::*;
use sarsen_core::{
    Chance, Conclude, Illegal, Outcome, Rules, Seat, Symmetric, Turn, Viewer, Views, chance,
};
use sarsen_logan::{Bag, End, Event, Face, Logan, PhaseView, View};

const ONE: Seat = Seat::ONE;
const TWO: Seat = Seat::TWO;

fn refusal(state: &Logan, token: &str) -> Illegal {
    state.check(token.parse().unwrap()).expect_err(token)
}

fn refused_by(state: &Logan, token: &str) -> &'static str {
    refusal(state, token).rule
}

fn omniscient(state: &Logan) -> View {
    state.view(Viewer::Omniscient)
}

#[test]
fn l1_each_seat_takes_eight_stones_and_all_come_from_the_bag() {
    for (name, bag) in [("distinct", Bag::Distinct), ("doubles", Bag::Doubles)] {
        let state = start(&[("stones", name)]);
        assert_eq!(state.turn(), Turn::Chance);
        assert!(!state.visit_outcomes(|_, _| panic!("too many to list")));
        let mut rng = chance::generator(1);
        for _ in 0..200 {
            let mut dealt = state.clone();
            dealt.play(state.draw(&mut rng).unwrap()).unwrap();
            let view = omniscient(&dealt);
            assert_eq!(view.hands.iter().map(Vec::len).collect::<Vec<_>>(), [8, 8]);
            assert_eq!(kinds(all_stones(&dealt)), kinds(bag.stones()));
        }
    }
}

#[test]
fn l1_a_deal_of_other_stones_is_refused() {
    let seven = "deal=RP,RP|RP,RP,RP,RP,PR,PS,PS,PS|PS,PS,SP,SR,SR,SR,SR,SR";
    assert_eq!(refused_by(&start(&[]), seven), "L1");
    let six = "deal=RP,RP|RP,RP,RP,PS,PR,PS,PS,PS|PS,PS,RS,SR,SR,SR,SR,SR";
    assert!(start(&[]).check(six.parse().unwrap()).is_ok());
    assert_eq!(refused_by(&start(&[("stones", "doubles")]), six), "L1");
    assert_eq!(refused_by(&start(&[]), "+RP@1,-1"), "L1");
    assert_eq!(refused_by(&dealt("RP,RP", "RS", ""), six), "L1");
}

/// Every stone occurs at every index, and shows either face, with equal frequency.
#[test]
fn l1_the_stones_and_the_faces_shown_are_random() {
    let state = start(&[]);
    let mut rng = chance::generator(11);
    let mut counts = [[0_u32; 16]; 18];
    let deals = 24_000;
    for _ in 0..deals {
        let sarsen_logan::Action::Deal(deal) = state.draw(&mut rng).unwrap() else { panic!() };
        for (place, stone) in deal.stones().into_iter().enumerate() {
            counts[place][usize::from(stone.bits())] += 1;
        }
    }
    for place in counts {
        // Six kinds with 4000 each; five standard deviations are 289.
        let used: Vec<u32> = place.into_iter().filter(|&count| count > 0).collect();
        assert_eq!(used.len(), 6);
        assert!(used.iter().all(|count| count.abs_diff(4000) < 289), "{used:?}");
    }
}

#[test]
fn l2_the_last_two_lie_side_by_side_and_nobody_knows_their_backs() {
    let state = dealt("RP,SR", "", "");
    let cells: Vec<_> = omniscient(&state).island.iter().map(|stone| stone.cell).collect();
    assert_eq!(cells, [cell("0,0"), cell("1,0")]);
    for viewer in [Viewer::Seat(ONE), Viewer::Seat(TWO), Viewer::Public] {
        let island = state.view(viewer).island;
        assert_eq!(faces(&island), [(Face::Rock, Face::Hidden), (Face::Scissors, Face::Hidden)]);
    }
}

#[test]
fn l3_who_may_look_at_the_backs_of_a_hand() {
    for (backs, own, other, middle) in
        [("owner", true, false, false), ("nobody", false, false, false), ("open", true, true, true)]
    {
        let state = dealt_with(&[("backs", backs)], "RP,RP", "", "");
        let view = state.view(Viewer::Seat(ONE));
        let known = |seat: usize| view.hands[seat].iter().all(|stone| stone.back.is_known());
        let hidden = |seat: usize| view.hands[seat].iter().all(|stone| !stone.back.is_known());
        assert_eq!((known(0), hidden(0)), (own, !own), "{backs}");
        assert_eq!((known(1), hidden(1)), (other, !other), "{backs}");
        assert_eq!(view.island[0].back.is_known(), middle, "{backs}");
        assert!(view.hands.iter().flatten().all(|stone| stone.shown.is_known()));
    }
}

#[test]
fn l3_a_seat_that_may_not_know_its_backs_acts_without_them() {
    let mut state = dealt_with(&[("backs", "nobody")], "PR,PR", "RS,RP,RP", "");
    let choices = state.choices(ONE);
    assert!(choices.contains(&"+R?@1,-1".to_owned()) && choices.contains(&"+R?~@1,-1".to_owned()));
    assert!(choices.iter().all(|token| token.contains('?')), "{choices:?}");
    assert!(state.choices(TWO).is_empty(), "seat 2 is not to act");
    // The first stone, as dealt, that shows Rock is the one with Scissors on its back.
    assert_eq!(state.resolve(ONE, "+R?~@1,-1").unwrap().to_string(), "+RS~@1,-1");
    // Naming a back that the seat holds and one that it does not hold are refused alike.
    let [held, not_held] =
        ["+RP@1,-1", "+PR@1,-1"].map(|token| state.resolve(ONE, token).unwrap_err().to_string());
    assert!(held.starts_with("L3") && not_held.starts_with("L3"), "{held} {not_held}");
    let action = state.resolve(ONE, "+R?@1,-1").unwrap();
    state.play(action).unwrap();
    assert_eq!(state.view(Viewer::Seat(ONE)).last.unwrap().action, "+R?@1,-1");
}

#[test]
fn l3_asking_to_turn_over_a_stone_with_equal_faces_gives_nothing_away() {
    let nobody = &[("backs", "nobody"), ("stones", "doubles")];
    let double = dealt_with(nobody, "PR,PR", "RR", "PP");
    let single = dealt_with(nobody, "PR,PR", "RS", "PP");
    // Only the first stone that shows Rock matters here; both hands show the same faces.
    for token in ["+R?@1,-1", "+R?~@1,-1"] {
        assert_eq!(double.foresee(ONE, token), single.foresee(ONE, token));
        assert!(double.choices(ONE).contains(&token.to_owned()));
    }
    assert_eq!(double.resolve(ONE, "+R?~@1,-1").unwrap().to_string(), "+RR@1,-1");
}

#[test]
fn l4_seat_1_begins_and_turns_alternate() {
    let mut state = dealt("RP,RP", "RP", "RP");
    for seat in [ONE, TWO, ONE, TWO] {
        assert_eq!(state.turn(), Turn::Seat(seat));
        let before = omniscient(&state).hands[seat.index()].len();
        let action = chance::random_step(&state, &mut chance::generator(4)).unwrap();
        state.play(action).unwrap();
        assert_eq!(omniscient(&state).hands[seat.index()].len(), before - 1);
    }
}

#[test]
fn l4_a_stone_has_to_be_in_ones_own_hand() {
    let state = dealt("PR,PR", "RS,RS,RS,RS,RS,RS", "PS,PS,PS,PS,PS,PS");
    assert!(state.check("+RS@1,-1".parse().unwrap()).is_ok());
    assert_eq!(refused_by(&state, "+PS@1,-1"), "L4");
    assert_eq!(refused_by(&state, "+SR@1,-1"), "L4");
    assert_eq!(refusal(&state, "+PS@1,-1").sentence.en, "You hold no stone PS.");
}

#[test]
fn l5_either_face_may_be_laid_up_unless_only_the_shown_one_may() {
    for token in ["+RS@1,-1", "+RS~@1,-1"] {
        let state = after(&[], "PS,PS", "RS", "", token);
        let up = omniscient(&state).island[2].up;
        assert_eq!(up, if token.contains('~') { Face::Scissors } else { Face::Rock });
    }
    let shown = dealt_with(&[("adding", "shown")], "PS,PS", "RS", "");
    assert!(shown.check("+RS@1,-1".parse().unwrap()).is_ok());
    assert_eq!(refused_by(&shown, "+RS~@1,-1"), "L5");
    assert!(legal(&shown).iter().all(|token| !token.contains('~')));
}

#[test]
fn l5_a_stone_with_equal_faces_has_no_turned_form() {
    let state = dealt_with(&[("stones", "doubles")], "PS,PS", "RR,RP", "");
    let tokens = legal(&state);
    assert!(tokens.contains(&"+RR@1,-1".to_owned()) && tokens.contains(&"+RP~@1,-1".to_owned()));
    assert!(!tokens.iter().any(|token| token.starts_with("+RR~")));
    assert!("+RR~@1,-1".parse::<sarsen_logan::Action>().is_err());
    let stone = sarsen_logan::Stone::new(Face::Rock, Face::Rock);
    let turned =
        sarsen_logan::Action::Add { stone, turned: true, cell: sarsen_logan::Cell::new(1, -1) };
    assert_eq!(state.check(turned).unwrap_err().rule, "L5");
}

#[test]
fn l6_an_added_stone_touches_two_others() {
    let state = dealt("PS,PS", "RS", "");
    let cells: Vec<_> = omniscient(&state).open_cells;
    assert_eq!(cells, [cell("0,1"), cell("1,-1")]);
    assert!(state.check("+RS@0,1".parse().unwrap()).is_ok());
    assert_eq!(refused_by(&state, "+RS@1,0"), "L6");
    assert!(refusal(&state, "+RS@1,0").sentence.en.contains("already"));
    assert!(refusal(&state, "+RS@2,0").sentence.en.contains("Only one stone touches 2,0"));
    assert!(refusal(&state, "+RS@5,5").sentence.en.contains("No stone touches"));
    // A distant cell that folds onto the same place of the torus is a different cell.
    assert_eq!(refused_by(&state, "+RS@32,33"), "L6");
    assert_eq!(refused_by(&state, "+RS@0,-31"), "L6");
    assert_eq!(refused_by(&state, "+RS@2147483647,-2147483648"), "L6");
}

#[test]
fn l7_neighbours_that_are_beaten_are_flipped_and_no_others() {
    // Rock beats the Scissors at 0,0 but neither the Paper at 1,0 nor another Rock.
    let state = after(&[], "SP,PS", "RS", "", "+RS@1,-1");
    let view = omniscient(&state);
    assert_eq!(faces(&view.island)[0], (Face::Paper, Face::Scissors));
    assert_eq!(faces(&view.island)[1], (Face::Paper, Face::Scissors));
    assert_eq!(view.last.unwrap().flipped, [cell("0,0")]);
    for (stone, flipped) in [("RS", "S"), ("PR", "R"), ("SP", "P")] {
        for middle in ["RP,RP", "PS,PS", "SR,SR"] {
            let state = after(&[], middle, stone, "", &format!("+{stone}@1,-1"));
            let count = if middle.starts_with(flipped) { 2 } else { 0 };
            assert_eq!(omniscient(&state).last.unwrap().flipped.len(), count, "{stone} {middle}");
        }
    }
}

#[test]
fn l7_the_added_stone_is_never_flipped() {
    let state = after(&[], "PS,PS", "RS", "", "+RS@1,-1");
    assert_eq!(faces(&omniscient(&state).island)[2], (Face::Rock, Face::Scissors));
}

#[test]
fn l7_flipped_stones_flip_no_others() {
    // Scissors at 0,0 become Paper, which would beat the Rock at 1,0.
    let state = after(&[], "SP,RS", "RS", "", "+RS@1,-1");
    assert_eq!(faces(&omniscient(&state).island)[0].0, Face::Paper);
    assert_eq!(faces(&omniscient(&state).island)[1].0, Face::Rock);
}

#[test]
fn l8_stones_in_hand_come_first_and_then_the_island() {
    let state = dealt("RP,RP", "", "");
    for token in ["^0,0", "~0,0"] {
        assert_eq!(refused_by(&state, token), "L8");
        assert!(refusal(&state, token).sentence.en.contains("still have stones"));
    }
    let state = second_phase(&[], |_| true);
    assert!(omniscient(&state).hands.iter().all(Vec::is_empty));
    assert_eq!(refused_by(&state, "+RP@0,0"), "L8");
    assert!(legal(&state).iter().all(|token| token.starts_with(['^', '~'])));
}

#[test]
fn l8_a_seat_says_first_whether_it_moves_or_flips() {
    let state = lifted(&[]);
    let view = omniscient(&state);
    assert_eq!(view.phase, PhaseView::Putting);
    let (lifter, other) = (view.to_act.unwrap(), view.island[0].cell);
    assert_eq!(state.turn(), Turn::Seat(lifter), "the same seat goes on");
    for token in [format!("~{other}"), format!("^{other}"), "+RP@0,0".to_owned()] {
        assert_eq!(refused_by(&state, &token), "L9");
    }
}

#[test]
fn l9_a_lifted_stone_goes_to_another_cell_that_touches_two_on_either_face() {
    let state = lifted(&[]);
    let view = omniscient(&state);
    let stone = view.lifted.clone().unwrap();
    let targets: Vec<_> =
        view.open_cells.iter().filter(|&&target| target != stone.cell).copied().collect();
    assert!(!targets.is_empty());
    let mut expected: Vec<String> =
        targets.iter().flat_map(|target| [format!("_{target}"), format!("_{target}~")]).collect();
    expected.sort();
    assert_eq!(legal(&state), expected);
    for (mark, up) in [("", stone.up), ("~", stone.back)] {
        let mut put = state.clone();
        put.play(format!("_{}{mark}", targets[0]).parse().unwrap()).unwrap();
        let laid = omniscient(&put).island.into_iter().find(|laid| laid.cell == targets[0]);
        assert_eq!(laid.unwrap().up, up);
    }
}

#[test]
fn l9_the_same_cell_and_cells_with_fewer_contacts_are_refused() {
    let state = lifted(&[]);
    let from = omniscient(&state).lifted.unwrap().cell;
    assert_eq!(refused_by(&state, &format!("_{from}")), "L9");
    assert!(refusal(&state, &format!("_{from}~")).sentence.en.contains("came from"));
    assert!(refusal(&state, "_99,99").sentence.en.contains("No stone touches"));
    let taken = omniscient(&state).island[0].cell;
    assert!(refusal(&state, &format!("_{taken}")).sentence.en.contains("already"));
    let state = second_phase(&[], |_| true);
    assert!(refusal(&state, "_0,0").sentence.en.contains("nothing to put down"));
    assert!(refusal(&state, "^99,99").sentence.en.contains("no stone on 99,99 to lift"));
}

#[test]
fn l9_the_mover_and_only_the_mover_sees_the_back() {
    let state = lifted(&[]);
    let Turn::Seat(lifter) = state.turn() else { panic!() };
    let back = |viewer| state.view(viewer).lifted.unwrap().back;
    assert_eq!(back(Viewer::Seat(lifter)), back(Viewer::Omniscient));
    assert_eq!(back(Viewer::Seat(lifter.other())), Face::Hidden);
    assert_eq!(back(Viewer::Public), Face::Hidden);
    // The others do not learn it when it happens, and the mover cannot foresee it.
    let state = second_phase(&[], |state| legal(state)[0].starts_with('^'));
    let Turn::Seat(mover) = state.turn() else { panic!() };
    let lift = legal(&state)[0].clone();
    let told = |events: Vec<Event>| match events[..] {
        [Event::Lifted { back, .. }] => back,
        _ => panic!("{events:?}"),
    };
    let heard = |viewer| told(state.events(lift.parse().unwrap(), viewer));
    assert_eq!(heard(Viewer::Seat(mover)), heard(Viewer::Omniscient));
    assert_eq!(heard(Viewer::Seat(mover.other())), Face::Hidden);
    assert_eq!(heard(Viewer::Public), Face::Hidden);
    assert_eq!(told(state.foresee(mover, &lift).unwrap()), Face::Hidden);
}

#[test]
fn l12_a_preview_says_what_is_flipped_and_whether_it_wins_as_far_as_one_can_know() {
    let tokens = "+RP@1,-1 +RS@2,-1 +RP@2,0 +RS@3,-1";
    let state = after(&[], "RP,RP", "RP,RP,RP,RP", "RS,RS", tokens);
    let won = state.foresee(ONE, "+RP@3,0").unwrap();
    assert!(won.contains(&Event::Won { seat: ONE }), "{won:?}");
    // Paper on 3,0 would flip the Rocks at 2,0 and 3,-1; the table does not show what comes up there.
    let flips = state.foresee(ONE, "+RP~@3,0").unwrap();
    let flipped = |at| Event::Flipped { cell: cell(at), up: Face::Hidden };
    assert!(flips.contains(&flipped("2,0")) && flips.contains(&flipped("3,-1")), "{flips:?}");
    assert_eq!(flips.len(), 3);
}

#[test]
fn l9_a_stone_that_is_put_down_flips_what_it_beats() {
    let mut rng = chance::generator(9);
    let mut flips = 0;
    for seed in 0..200 {
        let mut state = lifted_by(&[], seed);
        let action = chance::random_step(&state, &mut rng).unwrap();
        state.play(action).unwrap();
        let view = omniscient(&state);
        let last = view.last.unwrap();
        let up = view.island.iter().find(|stone| stone.cell == last.cell).unwrap().up;
        for &flipped in &last.flipped {
            let stone = view.island.iter().find(|stone| stone.cell == flipped).unwrap();
            assert_eq!(up.beats(), Some(stone.back), "it showed what now lies beneath");
            flips += 1;
        }
    }
    assert!(flips > 50, "{flips}");
}

#[test]
fn l10_a_stone_that_holds_the_island_together_is_not_lifted_but_may_be_flipped() {
    let is_link = |state: &Logan, at: &str| !legal(state).contains(&format!("^{at}"));
    let link = |state: &Logan| {
        let cells = omniscient(state).island.into_iter().map(|stone| stone.cell.to_string());
        cells.into_iter().find(|at| is_link(state, at))
    };
    let state = second_phase(&[], |state| link(state).is_some());
    let at = link(&state).unwrap();
    assert_eq!(refused_by(&state, &format!("^{at}")), "L10");
    assert!(state.check(format!("~{at}").parse().unwrap()).is_ok());
}

#[test]
fn l10_a_stone_that_may_be_lifted_always_has_somewhere_to_go() {
    let mut rng = chance::generator(10);
    for _ in 0..2_000 {
        let mut state = start(&[]);
        while let Some(action) = chance::random_step(&state, &mut rng) {
            state.apply(action);
            let view_needed = matches!(action, sarsen_logan::Action::Lift(_));
            assert!(!view_needed || !legal(&state).is_empty());
        }
    }
}

#[test]
fn l11_any_stone_may_be_flipped_where_it_lies_even_with_one_contact() {
    let lonely = |state: &Logan| {
        let view = omniscient(state);
        let cells: Vec<_> = view.island.iter().map(|stone| stone.cell).collect();
        let contacts = |cell: &sarsen_logan::Cell| {
            cell.neighbours().filter(|next| cells.contains(next)).count()
        };
        cells.iter().find(|cell| contacts(cell) == 1).copied()
    };
    let mut state = second_phase(&[], |state| lonely(state).is_some());
    let view = omniscient(&state);
    for stone in &view.island {
        assert!(state.check(format!("~{}", stone.cell).parse().unwrap()).is_ok());
    }
    let at = lonely(&state).unwrap();
    let before = view.island.into_iter().find(|stone| stone.cell == at).unwrap();
    state.play(format!("~{at}").parse().unwrap()).unwrap();
    let after = omniscient(&state).island.into_iter().find(|stone| stone.cell == at).unwrap();
    assert_eq!((after.up, after.back), (before.back, before.up));
    assert_eq!(refused_by(&second_phase(&[], |_| true), "~99,99"), "L11");
}

#[test]
fn l11_the_symbol_that_comes_up_flips_what_it_beats() {
    let mut flips = 0;
    for seed in 0..100 {
        let state = second_phase_by(&[], seed);
        for stone in omniscient(&state).island {
            let token = format!("~{}", stone.cell);
            for event in state.events(token.parse().unwrap(), Viewer::Omniscient) {
                if let Event::Flipped { cell: flipped, .. } = event {
                    let view = omniscient(&state);
                    let beaten = view.island.iter().find(|next| next.cell == flipped).unwrap();
                    assert_eq!(stone.back.beats(), Some(beaten.up));
                    assert!(stone.cell.neighbours().any(|next| next == flipped));
                    flips += 1;
                }
            }
        }
    }
    assert!(flips > 100, "{flips}");
}

#[test]
fn l12_a_row_of_four_wins_for_the_seat_that_moved() {
    // Rocks only, so nothing is flipped: three lie on 0,0 to 2,0, three on 1,-1 to 3,-1.
    let tokens = "+RP@1,-1 +RS@2,-1 +RP@2,0 +RS@3,-1";
    let state = after(&[], "RP,RP", "RP,RP,RP,RP", "RS,RS", tokens);
    assert_eq!(state.turn(), Turn::Seat(ONE), "three in a row do not win");
    // The second row is made of two stones of each seat.
    for token in ["+RP@3,0", "+RP@0,-1"] {
        let mut state = state.clone();
        state.play(token.parse().unwrap()).unwrap();
        assert_eq!(state.turn(), Turn::Over(Outcome::win(ONE)));
        assert_eq!(omniscient(&state).rows[0].len(), 4);
    }
    let mut won = 0;
    for seed in 0..300 {
        let mut state = start(&[]);
        let mut rng = chance::generator(seed);
        let mut mover = ONE;
        while let Some(action) = chance::random_step(&state, &mut rng) {
            mover = state.turn().seat().unwrap_or(ONE);
            assert!(omniscient(&state).rows.is_empty(), "no row before the end");
            state.apply(action);
        }
        if state.end() == Some(End::Row(mover)) {
            assert_eq!(state.turn(), Turn::Over(Outcome::win(mover)));
            for row in omniscient(&state).rows {
                assert!(row.len() >= 4);
                won += 1;
            }
            assert_eq!(refused_by(&state, "~0,0"), "L12");
        }
    }
    assert!(won >= 290, "{won}");
}

#[test]
fn l12_a_row_wins_along_every_axis() {
    let tokens = "+RP@1,-1 +RS@2,-1 +RP@2,0 +RS@3,-1";
    let state = after(&[], "RP,RP", "RP,RP,RP,RP", "RS,RS", tokens);
    let action = "+RP@3,0".parse().unwrap();
    let mut axes = std::collections::BTreeSet::new();
    for symmetry in 0..Logan::SYMMETRIES {
        let mut image = state.transform(symmetry);
        image.play(state.transform_action(action, symmetry)).unwrap();
        assert_eq!(image.turn(), Turn::Over(Outcome::win(ONE)));
        let rows = omniscient(&image).rows;
        assert_eq!(rows.len(), 1);
        let step = rows[0][1].minus(rows[0][0]);
        axes.insert((step.q, step.r));
    }
    assert_eq!(axes.len(), 3, "{axes:?}");
}

#[test]
fn l12_rows_are_straight_and_rows_made_by_flips_count() {
    let mut by_flips = 0;
    for seed in 0..400 {
        let mut state = start(&[]);
        chance::playout(&mut state, &mut chance::generator(seed));
        let view = omniscient(&state);
        for row in &view.rows {
            let step = row[1].minus(row[0]);
            for pair in row.windows(2) {
                assert_eq!(pair[1].minus(pair[0]), step);
            }
        }
        let played = view.last.unwrap().cell;
        by_flips +=
            u32::from(!view.rows.is_empty() && !view.rows.iter().flatten().any(|&at| at == played));
    }
    assert!(by_flips > 10, "{by_flips}");
}

#[test]
fn l12_the_reason_names_the_stone_that_completed_the_row_or_what_it_flipped() {
    let tokens = "+RP@1,-1 +RS@2,-1 +RP@2,0 +RS@3,-1 +RP@3,0";
    let placed = after(&[], "RP,RP", "RP,RP,RP,RP", "RS,RS", tokens).conclusion().unwrap();
    assert!(
        placed.en.ends_with("in a row: rock. The stone on 3,0 completed the row."),
        "{placed:?}"
    );
    let mut ways = [0; 2];
    for seed in 0..400 {
        let mut state = start(&[]);
        chance::playout(&mut state, &mut chance::generator(seed));
        let view = omniscient(&state);
        let Some(row) = view.rows.iter().rev().max_by_key(|row| row.len()) else { continue };
        let by = view.last.unwrap().cell;
        let told = state.conclusion().unwrap();
        for says in [&told.en, &told.fr, &told.ja] {
            assert!(says.contains(&by.to_string()), "{told:?}");
        }
        if !row.contains(&by) {
            assert!(told.en.contains("flipped"), "{told:?}");
        }
        ways[usize::from(told.en.contains("flipped"))] += 1;
    }
    assert!(ways.iter().all(|&count| count > 10), "{ways:?}");
}

#[test]
fn l13_the_third_time_is_a_draw_and_counting_begins_after_the_first_turn() {
    let (state, flips) = back_and_forth(&[]);
    let mut state = state;
    for (turn, token) in flips.iter().cycle().take(9).enumerate() {
        assert_eq!(state.end(), None, "turn {turn}");
        state.play(token.parse().unwrap()).unwrap();
    }
    assert_eq!(state.end(), Some(End::Repetition));
    assert_eq!(state.turn(), Turn::Over(Outcome::draw()));
    let (mut state, flips) = back_and_forth(&[("repetition", "off")]);
    for token in flips.iter().cycle().take(100) {
        assert_eq!(state.end(), None);
        state.play(token.parse().unwrap()).unwrap();
    }
    assert_eq!(state.end(), Some(End::Limit));
}

#[test]
fn l13_the_limit_counts_turns_of_both_seats_and_a_move_is_one_turn() {
    for (limit, turns) in [("1", 1), ("7", 7), ("100", 100)] {
        let mut seen = 0;
        for seed in 0..4_000 {
            let mut state = start(&[("limit", limit), ("repetition", "off")]);
            chance::playout(&mut state, &mut chance::generator(seed));
            let view = omniscient(&state);
            assert!(view.turns <= turns);
            if state.end() == Some(End::Limit) {
                assert_eq!(view.turns, turns);
                assert_eq!(state.turn(), Turn::Over(Outcome::draw()));
                seen += 1;
            }
        }
        assert!(seen > 0, "limit {limit}");
    }
}

#[test]
fn l13_without_a_limit_the_game_goes_on_and_positions_are_still_counted() {
    let (mut state, flips) = back_and_forth(&[("limit", "off"), ("repetition", "off")]);
    for token in flips.iter().cycle().take(1_000) {
        state.play(token.parse().unwrap()).unwrap();
    }
    assert_eq!((state.end(), omniscient(&state).turns), (None, 1_000));
    let mut longest = 0;
    for seed in 0..3_000 {
        let mut state = start(&[("limit", "off")]);
        chance::playout(&mut state, &mut chance::generator(seed));
        longest = longest.max(omniscient(&state).turns);
    }
    assert!(longest > 100, "{longest}");
}

/// All eighteen stones travel far away: coordinates grow, but nothing else changes.
#[test]
fn l13_an_island_may_wander_off_without_end() {
    let mut state = second_phase(&[("limit", "off"), ("repetition", "off")], |_| true);
    for _ in 0..3_000 {
        let view = omniscient(&state);
        let lifts = legal(&state).into_iter().filter_map(|t| t.strip_prefix('^').map(cell));
        let Some(hindmost) = lifts.min_by_key(|at| (at.q, at.r)) else { break };
        let mut next = state.clone();
        next.play(format!("^{hindmost}").parse().unwrap()).unwrap();
        let puts: Vec<String> = legal(&next);
        let ahead = |token: &&String| {
            let mut put = next.clone();
            put.play(token.parse().unwrap()).unwrap();
            let at = cell(token.trim_start_matches('_').trim_end_matches('~'));
            (put.end().is_none(), at.q, at.r)
        };
        let Some(best) = puts.iter().max_by_key(ahead) else { break };
        next.play(best.parse().unwrap()).unwrap();
        if next.end().is_some() {
            break;
        }
        assert_eq!(omniscient(&next).island.len(), view.island.len());
        state = next;
    }
    let view = omniscient(&state);
    assert!(view.island.iter().all(|stone| stone.cell.q > 100), "{:?}", view.island[0].cell);
    assert_eq!(kinds(all_stones(&state)), kinds(Bag::Distinct.stones()));
}

/// Whether the seat to act can win this turn, by trying everything.
fn wins_this_turn(state: &Logan, seat: Seat) -> bool {
    sarsen_core::legal_actions(state).into_iter().any(|action| {
        let mut after = state.clone();
        after.apply(action);
        match after.turn() {
            Turn::Over(outcome) => outcome.winner() == Some(seat),
            Turn::Seat(mover) => mover == seat && wins_this_turn(&after, seat),
            Turn::Chance => false,
        }
    })
}

#[test]
fn l12_a_win_in_this_turn_is_found_where_there_is_one_and_nowhere_else() {
    let mut rng = chance::generator(12);
    let (mut wins, mut moves) = (0, 0);
    for game in 0..120 {
        let doubles = if game % 3 == 0 { "doubles" } else { "distinct" };
        let mut state = start(&[("stones", doubles)]);
        while let Some(action) = chance::random_step(&state, &mut rng) {
            state.apply(action);
            let Some(seat) = state.turn().seat() else { continue };
            let found = state.winning_action();
            assert_eq!(found.is_some(), wins_this_turn(&state, seat), "{state:?}");
            let Some(action) = found else { continue };
            wins += 1;
            let mut after = state.clone();
            after.play(action).unwrap();
            if after.turn() == Turn::Seat(seat) {
                moves += 1;
                after.play(after.winning_action().unwrap()).unwrap();
            }
            assert_eq!(after.turn().outcome().unwrap().winner(), Some(seat));
        }
    }
    assert!(wins > 100 && moves > 5, "{wins} {moves}");
}
