//! The last entries of a log, with the positions that they led to.
//!
//! A client that reconnects is told what it missed. Computing that from the log would replay the whole game; a trail
//! looks only at the missed steps and recomputes no position. In a game of physics that is the difference between
//! seconds and milliseconds.

use std::collections::VecDeque;
use std::sync::Arc;

use sarsen_protocol::{Happened, PublicEvent};

use crate::{Credentials, Event, EventKind, ReplayError, Step, Table};

/// A table as it was some events ago, and the steps since.
#[derive(Clone)]
pub struct Trail {
    base: Table,
    steps: VecDeque<Step>,
    max_steps: usize,
}

impl Trail {
    /// A trail that starts at a table and keeps the last `max_steps` steps.
    pub fn new(base: Table, max_steps: usize) -> Trail {
        Trail { base, steps: VecDeque::new(), max_steps }
    }

    /// The trail of a log, and the table at its end.
    ///
    /// # Errors
    /// If the log is not the log of a table.
    pub fn of_log(
        id: &str,
        log: &[Event],
        max_steps: usize,
    ) -> Result<(Trail, Table), ReplayError> {
        let first = log.first().ok_or(ReplayError::NoBeginning)?;
        let mut table = Table::begin(id, first)?;
        let mut trail = Trail::new(table.clone(), max_steps);
        for event in &log[1..] {
            let step = Step::from(event.clone());
            table.apply_step(&step)?;
            trail.push(&step, &table)?;
        }
        Ok((trail, table))
    }

    /// Adds a step; `after` is the table after it.
    ///
    /// # Errors
    /// If the step does not follow the last one.
    pub fn push(&mut self, step: &Step, after: &Table) -> Result<(), ReplayError> {
        let game = after.game.as_ref();
        let mut step = step.clone();
        match step.event.kind {
            EventKind::Started { .. } => step.game = game.cloned().map(Arc::new),
            EventKind::Acted { .. } | EventKind::Public(PublicEvent::TakenBack { .. }) => {
                step.position = game.map(|game| Arc::clone(&game.position));
            }
            _ => {}
        }
        self.steps.push_back(step);
        while self.steps.len() > self.max_steps
            && let Some(first) = self.steps.pop_front()
        {
            self.base.apply_step(&first)?;
        }
        Ok(())
    }

    /// The number of the last event before the trail.
    pub fn first(&self) -> u32 {
        self.base.number()
    }

    /// The number of its last event.
    pub fn last(&self) -> u32 {
        self.first() + self.steps.len() as u32
    }

    /// The messages after an event number, as the holder of these credentials may read them, oldest first. Messages
    /// from before the trail are left out.
    ///
    /// # Errors
    /// If the steps do not follow each other.
    pub fn missed(
        &self,
        since: u32,
        credentials: &Credentials,
    ) -> Result<Vec<Happened>, ReplayError> {
        self.base.clone().missed_of(self.steps.iter().cloned(), since, credentials)
    }
}
