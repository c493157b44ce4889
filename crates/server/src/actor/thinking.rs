//! Engines at a table: when one is asked, and what becomes of its answer.

use std::sync::Arc;
use std::time::Duration;

use sarsen_core::Seat;
use sarsen_protocol::Analysis;
use sarsen_session::Command;

use super::Actor;
use crate::engine::{Purpose, Task, Ticket};

/// How long the engines of each level think at the most; a clock can make it less.
const LEVEL_MILLIS: [u64; 8] = [150, 200, 250, 300, 600, 1000, 2000, 4000];

/// The strongest engine.
const MOST_LEVEL: u8 = 8;

/// What is wanted of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wanted {
    game: u32,
    ply: u32,
    seat: Seat,
    level: u8,
    about: About,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum About {
    /// What it plays.
    Action,
    /// Whether it agrees to a draw.
    Draw,
}

/// What an engine has come to.
pub(crate) enum Thought {
    /// What it plays; `None` when it found nothing.
    Action(Option<String>),
    /// How good the position is for the seat to act: the winning chance, and whether it is proved.
    Value(Option<(f64, bool)>),
}

/// An engine that thinks.
pub(super) struct Thinking {
    wanted: Wanted,
    _ticket: Ticket,
}

impl Actor {
    /// What is wanted of an engine as things stand.
    pub(super) fn wanted(&self) -> Option<Wanted> {
        let (game, ply) = self.table.game_and_ply()?;
        let wanted = |about| move |(seat, level)| Wanted { game, ply, seat, level, about };
        let draw = self.table.engine_to_answer().map(wanted(About::Draw));
        draw.or_else(|| self.table.engine_to_act().map(wanted(About::Action)))
    }

    /// Lets an engine think when one is wanted, and stops the one whose position is gone.
    pub(super) fn think(&mut self) {
        let wanted = self.wanted();
        if self.thinking.as_ref().map(|thinking| thinking.wanted) == wanted {
            return;
        }
        self.thinking = None;
        let Some(wanted) = wanted else { return };
        // Engines among themselves play for somebody who looks on, or not at all.
        if self.table.people().next().is_none() && self.clients.is_empty() {
            return;
        }
        let Some(position) = self.table.whole_position().map(sarsen_catalog::Position::boxed)
        else {
            return;
        };
        let Some(seat) = position.turn().seat() else { return };
        let (engine, time) = (Arc::clone(&self.house.engine), self.thinking_time(wanted.level));
        let Some(handle) = self.house.registry.present(self.table.id()) else { return };
        let seed = self.house.sources.number();
        // A weak engine plays badly because it errs; whether to agree to a draw is judged without errors.
        let level = if wanted.about == About::Draw { MOST_LEVEL } else { wanted.level };
        let runtime = tokio::runtime::Handle::current();
        let ticket = self.house.pool.submit(self.table.id(), Purpose::Table, move |cancel| {
            let task = Task { position: position.as_ref(), seat, level, time, seed, cancel };
            let thought = match wanted.about {
                About::Action => Thought::Action(engine.choose(&task)),
                About::Draw => Thought::Value(value(engine.analyse(&task, 1, &mut |_| {}))),
            };
            if !cancel.is_cancelled() {
                runtime.spawn(async move { handle.thought(wanted, thought).await });
            }
        });
        self.again = ticket.is_none();
        self.thinking = ticket.map(|ticket| Thinking { wanted, _ticket: ticket });
    }

    fn thinking_time(&self, level: u8) -> Duration {
        let index = usize::from(level.clamp(1, 8)) - 1;
        let mut millis = LEVEL_MILLIS[index];
        if let Some(at) = self.table.clock_falls_at() {
            millis = millis.min(at.saturating_sub(self.house.sources.now()) / 20);
        }
        Duration::from_millis(millis.max(20))
    }

    pub(super) async fn thought(&mut self, wanted: Wanted, thought: Thought) {
        if self.wanted() != Some(wanted) {
            return;
        }
        self.thinking = None;
        let Some(command) = self.answer(wanted, thought) else { return };
        if let Err(refusal) = self.command(&command).await {
            let says = refusal.says.en;
            tracing::error!(table = self.table.id(), says, "an engine's action was refused");
        }
    }

    fn answer(&self, wanted: Wanted, thought: Thought) -> Option<Command> {
        let Wanted { game, ply, seat, .. } = wanted;
        let number = seat.number();
        match thought {
            Thought::Action(action) => {
                // An engine that finds nothing still has to play: any legal action keeps the table going.
                let any = || {
                    let mut rng = sarsen_core::chance::generator(self.house.sources.number());
                    self.table.whole_position()?.random_action(&mut rng)
                };
                let action = action.or_else(any)?;
                Some(Command::Act { seats: vec![number], game, ply, action })
            }
            Thought::Value(Some((chance, proved)))
                if self.table.agrees_to_draw(seat, chance, proved) =>
            {
                Some(Command::OfferDraw { seat: number })
            }
            Thought::Value(_) => Some(Command::DeclineDraw { seat: number }),
        }
    }
}

/// The value of the best line.
fn value(analysis: Option<Analysis>) -> Option<(f64, bool)> {
    let line = analysis?.lines.into_iter().next()?;
    Some((line.value, line.exact))
}
