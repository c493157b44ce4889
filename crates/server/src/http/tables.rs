//! HTTP requests about tables.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use sarsen_core::record::Reader;
use sarsen_core::{Level, MAX_SEATS, Seat};
use sarsen_protocol::{
    CreateTable, Created, Join, Joined, NewSeat, Refusal, RefusalCode, SeatToken, Story,
    StudyPosition, TableInfo, TableSummary, Tables,
};
use sarsen_session::{
    Credentials, Digest, Observer, PlayerId, Presence, Seating, Setup, Slot, Table, refusals,
};
use sarsen_store::{Batch, ListedTable};
use serde::Deserialize;

use super::{
    Body, HttpRefusal, Key, MaybeKey, Path, Query as UrlQuery, confirm_write, internal,
    open_tables, refuse,
};
use crate::actor::{self, Origin, Query, WhichRecord};
use crate::addresses::Address;
use crate::app_state::AppState;
use crate::engine::{Cancel, Requester};
use crate::metrics::Metrics;
use crate::names::clean_name;
use crate::secrets;
use crate::study;

/// The most tables in a list.
const MAX_LISTED: usize = 200;

/// The longest record to continue from, in bytes and in actions: several times the longest real games.
const MAX_FROM_BYTES: usize = 64 << 10;
const MAX_FROM_ACTIONS: usize = 4000;

#[utoipa::path(post, path = "/api/v1/tables", operation_id = "create_table", tag = "tables", security(("key" = [])), request_body = CreateTable,
    responses((status = 200, body = Created), (status = 400, body = Refusal)))]
pub(super) async fn create(
    State(app): State<Arc<AppState>>,
    address: Address,
    Key(key): Key,
    Body(body): Body<CreateTable>,
) -> Result<Json<Created>, HttpRefusal> {
    let (who, name) = app.player(&key).await?;
    app.may_create(address)?;
    limit_tables(&app, &who).await?;
    if body.open {
        open_tables::may_list(&app, &who, address).await?;
    }
    let (seatings, tokens) = seatings(&app, &who, &name, &body.seats)?;
    let making = Arc::clone(&app);
    // Replaying a record of physics takes a while, which must not delay the sockets.
    let asker = Requester::new(address, who.0.as_str());
    let make = move |_: &Cancel| make(&making, &body, &seatings);
    let (table, batch) = app.replay(asker.clone(), make).await??;
    app.addresses.may_write(address, batch.bytes_on_disk(), &app.limits)?;
    if let Err(error) = app.store.append(batch.clone()).await {
        let kept = async { Ok(app.store.load(&batch.table).await?.starts_with(&batch.events)) };
        confirm_write(&app, &error, kept).await?;
    }
    let observer = Observer { seats: table.seats_of(&who), looking: None };
    let info = table.info(&observer, &Presence::default());
    // If the seats are drawn by lot, they differ from the requested ones.
    let seat_of = |token: &str| table.seats_of_token(&secrets::token_hash(token)).first().copied();
    let tokens = tokens
        .into_iter()
        .filter_map(|token| seat_of(&token).map(|seat| SeatToken { seat, token }));
    let created = Created { tokens: tokens.collect(), table: info };
    Metrics::add(&app.metrics.tables_made);
    if table.wakes() {
        app.registry.insert(&app, table, Origin::New).wake(asker).await;
    }
    Ok(Json(created))
}

async fn limit_tables(app: &AppState, who: &PlayerId) -> Result<(), Refusal> {
    let most = app.limits.tables_per_player;
    let tables = app.store.count_tables_of(&who.0).await.map_err(|error| internal(&error))?;
    if tables >= most { Err(refuse(RefusalCode::TooMany)) } else { Ok(()) }
}

type Seatings = (Vec<(Seat, Seating)>, Vec<String>);

fn seatings(
    app: &AppState,
    who: &PlayerId,
    own_name: &str,
    seats: &[NewSeat],
) -> Result<Seatings, Refusal> {
    let (mut seatings, mut tokens) = (Vec::new(), Vec::new());
    // No game has more seats: where there are more of them, the setup is refused.
    for (seat, new) in Seat::all(MAX_SEATS).zip(seats) {
        let NewSeat::Me { name } = new else { continue };
        let name = name.as_deref().map_or(Ok(own_name.to_owned()), clean_name)?;
        let token = app.sources.secret();
        let hash = secrets::token_hash(&token);
        seatings.push((seat, Seating { who: who.clone(), name, token: hash }));
        tokens.push(token);
    }
    Ok((seatings, tokens))
}

fn setup(app: &AppState, body: &CreateTable) -> Result<Setup, Refusal> {
    let slot = |seat: &NewSeat| match *seat {
        NewSeat::Me { .. } | NewSeat::Open => Some(Slot::Person),
        NewSeat::Engine { level } => Level::new(level).map(|level| Slot::Engine { level }),
    };
    let slots: Option<Vec<Slot>> = body.seats.iter().map(slot).collect();
    let mut setup = Setup {
        game: body.game.clone(),
        options: body.options.clone(),
        slots: slots.ok_or_else(refusals::bad_option)?,
        clock: body.clock,
        begins: body.begins,
        games: body.games.unwrap_or(1),
        from: Vec::new(),
        invite: app.sources.invite(),
        open: body.open,
    };
    if let Some(record) = &body.from {
        start_from_record(&mut setup, record)?;
    }
    Ok(setup)
}

