//! Stonehenge and the Sun: a ring of stones, and a steel ball on a string that is swung through it.
//!
//! [`Sun`] is the state with its rules (S1–S20). What is on the base is a [`scene::Scene`]: stones with their resting
//! poses, and the areas between them. [`building`] decides where something can be built,
//! [`choices`] lists what a seat can choose from, and [`crossing`] where the ball may pass. A throw goes through
//! [`landing`]: the quick test of [`path`] recognises throws that touch nothing and finds where all others may first
//! touch something; from there on the simulation decides ([`throw`] in a [`world`]). [`trajectory`](mod@trajectory)
//! records a throw for playback, and [`hands`] is the tremor of the throwers.
//!
//! Invariants:
//! - A scene's world is always built from its resting poses, so a live game, a clone and a replayed record agree to the
//!   bit; what is not touched keeps its exact pose.
//! - The rules decide by exact geometry in double precision; only the simulation uses single precision.
//! - Angles go through `libm`; nothing depends on the platform's trigonometric functions.
//!
//! ```
//! use sarsen_core::{Chance, Options, Rules, chance};
//! use sarsen_sun::Sun;
//!
//! let mut game = Sun::start(&Options::defaults(Sun::SPEC));
//! game.play("b1@0".parse()?)?;
//! assert!(game.play("t0,3000,0,0".parse()?).is_err(), "too close to the base");
//! game.play("t500,3400,0,0".parse()?)?;
//! game.play("~0,0,0,0".parse()?)?;
//! let seal = game.draw(&mut chance::generator(0)).expect("one seal is right");
//! game.play(seal)?;
//! assert_eq!(game.active().number(), 2);
//! # Ok::<(), sarsen_core::PlayError>(())
//! ```

mod action;
pub mod ball;
pub mod building;
mod chance;
pub mod choices;
mod continuous;
pub mod crossing;
mod draw;
mod ending;
mod events;
mod fit;
pub mod geometry;
pub mod hands;
pub mod landing;
mod legality;
mod notation;
mod observation;
mod options;
pub mod path;
mod phase;
pub mod pieces;
pub mod pose;
mod propose;
mod refusal;
pub mod scene;
mod setup;
mod spec;
mod state;
mod state_string;
pub mod throw;
pub mod trajectory;
#[cfg(test)]
mod typescript;
pub mod view;
mod words;
pub mod world;

pub use action::Action;
pub use events::Event;
pub use options::Config;
pub use phase::{LastThrow, Phase};
pub use setup::Setup;
pub use spec::SPEC;
pub use state::Sun;
pub use trajectory::trajectory;
pub use view::{PhaseView, PlaceView, View};

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
