//! The games that a player has finished, at all tables.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use sarsen_protocol::{History, PlayedGame};
use sarsen_session::{Event, PlayerId, logged_games};
use serde::Deserialize;

use super::{HttpRefusal, Key, Path, Query as UrlQuery, internal};
use crate::actor::Query;
use crate::addresses::Address;
use crate::app_state::AppState;
use crate::engine::{Cancel, Requester};

/// The most tables whose logs are read for one answer.
const TABLES: usize = 50;

#[derive(Deserialize)]
pub(super) struct HistoryQuery {
    /// How many tables to skip, most recently changed first.
    #[serde(default)]
    skip: u32,
}

#[utoipa::path(get, path = "/api/v1/history", operation_id = "history", tag = "players", security(("key" = [])), params(("skip" = Option<u32>, Query)),
    responses((status = 200, body = History), (status = 401, body = sarsen_protocol::Refusal)))]
pub(super) async fn list(
    State(app): State<Arc<AppState>>,
    address: Address,
    Key(key): Key,
    UrlQuery(HistoryQuery { skip }): UrlQuery<HistoryQuery>,
) -> Result<Json<History>, HttpRefusal> {
    let (who, _) = app.player(&key).await?;
    // Not only replaying costs something, but reading what is replayed, too.
    app.addresses.may_replay(address, &app.limits)?;
    let end = (skip as usize).saturating_add(TABLES);
    // One more than is read tells whether there are others.
    let listed = app.store.tables_of(&who.0, end.saturating_add(1)).await;
    let listed = listed.map_err(|error| internal(&error))?;
    let next = (listed.len() > end).then_some(end as u32);
    let mut logs = Vec::new();
    for table in listed.into_iter().take(end).skip(skip as usize).map(|listed| listed.table) {
        let log = app.store.load(&table).await.map_err(|error| internal(&error))?;
        logs.push((table, log));
    }
    let asker = Requester::new(address, who.0.as_str());
    let games = app.replay(asker, move |cancel| games_of(&logs, &who, cancel)).await?;
    Ok(Json(History { games, next }))
}

fn games_of(logs: &[(String, Vec<String>)], who: &PlayerId, cancel: &Cancel) -> Vec<PlayedGame> {
    let mut games = Vec::new();
    for (table, log) in logs {
        if cancel.is_cancelled() {
            break;
        }
        // What a later version wrote is not understood here, and has to be no reason to show nothing.
        let events: Vec<Event> =
            log.iter().map_while(|event| serde_json::from_str(event).ok()).collect();
        let played = logged_games(&events).into_iter().rev();
        games.extend(played.filter_map(|game| game.played_by(table, who)));
    }
    games
}

/// Closes one's unfinished table.
#[utoipa::path(post, path = "/api/v1/tables/{table}/close", operation_id = "close", tag = "tables", security(("key" = [])), params(("table" = String, Path)),
    responses((status = 204), (status = 403, body = sarsen_protocol::Refusal)))]
pub(super) async fn close(
    State(app): State<Arc<AppState>>,
    address: Address,
    Path(table): Path<String>,
    Key(key): Key,
) -> Result<StatusCode, HttpRefusal> {
    let (who, _) = app.player(&key).await?;
    app.addresses.may_write_more(address, &app.limits)?;
    let handle = app.registry.get(&app, &table, address).await?;
    handle.query(|done| Query::Close { who, address, done }).await?;
    Ok(StatusCode::NO_CONTENT)
}
