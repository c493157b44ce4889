//! `sarsen random`.

use std::io::Write;

use sarsen_core::Viewer;
use sarsen_core::chance::{self, Generator};
use sarsen_core::record::{Record, SEPARATOR};

use crate::args::RandomArgs;
use crate::{input, output};

/// Games longer than this are cut off. No game with the default options comes near it.
pub(crate) const MAX_ACTIONS: usize = 100_000;

pub(crate) fn run(args: &RandomArgs) -> anyhow::Result<()> {
    let (game, options) = input::game_with_options(&args.game)?;
    let mut rng = chance::generator(args.seed);
    let mut out = output::plain();
    for index in 0..args.count {
        if index > 0 {
            writeln!(out, "{SEPARATOR}")?;
        }
        write!(out, "{}", play(game, &options, &mut rng))?;
    }
    out.flush()?;
    Ok(())
}

fn play(
    game: &dyn sarsen_catalog::Game,
    options: &sarsen_core::Options,
    rng: &mut Generator,
) -> Record {
    let mut position = game.start(options);
    let mut actions = 0;
    while let Some(action) = position.random_action(rng)
        && actions < MAX_ACTIONS
    {
        position.play(&action).expect("random play chooses legal actions");
        actions += 1;
    }
    let mut record = Record::new(game.spec().id);
    for (name, value) in options.changed() {
        record.set_tag(&format!("Option.{name}"), value);
    }
    for seat in 1..=options.seats() {
        record.set_tag(&format!("Seat{seat}"), "random");
    }
    let result = position.turn().outcome().map_or("*".to_owned(), |outcome| outcome.to_string());
    record.set_tag("Result", &result);
    for token in position.history(Viewer::Omniscient) {
        record.push_token(&token);
    }
    record
}
