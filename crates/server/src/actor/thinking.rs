//! Engines at a table: when one is asked, and how its answer is used.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sarsen_core::{Level, Seat};
use sarsen_protocol::{Analysis, RefusalCode};
use sarsen_session::{Command, Observer};

use super::Actor;
use crate::engine::{self, Purpose, Running, Task, Ticket};
use crate::metrics::Metrics;

/// A request to an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EngineRequest {
    game: u32,
    ply: u32,
    seat: Seat,
    level: Level,
    about: About,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum About {
    /// Its action.
    Action,
    /// Whether it agrees to a draw.
    Draw,
}

/// An engine's answer.
pub(crate) enum EngineAnswer {
    /// Its action.
    Action(String),
    /// The value of the position for the seat to act: the winning chance, and whether it is proven.
    Value(f64, bool),
    /// A failure: it panicked, or its search failed.
    Failed,
}

/// A running engine.
pub(super) struct Thinking {
    wanted: EngineRequest,
    /// When it counts as failed; `None` if that is too far away to be told.
    deadline: Option<Instant>,
    _ticket: Ticket,
}

impl Actor {
    /// The request to an engine in the current situation.
    pub(super) fn wanted(&self) -> Option<EngineRequest> {
        let (game, ply) = self.table.game_and_ply()?;
        let wanted = |about| move |(seat, level)| EngineRequest { game, ply, seat, level, about };
        let draw = self.table.engine_to_answer().map(wanted(About::Draw));
        draw.or_else(|| self.table.engine_to_act().map(wanted(About::Action)))
    }

    /// Starts an engine if one is needed, and stops one whose position is outdated.
    pub(super) fn think(&mut self) {
        let mut wanted = self.wanted().filter(|_| self.is_attended());
        if wanted.is_some() && self.remote_presence.thinks(&self.app) {
            // Another node runs the engine; check again in a moment whether it still does.
            wanted = None;
            self.again = true;
        }
        if self.thinking.as_ref().map(|thinking| thinking.wanted) == wanted {
            return;
        }
        self.thinking = None;
        let Some(wanted) = wanted else { return };
        let Some(position) = self.table.whole_position().map(sarsen_catalog::Position::boxed)
        else {
            return;
        };
        let Some(seat) = position.turn().seat() else { return };
        let (engine, clock) = (Arc::clone(&self.app.engine), self.running_clock());
        let Some(handle) = self.app.registry.present(self.table.id()) else { return };
        let seed = self.app.sources.number();
        // Weak levels play badly by making mistakes; whether to agree to a draw is decided without mistakes.
        let level = if wanted.about == About::Draw { Level::MAX } else { wanted.level };
        let (runtime, name) = (tokio::runtime::Handle::current(), self.table.id().to_owned());
        let asker = self.asker.clone();
        // An engine that may lose on time is not delayed by other work.
        let purpose = if clock.is_some() { Purpose::TimedMove } else { Purpose::Move };
        let ticket = self.app.pool.submit(asker, purpose, move |cancel| {
            let turns = engine.turns_left(position.as_ref());
            let time = engine::allotment(wanted.level, turns, clock);
            let task = Task {
                position: position.as_ref(),
                seat,
                level,
                time,
                nodes: None,
                also: None,
                seed,
                cancel,
            };
            let thought = engine::guarded(&name, || match wanted.about {
                About::Action => engine.choose(&task).map(EngineAnswer::Action),
                About::Draw => value(engine.analyse(&task, 1, &mut |_| {})?),
            });
            let thought = thought.unwrap_or(EngineAnswer::Failed);
            if !cancel.is_cancelled() {
                runtime.spawn(async move { handle.engine_answered(wanted, thought).await });
            }
        });
        self.again = ticket.is_none();
        // With one turn left it may take the longest.
        let longest = engine::allotment(wanted.level, 1, clock) + self.app.limits.engine_patience;
        let deadline = Instant::now().checked_add(longest);
        self.thinking = ticket.map(|ticket| Thinking { wanted, deadline, _ticket: ticket });
    }

    /// When the search of this table counts as failed.
    pub(super) fn search_ends_at(&self) -> Option<Instant> {
        self.thinking.as_ref()?.deadline
    }

    /// A search that does not end has failed. Its thread is lost, and its answer is welcome if it comes after all.
    pub(super) async fn give_up_endless_search(&mut self) {
        let is_late = |thinking: &mut Thinking| {
            thinking.deadline.is_some_and(|deadline| deadline <= Instant::now())
        };
        let Some(late) = self.thinking.take_if(is_late) else { return };
        tracing::error!(table = self.table.id(), "a search does not end");
        self.engine_failed(late.wanted).await;
    }

    /// Engines think if somebody is connected or a clock runs; otherwise nobody would notice.
    fn is_attended(&self) -> bool {
        !self.clients.is_empty() || self.table.clock_falls_at().is_some()
    }

    /// The clock of the seat to act, if it runs.
    fn running_clock(&self) -> Option<Running> {
        let left = self.table.clock_falls_at()?.saturating_sub(self.app.sources.tick());
        let falls = Instant::now().checked_add(Duration::from_millis(left))?;
        Some(Running { rule: self.table.clock_rule(), falls })
    }

    pub(super) async fn engine_answered(&mut self, wanted: EngineRequest, thought: EngineAnswer) {
        if self.wanted() != Some(wanted) {
            return;
        }
        self.thinking = None;
        let Some(command) = self.answer(wanted, thought) else {
            return self.engine_failed(wanted).await;
        };
        let Err(refusal) = self.command(&command).await else { return };
        let says = refusal.says.en.as_ref();
        tracing::error!(table = self.table.id(), says, "an engine's answer was refused");
        if refusal.code != RefusalCode::NotWritten && self.wanted() == Some(wanted) {
            self.engine_failed(wanted).await;
        }
    }

    /// Handles an engine's failure. It is tried once more with another seed; then people decide.
    async fn engine_failed(&mut self, wanted: EngineRequest) {
        Metrics::add(&self.app.metrics.engine_failures);
        let again = self.retried != Some(wanted);
        let seat = wanted.seat;
        tracing::error!(
            table = self.table.id(),
            seat = seat.number(),
            level = wanted.level.number(),
            again,
            "an engine has failed"
        );
        if self.command(&Command::EngineFailed { seat, again }).await.is_err() {
            // The store refused it, or the game has ended. In the first case the engine is asked again in a moment.
            self.again = self.wanted().is_some();
            return;
        }
        self.retried = again.then_some(wanted);
    }

    /// Interprets an engine's result; `None` if it has failed.
    fn answer(&self, wanted: EngineRequest, thought: EngineAnswer) -> Option<Command> {
        let EngineRequest { game, ply, seat, .. } = wanted;
        match thought {
            EngineAnswer::Action(action) => {
                let by = Observer { seats: vec![seat], looking: None };
                Some(Command::Act { by, game, ply, action })
            }
            EngineAnswer::Value(chance, proved)
                if self.table.agrees_to_draw(seat, chance, proved) =>
            {
                Some(Command::OfferDraw { seat })
            }
            EngineAnswer::Value(chance, proved) => {
                let because = Some(self.table.draw_reason(seat, chance, proved));
                Some(Command::DeclineDraw { seat, because })
            }
            EngineAnswer::Failed => None,
        }
    }
}

/// The value of the best line.
fn value(analysis: Analysis) -> Option<EngineAnswer> {
    let line = analysis.lines.into_iter().next()?;
    Some(EngineAnswer::Value(line.value, line.exact))
}
