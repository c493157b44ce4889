//! Tables, as far as they are asked once.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query as UrlQuery, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use sarsen_core::record::Reader;
use sarsen_protocol::{
    CreateTable, Created, Join, Joined, NewSeat, Refusal, RefusalCode, SeatToken, StudyPosition,
    TableInfo, TableSummary, Tables,
};
use sarsen_session::{
    Credentials, Digest, Onlooker, PlayerId, Presence, Seating, Setup, Slot, Table, refusals,
};
use sarsen_store::{Batch, Listed};
use serde::Deserialize;

use super::players::clean_name;
use super::{Body, HttpRefusal, Key, MaybeKey, internal, not_written, refuse};
use crate::actor::{self, Query};
use crate::addresses::Address;
use crate::house::{self, House};
use crate::metrics::Metrics;
use crate::secrets;
use crate::study;

/// How many tables a list shows.
const LISTED: usize = 200;

pub(super) async fn create(
    State(house): State<Arc<House>>,
    address: Address,
    Key(key): Key,
    Body(body): Body<CreateTable>,
) -> Result<Json<Created>, HttpRefusal> {
    let (who, name) = house.player(&key).await?;
    house.may_create(address)?;
    limit_tables(&house, &who).await?;
    let (seatings, tokens) = seatings(&house, &who, &name, &body.seats)?;
    let making = Arc::clone(&house);
    // A record of physics to go on from takes a while to replay, which must not hold up the sockets.
    let (table, batch) = house::aside(move || make(&making, &body, &seatings)).await??;
    house.store.append(batch).await.map_err(|error| not_written(&error))?;
    let onlooker = Onlooker { seats: table.seats_of(&who), looking: None };
    let info = table.info(&onlooker, &Presence::default());
    // By lot, the seats are others than those that were asked for.
    let seat_of = |token: &str| table.seats_of_token(&secrets::token_hash(token)).first().copied();
    let tokens = tokens
        .into_iter()
        .filter_map(|token| seat_of(&token).map(|seat| SeatToken { seat, token }));
    let created = Created { tokens: tokens.collect(), table: info };
    Metrics::add(&house.metrics.tables_made);
    if table.wakes() {
        house.registry.insert(&house, table).wake().await;
    }
    Ok(Json(created))
}

async fn limit_tables(house: &House, who: &PlayerId) -> Result<(), Refusal> {
    let most = house.limits.tables_per_player;
    let tables = house.store.count_tables_of(&who.0).await.map_err(|error| internal(&error))?;
    if tables >= most { Err(refuse(RefusalCode::TooMany)) } else { Ok(()) }
}

type Seatings = (Vec<(u8, Seating)>, Vec<String>);

fn seatings(
    house: &House,
    who: &PlayerId,
    own_name: &str,
    seats: &[NewSeat],
) -> Result<Seatings, Refusal> {
    let (mut seatings, mut tokens) = (Vec::new(), Vec::new());
    for (index, seat) in seats.iter().enumerate().take(usize::from(u8::MAX)) {
        let NewSeat::Me { name } = seat else { continue };
        let name = name.as_deref().map_or(Ok(own_name.to_owned()), clean_name)?;
        let token = house.sources.secret();
        let hash = secrets::token_hash(&token);
        seatings.push((index as u8 + 1, Seating { who: who.clone(), name, token: hash }));
        tokens.push(token);
    }
    Ok((seatings, tokens))
}

fn setup(house: &House, body: &CreateTable) -> Result<Setup, Refusal> {
    let slot = |seat: &NewSeat| match *seat {
        NewSeat::Me { .. } | NewSeat::Open => Slot::Person,
        NewSeat::Engine { level } => Slot::Engine { level },
    };
    let mut setup = Setup {
        game: body.game.clone(),
        options: body.options.clone(),
        slots: body.seats.iter().map(slot).collect(),
        clock: body.clock,
        begins: body.begins,
        games: body.games.unwrap_or(1),
        from: Vec::new(),
        invite: house.sources.invite(),
    };
    if let Some(record) = &body.from {
        go_on_from(&mut setup, record)?;
    }
    Ok(setup)
}

/// Takes the options and the actions of a record, which has to be of the same game.
fn go_on_from(setup: &mut Setup, record: &str) -> Result<(), Refusal> {
    let record = Reader::new(record.as_bytes()).next().and_then(Result::ok);
    let record = record.ok_or_else(refusals::bad_record)?;
    let position = sarsen_catalog::replay(&record).map_err(|_| refusals::bad_record())?;
    if position.options().spec().id != setup.game {
        return Err(refusals::bad_record());
    }
    let changed = position.options().changed();
    setup.options = changed.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    setup.from = record.tokens().map(|token| token.text.to_owned()).collect();
    Ok(())
}

