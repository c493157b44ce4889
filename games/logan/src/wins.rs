//! L12: whether the seat to act can win this turn.
//!
//! What a turn does to the rows depends on the cell and the symbol of the stone that is placed, not on the stone. So
//! each symbol is tried once on each cell, and nothing is laid down for it: the stones that it would flip are worked
//! out as sets. Only where that makes a row are the stones that could be put there looked at one by one. Taking a stone
//! away never makes a row or an open cell (other than the one it came from, where it may not go back), so a row that is
//! not there with the stone left lying is not there without it.

use crate::action::Action;
use crate::island::{Island, Place, bits};
use crate::state::{Logan, Stage};
use crate::stone::Face;

impl Logan {
    /// The first action of a winning turn of the seat to act, if there is one: the action that completes a row, or the
    /// lift of a stone that can then be put down to complete one.
    pub fn winning_action(&self) -> Option<Action> {
        match self.stage {
            Stage::Dealing | Stage::Over(_) => None,
            Stage::Lifted { id } => self.winning_put(usize::from(id)),
            Stage::Turn if self.is_second_phase() => self.winning_move(),
            Stage::Turn => self.winning_add(),
        }
    }

    /// L4 to L7.
    fn winning_add(&self) -> Option<Action> {
        let island = &self.island;
        let mut tried = 0_u8;
        for &stone in self.hand().stones() {
            let turns = 1 + usize::from(self.config.either && !stone.is_double());
            for turned in [false, true].into_iter().take(turns) {
                let face = if turned { stone.down() } else { stone.up() };
                let symbol = 1 << face as u8;
                if tried & symbol != 0 {
                    continue;
                }
                tried |= symbol;
                if let Some(at) = island.open_places().iter().find(|&at| island.wins_by(at, face)) {
                    return Some(Action::Add { stone, turned, cell: island.cell_of(at) });
                }
            }
        }
        None
    }

    /// L9: where the lifted stone completes a row, and whether it has to be turned over.
    fn winning_put(&self, id: usize) -> Option<Action> {
        let island = &self.island;
        let (stone, from) = (island.stone(id), Place::of(island.cell(id)));
        let turns = if stone.is_double() { 1 } else { 2 };
        for turned in [false, true].into_iter().take(turns) {
            let face = if turned { stone.down() } else { stone.up() };
            let wins = |at: &Place| *at != from && island.wins_by(*at, face);
            if let Some(at) = island.open_places().iter().find(wins) {
                return Some(Action::Put { cell: island.cell_of(at), turned });
            }
        }
        None
    }

    /// L8 to L11: the flip, or else the lift, of the stone with the smallest number.
    fn winning_move(&self) -> Option<Action> {
        let island = &self.island;
        if let Some(id) = bits(island.present()).find(|&id| island.wins_by_flipping(id)) {
            return Some(Action::Flip(island.cell(id)));
        }
        let mut spare = None;
        let mut first = None;
        for face in Face::SYMBOLS {
            let able = island.with_face(face);
            for at in island.open_places().iter().filter(|&at| island.wins_by(at, face)) {
                let spare = *spare.get_or_insert_with(|| island.spare());
                let before = first.map_or(!0, |id| (1_u32 << id) - 1);
                first = bits(able & spare & before)
                    .find(|&id| island.wins_without(id, at, face))
                    .or(first);
            }
        }
        first.map(|id| Action::Lift(island.cell(id)))
    }
}

impl Island {
    /// Whether a stone that is on the table completes a row on another place once it has been lifted.
    fn wins_without(&self, id: usize, at: Place, face: Face) -> bool {
        let mut island = self.clone();
        island.lift(id);
        island.is_open(at) && at != Place::of(self.cell(id)) && island.wins_by(at, face)
    }
}