/// Takes the options and the actions of a record, which has to belong to the same game.
fn start_from_record(setup: &mut Setup, record: &str) -> Result<(), Refusal> {
    if record.len() > MAX_FROM_BYTES {
        return Err(refuse(RefusalCode::TooLarge));
    }
    let record = Reader::new(record.as_bytes()).next().and_then(Result::ok);
    let record = record.ok_or_else(refusals::bad_record)?;
    if record.tokens().count() > MAX_FROM_ACTIONS {
        return Err(refuse(RefusalCode::TooLarge));
    }
    let position = sarsen_catalog::replay(&record).map_err(|_| refusals::bad_record())?;
    if position.options().spec().id != setup.game {
        return Err(refusals::bad_record());
    }
    let changed = position.options().changed();
    setup.options = changed.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    setup.from = record.tokens().map(|token| token.text.to_owned()).collect();
    Ok(())
}

/// A new table, and its first batch.
fn make(
    app: &AppState,
    body: &CreateTable,
    seatings: &[(Seat, Seating)],
) -> Result<(Table, Batch), Refusal> {
    let id = app.sources.table_id();
    let events = Table::create(&id, setup(app, body)?, seatings, &app.moment())?;
    let table = Table::replay(&id, events.clone()).map_err(|error| internal(&error))?;
    let people = table.people().map(|who| who.0.clone()).collect();
    let batch = actor::batch(&table, 1, &events, Some(people)).map_err(|error| internal(&error))?;
    Ok((table, batch))
}

#[utoipa::path(get, path = "/api/v1/tables", operation_id = "tables", tag = "tables", security(("key" = [])),
    responses((status = 200, body = Tables), (status = 401, body = Refusal)))]
pub(super) async fn list(
    State(app): State<Arc<AppState>>,
    address: Address,
    Key(key): Key,
) -> Result<Json<Tables>, HttpRefusal> {
    let (who, _) = app.player(&key).await?;
    let listed = app.store.tables_of(&who.0, MAX_LISTED).await.map_err(|error| internal(&error))?;
    let mut tables = Vec::with_capacity(listed.len());
    for listed in listed {
        match summary(&app, &who, listed, address).await {
            Ok(summary) => tables.push(summary),
            // It was removed meanwhile, or its log cannot be read (which is logged): the others are listed.
            Err(Refusal { code: RefusalCode::UnknownTable | RefusalCode::Internal, .. }) => {}
            // An incomplete list would look like a complete one.
            Err(refusal) => return Err(refusal.into()),
        }
    }
    Ok(Json(Tables { tables }))
}

/// One entry of a list: for a loaded table from memory, for any other from its digest.
pub(super) async fn summary(
    app: &AppState,
    who: &PlayerId,
    listed: ListedTable,
    address: Address,
) -> Result<TableSummary, Refusal> {
    let ListedTable { table, digest } = listed;
    if let Some(handle) = app.registry.present(&table)
        // A table that has just been unloaded does not answer.
        && let Ok(summary) = handle.query(|done| Query::Summary { who: who.clone(), done }).await
    {
        return Ok(summary);
    }
    let digest = match digest.and_then(|text| serde_json::from_str(&text).ok()) {
        Some(digest) => digest,
        None => digest_anew(app, &table, address).await?,
    };
    Ok(digest.summary(&table, who, &Presence::default()))
}

/// The digest of a table written by an earlier version, computed from its log and stored.
async fn digest_anew(app: &AppState, id: &str, address: Address) -> Result<Digest, Refusal> {
    let table = crate::registry::load(app, id, address).await?;
    let digest = table.digest();
    if let Ok(text) = serde_json::to_string(&digest)
        && let Err(error) = app.store.put_digest(id, table.number(), &text).await
    {
        // The list is still right; the next request tries again.
        tracing::warn!(table = id, %error, "a digest could not be stored");
    }
    Ok(digest)
}

async fn credentials(app: &AppState, key: Option<&str>) -> Result<Credentials, Refusal> {
    let who = match key {
        Some(key) => app.holder(key).await?,
        None => None,
    };
    Ok(Credentials { who, token: None })
}

#[utoipa::path(get, path = "/api/v1/tables/{table}", operation_id = "table", tag = "tables", params(("table" = String, Path)),
    responses((status = 200, body = TableInfo), (status = 404, body = Refusal)))]
pub(super) async fn info(
    State(app): State<Arc<AppState>>,
    address: Address,
    Path(table): Path<String>,
    MaybeKey(key): MaybeKey,
) -> Result<Json<TableInfo>, HttpRefusal> {
    let credentials = credentials(&app, key.as_deref()).await?;
    let handle = app.registry.get(&app, &table, address).await?;
    Ok(Json(handle.query(|done| Query::Info { credentials, done }).await?))
}

