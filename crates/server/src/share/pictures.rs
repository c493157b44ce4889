//! Pictures by HTTP.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sarsen_core::Viewer;
use sarsen_protocol::{Refusal, RefusalCode, StudyAsk};
use serde::Deserialize;

use super::drawing::{Drawing, Drawn, Format};
use crate::actor::Query as TableQuery;
use crate::addresses::Address;
use crate::app_state::AppState;
use crate::engine::{Cancel, Requester};
use crate::http::{Body, HttpRefusal, MaybeKey, Path, Query, internal, refuse};

#[derive(Deserialize)]
pub(crate) struct At {
    /// After how many actions; the last ones if nothing is said.
    at: Option<u32>,
}

#[derive(Deserialize)]
pub(crate) struct RecordQuery {
    record: String,
    at: Option<u32>,
}

/// Who may keep a picture, and for how long.
#[derive(Clone, Copy)]
enum Keep {
    /// Anybody, for a day: the same record always gives the same picture.
    Record,
    /// Anybody, who has to ask again after a minute: a game goes on, and a study is changed.
    Table,
    /// Nobody: it is a player's own view.
    Nobody,
}

impl Keep {
    fn policy(self) -> &'static str {
        match self {
            Keep::Record => "public, max-age=86400",
            Keep::Table => "public, max-age=60",
            Keep::Nobody => "no-store",
        }
    }
}

/// A table's position as the caller may see it; without a key, as a spectator does.
#[utoipa::path(get, path = "/api/v1/tables/{table}/picture/{format}", operation_id = "table_picture", tag = "pictures", security((), ("key" = [])),
    params(("table" = String, Path), ("format" = String, Path, description = "`svg`, `png`, `card` or `gif`"), ("at" = Option<u32>, Query, description = "After how many actions; by default after all.")),
    responses(
        (status = 200, description = "The picture; `card` is a PNG.", content((String = "image/svg+xml"), (Vec<u8> = "image/png"), (Vec<u8> = "image/gif"))),
        (status = 304, description = "The asker has it already (`If-None-Match`)."), (status = 404, body = Refusal)
    ))]
pub(crate) async fn of_table(
    State(app): State<Arc<AppState>>,
    address: Address,
    Path((table, format)): Path<(String, Format)>,
    Query(At { at }): Query<At>,
    MaybeKey(key): MaybeKey,
    headers: HeaderMap,
) -> Result<Response, HttpRefusal> {
    let keep = if key.is_some() { Keep::Nobody } else { Keep::Table };
    let who = match key {
        Some(key) => app.holder(&key).await?,
        None => None,
    };
    let credentials = sarsen_session::Credentials { who, token: None };
    let handle = app.registry.get(&app, &table, address).await?;
    let past = handle.query(|done| TableQuery::Past { credentials, done }).await?;
    let (record, viewer) = (past.record, past.viewer);
    let drawing = Drawing { record, at, viewer, format, known: known(&headers) };
    draw(&app, Requester::new(address, table), drawing, keep).await
}

/// A position on the main line of a saved study.
#[utoipa::path(get, path = "/api/v1/studies/{study}/picture/{format}", operation_id = "study_picture", tag = "pictures",
    params(("study" = String, Path), ("format" = String, Path, description = "`svg`, `png`, `card` or `gif`"), ("at" = Option<u32>, Query, description = "After how many actions; by default after all.")),
    responses(
        (status = 200, description = "The picture; `card` is a PNG.", content((String = "image/svg+xml"), (Vec<u8> = "image/png"), (Vec<u8> = "image/gif"))),
        (status = 304, description = "The asker has it already (`If-None-Match`)."), (status = 404, body = Refusal)
    ))]
pub(crate) async fn of_study(
    State(app): State<Arc<AppState>>,
    address: Address,
    Path((study, format)): Path<(String, Format)>,
    Query(At { at }): Query<At>,
    headers: HeaderMap,
) -> Result<Response, HttpRefusal> {
    let row = app.saved_study(&study).await.map_err(|error| internal(&error))?;
    let record = row.ok_or_else(|| refuse(RefusalCode::UnknownAddress))?.record;
    let viewer = Viewer::Omniscient;
    let drawing = Drawing { record, at, viewer, format, known: known(&headers) };
    draw(&app, Requester::new(address, study), drawing, Keep::Table).await
}

