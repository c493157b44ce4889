//! Counting action sequences: the test that move generation is complete.

use std::ops::ControlFlow;

use thiserror::Error;

use crate::{Chance, ListActions, Turn};

/// The actions of some state in the tree cannot be listed.
///
/// ```
/// use sarsen_core::perft::{self, Unlisted};
/// use sarsen_core::{Options, Rules};
/// use sarsen_logan::Logan;
///
/// // There are too many ways to deal the stones.
/// let game = Logan::start(&Options::defaults(Logan::SPEC));
/// assert_eq!(perft::perft(&game, 2), Err(Unlisted));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the actions of this position cannot be listed, so they cannot be counted")]
pub struct Unlisted;

/// The number of action sequences of exactly `depth`. Chance outcomes count as actions; games that end earlier count as
/// none.
///
/// # Errors
/// If chance has too many outcomes to list anywhere in the tree.
pub fn perft<G: ListActions + Chance>(state: &G, depth: u32) -> Result<u64, Unlisted> {
    if depth == 0 {
        return Ok(1);
    }
    // The last ply is counted, not played.
    if depth == 1 && matches!(state.turn(), Turn::Seat(_)) {
        return Ok(state.action_count() as u64);
    }
    let mut count = 0;
    let walked = visit_children(state, |_, child| match perft(&child, depth - 1) {
        Ok(below) => {
            count += below;
            ControlFlow::Continue(())
        }
        Err(unlisted) => ControlFlow::Break(unlisted),
    })?;
    match walked {
        ControlFlow::Continue(()) => Ok(count),
        ControlFlow::Break(unlisted) => Err(unlisted),
    }
}

/// The children of a state, with the actions that lead to them.
///
/// # Errors
/// If chance is to act and has too many outcomes to list.
pub fn children<G: ListActions + Chance>(state: &G) -> Result<Vec<(G::Action, G)>, Unlisted> {
    let mut children = Vec::new();
    let _: ControlFlow<()> = visit_children(state, |action, child| {
        children.push((action, child));
        ControlFlow::Continue(())
    })?;
    Ok(children)
}

fn visit_children<G: ListActions + Chance, B>(
    state: &G,
    mut visit: impl FnMut(G::Action, G) -> ControlFlow<B>,
) -> Result<ControlFlow<B>, Unlisted> {
    let mut child_of = |action: G::Action| {
        let mut child = state.clone();
        child.apply(action);
        visit(action, child)
    };
    match state.turn() {
        Turn::Over(_) => Ok(ControlFlow::Continue(())),
        Turn::Seat(_) => Ok(state.visit_actions(child_of)),
        Turn::Chance => {
            let mut walked = ControlFlow::Continue(());
            let listed = state.visit_outcomes(|action, _| {
                if walked.is_continue() {
                    walked = child_of(action);
                }
            });
            if listed { Ok(walked) } else { Err(Unlisted) }
        }
    }
}