#[utoipa::path(post, path = "/api/v1/tables/{table}/join", operation_id = "join", tag = "tables", security(("key" = [])), params(("table" = String, Path)),
    request_body = Join,
    responses((status = 200, body = Joined), (status = 403, body = Refusal)))]
pub(super) async fn join(
    State(app): State<Arc<AppState>>,
    address: Address,
    Path(table): Path<String>,
    Key(key): Key,
    Body(body): Body<Join>,
) -> Result<Json<Joined>, HttpRefusal> {
    let (who, name) = app.player(&key).await?;
    limit_tables(&app, &who).await?;
    app.addresses.may_write_more(address, &app.limits)?;
    let handle = app.registry.get(&app, &table, address).await?;
    let Join { invite, seat } = body;
    let join = |done| Query::Join { who, name, invite, seat, address, done };
    Ok(Json(handle.query(join).await?))
}

#[utoipa::path(post, path = "/api/v1/tables/{table}/token", operation_id = "token", tag = "tables", security(("key" = [])), params(("table" = String, Path)),
    responses((status = 200, body = Joined), (status = 403, body = Refusal)))]
pub(super) async fn retoken(
    State(app): State<Arc<AppState>>,
    address: Address,
    Path(table): Path<String>,
    Key(key): Key,
) -> Result<Json<Joined>, HttpRefusal> {
    let (who, _) = app.player(&key).await?;
    app.addresses.may_write_more(address, &app.limits)?;
    let handle = app.registry.get(&app, &table, address).await?;
    Ok(Json(handle.query(|done| Query::Retoken { who, address, done }).await?))
}

/// An earlier position of the current game, as the requester saw it then.
#[utoipa::path(get, path = "/api/v1/tables/{table}/past/{ply}", operation_id = "past", tag = "tables",
    params(("table" = String, Path), ("ply" = u32, Path)),
    responses((status = 200, body = StudyPosition), (status = 409, body = Refusal)))]
pub(super) async fn past(
    State(app): State<Arc<AppState>>,
    address: Address,
    Path((table, ply)): Path<(String, u32)>,
    MaybeKey(key): MaybeKey,
) -> Result<Json<StudyPosition>, HttpRefusal> {
    let credentials = credentials(&app, key.as_deref()).await?;
    let handle = app.registry.get(&app, &table, address).await?;
    let past = handle.query(|done| Query::Past { credentials, done }).await?;
    let checkpoints = Arc::clone(&app.checkpoints);
    let work =
        move |cancel: &Cancel| study::past(&past.record, ply, past.viewer, &checkpoints, cancel);
    Ok(Json(app.replay(Requester::new(address, table), work).await??))
}

#[derive(Deserialize)]
pub(super) struct StoryQuery {
    /// The number of actions to skip.
    #[serde(default)]
    after: u32,
}

/// The consequences of the current game's actions, as the requester was told.
#[utoipa::path(get, path = "/api/v1/tables/{table}/story", operation_id = "story", tag = "tables",
    params(("table" = String, Path), ("after" = Option<u32>, Query)),
    responses((status = 200, body = Story), (status = 409, body = Refusal)))]
pub(super) async fn story(
    State(app): State<Arc<AppState>>,
    address: Address,
    Path(table): Path<String>,
    UrlQuery(query): UrlQuery<StoryQuery>,
    MaybeKey(key): MaybeKey,
) -> Result<Json<Story>, HttpRefusal> {
    let credentials = credentials(&app, key.as_deref()).await?;
    let handle = app.registry.get(&app, &table, address).await?;
    let past = handle.query(|done| Query::Past { credentials, done }).await?;
    let checkpoints = Arc::clone(&app.checkpoints);
    let work = move |cancel: &Cancel| study::story(&past, query.after, &checkpoints, cancel);
    Ok(Json(app.replay(Requester::new(address, table), work).await??))
}

#[derive(Deserialize)]
pub(super) struct RecordQuery {
    game: Option<u32>,
    /// The whole match instead of one game.
    #[serde(default, rename = "match")]
    whole_match: bool,
}

#[utoipa::path(get, path = "/api/v1/tables/{table}/record", operation_id = "record", tag = "tables",
    params(("table" = String, Path), ("game" = Option<u32>, Query), ("match" = Option<bool>, Query)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 409, body = Refusal)))]
pub(super) async fn record(
    State(app): State<Arc<AppState>>,
    address: Address,
    Path(table): Path<String>,
    UrlQuery(query): UrlQuery<RecordQuery>,
    MaybeKey(key): MaybeKey,
) -> Result<Response, HttpRefusal> {
    let credentials = credentials(&app, key.as_deref()).await?;
    let handle = app.registry.get(&app, &table, address).await?;
    let which = match query {
        RecordQuery { whole_match: true, .. } => WhichRecord::Match,
        RecordQuery { game: Some(game), .. } => WhichRecord::Game(game),
        RecordQuery { game: None, .. } => WhichRecord::Present,
    };
    let record = handle.query(|done| Query::Record { credentials, which, done }).await?;
    let name = match which {
        WhichRecord::Match => "inline; filename=\"match.sarsen\"",
        _ => "inline; filename=\"game.sarsen\"",
    };
    let headers =
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, record).into_response())
}
