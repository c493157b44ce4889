//! L12: whether the seat to act can win this turn.
//!
//! Which of two stones with the same upper symbol is placed makes no difference to the rows of this turn, so each
//! symbol is tried once on each cell. Only the island is cloned, once.

use crate::action::Action;
use crate::cell::Cell;
use crate::island::{Island, bits};
use crate::state::{Logan, Stage};
use crate::stone::Stone;

impl Logan {
    /// The first action of a winning turn of the seat to act, if there is one: the action that completes a row, or the
    /// lift of a stone that can then be put down to complete one.
    pub fn winning_action(&self) -> Option<Action> {
        match self.stage {
            Stage::Dealing | Stage::Over(_) => None,
            Stage::Lifted { id } => {
                let (cell, turned) = winning_put(&mut self.island.clone(), usize::from(id))?;
                Some(Action::Put { cell, turned })
            }
            Stage::Turn if self.is_second_phase() => self.winning_move(),
            Stage::Turn => self.winning_add(),
        }
    }

    /// L4 to L7.
    fn winning_add(&self) -> Option<Action> {
        let mut island = self.island.clone();
        let cells: Vec<Cell> = island.open_places().iter().map(|at| island.cell_of(at)).collect();
        let mut tried = 0_u8;
        for &stone in self.hand().stones() {
            let turns = 1 + usize::from(self.config.either && !stone.is_double());
            for turned in [false, true].into_iter().take(turns) {
                let laid = if turned { stone.turned() } else { stone };
                let symbol = 1 << laid.up() as u8;
                if tried & symbol != 0 {
                    continue;
                }
                tried |= symbol;
                if let Some(&cell) =
                    cells.iter().find(|&&cell| wins_by_adding(&mut island, cell, laid))
                {
                    return Some(Action::Add { stone, turned, cell });
                }
            }
        }
        None
    }

    /// L8 to L11.
    fn winning_move(&self) -> Option<Action> {
        let mut island = self.island.clone();
        for id in bits(island.present()) {
            island.turn(id);
            let wins = wins_through(&mut island, id);
            island.turn(id);
            if wins {
                return Some(Action::Flip(island.cell(id)));
            }
        }
        for id in bits(island.spare()) {
            let from = island.cell(id);
            island.lift(id);
            let wins = winning_put(&mut island, id).is_some();
            island.lay(id, from);
            if wins {
                return Some(Action::Lift(from));
            }
        }
        None
    }
}

/// Where a lifted stone completes a row, and whether it has to be turned over. Leaves the island unchanged.
fn winning_put(island: &mut Island, id: usize) -> Option<(Cell, bool)> {
    let from = island.cell(id);
    let cells: Vec<Cell> =
        island.open_places().without(from).iter().map(|at| island.cell_of(at)).collect();
    let turns = if island.stone(id).is_double() { 1 } else { 2 };
    let mut found = None;
    for turned in [false, true].into_iter().take(turns) {
        if turned {
            island.turn(id);
        }
        found = found.or_else(|| {
            let wins = |&&cell: &&Cell| {
                island.lay(id, cell);
                let wins = wins_through(island, id);
                island.lift(id);
                wins
            };
            cells.iter().find(wins).map(|&cell| (cell, turned))
        });
        if turned {
            island.turn(id);
        }
    }
    island.remember(id, from);
    found
}

/// Whether a stone from the hand completes a row on a cell. Leaves the island unchanged.
fn wins_by_adding(island: &mut Island, cell: Cell, stone: Stone) -> bool {
    let id = island.add(cell, stone);
    let wins = wins_through(island, id);
    island.take_back(id);
    wins
}

/// Whether there is a row after the stones beaten by a stone are turned over (L7). Leaves the island unchanged.
fn wins_through(island: &mut Island, id: usize) -> bool {
    let beaten = island.beaten_by(id);
    bits(beaten).for_each(|next| island.turn(next));
    let wins = bits(beaten | 1 << id).any(|changed| island.has_row_through(changed));
    bits(beaten).for_each(|next| island.turn(next));
    wins
}
