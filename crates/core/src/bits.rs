//! Sets, as bits of a word, written out as masks and planes: several members per table lookup, without branches.

/// The members of every set of eight, as truth values.
static EIGHT: [[bool; 8]; 256] = {
    let mut table = [[false; 8]; 256];
    let mut set = 0;
    while set < table.len() {
        let mut member = 0;
        while member < 8 {
            table[set][member] = set >> member & 1 == 1;
            member += 1;
        }
        set += 1;
    }
    table
};

/// The members of every set of four, as numbers. Four numbers fill a vector register; eight would need a table that
/// takes a quarter of the first-level cache.
static FOUR: [[f32; 4]; 16] = {
    let mut table = [[0.0; 4]; 16];
    let mut set = 0;
    while set < table.len() {
        let mut member = 0;
        while member < 4 {
            table[set][member] = (set >> member & 1) as f32;
            member += 1;
        }
        set += 1;
    }
    table
};

/// Whether each of the members from 0 on is in a set, one byte for each; at most 64.
///
/// ```
/// let mut mask = [false; 5];
/// sarsen_core::bits::write_mask(0b10010, &mut mask);
/// assert_eq!(mask, [false, true, false, false, true]);
/// ```
#[inline]
pub fn write_mask(set: u64, out: &mut [bool]) {
    let (chunks, rest) = out.as_chunks_mut::<8>();
    let mut left = set;
    for chunk in chunks {
        *chunk = eight(left);
        left >>= 8;
    }
    rest.copy_from_slice(&eight(left)[..rest.len()]);
}

/// The first eight members of a set.
#[inline]
pub fn eight(set: u64) -> [bool; 8] {
    EIGHT[(set & 255) as usize]
}

/// Like [`write_mask`], as numbers: 1 for members, 0 for the others.
///
/// ```
/// let mut plane = [0.5; 5];
/// sarsen_core::bits::write_plane(0b10010, &mut plane);
/// assert_eq!(plane, [0.0, 1.0, 0.0, 0.0, 1.0]);
/// ```
#[inline]
pub fn write_plane(set: u64, out: &mut [f32]) {
    let (chunks, rest) = out.as_chunks_mut::<4>();
    let mut left = set;
    for chunk in chunks {
        *chunk = FOUR[(left & 15) as usize];
        left >>= 4;
    }
    rest.copy_from_slice(&FOUR[(left & 15) as usize][..rest.len()]);
}
