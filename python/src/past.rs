//! What led to a state: a list that copies share, so that copying a state is cheap however long its game is.

use std::sync::Arc;

/// The states and actions before a state, the last one first.
pub(crate) struct Past<G, A>(Option<Arc<Step<G, A>>>);

struct Step<G, A> {
    before: G,
    action: A,
    count: usize,
    past: Past<G, A>,
}

impl<G, A> Clone for Past<G, A> {
    fn clone(&self) -> Past<G, A> {
        Past(self.0.clone())
    }
}

/// Step by step: a long list would overflow the stack if each step dropped the one before it.
impl<G, A> Drop for Past<G, A> {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(step) = next {
            next = Arc::into_inner(step).and_then(|mut step| step.past.0.take());
        }
    }
}

impl<G: Clone, A: Copy> Past<G, A> {
    pub(crate) const fn none() -> Past<G, A> {
        Past(None)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |step| step.count)
    }

    pub(crate) fn push(&mut self, before: G, action: A) {
        let past = Past(self.0.take());
        let count = past.len() + 1;
        self.0 = Some(Arc::new(Step { before, action, count, past }));
    }

    /// Takes the last action back: the state before it.
    pub(crate) fn pop(&mut self) -> Option<G> {
        let step = self.0.take()?;
        self.0.clone_from(&step.past.0);
        Some(step.before.clone())
    }

    /// The state before the first action, if there is one.
    pub(crate) fn first(&self) -> Option<&G> {
        let mut at = self.0.as_ref()?;
        while let Some(earlier) = &at.past.0 {
            at = earlier;
        }
        Some(&at.before)
    }

    pub(crate) fn actions(&self) -> Vec<A> {
        let mut actions = Vec::with_capacity(self.len());
        let mut at = self.0.as_ref();
        while let Some(step) = at {
            actions.push(step.action);
            at = step.past.0.as_ref();
        }
        actions.reverse();
        actions
    }
}
