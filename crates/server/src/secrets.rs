//! Unguessable keys, tokens and ids, and their hashes.

use data_encoding::BASE64URL;
use sarsen_session::{PlayerId, Seed, TokenHash};
use sha2::{Digest, Sha256};

/// Bytes from the operating system's generator.
///
/// # Panics
/// If the operating system has none: then nothing here would be secure.
fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has random bytes");
    bytes
}

/// A new key or token: 192 bits.
pub(crate) fn secret() -> String {
    text(&random::<24>())
}

/// A new invitation: 96 bits.
pub(crate) fn invite() -> String {
    text(&random::<12>())
}

/// A new table id: 72 bits, since it also keeps strangers from watching.
pub(crate) fn table_id() -> String {
    text(&random::<9>())
}

/// A new seed.
pub(crate) fn seed() -> Seed {
    Seed::new(random())
}

/// A seed that need not be verifiable, for an engine's choices.
pub(crate) fn number() -> u64 {
    u64::from_le_bytes(random())
}

/// The person with a key.
pub(crate) fn player_id(key: &str) -> PlayerId {
    PlayerId(hash("player", key))
}

/// The stored hash of a token.
pub(crate) fn token_hash(token: &str) -> TokenHash {
    TokenHash(hash("token", token))
}

/// What is kept of the key that lets one change a study.
pub(crate) fn study_key_hash(key: &str) -> String {
    hash("study", key)
}

/// The id of a browser at its push service.
pub(crate) fn endpoint_hash(endpoint: &str) -> String {
    hash("endpoint", endpoint)
}

/// What is kept of a code that takes a key to another browser.
pub(crate) fn transfer_hash(code: &str) -> String {
    hash("transfer", code)
}

/// A key that only the code opens, as hexadecimal digits; `None` for anything that is not a key of this server. Every code is used for one key
/// only, so that a pad as long as the key hides it completely.
pub(crate) fn seal(key: &str, code: &str) -> Option<String> {
    let key: &[u8; 32] = key.as_bytes().try_into().ok()?;
    Some(with_pad(*key, code).iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The key that was sealed with a code.
pub(crate) fn open(sealed: &str, code: &str) -> Option<String> {
    let mut bytes = [0; 32];
    if sealed.len() != 64 || !sealed.is_ascii() {
        return None;
    }
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&sealed[2 * index..2 * index + 2], 16).ok()?;
    }
    String::from_utf8(with_pad(bytes, code).to_vec()).ok()
}

fn with_pad(mut bytes: [u8; 32], code: &str) -> [u8; 32] {
    let pad = Sha256::new().chain_update("transfer pad").chain_update([0]).chain_update(code);
    for (byte, pad) in bytes.iter_mut().zip(pad.finalize()) {
        *byte ^= pad;
    }
    bytes
}

/// The purpose is hashed too, so that a key can never be used as a token.
fn hash(purpose: &str, secret: &str) -> String {
    let digest =
        Sha256::new().chain_update(purpose).chain_update([0]).chain_update(secret).finalize();
    text(&digest[..24])
}

/// Bytes as text for URLs. Lengths are multiples of three, so there is no padding.
fn text(bytes: &[u8]) -> String {
    BASE64URL.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ_and_have_their_length() {
        assert_eq!(secret().len(), 32);
        assert_eq!(table_id().len(), 12);
        assert_ne!(secret(), secret());
    }

    #[test]
    fn a_key_is_never_taken_for_a_token() {
        assert_ne!(player_id("a").0, token_hash("a").0);
        assert_ne!(player_id("a"), player_id("b"));
    }

    #[test]
    fn a_sealed_key_opens_with_its_code_only() {
        let (key, code) = (secret(), secret());
        let sealed = seal(&key, &code).unwrap();
        assert!(!sealed.contains(&key));
        assert_eq!(open(&sealed, &code), Some(key.clone()));
        assert_ne!(open(&sealed, &secret()), Some(key));
        assert_eq!(seal("too short", &code), None);
        for text in ["", "00", "é", &"zz".repeat(32), &"é".repeat(32)] {
            assert_eq!(open(text, &code), None, "{text}");
        }
    }

    #[test]
    fn text_is_base_64() {
        assert_eq!(text(b"Man"), "TWFu");
        assert_eq!(text(&[255, 255, 255]), "____");
    }
}
