//! Studies that are kept on the server, each under a link.
//!
//! The link is enough to read a study. Changing it takes a key, which only the creator is told; the key belongs to no player, so that
//! a study can be handed on.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use sarsen_protocol::{Refusal, RefusalCode, SaveStudy, SavedStudy, StudySaved};
use sarsen_session::refusals;
use sarsen_store::{StoreError, StudyRow};

use super::{Body, HttpRefusal, Key, MaybeKey, Path, confirm_write, internal, refuse};
use crate::addresses::Address;
use crate::app_state::AppState;
use crate::engine::{Cancel, Requester};
use crate::{secrets, study};

/// The longest record that is kept, in bytes.
const MAX_STUDY_BYTES: usize = 256 << 10;

#[utoipa::path(post, path = "/api/v1/studies", operation_id = "create_study", tag = "study", request_body = SaveStudy,
    responses((status = 200, body = StudySaved), (status = 400, body = Refusal)))]
pub(super) async fn create(
    State(app): State<Arc<AppState>>,
    address: Address,
    Body(body): Body<SaveStudy>,
) -> Result<Json<StudySaved>, HttpRefusal> {
    app.may_create(address)?;
    let key = app.sources.secret();
    let record = checked(&app, address, body.record).await?;
    let now = app.sources.now();
    let study = StudyRow {
        id: app.sources.table_id(),
        key: secrets::study_key_hash(&key),
        record,
        revision: 1,
        changed: now,
        used: now,
    };
    let saved = StudySaved { study: study.id.clone(), key: Some(key), revision: 1 };
    keep(&app, address, study).await?;
    Ok(Json(saved))
}

#[utoipa::path(get, path = "/api/v1/studies/{study}", operation_id = "saved_study", tag = "study", params(("study" = String, Path)),
    responses((status = 200, body = SavedStudy), (status = 404, body = Refusal)))]
pub(super) async fn get(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    MaybeKey(key): MaybeKey,
) -> Result<Json<SavedStudy>, HttpRefusal> {
    let StudyRow { id, key: hash, record, revision, changed, .. } = load(&app, &id).await?;
    let editable = key.is_some_and(|key| secrets::study_key_hash(&key) == hash);
    Ok(Json(SavedStudy { study: id, record, revision, changed, editable }))
}

#[utoipa::path(put, path = "/api/v1/studies/{study}", operation_id = "update_study", tag = "study", security(("key" = [])), params(("study" = String, Path)),
    request_body = SaveStudy,
    responses((status = 200, body = StudySaved), (status = 403, body = Refusal)))]
pub(super) async fn update(
    State(app): State<Arc<AppState>>,
    address: Address,
    Path(id): Path<String>,
    Key(key): Key,
    Body(body): Body<SaveStudy>,
) -> Result<Json<StudySaved>, HttpRefusal> {
    let kept = owned(&app, &id, &key).await?;
    if body.revision.is_some_and(|revision| revision != kept.revision) {
        return Err(refuse(RefusalCode::Stale).into());
    }
    let revision = kept.revision.saturating_add(1);
    let record = checked(&app, address, body.record).await?;
    let now = app.sources.now();
    let study = StudyRow { record, revision, changed: now, used: now, ..kept };
    let saved = StudySaved { study: study.id.clone(), key: None, revision };
    keep(&app, address, study).await?;
    Ok(Json(saved))
}

#[utoipa::path(delete, path = "/api/v1/studies/{study}", operation_id = "remove_study", tag = "study", security(("key" = [])), params(("study" = String, Path)),
    responses((status = 204), (status = 403, body = Refusal)))]
pub(super) async fn remove(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    Key(key): Key,
) -> Result<StatusCode, HttpRefusal> {
    owned(&app, &id, &key).await?;
    app.store.remove_study(&id, u64::MAX).await.map_err(|error| internal(&error))?;
    Ok(StatusCode::NO_CONTENT)
}

async fn load(app: &AppState, id: &str) -> Result<StudyRow, Refusal> {
    let kept = app.saved_study(id).await.map_err(|error| internal(&error))?;
    kept.ok_or_else(|| refuse(RefusalCode::UnknownAddress))
}

/// A study that a key lets one change.
async fn owned(app: &AppState, id: &str, key: &str) -> Result<StudyRow, Refusal> {
    let kept = load(app, id).await?;
    if kept.key == secrets::study_key_hash(key) { Ok(kept) } else { Err(refusals::no_right()) }
}

/// A record that can be studied: what is kept here opens again.
async fn checked(app: &AppState, address: Address, record: String) -> Result<String, Refusal> {
    if record.len() > MAX_STUDY_BYTES {
        return Err(refuse(RefusalCode::TooLarge));
    }
    // No database keeps this character in a text.
    if record.contains('\0') {
        return Err(refusals::bad_record());
    }
    let work = move |_: &Cancel| {
        let plays = sarsen_catalog::replay(&study::read(&record)?).is_ok();
        if plays { Ok(record) } else { Err(refusals::bad_record()) }
    };
    app.replay(Requester::new(address, "study"), work).await?
}

async fn keep(app: &AppState, address: Address, study: StudyRow) -> Result<(), Refusal> {
    app.addresses.may_write(address, study.bytes_on_disk(), &app.limits)?;
    match app.store.put_study(study.clone()).await {
        Ok(()) => Ok(()),
        Err(StoreError::Conflict) => Err(refuse(RefusalCode::Stale)),
        Err(error) => {
            let kept = async { Ok(app.store.study(&study.id).await?.as_ref() == Some(&study)) };
            confirm_write(app, &error, kept).await
        }
    }
}
