//! The engines of all games, with the data that was given to them.

use std::path::Path;
use std::sync::Arc;

use crate::engine::Engine;
use crate::games;
use crate::tables::EndgameTableError;

/// The engines of all games. Servers, matches and other programs are handed this value, so that two of them in one process
/// may use different data.
///
/// ```
/// use sarsen_search::Engines;
///
/// let engines = Engines::default();
/// assert_eq!(engines.get("cathedral").unwrap().game(), "cathedral");
/// assert!(engines.get("chess").is_none());
/// ```
#[derive(Clone)]
pub struct Engines {
    engines: Vec<Arc<dyn Engine>>,
}

impl Default for Engines {
    /// The engines with the data that is built into the program.
    fn default() -> Engines {
        let all = games::ALL.iter().map(|tools| Arc::from((tools.engine)()));
        Engines { engines: all.collect() }
    }
}

impl Engines {
    /// The engine for a game id.
    pub fn get(&self, game: &str) -> Option<Arc<dyn Engine>> {
        self.engines.iter().find(|engine| engine.game() == game).cloned()
    }

    /// Gives a table that `sarsen table` wrote to the engine of its game.
    ///
    /// ```
    /// use std::path::Path;
    ///
    /// use sarsen_search::Engines;
    ///
    /// let refused = Engines::default().with_table(Path::new("no/such/table"));
    /// assert!(refused.is_err());
    /// ```
    ///
    /// # Errors
    /// If the file cannot be read, or is not a table of a game whose engine uses them.
    pub fn with_table(mut self, file: &Path) -> Result<Engines, EndgameTableError> {
        for engine in &mut self.engines {
            match engine.with_table(file) {
                Err(EndgameTableError::Foreign) => {}
                Err(error) => return Err(error),
                Ok(equipped) => {
                    *engine = equipped;
                    return Ok(self);
                }
            }
        }
        Err(EndgameTableError::Foreign)
    }
}

impl std::fmt::Debug for Engines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.engines.iter().map(|engine| engine.game())).finish()
    }
}
