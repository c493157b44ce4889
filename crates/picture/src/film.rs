//! A row of pictures as an animated GIF.
//!
//! GIF, because it moves wherever a picture can be put: in messages, forums and slides. Animated PNG and WebP stand still in many
//! of them, animated SVG is refused by most, and a video needs a codec with a C library. 256 colours are enough for boards; all
//! frames share one palette, and a frame holds only what has changed. What all pictures begin with is drawn once.

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;

use crate::PictureError;
use crate::background::Background;
use crate::raster::board;

/// The index that leaves what was there before.
const UNCHANGED: u8 = 255;

/// A film that is being made.
pub struct Film {
    width: u32,
    height: u32,
    background: Option<Background>,
    palette: Palette,
    encoder: Encoder<Vec<u8>>,
    /// The colours of the last frame, by their indices.
    before: Vec<u8>,
}

impl Film {
    /// Begins a film with a width in pixels. Its colours are those of `samples`, SVG like the frames to come.
    ///
    /// # Errors
    /// If a sample is no SVG, or the width is out of bounds.
    pub fn new(width: u32, samples: &[&str]) -> Result<Film, PictureError> {
        let pixmaps: Result<Vec<Pixmap>, PictureError> =
            samples.iter().map(|svg| board(svg, width)).collect();
        let pixmaps = pixmaps?;
        let background = Background::of(samples, width)?;
        let height = pixmaps.first().ok_or(PictureError::NoFrames)?.height();
        let palette = Palette::of(&pixmaps);
        // The largest width is far below what a GIF can hold; a board that is no wider than high may not be.
        let size = |pixels: u32| u16::try_from(pixels).map_err(|_| PictureError::Width(width));
        let mut encoder = Encoder::new(Vec::new(), size(width)?, size(height)?, &palette.colors)?;
        encoder.set_repeat(Repeat::Infinite)?;
        Ok(Film { width, height, background, palette, encoder, before: Vec::new() })
    }

    /// Adds a picture, shown for a number of milliseconds.
    ///
    /// # Errors
    /// If it is no SVG.
    pub fn push(&mut self, svg: &str, millis: u32) -> Result<(), PictureError> {
        let pixmap = match &self.background {
            Some(background) => background.board(svg)?,
            None => board(svg, self.width)?,
        };
        if pixmap.height() != self.height {
            return Err(PictureError::Width(pixmap.height()));
        }
        let now = self.palette.indices(&pixmap);
        let frame = self.frame(&now, millis);
        self.encoder.write_frame(&frame)?;
        self.before = now;
        Ok(())
    }

    /// The file.
    ///
    /// # Errors
    /// If it could not be written.
    pub fn finish(self) -> Result<Vec<u8>, PictureError> {
        self.encoder.into_inner().map_err(PictureError::Gif)
    }

    /// The smallest rectangle that has changed.
    fn frame(&self, now: &[u8], millis: u32) -> Frame<'static> {
        let width = self.width as usize;
        let (left, top, right, bottom) = match self.before.is_empty() {
            true => (0, 0, width, self.height as usize),
            false => changed(&self.before, now, width),
        };
        let mut pixels = Vec::with_capacity((right - left) * (bottom - top));
        for row in top..bottom {
            let places = row * width + left..row * width + right;
            let before = self.before.get(places.clone());
            for (column, &pixel) in now[places].iter().enumerate() {
                let same = before.is_some_and(|before| before[column] == pixel);
                pixels.push(if same { UNCHANGED } else { pixel });
            }
        }
        // All fit: the film's own size was checked.
        Frame {
            // In hundredths of a second.
            delay: (millis / 10).min(u32::from(u16::MAX)) as u16,
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            left: left as u16,
            top: top as u16,
            width: (right - left) as u16,
            height: (bottom - top) as u16,
            buffer: Cow::Owned(pixels),
            ..Frame::default()
        }
    }
}

/// The rectangle in which two pictures differ; one pixel where they are equal, since a frame cannot be empty.
fn changed(before: &[u8], now: &[u8], width: usize) -> (usize, usize, usize, usize) {
    let (mut left, mut top, mut right, mut bottom) = (usize::MAX, usize::MAX, 0, 0);
    for (place, _) in before.iter().zip(now).enumerate().filter(|(_, (one, other))| one != other) {
        let (x, y) = (place % width, place / width);
        (left, top) = (left.min(x), top.min(y));
        (right, bottom) = (right.max(x + 1), bottom.max(y + 1));
    }
    if right == 0 { (0, 0, 1, 1) } else { (left, top, right, bottom) }
}

