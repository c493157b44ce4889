//! Taking a player's key to another browser, with a code that works once.
//!
//! The store keeps the hash of the code, and the key sealed with a pad that only the code gives: reading the database
//! reveals neither. A note is removed before the key is handed out, and the store lets only one caller remove it, so that a code
//! works once over all nodes.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use qrcodegen::{QrCode as Modules, QrCodeEcc};
use sarsen_protocol::{
    NewPlayer, Player, QrCode, Refusal, RefusalCode, TakeTransfer, Transfer, TransferState,
};
use sarsen_store::{Note, StoreError};

use super::{Body, HttpRefusal, Key, internal, refuse};
use crate::addresses::{Activity, Address};
use crate::app_state::AppState;
use crate::secrets;

/// What a transfer is called in the store.
const KIND: &str = "transfer";

/// How long a code works, in milliseconds.
const LIFETIME: u64 = 5 * 60 * 1000;

/// What a note takes on disk, in bytes, on pages that are two thirds full.
const NOTE_BYTES: usize = 512;

/// The longest origin that is put into a link: a name of the domain name system has at most 253 characters.
const MAX_ORIGIN: usize = 300;

/// The light border that a camera needs, in modules.
const QUIET_ZONE: i32 = 4;

#[utoipa::path(post, path = "/api/v1/players/me/transfer", operation_id = "create_transfer", tag = "players", security(("key" = [])),
    responses((status = 200, body = Transfer), (status = 429, body = Refusal)))]
pub(super) async fn create(
    State(app): State<Arc<AppState>>,
    address: Address,
    Key(key): Key,
    headers: HeaderMap,
) -> Result<Json<Transfer>, HttpRefusal> {
    let (who, _) = app.player(&key).await?;
    app.addresses.may(address, Activity::Transfer, &app.limits)?;
    app.addresses.may_write(address, NOTE_BYTES, &app.limits)?;
    withdraw_all(&app, &who.0).await?;
    let code = app.sources.secret();
    let expires = app.sources.now() + LIFETIME;
    let sealed = secrets::seal(&key, &code).ok_or_else(|| refuse(RefusalCode::UnknownPlayer))?;
    let note = Note {
        kind: KIND.to_owned(),
        id: secrets::transfer_hash(&code),
        player: who.0,
        text: sealed,
        expires,
    };
    app.store.put_note(note).await.map_err(|error| internal(&error))?;
    let origin = origin(&headers);
    let link = format!("{}/me#{code}", origin.unwrap_or_default());
    let qr = origin.and_then(|_| draw(&link));
    Ok(Json(Transfer { code, link, qr, expires }))
}

#[utoipa::path(get, path = "/api/v1/players/me/transfer", operation_id = "transfer_state", tag = "players", security(("key" = [])),
    responses((status = 200, body = TransferState), (status = 401, body = Refusal)))]
pub(super) async fn state(
    State(app): State<Arc<AppState>>,
    Key(key): Key,
) -> Result<Json<TransferState>, HttpRefusal> {
    let (who, _) = app.player(&key).await?;
    let notes = app.store.notes_of(KIND, &who.0).await.map_err(|error| internal(&error))?;
    let now = app.sources.now();
    let waiting = notes.into_iter().map(|note| note.expires).filter(|&expires| expires > now).max();
    Ok(Json(TransferState { waiting }))
}

#[utoipa::path(delete, path = "/api/v1/players/me/transfer", operation_id = "withdraw_transfer", tag = "players", security(("key" = [])),
    responses((status = 204), (status = 401, body = Refusal)))]
pub(super) async fn withdraw(
    State(app): State<Arc<AppState>>,
    Key(key): Key,
) -> Result<StatusCode, HttpRefusal> {
    let (who, _) = app.player(&key).await?;
    withdraw_all(&app, &who.0).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(post, path = "/api/v1/players/transfer", operation_id = "take_transfer", tag = "players", request_body = TakeTransfer,
    responses((status = 200, body = NewPlayer), (status = 410, body = Refusal)))]
