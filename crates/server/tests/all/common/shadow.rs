//! A copy of the table's game: where actions cannot be listed, a client needs one to find any.

use sarsen_catalog::Position;
use sarsen_core::{Options, chance};
use sarsen_protocol::{Legal, TableInfo};

/// The table's game as followed by a client.
#[derive(Default)]
pub(crate) struct Shadow {
    position: Option<Box<dyn Position>>,
    played: Vec<String>,
}

impl Shadow {
    /// Any playable action in a received position.
    pub(crate) fn any_action(
        &mut self,
        told: &sarsen_protocol::PositionView,
        table: &TableInfo,
        rng: &mut chance::Generator,
    ) -> String {
        match told.legal.as_ref().unwrap() {
            Legal::Actions { actions } => {
                actions[chance::below(rng, actions.len() as u64) as usize].clone()
            }
            _ => self.follow(told, table).random_action(rng).unwrap(),
        }
    }

    fn follow(&mut self, told: &sarsen_protocol::PositionView, table: &TableInfo) -> &dyn Position {
        if !told.actions.starts_with(&self.played) {
            *self = Shadow::default();
        }
        let position = self.position.get_or_insert_with(|| {
            let game = sarsen_catalog::game(&table.game).unwrap();
            let mut options = Options::defaults(game.spec());
            for (name, value) in &table.options {
                options.set(name, value).unwrap();
            }
            game.start(&options)
        });
        for action in &told.actions[self.played.len()..] {
            position.play(action).unwrap();
            self.played.push(action.clone());
        }
        &**position
    }
}
