//! The table, driven by keys and drawn to a screen in memory.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use sarsen_core::record::Reader;
use sarsen_core::{Lang, Options, Viewer, chance};
use sarsen_session::Seed;

use super::app::{Advice, Answer, App, Mode, Overlay, Purpose};
use super::draw::draw;
use super::game::LocalGame;
use super::seating;

fn table_with(game: &str, options: &[(&str, &str)], seats: &str) -> App {
    let game = sarsen_catalog::game(game).unwrap();
    let mut chosen = Options::defaults(game.spec());
    for (name, value) in options {
        chosen.set(name, value).unwrap();
    }
    let sitters = seating::parse(seats).unwrap();
    let local = LocalGame::new(game, &chosen, sitters, Seed::new([7; 32]), "2026-11-18");
    App::new(local, Lang::En, None)
}

fn table(game: &str, seats: &str) -> App {
    table_with(game, &[], seats)
}

fn press(app: &mut App, code: KeyCode) {
    app.key(KeyEvent::new(code, KeyModifiers::NONE));
}

fn enter(app: &mut App, text: &str) {
    text.chars().for_each(|letter| press(app, KeyCode::Char(letter)));
    press(app, KeyCode::Enter);
}

fn screen(app: &App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal
        .draw(|frame| {
            draw(app, true, frame);
        })
        .unwrap();
    terminal.backend().to_string()
}

fn history(app: &App) -> Vec<String> {
    app.game().position().history(Viewer::Omniscient)
}

/// Answers the engine's request with a random action.
fn answer(app: &mut App, rng: &mut chance::Generator) {
    let job = app.job().expect("an engine is asked");
    let action = app.game().position().random_action(rng).expect("a seat is to act");
    app.answer(job.number, Answer::Act(action));
}

#[test]
fn actions_are_typed_or_chosen_with_the_cursor() {
    let mut app = table("stonehenge", "Ada,Bo");
    enter(&mut app, "G4");
    assert_eq!(history(&app), ["G4"]);
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Down);
    let chosen = app.choices().chosen().unwrap().token.clone();
    press(&mut app, KeyCode::Enter);
    assert_eq!(history(&app), ["G4".to_owned(), chosen]);
    // Lower case letters and words are accepted as well.
    enter(&mut app, "h2");
    assert_eq!(history(&app).last().unwrap(), "H2");
    enter(&mut app, "3 on k");
    assert_eq!(history(&app).last().unwrap(), "K3");
}

#[test]
fn what_is_against_the_rules_is_refused_with_its_rule() {
    let mut app = table("stonehenge", "Ada,Bo");
    enter(&mut app, "G4");
    enter(&mut app, "G5");
    assert_eq!(history(&app), ["G4"]);
    assert!(app.message().starts_with("G5: ") && app.message().contains("(K"), "{}", app.message());
    press(&mut app, KeyCode::Esc);
    enter(&mut app, "nonsense");
    assert!(app.message().contains("nonsense"), "{}", app.message());
    assert_eq!(app.mode(), Mode::Choosing(sarsen_core::Seat::TWO));
}

#[test]
fn an_engine_is_asked_and_its_late_answers_are_dropped() {
    let mut app = table("stonehenge", "me,4");
    enter(&mut app, "G4");
    let job = app.job().unwrap();
    assert!(matches!(job.purpose, Purpose::Act(level) if level.number() == 4));
    // Taken back while the engine is thinking, so its answer is dropped.
    press(&mut app, KeyCode::F(3));
    assert!(history(&app).is_empty() && app.job().is_none());
    app.answer(job.number, Answer::Act("H4".to_owned()));
    assert!(history(&app).is_empty());
    enter(&mut app, "G4");
    assert_ne!(app.job().unwrap().number, job.number);
    app.answer(app.job().unwrap().number, Answer::Act("H4".to_owned()));
    assert_eq!(history(&app), ["G4", "H4"]);
    // One step back also takes back the engine's answer: it is this person's turn again.
    press(&mut app, KeyCode::F(3));
    assert!(history(&app).is_empty());
    press(&mut app, KeyCode::F(3));
    assert_eq!(app.message(), "There is nothing to take back.");
}

