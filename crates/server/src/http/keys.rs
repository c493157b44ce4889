//! A new key for a player who has lost a device.
//!
//! A player's id is the hash of the first key, and the logs of tables name it for ever. So a key that replaces
//! another is stored as a note that names the player, and the replaced key as a note that says so. Every connection looks up the
//! holder of its key (`AppState::holder`), connections made with the old key are closed, and tokens of unfinished tables become void.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use sarsen_protocol::{NewPlayer, Player, Refusal, RefusalCode, Status};
use sarsen_session::PlayerId;
use sarsen_store::{Note, StoreError};

use super::{HttpRefusal, Key, internal, refuse, tables, transfers};
use crate::actor::Query;
use crate::addresses::{Activity, Address};
use crate::app_state::AppState;
use crate::{push, secrets};

/// What keys other than a player's first are called in the store, and first keys that were replaced.
pub(crate) const KIND: &str = "key";
/// What the note of a replaced key says.
pub(crate) const REPLACED: &str = "replaced";

/// What the two notes take on disk, in bytes, on pages that are two thirds full.
const NOTE_BYTES: usize = 1024;

#[utoipa::path(post, path = "/api/v1/players/me/key", operation_id = "replace_key", tag = "players", security(("key" = [])),
    responses((status = 200, body = NewPlayer), (status = 401, body = Refusal), (status = 429, body = Refusal)))]
pub(super) async fn replace(
    State(app): State<Arc<AppState>>,
    address: Address,
    Key(key): Key,
) -> Result<Json<NewPlayer>, HttpRefusal> {
    let (who, name) = app.player(&key).await?;
    app.addresses.may(address, Activity::Transfer, &app.limits)?;
    app.addresses.may_write(address, NOTE_BYTES, &app.limits)?;
    let new = app.sources.secret();
    let old = secrets::player_id(&key);
    // The new one first: whatever fails, the player has a key.
    for (id, text) in [(secrets::player_id(&new), ""), (old.clone(), REPLACED)] {
        let note = note(&id.0, &who.0, text);
        app.store.put_note(note).await.map_err(|error| internal(&error))?;
    }
    app.end_connections_of(&old);
    transfers::withdraw_all(&app, &who.0).await?;
    forget_browsers(&app, &who).await?;
    if let Err(refusal) = void_tokens(&app, &who, address).await {
        // The new key is valid, and its owner has to get it.
        tracing::warn!(code = ?refusal.code, "tokens of a player with a new key are still valid");
    }
    Ok(Json(NewPlayer { key: new, player: Player { name } }))
}

/// The note of a key, given its hash and the player whose it is.
pub(crate) fn note(key: &str, player: &str, text: &str) -> Note {
    let (id, player, text) = (key.to_owned(), player.to_owned(), text.to_owned());
    Note { kind: KIND.to_owned(), id, player, text, expires: u64::MAX }
}

/// Browsers that were told of turns may be lost too; the player's others ask again.
async fn forget_browsers(app: &AppState, who: &PlayerId) -> Result<(), Refusal> {
    for note in app.store.notes_of(push::KIND, &who.0).await.map_err(|error| internal(&error))? {
        match app.store.remove_note(push::KIND, &note.id).await {
            Ok(()) | Err(StoreError::Conflict) => {}
            Err(error) => return Err(internal(&error)),
        }
    }
    Ok(())
}

async fn void_tokens(app: &Arc<AppState>, who: &PlayerId, address: Address) -> Result<(), Refusal> {
    let listed = app.store.tables_of(&who.0, app.limits.tables_per_player).await;
    for listed in listed.map_err(|error| internal(&error))? {
        let id = listed.table.clone();
        let summary = match tables::summary(app, who, listed, address).await {
            Ok(summary) => summary,
            // It was removed meanwhile.
            Err(Refusal { code: RefusalCode::UnknownTable, .. }) => continue,
            Err(refusal) => return Err(refusal),
        };
        if summary.status == Status::Over {
            continue;
        }
        let handle = app.registry.get(app, &id, address).await?;
        let who = who.clone();
        handle.query(|done| Query::Retoken { who, address, done }).await?;
    }
    Ok(())
}

/// A key that was replaced, or that nobody has.
pub(crate) fn unknown() -> Refusal {
    refuse(RefusalCode::UnknownPlayer)
}
