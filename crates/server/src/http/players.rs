//! Players: a name and a key.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use sarsen_protocol::{ChooseName, NewPlayer, Player, Refusal};
use sarsen_session::PlayerId;
use sarsen_store::PlayerRow;

use super::{Body, HttpRefusal, Key, confirm_write};
use crate::addresses::Address;
use crate::app_state::AppState;
use crate::names::clean_name;
use crate::secrets;

/// The size of a player on disk, in bytes: an id and a name of up to 128 bytes, on pages that are two thirds full.
const PLAYER_BYTES: usize = 256;

#[utoipa::path(post, path = "/api/v1/players", operation_id = "create_player", tag = "players", request_body = ChooseName,
    responses((status = 200, body = NewPlayer), (status = 400, body = Refusal)))]
pub(super) async fn create(
    State(app): State<Arc<AppState>>,
    address: Address,
    Body(body): Body<ChooseName>,
) -> Result<Json<NewPlayer>, HttpRefusal> {
    app.may_create(address)?;
    let name = clean_name(&body.name)?;
    app.addresses.may_write(address, PLAYER_BYTES, &app.limits)?;
    let key = app.sources.secret();
    keep(&app, &secrets::player_id(&key), &name).await?;
    Ok(Json(NewPlayer { key, player: Player { name } }))
}

#[utoipa::path(get, path = "/api/v1/players/me", operation_id = "me", tag = "players", security(("key" = [])),
    responses((status = 200, body = Player), (status = 401, body = Refusal)))]
pub(super) async fn me(
    State(app): State<Arc<AppState>>,
    Key(key): Key,
) -> Result<Json<Player>, HttpRefusal> {
    let (_, name) = app.player(&key).await?;
    Ok(Json(Player { name }))
}

#[utoipa::path(put, path = "/api/v1/players/me", operation_id = "rename", tag = "players", security(("key" = [])), request_body = ChooseName,
    responses((status = 200, body = Player), (status = 401, body = Refusal)))]
pub(super) async fn rename(
    State(app): State<Arc<AppState>>,
    address: Address,
    Key(key): Key,
    Body(body): Body<ChooseName>,
) -> Result<Json<Player>, HttpRefusal> {
    let (who, _) = app.player(&key).await?;
    let name = clean_name(&body.name)?;
    app.addresses.may_write(address, PLAYER_BYTES, &app.limits)?;
    keep(&app, &who, &name).await?;
    Ok(Json(Player { name }))
}

async fn keep(app: &AppState, player: &PlayerId, name: &str) -> Result<(), Refusal> {
    let row = PlayerRow { id: player.0.clone(), name: name.to_owned(), seen: app.sources.now() };
    let Err(error) = app.store.put_player(row.clone()).await else { return Ok(()) };
    let kept = async { Ok(app.store.player(&row.id).await?.as_ref() == Some(&row)) };
    confirm_write(app, &error, kept).await
}