#[test]
fn an_engine_that_fails_says_so_and_is_asked_again() {
    let mut app = table("stonehenge", "2,me");
    let first = app.job().unwrap();
    app.answer(first.number, Answer::Failed("no idea".to_owned()));
    assert!(matches!(app.mode(), Mode::Failed(_)) && app.message().contains("no idea"));
    press(&mut app, KeyCode::Enter);
    assert_ne!(app.job().unwrap().number, first.number);
    // An answer that is not an action is a failure too.
    app.answer(app.job().unwrap().number, Answer::Act("Z9".to_owned()));
    assert!(matches!(app.mode(), Mode::Failed(_)));
}

#[test]
fn advice_is_shown_and_marked_in_the_list() {
    let mut app = table("stonehenge", "Ada,Bo");
    press(&mut app, KeyCode::F(2));
    let job = app.job().unwrap();
    assert_eq!(job.purpose, Purpose::Advise);
    let line = Advice { actions: vec!["H3".into(), "G1".into()], chance: 0.625, exact: false };
    app.answer(job.number, Answer::Advise(vec![line]));
    assert!(matches!(app.overlay(), Some(Overlay::Hint(_))));
    let shown = screen(&app, 100, 30);
    assert!(shown.contains("62.5 %") && shown.contains("3 on H"), "{shown}");
    press(&mut app, KeyCode::Enter);
    assert_eq!(history(&app), ["H3"]);
    // Esc stops a search for advice.
    press(&mut app, KeyCode::F(2));
    press(&mut app, KeyCode::Esc);
    assert!(app.job().is_none());
}

#[test]
fn a_curtain_falls_between_people_who_know_different_things() {
    let mut app = table("logan", "Ada,Bo");
    assert_eq!(app.mode(), Mode::Curtain(sarsen_core::Seat::ONE));
    let hidden = screen(&app, 100, 30);
    assert!(hidden.contains("Ada is next") && !hidden.contains("What you can do"), "{hidden}");
    press(&mut app, KeyCode::Enter);
    let hand = app.game().position().show(Viewer::Seat(sarsen_core::Seat::ONE)).text;
    let hand = hand.lines().find(|line| line.contains("seat 1")).unwrap();
    let hand: String = anstream::adapter::strip_str(hand).to_string();
    assert!(screen(&app, 100, 30).contains(hand.trim_end()));
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.mode(), Mode::Curtain(sarsen_core::Seat::TWO));
    let covered = screen(&app, 100, 30);
    assert!(!covered.contains(hand.trim_end()), "{covered}");
    // Keys for choosing are ignored while the screen is covered.
    enter(&mut app, "x");
    assert_eq!(app.mode(), Mode::Choosing(sarsen_core::Seat::TWO));
    // Back to the first player: the screen is covered again.
    press(&mut app, KeyCode::F(3));
    assert_eq!(app.mode(), Mode::Curtain(sarsen_core::Seat::ONE));
}

#[test]
fn nothing_is_covered_where_nothing_is_hidden_or_one_person_plays() {
    let mut app = table("stonehenge", "Ada,Bo");
    enter(&mut app, "G4");
    assert!(matches!(app.mode(), Mode::Choosing(_)));
    let mut app = table("logan", "Ada,3");
    assert!(matches!(app.mode(), Mode::Choosing(_)));
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.viewer(), Viewer::Seat(sarsen_core::Seat::ONE));
    // With druids face down, the first druid hides something.
    let mut app = table_with("stonehenge", &[("druids", "hidden")], "Ada,Bo");
    assert!(matches!(app.mode(), Mode::Choosing(_)));
    enter(&mut app, "G4");
    assert!(matches!(app.mode(), Mode::Curtain(_)));
    assert!(!screen(&app, 100, 30).contains("G4"));
}

