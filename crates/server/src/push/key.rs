//! The operator's key, with which messages to push services are signed (VAPID, RFC 8292).

use std::io::Write;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use thiserror::Error;

const BEGIN: &str = "-----BEGIN PRIVATE KEY-----";
const END: &str = "-----END PRIVATE KEY-----";

/// How long a signature is good for, in seconds. Push services refuse more than a day.
const LIFETIME: u64 = 12 * 3600;

/// A private key on the curve P-256.
pub struct PushKey(EcdsaKeyPair);

/// Why a key cannot be used.
#[derive(Debug, Error)]
pub enum PushKeyError {
    /// The file cannot be read or made.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file holds something else.
    #[error("{}: this is no private key on the curve P-256 in PKCS#8 (PEM)", .0.display())]
    NoKey(PathBuf),
}

impl std::fmt::Debug for PushKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PushKey({})", self.public())
    }
}

impl PushKey {
    /// The key of a file; where there is none, a new one is made and written there, for its owner only.
    ///
    /// # Errors
    /// If the file cannot be read or made, or holds something else.
    pub fn open(path: &Path) -> Result<PushKey, PushKeyError> {
        let io = |source| PushKeyError::Io { path: path.to_path_buf(), source };
        let no_key = || PushKeyError::NoKey(path.to_path_buf());
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let text = generate().ok_or_else(no_key)?;
                write(path, &text).map_err(io)?;
                text
            }
            Err(error) => return Err(io(error)),
        };
        PushKey::read(&text).ok_or_else(no_key)
    }

    fn read(pem: &str) -> Option<PushKey> {
        let body = pem.split_once(BEGIN)?.1.split_once(END)?.0;
        let der = BASE64_STANDARD.decode(body.split_whitespace().collect::<String>()).ok()?;
        let random = SystemRandom::new();
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &der, &random);
        key.ok().map(PushKey)
    }

    /// The public half, as browsers want it.
    pub fn public(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0.public_key())
    }

    /// The header `Authorization` of a message for an origin; `now` is in milliseconds since 1970.
    pub(super) fn authorization(&self, origin: &str, contact: &str, now: u64) -> Option<String> {
        let header = BASE64_URL_SAFE_NO_PAD.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
        let claims =
            serde_json::json!({ "aud": origin, "exp": now / 1000 + LIFETIME, "sub": contact });
        let signed = format!("{header}.{}", BASE64_URL_SAFE_NO_PAD.encode(claims.to_string()));
        let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes()).ok()?;
        let signature = BASE64_URL_SAFE_NO_PAD.encode(signature.as_ref());
        Some(format!("vapid t={signed}.{signature}, k={}", self.public()))
    }
}

fn generate() -> Option<String> {
    let random = SystemRandom::new();
    let der = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).ok()?;
    let body = BASE64_STANDARD.encode(der.as_ref());
    let lines: Vec<&str> =
        body.as_bytes().chunks(64).filter_map(|line| std::str::from_utf8(line).ok()).collect();
    Some(format!("{BEGIN}\n{}\n{END}\n", lines.join("\n")))
}

fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let mut options = std::fs::File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)?.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    use super::*;

    #[test]
    fn a_key_is_made_once_and_signs_for_one_origin() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("push.pem");
        let key = PushKey::open(&path).unwrap();
        assert_eq!(PushKey::open(&path).unwrap().public(), key.public(), "it stays the same");
        let header =
            key.authorization("https://push.example.net", "mailto:a@example.org", 5_000).unwrap();
        let token = header.strip_prefix("vapid t=").unwrap().split(", k=").next().unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let public = BASE64_URL_SAFE_NO_PAD.decode(key.public()).unwrap();
        let signature = BASE64_URL_SAFE_NO_PAD.decode(signature).unwrap();
        let verifier = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, public);
        verifier.verify(signed.as_bytes(), &signature).unwrap();
        let claims = BASE64_URL_SAFE_NO_PAD.decode(signed.split('.').nth(1).unwrap()).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        assert_eq!(claims["aud"], "https://push.example.net");
        assert_eq!(claims["exp"], 5 + LIFETIME);
    }

    #[test]
    fn an_invalid_key_file_is_refused_and_left_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("push.pem");
        std::fs::write(&path, "no key").unwrap();
        assert!(matches!(PushKey::open(&path), Err(PushKeyError::NoKey(_))));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "no key");
        assert!(matches!(PushKey::open(folder.path()), Err(PushKeyError::Io { .. })));
    }
}
