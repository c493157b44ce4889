//! The Universal Game Interface: our engines for other programs, and external programs in our arena.
//!
//! Line-based on standard input and output, like UCI for chess. `docs/engines.md` describes it with tested sessions.
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
//! A refused command is answered by one line `error …`. After a refused position there is no position: `go` and `query`
//! are refused too until another one is set.
//!
//! Extensions: actions are in our notation, and outcomes of chance (`*3`, `deal=…`) appear among the moves like actions
//! of a seat. In games with hidden information the moves are as the seat to act knows them, with `?` for what it does
//! not know. An engine in the arena may query its client, for example with `query legal`, between `go` and `bestmove`.

mod client;
mod command;
pub mod query;
mod server;

pub(crate) use client::Silence;
pub use client::{Fault, UgiEngine};
pub use command::{ParseUgiError, UgiCommand};
pub use server::serve;
