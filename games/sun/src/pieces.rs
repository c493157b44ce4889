//! The stones: fixed data, so that everybody plays with the same ones.

/// The number of stones; a game uses the first of them.
pub const STONES: u8 = 36;

/// A stone's number, 1 to [`STONES`].
///
/// ```
/// use sarsen_sun::pieces::{STONES, StoneId, size};
///
/// let tallest = (1..=STONES).max_by_key(|&stone: &StoneId| size(stone).height).unwrap();
/// assert!(size(tallest).height_mm() > 60.0);
/// ```
pub type StoneId = u8;

/// The size of a stone in tenths of a millimetre.
///
/// ```
/// use sarsen_sun::pieces::size;
///
/// let size = size(1);
/// assert!(size.height > size.width && size.width > size.depth);
/// assert_eq!(size.half()[2] * 2.0, size.height_mm());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Along the ring when it stands unturned.
    pub width: u16,
    /// Across the ring when it stands unturned.
    pub depth: u16,
    /// From its lower to its upper small end.
    pub height: u16,
}

impl Size {
    /// Half of width, depth and height in millimetres.
    pub fn half(self) -> [f64; 3] {
        [self.width, self.depth, self.height].map(|tenths| f64::from(tenths) / 20.0)
    }

    /// The height in millimetres.
    pub fn height_mm(self) -> f64 {
        f64::from(self.height) / 10.0
    }
}

/// The size of a stone.
///
/// # Panics
/// If there is no stone with that number.
pub fn size(stone: StoneId) -> Size {
    let (width, depth, height) = SIZES[usize::from(stone) - 1];
    Size { width, depth, height }
}

/// Width, depth and height of stones 1 to 36: irregular, no two alike, within the bounds of the rules (21–27, 15–19 and
/// 52–64 mm). The first dozen contains short and tall ones.
const SIZES: [(u16, u16, u16); STONES as usize] = [
    (238, 171, 583),
    (252, 164, 561),
    (221, 183, 607),
    (267, 155, 546),
    (229, 177, 592),
    (244, 160, 629),
    (213, 188, 570),
    (259, 168, 615),
    (234, 152, 533),
    (248, 181, 598),
    (226, 174, 552),
    (263, 158, 576),
    (217, 166, 621),
    (241, 186, 588),
    (255, 179, 540),
    (232, 162, 603),
    (219, 190, 564),
    (265, 170, 634),
    (246, 156, 579),
    (223, 184, 556),
    (257, 173, 611),
    (211, 167, 594),
    (236, 180, 525),
    (250, 153, 617),
    (228, 176, 574),
    (261, 187, 601),
    (215, 161, 548),
    (243, 169, 638),
    (254, 185, 567),
    (225, 157, 586),
    (268, 178, 558),
    (231, 165, 624),
    (239, 189, 537),
    (247, 159, 605),
    (220, 172, 572),
    (264, 182, 590),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stones_keep_the_bounds_and_no_two_are_alike() {
        for (index, &(width, depth, height)) in SIZES.iter().enumerate() {
            assert!((210..=270).contains(&width), "width of {index}");
            assert!((150..=190).contains(&depth), "depth of {index}");
            assert!((520..=640).contains(&height), "height of {index}");
            assert!(!SIZES[..index].contains(&(width, depth, height)), "{index} is twice");
        }
    }
}
