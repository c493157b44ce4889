//! SVG as pixels.

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::{PictureError, lettered};

/// The widest picture, in pixels: four times as many as any screen shows of a board.
pub const MAX_WIDTH: u32 = 4096;

/// Width and height of a [`card`]: what sites that show links make room for.
pub const CARD: (u32, u32) = (1200, 630);

/// The room beside a board on a card: the page's own dark blue.
const BACKGROUND: (u8, u8, u8) = (0x2b, 0x30, 0x40);

/// A picture of an SVG, with a width in pixels.
///
/// # Errors
/// If it is no SVG, or the width is out of bounds.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PictureError> {
    encode(&board(svg, width)?)
}

/// A picture that has not been written to a file.
#[derive(Clone, Debug)]
pub struct Pixels {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Red, green and blue of every pixel, row by row from the top.
    pub rgb: Vec<u8>,
}

/// The pixels of an SVG with a width in pixels, for programs that want numbers.
///
/// ```
/// let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="red"/></svg>"#;
/// let pixels = sarsen_picture::pixels(svg, 80)?;
/// assert_eq!((pixels.width, pixels.height), (80, 40));
/// assert_eq!(pixels.rgb[..3], [255, 0, 0]);
/// # Ok::<(), sarsen_picture::PictureError>(())
/// ```
///
/// # Errors
/// If it is no SVG, or the width is out of bounds.
pub fn pixels(svg: &str, width: u32) -> Result<Pixels, PictureError> {
    let pixmap = board(svg, width)?;
    // On white nothing is transparent, so what is not there of a colour need not be divided out.
    let rgb = pixmap.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]);
    Ok(Pixels {
        width: pixmap.width() as usize,
        height: pixmap.height() as usize,
        rgb: rgb.collect(),
    })
}

/// An SVG in the middle of a wide card, for previews of links.
///
/// # Errors
/// If it is no SVG.
pub fn card(svg: &str) -> Result<Vec<u8>, PictureError> {
    let tree = read(svg)?;
    let (width, height) = CARD;
    let (red, green, blue) = BACKGROUND;
    let mut pixmap = Pixmap::new(width, height).ok_or(PictureError::Width(width))?;
    pixmap.fill(Color::from_rgba8(red, green, blue, 255));
    let margin = 12.0;
    let room = (width as f32 - 2.0 * margin, height as f32 - 2.0 * margin);
    let size = tree.size();
    let scale = (room.0 / size.width()).min(room.1 / size.height());
    let left = (width as f32 - size.width() * scale) / 2.0;
    let top = (height as f32 - size.height() * scale) / 2.0;
    let place = Transform::from_scale(scale, scale).post_translate(left, top);
    resvg::render(&tree, place, &mut pixmap.as_mut());
    encode(&pixmap)
}

/// The pixels of an SVG, on white where it is transparent.
pub(crate) fn board(svg: &str, width: u32) -> Result<Pixmap, PictureError> {
    if !(16..=MAX_WIDTH).contains(&width) {
        return Err(PictureError::Width(width));
    }
    let tree = read(svg)?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round();
    let too_large = PictureError::Width(width);
    if !(1.0..=(4 * MAX_WIDTH) as f32).contains(&height) {
        return Err(too_large);
    }
    let mut pixmap = Pixmap::new(width, height as u32).ok_or(too_large)?;
    pixmap.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Ok(pixmap)
}

/// Paints an SVG over a picture of the same width.
pub(crate) fn draw_over(svg: &str, pixmap: &mut Pixmap) -> Result<(), PictureError> {
    let tree = read(svg)?;
    let scale = pixmap.width() as f32 / tree.size().width();
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Ok(())
}

fn read(svg: &str) -> Result<Tree, PictureError> {
    Ok(Tree::from_str(&lettered(svg)?, &Options::default())?)
}

fn encode(pixmap: &Pixmap) -> Result<Vec<u8>, PictureError> {
    pixmap.encode_png().map_err(|_| PictureError::Png)
}
