//! A game at the terminal: a position, its players, its chance and its record. It neither draws nor reads keys.

use sarsen_catalog::{Game, Legal, Position};
use sarsen_core::record::{Record, RecordError};
use sarsen_core::{Options, PlayError, Seat, Turn, Viewer};
use sarsen_search::Level;
use sarsen_session::Seed;

use super::seating::Sitter;

/// A game in progress.
pub(crate) struct LocalGame {
    game: &'static dyn Game,
    position: Box<dyn Position>,
    sitters: Vec<Sitter>,
    seed: Seed,
    /// The number of actions that were read from a record, and so not drawn from the seed.
    given: usize,
    /// The tags of the original record that are kept unchanged, and `Date`.
    tags: Vec<(String, String)>,
    /// The comments of the original record, with the number of actions before each.
    comments: Vec<(u32, String)>,
}

/// The tags that [`LocalGame::record`] derives from the current game.
fn is_rewritten(tag: &str) -> bool {
    let seat = tag.strip_prefix("Seat").is_some_and(|rest| rest.parse::<u8>().is_ok());
    let known = ["Game", "Result", "End", "Seed", "SeedHash", "Given"].contains(&tag);
    seat || known || tag.starts_with("Option.")
}

impl LocalGame {
    /// A new game.
    pub(crate) fn new(
        game: &'static dyn Game,
        options: &Options,
        sitters: Vec<Sitter>,
        seed: Seed,
        date: &str,
    ) -> LocalGame {
        LocalGame {
            game,
            position: game.start(options),
            sitters,
            seed,
            given: 0,
            tags: vec![("Date".to_owned(), date.to_owned())],
            comments: Vec::new(),
        }
    }

    /// Continues the game of a record. Its seed is used if it has one, so that its chance can still be verified;
    /// otherwise the actions so far count as given.
    ///
    /// # Errors
    /// The first error in the record.
    pub(crate) fn resume(
        record: &Record,
        sitters: Vec<Sitter>,
        seed: Seed,
    ) -> Result<LocalGame, RecordError> {
        let game = sarsen_catalog::game_of(record)?;
        let position = game.replay(record)?;
        let tag = |name: &str| record.tag(name).map(|tag| tag.value.as_str());
        let own_seed = tag("Seed").and_then(|text| text.parse::<Seed>().ok());
        let own_seed = own_seed.filter(|seed| Some(seed.hash().as_str()) == tag("SeedHash"));
        let given = match own_seed {
            Some(_) => tag("Given").and_then(|text| text.parse().ok()).unwrap_or(0),
            None => record.tokens().count(),
        };
        let kept = record.tags().iter().filter(|tag| !is_rewritten(&tag.name));
        Ok(LocalGame {
            game,
            position,
            sitters,
            seed: own_seed.unwrap_or(seed),
            given,
            tags: kept.map(|tag| (tag.name.clone(), tag.value.clone())).collect(),
            comments: record.comments().map(|(at, text)| (at as u32, text.to_owned())).collect(),
        })
    }

    pub(crate) fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }

    pub(crate) fn sitters(&self) -> &[Sitter] {
        &self.sitters
    }

    pub(crate) fn sitter(&self, seat: Seat) -> &Sitter {
        &self.sitters[seat.index()]
    }

    /// The seats played by people.
    pub(crate) fn people(&self) -> impl Iterator<Item = Seat> {
        let seats = Seat::all(self.sitters.len());
        seats.filter(|seat| self.sitter(*seat).is_person())
    }

    /// The number of actions played.
    pub(crate) fn len(&self) -> usize {
        self.position.history(Viewer::Omniscient).len()
    }

    /// Sets the level of every engine. Returns whether there is one.
    pub(crate) fn set_level(&mut self, level: Level) -> bool {
        let mut found = false;
        for sitter in &mut self.sitters {
            if let Sitter::Engine(old) = sitter {
                (*old, found) = (level, true);
            }
        }
        found
    }

    /// The choices of a seat, as it names them.
    pub(crate) fn choices(&self, seat: Seat) -> Vec<String> {
        match self.position.choices(seat) {
            Legal::Actions { actions } => actions,
            _ => Vec::new(),
        }
    }

    /// Plays a token of the seat to act.
    ///
    /// # Errors
    /// Why it cannot be played; nothing is changed then.
    pub(crate) fn play(&mut self, seat: Seat, token: &str) -> Result<(), PlayError> {
        let action = self.position.resolve(seat, token)?;
        self.position.play(&action)
    }

    /// Plays an engine's choice, which is in the record's notation.
    ///
    /// # Errors
    /// If it is not legal.
    pub(crate) fn play_notation(&mut self, action: &str) -> Result<(), PlayError> {
        self.position.play(action)
    }

    /// Lets chance act until a seat is to act or the game is over. Every draw depends only on the seed and its index:
    /// an action that is taken back and played again has the same outcome.
    pub(crate) fn draw_chance(&mut self) {
        while self.position.turn() == Turn::Chance {
            let mut generator = self.seed.generator(self.len() as u64);
            let outcome = self.position.random_action(&mut generator);
            let played = outcome.map(|outcome| self.position.play(&outcome));
            played.expect("chance has an outcome").expect("what chance draws is legal");
        }
    }

    /// Returns to the last decision of a person. `false` if there was none.
    pub(crate) fn undo(&mut self) -> bool {
        let history = self.position.history(Viewer::Omniscient);
        let mut position = self.game.start(self.position.options());
        let mut found = None;
        for (index, action) in history.iter().enumerate() {
            if position.turn().seat().is_some_and(|seat| self.sitter(seat).is_person()) {
                found = Some((index, position.boxed()));
            }
            position.play(action).expect("the history was played before");
        }
        let Some((count, position)) = found else { return false };
        self.position = position;
        self.given = self.given.min(count);
        self.comments.retain(|(before, _)| *before as usize <= count);
        true
    }

    /// Whether the people at the terminal know different things, and so must not see each other's view.
    pub(crate) fn hides(&self) -> bool {
        let mut known = self.people().map(|seat| self.position.history(Viewer::Seat(seat)));
        let first = known.next();
        known.any(|other| first.as_ref() != Some(&other))
    }

    /// Whether a viewer knows everything, so that drawing a future position reveals nothing.
    pub(crate) fn knows_all(&self, viewer: Viewer) -> bool {
        self.position.history(viewer) == self.position.history(Viewer::Omniscient)
    }

    /// The complete record so far.
    pub(crate) fn record(&self) -> Record {
        let mut record = Record::new(self.game.spec().id);
        for (name, value) in self.position.options().changed() {
            record.set_tag(&format!("Option.{name}"), value);
        }
        for (seat, sitter) in (1..).zip(&self.sitters) {
            if let Some(name) = sitter.tag() {
                record.set_tag(&format!("Seat{seat}"), &name);
            }
        }
        for (name, value) in &self.tags {
            record.set_tag(name, value);
        }
        let outcome = self.position.turn().outcome();
        let result = outcome.map_or("*".to_owned(), |outcome| outcome.to_string());
        record.set_tag("Result", &result);
        record.set_tag("SeedHash", &self.seed.hash());
        record.set_tag("Seed", &self.seed.to_string());
        if self.given > 0 {
            record.set_tag("Given", &self.given.to_string());
        }
        record.push_game(&self.position.history(Viewer::Omniscient), &self.comments);
        record
    }
}
