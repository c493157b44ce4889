//! Luck and skill separated, on a record in which both are known exactly.

use sarsen_core::{Options, Seat, Viewer, chance};
use sarsen_search::analysis::analyse;
use sarsen_search::{Cancel, Limits, engine};

/// With two pieces per seat every value is exact. So from the first decision to the end, seat 1's chance changes only
/// by luck when the sticks are thrown and by losses when a seat decides.
#[test]
fn luck_and_losses_add_up_to_how_the_game_went() {
    let game = sarsen_catalog::game("holes").unwrap();
    let mut options = Options::defaults(game.spec());
    options.set("pieces", "2").unwrap();
    let mut rng = chance::generator(3);
    let mut position = game.start(&options);
    while let Some(token) = position.random_action(&mut rng) {
        position.play(&token).unwrap();
    }
    let tokens = position.history(Viewer::Omniscient);
    let tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
    let engine = engine("holes").unwrap();
    let limits = Limits::nodes(2000);
    let cancel = Cancel::default();
    let steps =
        analyse(game, &options, &tokens, engine.as_ref(), &limits, &cancel, |_| {}).unwrap();
    let first = steps.iter().position(|step| step.seat.is_some()).unwrap();
    let opening = &steps[first];
    let own = |seat: Option<Seat>| if seat == Some(Seat::ONE) { 1.0 } else { -1.0 };
    // Before its decision a seat has the value of the best one.
    let before = opening.chance.unwrap() + own(opening.seat) * opening.loss.unwrap();
    let (mut luck, mut lost, mut throws) = (0.0, 0.0, 0);
    for step in &steps[first..] {
        match step.seat {
            None => {
                luck += step.luck.unwrap();
                throws += 1;
            }
            Some(_) => {
                assert!(step.exact && step.loss.unwrap() >= 0.0);
                lost += own(step.seat) * step.loss.unwrap();
            }
        }
    }
    let end = steps.last().unwrap().chance.unwrap();
    assert!(end == 0.0 || end == 1.0);
    assert!((before + luck - lost - end).abs() < 1e-3, "{before} {luck} {lost} {end}");
    assert!(throws > 10 && lost != 0.0, "{throws} {lost}");
}
