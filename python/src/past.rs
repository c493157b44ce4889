//! The past of a state. Copies share it, so that copying a state is cheap however long its game is. Its steps are kept in
//! chunks, so that most actions allocate nothing.

use std::sync::Arc;

/// The steps of a chunk: copying a state copies at most this many.
const CHUNK: usize = 8;

/// The states and actions before a state.
#[derive(Clone)]
pub(crate) struct Past<G, A> {
    /// Full chunks, the last one first.
    earlier: Option<Arc<Chunk<G, A>>>,
    /// The steps after them.
    recent: Vec<(G, A)>,
}

struct Chunk<G, A> {
    steps: Vec<(G, A)>,
    /// The steps up to the end of this chunk.
    count: usize,
    earlier: Option<Arc<Chunk<G, A>>>,
}

/// Chunk by chunk: a long list would overflow the stack if each chunk dropped the one before it.
impl<G, A> Drop for Past<G, A> {
    fn drop(&mut self) {
        let mut next = self.earlier.take();
        while let Some(chunk) = next {
            next = Arc::into_inner(chunk).and_then(|mut chunk| chunk.earlier.take());
        }
    }
}

impl<G: Clone, A: Copy> Past<G, A> {
    pub(crate) const fn none() -> Past<G, A> {
        Past { earlier: None, recent: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.earlier.as_ref().map_or(0, |chunk| chunk.count) + self.recent.len()
    }

    #[inline]
    pub(crate) fn push(&mut self, before: G, action: A) {
        if self.recent.len() == self.recent.capacity() {
            self.make_room();
        }
        self.recent.push((before, action));
    }

    #[cold]
    fn make_room(&mut self) {
        if self.recent.len() < CHUNK {
            return self.recent.reserve_exact(CHUNK - self.recent.len());
        }
        let count = self.len();
        let steps = std::mem::replace(&mut self.recent, Vec::with_capacity(CHUNK));
        let earlier = self.earlier.take();
        self.earlier = Some(Arc::new(Chunk { steps, count, earlier }));
    }

    /// Takes the last action back: the state before it.
    pub(crate) fn pop(&mut self) -> Option<G> {
        if self.recent.is_empty()
            && let Some(chunk) = self.earlier.take()
        {
            (self.recent, self.earlier) = match Arc::try_unwrap(chunk) {
                Ok(own) => (own.steps, own.earlier),
                Err(shared) => (shared.steps.clone(), shared.earlier.clone()),
            };
        }
        self.recent.pop().map(|(before, _)| before)
    }

    /// The chunks from the last to the first.
    fn chunks(&self) -> impl Iterator<Item = &Chunk<G, A>> {
        std::iter::successors(self.earlier.as_deref(), |chunk| chunk.earlier.as_deref())
    }

    /// The state before the first action, if there is one.
    pub(crate) fn first(&self) -> Option<&G> {
        let steps = self.chunks().last().map_or(&self.recent, |chunk| &chunk.steps);
        steps.first().map(|(before, _)| before)
    }

    pub(crate) fn actions(&self) -> Vec<A> {
        let mut parts = vec![&self.recent];
        parts.extend(self.chunks().map(|chunk| &chunk.steps));
        parts.into_iter().rev().flatten().map(|&(_, action)| action).collect()
    }
}
