//! What games say about their end, over random play.
#![allow(clippy::unwrap_used, reason = "a test ends where something unexpected happens")]

use sarsen_catalog::{Position, game};
use sarsen_core::{Audience, Lang, Options, Outcome, Seat, Turn, chance};

/// A random game, played to its end or for at most `actions`.
fn played(id: &str, seed: u64, actions: usize) -> Box<dyn Position> {
    let game = game(id).unwrap();
    let mut position = game.start(&Options::defaults(game.spec()));
    let mut rng = chance::generator(seed);
    for _ in 0..actions {
        let Some(action) = position.random_action(&mut rng) else { break };
        assert_eq!(position.ending().reason, None, "{id}: a reason before the end");
        position.play(&action).unwrap();
    }
    position
}

fn negated(figures: &[i32]) -> Vec<i32> {
    figures.iter().map(|figure| -figure).collect()
}

#[test]
fn a_finished_game_says_why_and_its_deciding_figure_agrees_with_the_result() {
    for (id, games, actions) in
        [("stonehenge", 20, 40), ("cathedral", 20, 80), ("logan", 40, 400), ("holes", 20, 4000)]
    {
        let mut finished = 0;
        for seed in 0..games {
            let position = played(id, seed, actions);
            let Turn::Over(outcome) = position.turn() else { continue };
            finished += 1;
            let ending = position.ending();
            let reason = ending.reason.expect("a finished game has a reason");
            assert!(Lang::ALL.iter().all(|&lang| !reason.in_lang(lang).is_empty()));
            for tally in &ending.tallies {
                assert_eq!(tally.figures.seats(), outcome.ranks().seats(), "{id}");
                assert!([0, tally.figures.seats()].contains(&tally.details.len()), "{id}");
            }
            for tally in ending.tallies.iter().filter(|tally| tally.decides) {
                let figures = tally.figures.as_slice();
                let either =
                    [Outcome::lowest_first(figures), Outcome::lowest_first(&negated(figures))];
                assert!(
                    either.contains(&outcome),
                    "{id}, seed {seed}: {tally:?} against {outcome}"
                );
            }
        }
        assert!(finished > 0, "{id}: no game of {games} came to an end");
    }
}

#[test]
fn a_game_that_is_broken_off_is_counted_as_it_stands() {
    let position = played("cathedral", 1, 7);
    let ending = position.ending();
    assert_eq!(ending.reason, None);
    let squares = &ending.tallies[0];
    assert_eq!(Some(squares.figures), position.score());
    assert!(squares.decides && squares.name.en == "squares left");
    let monuments = &ending.tallies[1];
    assert!(
        monuments.details[0].en.contains("2\u{a0}×\u{a0}") || monuments.figures.as_slice()[0] < 11
    );
}

#[test]
fn stones_taken_are_told_by_number() {
    let position = played("sun", 3, 30);
    let ending = position.ending();
    for (&count, stones) in ending.tallies[0].figures.iter().zip(&ending.tallies[0].details) {
        assert_eq!(stones.en.split_whitespace().count() as i32, count);
    }
}

#[test]
fn the_reason_tells_readers_which_side_is_theirs() {
    for (id, actions) in [("stonehenge", 40), ("cathedral", 80), ("logan", 400), ("holes", 4000)] {
        let finished = (0..40).map(|seed| played(id, seed, actions)).find(|position| {
            let Turn::Over(outcome) = position.turn() else { return false };
            outcome.winner().is_some()
        });
        let reason = finished.expect("a game with a winner").ending().reason.expect("it is over");
        let read = |you| Audience::new(you, Vec::new()).read(&reason);
        let (one, two, public) = (read(Some(Seat::ONE)), read(Some(Seat::TWO)), read(None));
        for lang in Lang::ALL {
            let all = [&one, &two, &public].map(|phrase| phrase.in_lang(lang));
            assert!(all[0] != all[1], "{id}: both read \"{}\"", all[0]);
            assert!(all[0] != all[2] || all[1] != all[2], "{id}: nobody is addressed");
            assert!(all.iter().all(|text| !text.contains(['[', '@'])), "{id}: {}", all[2]);
        }
    }
}
