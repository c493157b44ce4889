//! The simplest engine: any legal action. For tests only.

use std::time::Instant;

use sarsen_core::chance;
use sarsen_protocol::{Analysis, Line};

use super::{EngineBackend, OnAnalysis, Task};

/// Plays any legal action. It only uses the seat's legal actions, so it cannot cheat.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomBackend;

impl EngineBackend for RandomBackend {
    fn choose(&self, task: &Task<'_>) -> Option<String> {
        if task.cancel.is_cancelled() || task.position.turn().seat() != Some(task.seat) {
            return None;
        }
        task.position.random_action(&mut chance::generator(task.seed))
    }

    fn analyse(&self, task: &Task<'_>, _lines: usize, tell: OnAnalysis<'_>) -> Option<Analysis> {
        let start = Instant::now();
        let action = self.choose(task)?;
        let analysis = Analysis {
            seat: task.seat,
            lines: vec![Line { actions: vec![action], value: 0.5, exact: false, words: vec![] }],
            depth: 0,
            nodes: 1,
            millis: start.elapsed().as_millis() as u64,
            done: true,
        };
        tell(analysis.clone());
        Some(analysis)
    }
}
