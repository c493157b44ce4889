//! Fair chance: everything that chance does in a game is drawn from a seed that is fixed, and whose hash is shown,
//! before the first action.

use std::fmt;
use std::str::FromStr;

use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use rand_core::SeedableRng;
use sarsen_core::chance::Generator;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use thiserror::Error;

/// The seed of a game's chance. Written as 64 hex digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed([u8; 32]);

/// Mixed into every draw, so that another scheme cannot give the same numbers by accident.
const SCHEME: &[u8] = b"sarsen luck 1";

impl Seed {
    /// A seed from unpredictable bytes.
    pub const fn new(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// The SHA-256 of the seed's bytes in hex, which is shown before the game.
    pub fn hash(&self) -> String {
        HEXLOWER.encode(&Sha256::digest(self.0))
    }

    /// The generator for the chance action with this index.
    ///
    /// Every draw has its own generator. So a draw depends only on the seed and its index, a takeback does not change
    /// later draws, and seeing one draw reveals nothing about another, as the state of a single running generator
    /// would.
    pub fn generator(&self, index: u64) -> Generator {
        let mut digest = Sha256::new();
        digest.update(SCHEME);
        digest.update(self.0);
        digest.update(index.to_le_bytes());
        Generator::from_seed(digest.finalize().into())
    }

    /// The generator that decides who begins.
    pub(crate) fn lot(&self) -> Generator {
        self.generator(u64::MAX)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&HEXLOWER.encode(&self.0))
    }
}

/// Keeps seeds out of logs while their game is played.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(…)")
    }
}

/// A text that is not a seed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("a seed has 64 hexadecimal digits")]
pub struct ParseSeedError;

impl FromStr for Seed {
    type Err = ParseSeedError;
    fn from_str(text: &str) -> Result<Seed, ParseSeedError> {
        let bytes = HEXLOWER_PERMISSIVE.decode(text.as_bytes()).map_err(|_| ParseSeedError)?;
        bytes.try_into().map(Seed).map_err(|_| ParseSeedError)
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seed, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use rand_core::Rng;

    use super::*;

    #[test]
    fn a_seed_always_gives_the_same_chance() {
        let seed = Seed::new([7; 32]);
        assert_eq!(seed.to_string().parse::<Seed>().unwrap(), seed);
        assert_eq!(seed.hash(), "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0");
        assert_ne!(seed.generator(0).next_u64(), seed.generator(1).next_u64());
        assert_eq!(seed.generator(5).next_u64(), seed.generator(5).next_u64());
    }

    #[test]
    fn malformed_seeds_are_refused() {
        for text in ["", "00", &"g".repeat(64), &"é".repeat(32), &"0".repeat(65)] {
            assert_eq!(text.parse::<Seed>(), Err(ParseSeedError), "{text}");
        }
    }
}
