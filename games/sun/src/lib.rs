//! Stonehenge and the Sun
mod action;
pub mod ball;
pub mod building;
mod chance;
pub mod choices;
pub mod geometry;
pub mod hands;
pub mod landing;
mod notation;
mod options;
pub mod path;
pub mod pieces;
pub mod pose;
mod propose;
mod refusal;
pub mod scene;
mod spec;
mod state;
pub mod throw;
pub mod world;

pub use action::Action;
pub use options::Config;
pub use spec::SPEC;
pub use state::{LastThrow, Phase, Sun};
