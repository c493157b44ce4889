use thiserror::Error;

/// There is no game with this id.
///
/// ```
/// use sarsen_core::UnknownGame;
///
/// let unknown = UnknownGame { name: "chess".into(), known: "`holes`, `sun`".into() };
/// assert_eq!(unknown.to_string(), "no game is called `chess`; the games are `holes`, `sun`");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no game is called `{name}`; the games are {known}")]
pub struct UnknownGame {
    /// The id that was given.
    pub name: String,
    /// The ids of the games that exist, in backquotes.
    pub known: String,
}
