//! A player who has lost a device gets a new key; the one before it opens nothing any more.

use sarsen_core::Seat;
use sarsen_protocol::{
    NewPlayer, NewSeat, Player, RefusalCode, TableInfo, Tables, TakeTransfer, Tell, Transfer,
};

use crate::common::{Server, hello_key, hello_token, new_table};

const MINE: &str = "/api/v1/players/me";

async fn replace(server: &Server, key: &str) -> String {
    let renewed: NewPlayer = server.post(&format!("{MINE}/key"), Some(key), &()).await;
    assert_eq!(renewed.player.name, "Ada");
    renewed.key
}

async fn is_unknown(server: &Server, key: &str) {
    for path in [MINE.to_owned(), "/api/v1/tables".to_owned(), "/api/v1/history".to_owned()] {
        let (status, _, _) = server.http("GET", &path, Some(key), None).await;
        assert_eq!(status, 401, "{path}");
    }
    let again = server.try_post::<NewPlayer>(&format!("{MINE}/key"), Some(key), &()).await;
    assert_eq!(again.unwrap_err().code, RefusalCode::UnknownPlayer);
}

#[tokio::test]
async fn a_new_key_takes_the_place_of_the_old_one_everywhere() {
    let server = Server::new().await;
    let lost = server.player("Ada").await;
    let bo = server.player("Bo").await;
    let seats = vec![NewSeat::Me { name: None }, NewSeat::Open];
    let created = server.create(&lost, &new_table("stonehenge", &[], seats)).await;
    let (table, token) = (created.table.table, created.tokens[0].token.clone());
    server.join(&bo, &table, created.table.invite.as_deref().unwrap()).await;
    let transfer: Transfer = server.post(&format!("{MINE}/transfer"), Some(&lost), &()).await;
    let mut on_lost = server.connect(&table, hello_key(&lost)).await;
    let mut of_bo = server.connect(&table, hello_key(&bo)).await;

    let kept = replace(&server, &lost).await;
    assert_ne!(kept, lost);
    // The connection of the lost device ends, and is a stranger's when it comes back.
    let closing = on_lost.until(|tell| match tell {
        Tell::Closing { refusal, again } => Some((refusal.code, *again)),
        _ => None,
    });
    assert_eq!(closing.await, (RefusalCode::UnknownPlayer, true));
    for hello in [hello_key(&lost), hello_token(&token)] {
        let stranger = server.connect(&table, hello).await.welcome.unwrap();
        assert!(stranger.table.you.is_empty());
    }
    let info: TableInfo = server.get(&format!("/api/v1/tables/{table}"), Some(&lost)).await;
    assert!(info.you.is_empty());
    is_unknown(&server, &lost).await;
    let code = TakeTransfer { code: transfer.code };
    let taken = server.try_post::<NewPlayer>("/api/v1/players/transfer", None, &code).await;
    assert_eq!(taken.unwrap_err().code, RefusalCode::Expired);

    // The other player is not disturbed, and the owner goes on with the new key.
    let mut on_kept = server.connect(&table, hello_key(&kept)).await;
    assert_eq!(on_kept.welcome.as_ref().unwrap().table.you, [Seat::ONE]);
    let listed: Tables = server.get("/api/v1/tables", Some(&kept)).await;
    assert_eq!(listed.tables[0].table, table);
    on_kept.act("A6").await.unwrap();
    of_bo.until_number(on_kept.number).await;
}

#[tokio::test]
async fn a_new_key_can_be_taken_to_another_device_and_be_replaced_again() {
    let server = Server::new().await;
    let first = server.player("Ada").await;
    let second = replace(&server, &first).await;
    let transfer: Transfer = server.post(&format!("{MINE}/transfer"), Some(&second), &()).await;
    let code = TakeTransfer { code: transfer.code };
    let taken: NewPlayer = server.post("/api/v1/players/transfer", None, &code).await;
    assert_eq!(taken.key, second);
    let third = replace(&server, &second).await;
    is_unknown(&server, &first).await;
    is_unknown(&server, &second).await;
    // A new name is the same player's.
    let name = sarsen_protocol::ChooseName { name: "Grace".to_owned() };
    let body = Some(serde_json::to_string(&name).unwrap());
    let (status, _, _) = server.http("PUT", MINE, Some(&third), body).await;
    assert_eq!(status, 200);
    let me: Player = server.get(MINE, Some(&third)).await;
    assert_eq!(me.name, "Grace");
    is_unknown(&server, &first).await;
}