/// The screen of one person does not depend on what that person may not know.
#[test]
fn the_screen_shows_no_more_than_the_seat_may_know() {
    for seed in 0..8 {
        let mut app = table("logan", "Ada,3");
        let mut rng = chance::generator(seed);
        for _ in 0..12 {
            match app.mode() {
                Mode::Choosing(seat) => {
                    let shown = screen(&app, 120, 40);
                    let known = app.game().position().history(Viewer::Seat(seat));
                    let known: Vec<&str> = known.iter().map(String::as_str).collect();
                    let game = sarsen_catalog::game("logan").unwrap();
                    let options = app.game().position().options().clone();
                    // Another game that this seat cannot tell from its own.
                    let other = game.replay_masked(&options, &known).unwrap();
                    let mut record = sarsen_core::record::Record::new("logan");
                    other.history(Viewer::Omniscient).iter().for_each(|t| record.push_token(t));
                    let sitters = seating::parse("Ada,3").unwrap();
                    let twin = LocalGame::resume(&record, sitters, Seed::new([7; 32])).unwrap();
                    let twin = App::new(twin, Lang::En, None);
                    let message =
                        |shown: &str| shown.lines().take(34).collect::<Vec<_>>().join("\n");
                    assert_eq!(message(&shown), message(&screen(&twin, 120, 40)));
                    press(&mut app, KeyCode::Enter);
                }
                Mode::Thinking(_) => answer(&mut app, &mut rng),
                _ => break,
            }
        }
    }
}

#[test]
fn whole_games_of_every_kind_are_played_to_their_end_and_their_records_replay() {
    let kinds: [(&str, &[(&str, &str)]); 6] = [
        ("stonehenge", &[]),
        ("stonehenge", &[("druids", "hidden"), ("claims", "manual")]),
        ("cathedral", &[]),
        ("cathedral", &[("removal", "optional")]),
        ("logan", &[]),
        ("holes", &[]),
    ];
    for (id, options) in kinds {
        let mut app = table_with(id, options, "Ada,3");
        let mut rng = chance::generator(5);
        let mut keys = 0;
        while !app.is_over() {
            match app.mode() {
                Mode::Choosing(_) => {
                    // Move through the list, then play the marked choice.
                    let steps = chance::below(&mut rng, 40);
                    (0..steps).for_each(|_| press(&mut app, KeyCode::Down));
                    press(&mut app, KeyCode::Enter);
                }
                Mode::Thinking(_) => answer(&mut app, &mut rng),
                mode => panic!("{id}: {mode:?}"),
            }
            keys += 1;
            assert!(keys < 5000, "{id} does not end");
        }
        let end = screen(&app, 110, 36);
        assert!(end.contains("The game is over."), "{end}");
        let record = app.game().record().to_string();
        let read = Reader::new(record.as_bytes()).next().unwrap().unwrap();
        let position = sarsen_catalog::replay(&read).unwrap();
        assert!(position.turn().is_over(), "{record}");
        assert_eq!(read.tag("Seat2").unwrap().value, "sarsen:3");
        if id == "holes" || id == "logan" {
            assert!(sarsen_session::verify(&read).unwrap().draws > 0);
        }
        // The end can be taken back as well.
        press(&mut app, KeyCode::F(3));
        assert!(!app.is_over());
    }
}

#[test]
fn what_is_taken_back_meets_the_same_luck() {
    let mut app = table("holes", "Ada,Bo");
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::Enter);
    let before = history(&app);
    press(&mut app, KeyCode::F(3));
    assert!(history(&app).len() < before.len());
    press(&mut app, KeyCode::Enter);
    assert_eq!(history(&app), before);
}

#[test]
fn a_record_is_gone_on_with_and_keeps_what_it_says() {
    let text = "[Game \"holes\"]\n[Seat1 \"Ada\"]\n[Seat2 \"sarsen:5\"]\n[Event \"Evening\"]\n\n*3 *2 1 {well} *4 1\n";
    let record = Reader::new(text.as_bytes()).next().unwrap().unwrap();
    let sitters = seating::of_record(&record, 2).unwrap();
    let local = LocalGame::resume(&record, sitters, Seed::new([1; 32])).unwrap();
    let app = App::new(local, Lang::En, None);
    let written = app.game().record();
    assert_eq!(written.tag("Event").unwrap().value, "Evening");
    assert_eq!(written.tag("Given").unwrap().value, "5");
    assert_eq!(written.comments().collect::<Vec<_>>(), [(3, "well")]);
    // Its own record continues with the same seed, and no action counts as given any more.
    let sitters = seating::of_record(&written, 2).unwrap();
    let again = LocalGame::resume(&written, sitters, Seed::new([2; 32])).unwrap();
    assert_eq!(again.record().to_string(), written.to_string());
}