/// A position of a record that stands in the address, for links.
#[utoipa::path(get, path = "/api/v1/picture/{format}", operation_id = "record_picture", tag = "pictures",
    params(("format" = String, Path, description = "`svg`, `png`, `card` or `gif`"), ("record" = String, Query), ("at" = Option<u32>, Query, description = "After how many actions; by default after all.")),
    responses(
        (status = 200, description = "The picture; `card` is a PNG.", content((String = "image/svg+xml"), (Vec<u8> = "image/png"), (Vec<u8> = "image/gif"))),
        (status = 304, description = "The asker has it already (`If-None-Match`)."), (status = 404, body = Refusal)
    ))]
pub(crate) async fn of_record(
    State(app): State<Arc<AppState>>,
    address: Address,
    Path(format): Path<Format>,
    Query(RecordQuery { record, at }): Query<RecordQuery>,
    headers: HeaderMap,
) -> Result<Response, HttpRefusal> {
    let viewer = Viewer::Omniscient;
    let drawing = Drawing { record, at, viewer, format, known: known(&headers) };
    draw(&app, Requester::new(address, "picture"), drawing, Keep::Record).await
}

/// A position of a record of any length.
#[utoipa::path(post, path = "/api/v1/picture/{format}", operation_id = "posted_record_picture", tag = "pictures", request_body = StudyAsk,
    params(("format" = String, Path, description = "`svg`, `png`, `card` or `gif`")),
    responses(
        (status = 200, description = "The picture; `card` is a PNG.", content((String = "image/svg+xml"), (Vec<u8> = "image/png"), (Vec<u8> = "image/gif"))),
        (status = 304, description = "The asker has it already (`If-None-Match`)."), (status = 404, body = Refusal)
    ))]
pub(crate) async fn of_posted_record(
    State(app): State<Arc<AppState>>,
    address: Address,
    Path(format): Path<Format>,
    Body(StudyAsk { record, at, .. }): Body<StudyAsk>,
) -> Result<Response, HttpRefusal> {
    let drawing = Drawing { record, at, viewer: Viewer::Omniscient, format, known: None };
    draw(&app, Requester::new(address, "picture"), drawing, Keep::Nobody).await
}

fn known(headers: &HeaderMap) -> Option<String> {
    headers.get(header::IF_NONE_MATCH).and_then(|tag| tag.to_str().ok()).map(str::to_owned)
}

async fn draw(
    app: &Arc<AppState>,
    asker: Requester,
    drawing: Drawing,
    keep: Keep,
) -> Result<Response, HttpRefusal> {
    let format = drawing.format;
    let checkpoints = Arc::clone(&app.checkpoints);
    let work = move |cancel: &Cancel| drawing.make(&checkpoints, cancel);
    let Drawn { tag, bytes } = app.replay(asker, work).await??;
    let common = [
        (header::ETAG, tag),
        (header::CACHE_CONTROL, keep.policy().to_owned()),
        (header::VARY, "authorization".to_owned()),
    ];
    let Some(bytes) = bytes else {
        return Ok((StatusCode::NOT_MODIFIED, common).into_response());
    };
    let name = format!("inline; filename=\"sarsen.{}\"", format.extension());
    let own = [
        (header::CONTENT_TYPE, format.kind().to_owned()),
        (header::CONTENT_DISPOSITION, name),
        // An SVG that is opened by itself runs and loads nothing.
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'".to_owned(),
        ),
    ];
    let mut response = (common, own, bytes).into_response();
    if !matches!(keep, Keep::Nobody) {
        // What everybody may see may stand on pages of other sites.
        let name = HeaderName::from_static("cross-origin-resource-policy");
        response.headers_mut().insert(name, header::HeaderValue::from_static("cross-origin"));
    }
    Ok(response)
}
