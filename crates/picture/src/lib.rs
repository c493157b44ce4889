//! Pictures and films of positions, made from the SVG that the games draw.
//!
//! It knows no game and sees only finished SVG, so nothing can get into a picture that was not in the view it was drawn from.
//!
//! `resvg` without its features: they read fonts, compressed SVG and photographs, none of which the games use. Letters become
//! strokes first ([`lettered`]), so that no font is embedded, searched for, or missing.
//!
//! ```
//! let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="red"/></svg>"#;
//! let png = sarsen_picture::png(svg, 80)?;
//! assert_eq!(&png[1..4], b"PNG");
//! # Ok::<(), sarsen_picture::PictureError>(())
//! ```

mod background;
mod film;
mod glyphs;
mod lettering;
mod raster;

use resvg::usvg;
use thiserror::Error;

pub use film::Film;
pub use lettering::{lettered, undrawn};
pub use raster::{CARD, MAX_WIDTH, Pixels, card, pixels, png};

/// Why there is no picture.
#[derive(Debug, Error)]
pub enum PictureError {
    /// What was given is no SVG.
    #[error("this is no SVG that can be drawn: {0}")]
    Svg(#[from] usvg::Error),
    /// What was given is no XML.
    #[error("this is no SVG: {0}")]
    Xml(#[from] usvg::roxmltree::Error),
    /// The picture would be empty or larger than [`MAX_WIDTH`].
    #[error("a picture cannot be {0} pixels wide; it may have 16 to {MAX_WIDTH}")]
    Width(u32),
    /// The pixels could not be written as a PNG.
    #[error("the picture could not be written as PNG")]
    Png,
    /// The frames could not be written as a GIF.
    #[error("the film could not be written: {0}")]
    Gif(#[from] gif::EncodingError),
    /// A film without a frame.
    #[error("a film needs at least one picture")]
    NoFrames,
}