#[test]
fn small_screens_show_what_fits_and_too_small_ones_say_so() {
    for id in ["stonehenge", "cathedral", "logan", "holes"] {
        // In 58 Holes chance decides who begins, so both players are people.
        let app = table(id, if id == "holes" { "Ada,Bo" } else { "Ada,3" });
        for (width, height) in [(200, 60), (100, 30), (80, 24), (60, 20), (40, 12), (32, 10)] {
            let shown = screen(&app, width, height);
            let marked = format!("▸ {}", app.choices().chosen().unwrap().token);
            assert!(shown.contains(&marked), "{id} {width}×{height}\n{shown}");
        }
        for (width, height) in [(31, 24), (80, 9), (10, 2), (1, 1)] {
            let shown = screen(&app, width, height);
            assert!(!shown.contains('▸'), "{id} {width}×{height}\n{shown}");
        }
        assert!(screen(&app, 31, 9).contains("enlarge"));
    }
}

#[test]
fn the_marked_choice_is_seen_on_the_board() {
    let mut app = table("stonehenge", "Ada,Bo");
    assert!(!screen(&app, 100, 30).contains("(4)"));
    "G4".chars().for_each(|letter| press(&mut app, KeyCode::Char(letter)));
    assert!(screen(&app, 100, 30).contains("(4)"), "{}", screen(&app, 100, 30));
    assert!(history(&app).is_empty());
}

#[test]
fn commands_are_typed_after_a_colon() {
    let mut app = table("stonehenge", "Ada,3");
    enter(&mut app, ":level 6");
    assert_eq!(app.message(), "The computer plays at level 6.");
    assert_eq!(app.game().record().tag("Seat2").unwrap().value, "sarsen:6");
    enter(&mut app, ":level 9");
    assert!(app.message().contains("levels are 1 to 8"), "{}", app.message());
    enter(&mut app, ":nothing");
    assert!(app.message().contains(":nothing"));
    enter(&mut app, ":record");
    assert!(app.take_unsaved().is_none() && app.message().contains(":record FILE"));
    enter(&mut app, ":record game.sarsen");
    assert_eq!(app.take_unsaved().unwrap().to_str(), Some("game.sarsen"));
    assert!(app.take_unsaved().is_none(), "nothing has changed since");
    enter(&mut app, ":help");
    assert!(screen(&app, 100, 30).contains(":undo"));
    press(&mut app, KeyCode::F(1));
    enter(&mut app, ":hint");
    assert_eq!(app.job().unwrap().purpose, Purpose::Advise);
    enter(&mut app, ":quit");
    assert!(app.wants_to_quit());
    let mut app = table("stonehenge", "Ada,Bo");
    enter(&mut app, ":level 6");
    assert_eq!(app.message(), "No computer plays in this game.");
    app.key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    assert!(app.wants_to_quit());
}

#[test]
fn the_table_speaks_three_languages() {
    for (lang, words) in [(Lang::Fr, "C’est au tour d’Ada."), (Lang::Ja, "Adaの手番です。")]
    {
        let game = sarsen_catalog::game("stonehenge").unwrap();
        let sitters = seating::parse("Ada,2").unwrap();
        let seed = Seed::new([7; 32]);
        let options = Options::defaults(game.spec());
        let local = LocalGame::new(game, &options, sitters, seed, "2026-11-18");
        let app = App::new(local, lang, None);
        // A wide character takes two cells of the screen; the second is blank.
        let shown = screen(&app, 100, 30).replace(' ', "");
        assert!(shown.contains(&words.replace(' ', "")), "{shown}");
    }
}
