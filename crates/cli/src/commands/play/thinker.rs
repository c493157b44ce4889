//! Background searches.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use sarsen_arena::ugi::query::in_seat_notation;
use sarsen_catalog::Position;
use sarsen_search::{Cancel, Choice, Engine, Level, Limits, Request};

use super::app::{Advice, Answer, Job, Purpose};

/// The number of lines of advice.
const LINES: usize = 3;

/// A running search.
pub(crate) struct Thinker {
    number: u64,
    cancel: Cancel,
    answer: Receiver<Answer>,
}

impl Thinker {
    /// Starts a request on a position.
    pub(crate) fn start(
        job: Job,
        engine: Option<Arc<dyn Engine>>,
        position: Box<dyn Position>,
        limits: Limits,
    ) -> Thinker {
        let (sender, answer) = channel();
        let cancel = Cancel::default();
        let stopped = cancel.clone();
        std::thread::spawn(move || {
            let answer = match engine {
                Some(engine) => {
                    think(job.purpose, engine.as_ref(), position.as_ref(), limits, &stopped)
                }
                None => Answer::Failed("there is no engine for this game".to_owned()),
            };
            // The receiver may be gone.
            let _ = sender.send(answer);
        });
        Thinker { number: job.number, cancel, answer }
    }

    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// The answer, if it is ready.
    pub(crate) fn poll(&self) -> Option<Answer> {
        match self.answer.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Answer::Failed("the search broke off".into())),
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

fn think(
    purpose: Purpose,
    engine: &dyn Engine,
    position: &dyn Position,
    limits: Limits,
    cancel: &Cancel,
) -> Answer {
    let (level, advice) = match purpose {
        Purpose::Act(level) => (level, false),
        Purpose::Advise => (Level::MAX, true),
    };
    let mut request = Request::new(position, level, limits, cancel);
    request.advice = advice;
    request.lines = if advice { LINES } else { 1 };
    match engine.choose(&request) {
        Err(error) => Answer::Failed(error.to_string()),
        Ok(choice) if advice => Answer::Advise(lines(position, choice)),
        Ok(choice) => Answer::Act(choice.action),
    }
}

/// The lines of a choice, with the first action as the seat to act names it.
fn lines(position: &dyn Position, choice: Choice) -> Vec<Advice> {
    let seat = position.turn().seat();
    let own = |mut actions: Vec<String>| {
        if let (Some(seat), Some(first)) = (seat, actions.first_mut()) {
            *first = in_seat_notation(position, seat, std::mem::take(first));
        }
        actions
    };
    let lines = choice.lines.into_iter();
    lines
        .map(|line| Advice { actions: own(line.actions), chance: line.chance, exact: line.exact })
        .collect()
}
