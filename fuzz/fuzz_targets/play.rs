//! Bytes choose a game, its options and what is played: legal actions, actions of other positions, and texts that are
//! not actions.
//!
//! Properties: nothing panics; listed actions are accepted; refused ones change nothing; and every position answers
//! everything that a table asks.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sarsen_catalog::{GAMES, Legal, Position};
use sarsen_core::{Audience, Options, Seat, Turn, Viewer, chance};

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Bytes(bytes);
    let Some(which) = bytes.next() else { return };
    let game = GAMES[usize::from(which) % GAMES.len()];
    let mut options = Options::defaults(game.spec());
    for option in game.spec().options {
        let values = option.values.samples();
        let value = &values[usize::from(bytes.next().unwrap_or(0)) % values.len()];
        options.set(option.name, value).expect("a game lists its own values");
    }
    let mut position = game.start(&options);
    let mut tokens: Vec<String> = Vec::new();
    while let Some(byte) = bytes.next() {
        let token = match byte % 8 {
            0 => bytes.text(),
            1 => tokens.get(usize::from(bytes.next().unwrap_or(0))).cloned(),
            _ => choose(position.as_ref(), byte, bytes.next().unwrap_or(0)),
        };
        let Some(token) = token else { break };
        let before = position.history(Viewer::Omniscient);
        let legal = position.check(&token).is_ok();
        assert_eq!(position.play(&token).is_ok(), legal, "{token}");
        if legal {
            tokens.push(token);
        } else {
            assert_eq!(position.history(Viewer::Omniscient), before, "{token}");
        }
    }
    for viewer in [Viewer::Public, Viewer::Omniscient, Viewer::Seat(Seat::ONE)] {
        position.view(viewer);
        position.history(viewer);
    }
    position.choices(Seat::ONE);
    position.choices(Seat::TWO);
    if let Turn::Seat(seat) = position.turn()
        && let Some(token) = tokens.last()
    {
        let _ = position.resolve(seat, token);
        let _ = position.preview(token, Viewer::Seat(seat), &Audience::default());
    }
});

/// A legal action, by its index in the list if there is one, otherwise drawn.
fn choose(position: &dyn Position, kind: u8, number: u8) -> Option<String> {
    let listed = match position.legal() {
        Legal::Actions { actions } => actions.get(usize::from(number) % actions.len().max(1)).cloned(),
        Legal::Outcomes { outcomes } => {
            outcomes.get(usize::from(number) % outcomes.len().max(1)).map(|outcome| outcome.0.clone())
        }
        _ => None,
    };
    let token = listed.or_else(|| {
        let seed = u64::from(kind) << 8 | u64::from(number);
        position.random_action(&mut chance::generator(seed))
    })?;
    assert!(position.check(&token).is_ok(), "`{token}` was offered and is refused");
    Some(token)
}

struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    /// A short text from the next bytes.
    fn text(&mut self) -> Option<String> {
        let length = usize::from(self.next()?) % 24;
        let (text, rest) = self.0.split_at(length.min(self.0.len()));
        self.0 = rest;
        Some(String::from_utf8_lossy(text).into_owned())
    }
}
