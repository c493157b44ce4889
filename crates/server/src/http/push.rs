//! The browsers that want to be told of their player's turns.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use sarsen_core::Lang;
use sarsen_protocol::{PushEndpoint, PushSubscription, Refusal, RefusalCode};
use sarsen_store::{Note, StoreError};

use super::{Body, HttpRefusal, Key, internal, refuse};
use crate::addresses::Address;
use crate::app_state::AppState;
use crate::push::KIND;
use crate::secrets;

/// How long a browser that does not come back is told of turns, in milliseconds. The page renews it with every visit.
const LIFETIME: u64 = 60 * 24 * 3600 * 1000;

/// The most browsers of one player.
const MOST: usize = 10;

/// What a subscription takes on disk at the most, in bytes, on pages that are two thirds full.
const NOTE_BYTES: usize = 2048;

#[utoipa::path(put, path = "/api/v1/players/me/push", operation_id = "subscribe_push", tag = "players", security(("key" = [])), request_body = PushSubscription,
    responses((status = 204), (status = 400, body = Refusal), (status = 409, body = Refusal)))]
pub(super) async fn subscribe(
    State(app): State<Arc<AppState>>,
    address: Address,
    Key(key): Key,
    Body(body): Body<PushSubscription>,
) -> Result<StatusCode, HttpRefusal> {
    let (who, _) = app.player(&key).await?;
    let push = app.push.as_ref().ok_or_else(|| refuse(RefusalCode::NotNow))?;
    if !push.accepts(&body) || body.lang.parse::<Lang>().is_err() {
        return Err(refuse(RefusalCode::BadMessage).into());
    }
    let id = secrets::endpoint_hash(&body.endpoint);
    let known = app.store.notes_of(KIND, &who.0).await.map_err(|error| internal(&error))?;
    if known.len() >= MOST && !known.iter().any(|note| note.id == id) {
        return Err(refuse(RefusalCode::TooMany).into());
    }
    app.addresses.may_write(address, NOTE_BYTES, &app.limits)?;
    let text = serde_json::to_string(&body).map_err(|error| internal(&error))?;
    let expires = app.sources.now() + LIFETIME;
    let note = Note { kind: KIND.to_owned(), id, player: who.0, text, expires };
    app.store.put_note(note).await.map_err(|error| internal(&error))?;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(delete, path = "/api/v1/players/me/push", operation_id = "unsubscribe_push", tag = "players", security(("key" = [])), request_body = PushEndpoint,
    responses((status = 204), (status = 401, body = Refusal)))]
pub(super) async fn unsubscribe(
    State(app): State<Arc<AppState>>,
    Key(key): Key,
    Body(body): Body<PushEndpoint>,
) -> Result<StatusCode, HttpRefusal> {
    let (who, _) = app.player(&key).await?;
    let id = secrets::endpoint_hash(&body.endpoint);
    let note = app.store.note(KIND, &id).await.map_err(|error| internal(&error))?;
    if note.is_some_and(|note| note.player == who.0) {
        match app.store.remove_note(KIND, &id).await {
            Ok(()) | Err(StoreError::Conflict) => {}
            Err(error) => return Err(internal(&error).into()),
        }
    }
    Ok(StatusCode::NO_CONTENT)
}