/// A new table, and what has to be written of it.
fn make(
    house: &House,
    body: &CreateTable,
    seatings: &[(u8, Seating)],
) -> Result<(Table, Batch), Refusal> {
    let id = house.sources.table_id();
    let events = Table::create(&id, setup(house, body)?, seatings, &house.moment())?;
    let table = Table::replay(&id, events.clone()).map_err(|error| internal(&error))?;
    let people = table.people().map(|who| who.0.clone()).collect();
    let batch = actor::batch(&table, 1, &events, Some(people));
    Ok((table, batch))
}

pub(super) async fn list(
    State(house): State<Arc<House>>,
    Key(key): Key,
) -> Result<Json<Tables>, HttpRefusal> {
    let (who, _) = house.player(&key).await?;
    let listed = house.store.tables_of(&who.0, LISTED).await.map_err(|error| internal(&error))?;
    let mut tables = Vec::with_capacity(listed.len());
    for listed in listed {
        tables.extend(summary(&house, &who, listed).await.ok());
    }
    Ok(Json(Tables { tables }))
}

/// One line of a list: of a table in memory as it is now, of any other by its digest.
async fn summary(house: &House, who: &PlayerId, listed: Listed) -> Result<TableSummary, Refusal> {
    let Listed { table, digest } = listed;
    if let Some(handle) = house.registry.present(&table) {
        return handle.query(|done| Query::Summary { who: who.clone(), done }).await;
    }
    let digest = match digest.and_then(|text| serde_json::from_str(&text).ok()) {
        Some(digest) => digest,
        None => digest_anew(house, &table).await?,
    };
    Ok(digest.summary(&table, who, &Presence::default()))
}

/// The digest of a table that an earlier version wrote, made from its log and kept from now on.
async fn digest_anew(house: &House, id: &str) -> Result<Digest, Refusal> {
    let table = crate::registry::load(house, id).await?;
    let digest = table.digest();
    if let Ok(text) = serde_json::to_string(&digest)
        && let Err(error) = house.store.put_digest(id, table.number(), &text).await
    {
        // The list is right all the same; the next one makes it again.
        tracing::warn!(table = id, %error, "a digest was not kept");
    }
    Ok(digest)
}

fn credentials(key: Option<&str>) -> Credentials {
    Credentials { who: key.map(secrets::player_id), token: None }
}

pub(super) async fn info(
    State(house): State<Arc<House>>,
    Path(table): Path<String>,
    MaybeKey(key): MaybeKey,
) -> Result<Json<TableInfo>, HttpRefusal> {
    let credentials = credentials(key.as_deref());
    let handle = house.registry.get(&house, &table).await?;
    Ok(Json(handle.query(|done| Query::Info { credentials, done }).await?))
}

pub(super) async fn join(
    State(house): State<Arc<House>>,
    Path(table): Path<String>,
    Key(key): Key,
    Body(body): Body<Join>,
) -> Result<Json<Joined>, HttpRefusal> {
    let (who, name) = house.player(&key).await?;
    limit_tables(&house, &who).await?;
    let handle = house.registry.get(&house, &table).await?;
    let Join { invite, seat } = body;
    Ok(Json(handle.query(|done| Query::Join { who, name, invite, seat, done }).await?))
}

pub(super) async fn retoken(
    State(house): State<Arc<House>>,
    Path(table): Path<String>,
    Key(key): Key,
) -> Result<Json<Joined>, HttpRefusal> {
    let (who, _) = house.player(&key).await?;
    let handle = house.registry.get(&house, &table).await?;
    Ok(Json(handle.query(|done| Query::Retoken { who, done }).await?))
}

/// An earlier position of the present game, as the asker saw it then.
pub(super) async fn past(
    State(house): State<Arc<House>>,
    Path((table, ply)): Path<(String, u32)>,
    MaybeKey(key): MaybeKey,
) -> Result<Json<StudyPosition>, HttpRefusal> {
    let credentials = credentials(key.as_deref());
    let handle = house.registry.get(&house, &table).await?;
    let (record, viewer) = handle.query(|done| Query::Past { credentials, done }).await?;
    Ok(Json(house::aside(move || study::past(&record, ply, viewer)).await??))
}

#[derive(Deserialize)]
pub(super) struct RecordQuery {
    game: Option<u32>,
}

pub(super) async fn record(
    State(house): State<Arc<House>>,
    Path(table): Path<String>,
    UrlQuery(RecordQuery { game }): UrlQuery<RecordQuery>,
    MaybeKey(key): MaybeKey,
) -> Result<Response, HttpRefusal> {
    let credentials = credentials(key.as_deref());
    let handle = house.registry.get(&house, &table).await?;
    let record = handle.query(|done| Query::Record { credentials, game, done }).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "inline; filename=\"game.sarsen\""),
    ];
    Ok((headers, record).into_response())
}
