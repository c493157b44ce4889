//! Tables, as far as they are asked once.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query as UrlQuery, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use sarsen_core::record::Reader;
use sarsen_protocol::{
    CreateTable, Created, Join, Joined, NewSeat, Refusal, RefusalCode, SeatToken, TableInfo, Tables,
};
use sarsen_session::{
    Credentials, Event, Onlooker, PlayerId, Presence, Seating, Setup, Slot, Table, refusals,
};
use sarsen_store::Batch;
use serde::Deserialize;

use super::players::clean_name;
use super::{Body, HttpRefusal, Key, MaybeKey, internal, refuse};
use crate::actor::Query;
use crate::house::House;
use crate::metrics::Metrics;
use crate::secrets;

/// How many tables a list shows.
const LISTED: usize = 200;

pub(super) async fn create(
    State(house): State<Arc<House>>,
    Key(key): Key,
    Body(body): Body<CreateTable>,
) -> Result<Json<Created>, HttpRefusal> {
    let (who, name) = house.player(&key).await?;
    house.may_create()?;
    limit_tables(&house, &who).await?;
    let (seatings, tokens) = seatings(&house, &who, &name, &body.seats)?;
    let setup = setup(&house, &body)?;
    let id = house.sources.table_id();
    let events = Table::create(&id, setup, &seatings, &house.moment())?;
    let table = write(&house, &id, &events).await?;
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
    let tables = house.store.tables_of(&who.0, most).await.map_err(|error| internal(&error))?;
    if tables.len() >= most { Err(refuse(RefusalCode::TooMany)) } else { Ok(()) }
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

/// Writes the first events of a table.
async fn write(house: &House, id: &str, events: &[Event]) -> Result<Table, Refusal> {
    let table = Table::replay(id, events.to_vec()).map_err(|error| internal(&error))?;
    let texts: Result<_, _> = events.iter().map(serde_json::to_string).collect();
    let batch = Batch {
        table: id.to_owned(),
        first: 1,
        events: texts.map_err(|error| internal(&error))?,
        at: table.changed(),
        people: Some(table.people().map(|who| who.0.clone()).collect()),
        wakes: table.wakes(),
    };
    house.store.append(batch).await.map_err(|error| internal(&error))?;
    Ok(table)
}

pub(super) async fn list(
    State(house): State<Arc<House>>,
    Key(key): Key,
) -> Result<Json<Tables>, HttpRefusal> {
    let (who, _) = house.player(&key).await?;
    let ids = house.store.tables_of(&who.0, LISTED).await.map_err(|error| internal(&error))?;
    let mut tables = Vec::with_capacity(ids.len());
    for id in ids {
        // A table that is not in memory is read and forgotten: a long list must not fill the memory.
        let summary = match house.registry.present(&id) {
            Some(handle) => handle.query(|done| Query::Summary { who: who.clone(), done }).await,
            None => crate::registry::load(&house, &id)
                .await
                .map(|table| table.summary(&table.seats_of(&who), &Presence::default())),
        };
        tables.extend(summary.ok());
    }
    Ok(Json(Tables { tables }))
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
