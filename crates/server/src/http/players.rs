//! Players: a name and a key.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use sarsen_protocol::{ChooseName, MAX_NAME_CHARS, NewPlayer, Player, Refusal, RefusalCode};

use super::{Body, HttpRefusal, Key, not_written, refuse};
use crate::addresses::Address;
use crate::house::House;
use crate::secrets;

pub(super) async fn create(
    State(house): State<Arc<House>>,
    address: Address,
    Body(body): Body<ChooseName>,
) -> Result<Json<NewPlayer>, HttpRefusal> {
    house.may_create(address)?;
    let name = clean_name(&body.name)?;
    let key = house.sources.secret();
    keep(&house, &key, &name).await?;
    Ok(Json(NewPlayer { key, player: Player { name } }))
}

pub(super) async fn me(
    State(house): State<Arc<House>>,
    Key(key): Key,
) -> Result<Json<Player>, HttpRefusal> {
    let (_, name) = house.player(&key).await?;
    Ok(Json(Player { name }))
}

pub(super) async fn rename(
    State(house): State<Arc<House>>,
    Key(key): Key,
    Body(body): Body<ChooseName>,
) -> Result<Json<Player>, HttpRefusal> {
    house.player(&key).await?;
    let name = clean_name(&body.name)?;
    keep(&house, &key, &name).await?;
    Ok(Json(Player { name }))
}

async fn keep(house: &House, key: &str, name: &str) -> Result<(), Refusal> {
    let player = secrets::player_id(key);
    house.store.put_player(&player.0, name).await.map_err(|error| not_written(&error))
}

/// A name without what cannot be seen: control characters, and those that turn the direction of the text around it.
pub(super) fn clean_name(name: &str) -> Result<String, Refusal> {
    let hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let seen: String = name.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    let seen = seen.trim();
    let length = seen.chars().count();
    if length == 0 || length > MAX_NAME_CHARS || seen.chars().any(hidden) {
        return Err(refuse(RefusalCode::BadName));
    }
    Ok(seen.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_what_can_be_read() {
        for name in ["Ada", "  Ada\t", "日本 太郎", "Zoë O'Neil", &"x".repeat(32)] {
            assert!(clean_name(name).is_ok(), "{name}");
        }
        for name in ["", "   ", &"x".repeat(33), "a\u{202e}b", "a\u{7}", "\u{200b}"] {
            assert!(clean_name(name).is_err(), "{name:?}");
        }
        assert_eq!(clean_name(" a\nb ").unwrap(), "a b");
    }
}
