//! The Universal Game Interface: our engines for other programs, and other programs in our arena.
//!
//! Lines on standard input and output, as UCI has them for chess. `docs/engines.md` describes them with sessions
//! that are tested.
//!
//! | sent to an engine | answered |
//! |---|---|
//! | `ugi` | `id name …`, `option name …` for each option, `ugiok` |
//! | `isready` | `readyok` |
//! | `setoption name NAME value VALUE` | nothing |
//! | `uginewgame` | nothing |
//! | `position startpos [moves A B …]` | nothing |
//! | `go [movetime MS] [nodes N] [infinite]` | `info …` lines, then `bestmove A` |
//! | `query WHAT` | `response …`, see [`query`] |
//! | `stop` | ends the search, which then gives its `bestmove` |
//! | `quit` | the program ends |
//!
//! What is refused is answered by one line `error …`. After a refused position there is none: `go` and `query` are
//! refused too until another one is set.
//!
//! Extensions: actions are in our notation, and outcomes of chance (`*3`, `deal=…`) stand among the moves like
//! actions of a seat. In games with hidden information the moves are those that the seat to act knows, with `?`
//! for what it does not. An engine in the arena may ask its client: `query legal` and the others, between
//! `go` and `bestmove`.

mod client;
mod command;
pub mod query;
mod server;

pub(crate) use client::Silence;
pub use client::{Fault, UgiEngine};
pub use command::{ParseUgiError, UgiCommand};
pub use server::serve;
