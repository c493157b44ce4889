//! Tables that are listed for anybody to sit down.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use sarsen_core::{Phrase, phrase};
use sarsen_protocol::{OpenTable, OpenTables, Refusal, RefusalCode, Sitter};
use sarsen_session::{Digest, PlayerId};
use sarsen_store::ListedTable;
use serde::Deserialize;

use super::{HttpRefusal, Query as UrlQuery, internal, refuse};
use crate::actor::Query;
use crate::addresses::{Activity, Address};
use crate::app_state::AppState;
use crate::names::clean_name;

#[derive(Deserialize)]
pub(super) struct OpenTablesQuery {
    game: Option<String>,
}

/// The list; an empty one where the server keeps none.
#[utoipa::path(get, path = "/api/v1/open-tables", operation_id = "open_tables", tag = "tables", params(("game" = Option<String>, Query)),
    responses((status = 200, body = OpenTables)))]
pub(super) async fn list(
    State(app): State<Arc<AppState>>,
    UrlQuery(query): UrlQuery<OpenTablesQuery>,
) -> Result<Json<OpenTables>, HttpRefusal> {
    let mut tables = Vec::new();
    if app.access.open_tables {
        for listed in listed(&app).await? {
            tables.extend(line(&app, listed).await);
        }
    }
    tables.retain(|table| query.game.as_ref().is_none_or(|game| *game == table.game));
    Ok(Json(OpenTables { tables }))
}

/// Whether a player may have another table listed.
pub(super) async fn may_list(
    app: &AppState,
    who: &PlayerId,
    address: Address,
) -> Result<(), Refusal> {
    if !app.access.open_tables {
        return Err(refuse(RefusalCode::NotNow));
    }
    app.addresses.may(address, Activity::List, &app.limits)?;
    let listed = listed(app).await?;
    let is_theirs = |listed: &&ListedTable| digest(listed).is_some_and(|digest| digest.seats(who));
    let theirs = listed.iter().filter(is_theirs).count();
    if theirs >= app.limits.listed_per_player {
        return Err(too_many(phrase!(
            "{theirs} of your tables are in the list already. Close one, or wait until somebody sits down.",
            "{theirs} de vos tables sont déjà dans la liste. Fermez-en une, ou attendez que quelqu’un s’y asseye.",
            "あなたの卓がすでに{theirs}卓公開されています。1卓を閉じるか、誰かが参加するまでお待ちください。"
        )));
    }
    if listed.len() >= app.limits.listed {
        return Err(too_many(Phrase::new(
            "The list of open tables is full. Invite somebody by a link, or try again later.",
            "La liste des tables ouvertes est pleine. Invitez quelqu’un par un lien, ou réessayez plus tard.",
            "参加者募集中の対局がいっぱいです。リンクで招待するか、後でもう一度お試しください。",
        )));
    }
    Ok(())
}

fn too_many(says: Phrase) -> Refusal {
    Refusal { code: RefusalCode::TooMany, rule: None, says }
}

async fn listed(app: &AppState) -> Result<Vec<ListedTable>, Refusal> {
    let listed = app.store.listed_tables(app.sources.now(), app.limits.listed).await;
    listed.map_err(|error| internal(&error))
}

fn digest(listed: &ListedTable) -> Option<Digest> {
    serde_json::from_str(listed.digest.as_deref()?).ok()
}

/// One line: of a table in memory as it is now, of any other by its digest. Strangers read the names, so one that could not be
/// chosen today, because an earlier version allowed it, is not shown.
async fn line(app: &AppState, listed: ListedTable) -> Option<OpenTable> {
    let line = match app.registry.present(&listed.table) {
        Some(handle) => handle.query(|done| Query::OpenTable { done }).await.ok()?,
        None => digest(&listed)?.open_table(&listed.table),
    };
    line.filter(|line| {
        line.seats.iter().all(|seat| match &seat.sitter {
            Sitter::Person { name } => clean_name(name).is_ok_and(|clean| clean == *name),
            Sitter::Open | Sitter::Engine { .. } => true,
        })
    })
}
