//! A table for tests: people are known by their names, and time is set by the test.
#![allow(dead_code, reason = "a bench uses a part of it")]

use sarsen_core::{Level, Seat};
use sarsen_protocol::{Begins, Clock, EndReason, Refusal, TurnInfo};
use sarsen_session::{
    Command, Event, Moment, Observer, PlayerId, Seating, Seed, Setup, Slot, Table, TokenHash,
};

pub(crate) struct Bench {
    pub(crate) table: Table,
    pub(crate) log: Vec<Event>,
    pub(crate) now: u64,
}

pub(crate) fn setup(game: &str, options: &[(&str, &str)], slots: &[Slot]) -> Setup {
    Setup {
        game: game.to_owned(),
        options: options.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect(),
        slots: slots.to_vec(),
        clock: Clock::None,
        begins: Begins::AsSeated,
        games: 1,
        from: vec![],
        invite: "invite".to_owned(),
        open: false,
    }
}

pub(crate) fn seating(name: &str) -> Seating {
    let token = TokenHash(format!("token of {name}"));
    Seating { who: PlayerId(name.to_owned()), name: name.to_owned(), token }
}

pub(crate) const PEOPLE: [Slot; 2] = [Slot::Person, Slot::Person];

pub(crate) const AGAINST_ENGINE: [Slot; 2] = [Slot::Person, engine(3)];

/// An engine of a level.
pub(crate) const fn engine(level: u8) -> Slot {
    Slot::Engine { level: Level::new(level).expect("tests use levels that exist") }
}

/// The seats with these numbers.
pub(crate) fn seats(numbers: &[u8]) -> Vec<Seat> {
    numbers.iter().map(|&number| seat(number)).collect()
}

/// The seat with a number.
pub(crate) fn seat(number: u8) -> Seat {
    Seat::from_number(usize::from(number)).unwrap()
}

impl Bench {
    pub(crate) fn new(setup: Setup, people: &[(u8, &str)]) -> Bench {
        let now = 1_000_000;
        let people: Vec<_> =
            people.iter().map(|&(number, name)| (seat(number), seating(name))).collect();
        let log = Table::create("t", setup, &people, &moment(now)).unwrap();
        Bench { table: Table::replay("t", log.clone()).unwrap(), log, now }
    }

    /// Ada in seat 1 and Bo in seat 2.
    pub(crate) fn ada_and_bo(setup: Setup) -> Bench {
        Bench::new(setup, &[(1, "ada"), (2, "bo")])
    }

    pub(crate) fn stonehenge() -> Bench {
        Bench::ada_and_bo(setup("stonehenge", &[], &PEOPLE))
    }

    #[allow(clippy::needless_pass_by_value, reason = "so that a test reads as a list of commands")]
    pub(crate) fn ask(&mut self, command: Command) -> Result<usize, Refusal> {
        let steps = self.table.decide(&command, &moment(self.now))?;
        let count = steps.len();
        for step in steps {
            self.table.apply_step(&step).unwrap();
            self.log.push(step.event);
        }
        self.check();
        Ok(count)
    }

    pub(crate) fn act(&mut self, seat: u8, action: &str) -> Result<usize, Refusal> {
        let (game, ply) = self.table.game_and_ply().unwrap();
        self.ask(act_as(&[seat], game, ply, action))
    }

    /// The state is the replay of the log, for every viewer.
    pub(crate) fn check(&self) {
        let again = Table::replay("t", self.stored()).unwrap();
        for numbers in [&[][..], &[1], &[2], &[1, 2]] {
            let observer = Observer { seats: seats(numbers), looking: None };
            assert_eq!(again.position(&observer), self.table.position(&observer));
            let nobody = Default::default();
            assert_eq!(again.info(&observer, &nobody), self.table.info(&observer, &nobody));
        }
        assert_eq!(again.number() as usize, self.log.len());
    }

    /// The log as a store would return it.
    pub(crate) fn stored(&self) -> Vec<Event> {
        let there_and_back =
            |event: &Event| serde_json::from_str(&serde_json::to_string(event).unwrap()).unwrap();
        self.log.iter().map(there_and_back).collect()
    }

    pub(crate) fn actions(&self, numbers: &[u8]) -> Vec<String> {
        self.position(numbers).actions
    }

    pub(crate) fn position(&self, numbers: &[u8]) -> sarsen_protocol::PositionView {
        let observer = Observer { seats: seats(numbers), looking: None };
        self.table.position(&observer).unwrap()
    }

    pub(crate) fn info(&self) -> sarsen_protocol::TableInfo {
        self.table.info(&Observer { seats: vec![Seat::ONE], looking: None }, &Default::default())
    }

    /// The result of a finished game and its reason.
    pub(crate) fn outcome(&self) -> (String, EndReason) {
        match self.position(&[]).turn {
            TurnInfo::Over { outcome } => (outcome.result, outcome.reason),
            other => panic!("{other:?}"),
        }
    }

    /// Plays random legal actions until the game is over or `most` have been played.
    pub(crate) fn play_on(&mut self, most: u32, seed: u64) {
        let mut rng = sarsen_core::chance::generator(seed);
        for _ in 0..most {
            let Some(position) = self.table.whole_position() else { return };
            let Some(seat) = position.turn().seat() else { return };
            if self.table.status() != sarsen_protocol::Status::Playing {
                return;
            }
            // A seat plays with its own token.
            let action = match position.choices(seat) {
                sarsen_catalog::Legal::Actions { actions } => {
                    let any = sarsen_core::chance::below(&mut rng, actions.len() as u64);
                    actions[any as usize].clone()
                }
                _ => position.random_action(&mut rng).unwrap(),
            };
            self.act(seat.number(), &action).unwrap();
        }
    }
}

/// The command to play an action, by the person in these seats.
pub(crate) fn act_as(numbers: &[u8], game: u32, ply: u32, action: &str) -> Command {
    let by = Observer { seats: seats(numbers), looking: None };
    Command::Act { by, game, ply, action: action.to_owned() }
}

pub(crate) fn moment(at: u64) -> Moment {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&at.to_le_bytes());
    Moment { at, tick: at, seed: Seed::new(seed) }
}
