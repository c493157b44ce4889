//! Messages that only one browser can read (RFC 8291, in the encoding of RFC 8188).

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use ring::rand::{SecureRandom, SystemRandom};
use sarsen_protocol::PushSubscription;

/// A point on P-256 that is not compressed.
const PUBLIC_BYTES: usize = 65;

/// The size of a record that is announced; a message is one record.
const RECORD: u32 = 4096;

/// The mark at the end of the last record.
const LAST: u8 = 2;

/// The receiver of a message.
pub(super) struct Recipient {
    public: Vec<u8>,
    secret: Vec<u8>,
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

impl Recipient {
    /// The keys of a subscription, if they have the right form.
    pub(super) fn read(subscription: &PushSubscription) -> Option<Recipient> {
        let public = decode(&subscription.p256dh)?;
        let secret = decode(&subscription.auth)?;
        let is_point = public.len() == PUBLIC_BYTES && public[0] == 4;
        (is_point && secret.len() == 16).then_some(Recipient { public, secret })
    }

    /// The body of a request to the push service; `None` if the key is not a point of the curve.
    pub(super) fn encrypt(&self, text: &str) -> Option<Vec<u8>> {
        let random = SystemRandom::new();
        let own = EphemeralPrivateKey::generate(&ECDH_P256, &random).ok()?;
        let own_public = own.compute_public_key().ok()?;
        let mut salt = [0; 16];
        random.fill(&mut salt).ok()?;
        let theirs = UnparsedPublicKey::new(&ECDH_P256, &self.public);
        let keys = agree_ephemeral(own, &theirs, |shared| {
            derive(shared, &self.secret, &self.public, own_public.as_ref(), &salt)
        });
        let (key, nonce) = keys.ok()??;
        let mut sealed = text.as_bytes().to_vec();
        sealed.push(LAST);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).ok()?);
        let nonce = Nonce::assume_unique_for_key(nonce);
        key.seal_in_place_append_tag(nonce, Aad::empty(), &mut sealed).ok()?;
        let mut body = salt.to_vec();
        body.extend(RECORD.to_be_bytes());
        body.push(PUBLIC_BYTES as u8);
        body.extend(own_public.as_ref());
        body.extend(sealed);
        Some(body)
    }
}

/// The key and the nonce of the one record, from what both sides share.
fn derive(
    shared: &[u8],
    secret: &[u8],
    receiver: &[u8],
    sender: &[u8],
    salt: &[u8],
) -> Option<([u8; 16], [u8; 12])> {
    let mut material = [0; 32];
    let first = Salt::new(HKDF_SHA256, secret).extract(shared);
    expand(&first, &[b"WebPush: info\0", receiver, sender], &mut material)?;
    let second = Salt::new(HKDF_SHA256, salt).extract(&material);
    let (mut key, mut nonce) = ([0; 16], [0; 12]);
    expand(&second, &[b"Content-Encoding: aes128gcm\0"], &mut key)?;
    expand(&second, &[b"Content-Encoding: nonce\0"], &mut nonce)?;
    Some((key, nonce))
}

fn expand(prk: &Prk, info: &[&[u8]], out: &mut [u8]) -> Option<()> {
    prk.expand(info, Length(out.len())).ok()?.fill(out).ok()
}

/// Browsers leave the padding away; some libraries do not.
fn decode(text: &str) -> Option<Vec<u8>> {
    BASE64_URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of RFC 8291, appendix A: what both sides share, and what follows from it.
    #[test]
    fn keys_are_derived_as_in_the_example_of_the_rfc() {
        let bytes = |text: &str| decode(text).unwrap();
        let (key, nonce) = derive(
            &bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs"),
            &bytes("BTBZMqHH6r4Tts7J_aSIgg"),
            &bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
            &bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"),
            &bytes("DGv6ra1nlYgDCS1FRnbzlw"),
        )
        .unwrap();
        assert_eq!(key.to_vec(), bytes("oIhVW04MRdy2XN9CiKLxTg"));
        assert_eq!(nonce.to_vec(), bytes("4h_95klXJ5E_qnoN"));
    }

    #[test]
    fn only_the_subscribed_browser_can_decrypt_a_notification() {
        let random = SystemRandom::new();
        let browser = EphemeralPrivateKey::generate(&ECDH_P256, &random).unwrap();
        let public = browser.compute_public_key().unwrap().as_ref().to_vec();
        let recipient = Recipient { public: public.clone(), secret: vec![7; 16] };
        let body = recipient.encrypt("Your turn").unwrap();
        let (salt, sender, sealed) = (&body[..16], &body[21..86], &body[86..]);
        assert_eq!((&body[16..20], body[20]), (&RECORD.to_be_bytes()[..], 65));
        let theirs = UnparsedPublicKey::new(&ECDH_P256, sender);
        let keys = agree_ephemeral(browser, &theirs, |shared| {
            derive(shared, &[7; 16], &public, sender, salt)
        });
        let (key, nonce) = keys.unwrap().unwrap();
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).unwrap());
        let mut sealed = sealed.to_vec();
        let nonce = Nonce::assume_unique_for_key(nonce);
        let text = key.open_in_place(nonce, Aad::empty(), &mut sealed).unwrap();
        assert_eq!(text, b"Your turn\x02");
        assert_ne!(recipient.encrypt("Your turn"), Some(body), "every message has keys of its own");
    }

    #[test]
    fn keys_of_another_form_are_refused() {
        let subscription = |p256dh: &str, auth: &str| PushSubscription {
            endpoint: String::new(),
            p256dh: p256dh.to_owned(),
            auth: auth.to_owned(),
            lang: String::new(),
        };
        let zero = BASE64_URL_SAFE_NO_PAD.encode([[4; 1].as_slice(), &[0; 64]].concat());
        let auth = BASE64_URL_SAFE_NO_PAD.encode([1; 16]);
        for (p256dh, auth) in
            [("", auth.as_str()), ("é", &auth), (&zero, "AA"), (&zero[1..], &auth)]
        {
            assert!(Recipient::read(&subscription(p256dh, auth)).is_none(), "{p256dh} {auth}");
        }
        let off_curve = Recipient::read(&subscription(&zero, &auth)).unwrap();
        assert_eq!(off_curve.encrypt("text"), None);
    }
}