pub(super) async fn take(
    State(app): State<Arc<AppState>>,
    address: Address,
    Body(body): Body<TakeTransfer>,
) -> Result<Json<NewPlayer>, HttpRefusal> {
    app.addresses.may(address, Activity::Transfer, &app.limits)?;
    let id = secrets::transfer_hash(&body.code);
    let note = app.store.note(KIND, &id).await.map_err(|error| internal(&error))?;
    let note = note.ok_or_else(spent)?;
    match app.store.remove_note(KIND, &id).await {
        Ok(()) => {}
        Err(StoreError::Conflict) => return Err(spent().into()),
        // Whether it was removed is unknown. The code may be lost, but it is not used twice.
        Err(error) => return Err(internal(&error).into()),
    }
    if note.expires <= app.sources.now() {
        return Err(spent().into());
    }
    let key = secrets::open(&note.text, &body.code).ok_or_else(spent)?;
    let (_, name) = app.player(&key).await?;
    Ok(Json(NewPlayer { key, player: Player { name } }))
}

pub(super) async fn withdraw_all(app: &AppState, player: &str) -> Result<(), Refusal> {
    for note in app.store.notes_of(KIND, player).await.map_err(|error| internal(&error))? {
        match app.store.remove_note(KIND, &note.id).await {
            // Somebody has just used it.
            Ok(()) | Err(StoreError::Conflict) => {}
            Err(error) => return Err(internal(&error)),
        }
    }
    Ok(())
}

/// The code was used already, has ended, or never was one: nobody learns which.
fn spent() -> Refusal {
    refuse(RefusalCode::Expired)
}

/// Where the page that asks comes from.
fn origin(headers: &HeaderMap) -> Option<&str> {
    let origin = headers.get(header::ORIGIN)?.to_str().ok()?;
    let is_web = origin.starts_with("https://") || origin.starts_with("http://");
    (is_web && origin.len() <= MAX_ORIGIN).then_some(origin)
}

/// A QR code as a path: every dark run of a row is a rectangle.
fn draw(text: &str) -> Option<QrCode> {
    let modules = Modules::encode_text(text, QrCodeEcc::Medium).ok()?;
    let mut path = String::new();
    for y in 0..modules.size() {
        let mut x = 0;
        while x < modules.size() {
            let run = (x..modules.size()).take_while(|&x| modules.get_module(x, y)).count() as i32;
            if run > 0 {
                let (left, top) = (x + QUIET_ZONE, y + QUIET_ZONE);
                path.push_str(&format!("M{left} {top}h{run}v1h-{run}z"));
            }
            x += run.max(1);
        }
    }
    let size = u32::try_from(modules.size() + 2 * QUIET_ZONE).ok()?;
    Some(QrCode { size, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_has_the_modules_of_the_code_and_a_quiet_zone() {
        let text = "https://play.example.org/me#0123456789abcdef";
        let code = draw(text).unwrap();
        let modules = Modules::encode_text(text, QrCodeEcc::Medium).unwrap();
        assert_eq!(i64::from(code.size), i64::from(modules.size() + 8));
        let mut dark = std::collections::HashSet::new();
        for part in code.path.split('M').filter(|part| !part.is_empty()) {
            let numbers: Vec<i32> =
                part.split([' ', 'h', 'v']).filter_map(|number| number.parse().ok()).collect();
            let [left, top, run, ..] = numbers[..] else { panic!("{part}") };
            dark.extend((left..left + run).map(|x| (x - QUIET_ZONE, top - QUIET_ZONE)));
        }
        let all = (0..modules.size()).flat_map(|x| (0..modules.size()).map(move |y| (x, y)));
        for (x, y) in all {
            assert_eq!(dark.contains(&(x, y)), modules.get_module(x, y), "{x} {y}");
        }
    }

    #[test]
    fn only_addresses_of_the_web_are_put_into_links() {
        let of = |origin: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ORIGIN, origin.parse().unwrap());
            super::origin(&headers).is_some()
        };
        assert!(of("https://play.example.org") && of("http://127.0.0.1:8470"));
        assert!(!of("null") && !of("javascript:alert(1)"));
        assert!(!of(&format!("https://{}", "a".repeat(400))));
    }
}