/// Up to 255 colours, and which of them is nearest to each colour.
struct Palette {
    /// Red, green and blue of each.
    colors: Vec<u8>,
    /// The nearest colour of each that has been asked for, by its upper six bits a part.
    nearest: Vec<Option<u8>>,
}

/// How many bits of each part of a colour are told apart: more than the eye does beside each other.
const BITS: u32 = 6;

impl Palette {
    /// The colours that stand for those of some pictures best: boxes of colours are cut at the median until there are enough.
    fn of(pixmaps: &[Pixmap]) -> Palette {
        let mut counts = vec![0_u32; 1 << (3 * BITS)];
        for pixel in pixmaps.iter().flat_map(Pixmap::pixels) {
            counts[key(pixel.red(), pixel.green(), pixel.blue())] += 1;
        }
        let seen = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        let all: Vec<Counted> = seen.map(|(key, &count)| Counted::new(key, count)).collect();
        let mut boxes = vec![all];
        while boxes.len() < usize::from(UNCHANGED) {
            // The box that is worst represented by one colour.
            let Some(worst) = (0..boxes.len()).max_by_key(|&index| error(&boxes[index])) else {
                break;
            };
            if boxes[worst].len() < 2 {
                break;
            }
            let half = cut(&mut boxes[worst]);
            boxes.push(half);
        }
        let colors = boxes.iter().flat_map(|colors| mean(colors)).collect();
        Palette { colors, nearest: vec![None; 1 << (3 * BITS)] }
    }

    fn indices(&mut self, pixmap: &Pixmap) -> Vec<u8> {
        let pixels = pixmap.pixels().iter();
        pixels.map(|pixel| self.index([pixel.red(), pixel.green(), pixel.blue()])).collect()
    }

    fn index(&mut self, [red, green, blue]: [u8; 3]) -> u8 {
        let key = key(red, green, blue);
        if let Some(index) = self.nearest[key] {
            return index;
        }
        let distance = |color: &[u8]| -> u32 {
            let parts = [red, green, blue].into_iter().zip(color);
            parts.map(|(one, &other)| u32::from(one.abs_diff(other)).pow(2)).sum()
        };
        let colors = self.colors.chunks_exact(3).enumerate();
        let index = colors.min_by_key(|(_, color)| distance(color)).map_or(0, |(index, _)| index);
        self.nearest[key] = Some(index as u8);
        index as u8
    }
}

fn key(red: u8, green: u8, blue: u8) -> usize {
    let part = |value: u8| usize::from(value >> (8 - BITS));
    (part(red) << (2 * BITS)) | (part(green) << BITS) | part(blue)
}

/// A colour and on how many pixels it was seen.
#[derive(Clone, Copy)]
struct Counted {
    color: [u8; 3],
    count: u64,
}

impl Counted {
    fn new(key: usize, count: u32) -> Counted {
        let mask = (1 << BITS) - 1;
        // The middle of those that share the upper bits.
        let part = |shift: u32| (((key >> shift) & mask) << (8 - BITS)) as u8 | (1 << (7 - BITS));
        Counted { color: [part(2 * BITS), part(BITS), part(0)], count: u64::from(count) }
    }
}

/// How far a box reaches in each part, as its lowest and highest values.
fn spread(colors: &[Counted]) -> [(u8, u8); 3] {
    [0, 1, 2].map(|part| {
        colors.iter().fold((u8::MAX, 0), |(low, high), counted| {
            (low.min(counted.color[part]), high.max(counted.color[part]))
        })
    })
}

fn width((low, high): (u8, u8)) -> u64 {
    u64::from(high.saturating_sub(low))
}

/// How badly one colour stands for a box. Rare colours count as well: small signs have them.
fn error(colors: &[Counted]) -> u64 {
    if colors.len() < 2 {
        return 0;
    }
    let reach: u64 = spread(colors).into_iter().map(|part| width(part).pow(2)).sum();
    let count: u64 = colors.iter().map(|counted| counted.count).sum();
    reach * count.isqrt()
}

/// Cuts a box across its longest side, in the middle; returns the upper half.
fn cut(colors: &mut Vec<Counted>) -> Vec<Counted> {
    let sides = spread(colors);
    let longest = (0..3).max_by_key(|&part| width(sides[part])).unwrap_or(0);
    let (low, high) = sides[longest];
    let middle = low + (high - low) / 2;
    let (upper, lower) = colors.iter().partition(|counted| counted.color[longest] > middle);
    *colors = lower;
    upper
}

fn mean(colors: &[Counted]) -> [u8; 3] {
    let count: u64 = colors.iter().map(|counted| counted.count).sum();
    [0, 1, 2].map(|part| {
        let sum: u64 = colors.iter().map(|one| u64::from(one.color[part]) * one.count).sum();
        (sum / count.max(1)) as u8
    })
}
