//! Access rights.

use crate::common::{Client, Server, hello_key, hello_token, new_table, watch};
use axum::http::StatusCode;
use sarsen_core::Seat;
use sarsen_protocol::{Ask, AskKind, Join, Joined, NewSeat, Refusal, RefusalCode, TableInfo};

#[tokio::test]
async fn a_spectator_cannot_act() {
    let server = Server::new().await;
    let (table, _players) = server.two_at("stonehenge", &[]).await;
    let mut eve = server.connect(&table, watch()).await;
    let asks: [fn(u32) -> Ask; 8] = [
        |id| AskKind::Act { game: 1, ply: 0, action: "G6".into() }.with_id(id),
        |id| Ask { id: Some(id), seat: Some(1), kind: AskKind::Resign },
        |id| AskKind::OfferDraw.with_id(id),
        |id| Ask { id: Some(id), seat: Some(2), kind: AskKind::TakeBack },
        |id| AskKind::Again.with_id(id),
        |id| Ask { id: Some(id), seat: Some(1), kind: AskKind::Leave },
        |id| Ask { id: Some(id), seat: Some(1), kind: AskKind::Look },
        |id| AskKind::Preview { action: "G6".into() }.with_id(id),
    ];
    for ask in asks {
        let refusal = eve.request(ask).await.unwrap_err();
        let expected = [RefusalCode::NoRight, RefusalCode::NotYourTurn];
        assert!(expected.contains(&refusal.code), "{refusal:?}");
    }
    eve.ask(AskKind::Hint { millis: None }.with_id(77)).await;
    let hint = eve.request(|id| AskKind::Hint { millis: None }.with_id(id)).await.unwrap_err();
    assert_eq!(hint.code, RefusalCode::NotNow);
}

#[tokio::test]
async fn a_seat_opens_by_its_own_token_only() {
    let server = Server::new().await;
    let ada = server.player("Ada").await;
    let seats = || vec![NewSeat::Me { name: None }, NewSeat::Open];
    let one = server.create(&ada, &new_table("stonehenge", &[], seats())).await;
    let other = server.create(&ada, &new_table("stonehenge", &[], seats())).await;
    let you = async |table: &str, token: &str| {
        let client = server.connect(table, hello_token(token)).await;
        client.welcome.unwrap().table.you
    };
    let token = &one.tokens[0].token;
    assert_eq!(you(&one.table.table, token).await, [Seat::ONE]);
    assert!(you(&other.table.table, token).await.is_empty(), "another table's token");
    assert!(you(&one.table.table, "guessed").await.is_empty());
    assert!(you(&one.table.table, &ada).await.is_empty(), "a key is no token");
    assert!(you(&one.table.table, "").await.is_empty());
    let path = format!("/api/v1/tables/{}/token", one.table.table);
    let renewed: Joined = server.post(&path, Some(&ada), &()).await;
    assert!(you(&one.table.table, token).await.is_empty(), "an expired token");
    assert_eq!(you(&one.table.table, &renewed.tokens[0].token).await, [Seat::ONE]);
}

#[tokio::test]
async fn a_player_who_has_left_cannot_act_on_the_open_socket() {
    let server = Server::new().await;
    let (_, [mut ada, mut bo]) = server.two_at("stonehenge", &[]).await;
    ada.request(|id| AskKind::Leave.with_id(id)).await.unwrap();
    let refusal = ada.request(|id| AskKind::Again.with_id(id)).await.unwrap_err();
    assert_eq!(refusal.code, RefusalCode::NoRight);
    bo.request(|id| AskKind::Again.with_id(id)).await.unwrap();
}

#[tokio::test]
async fn an_invitation_is_needed_to_sit_down() {
    let server = Server::new().await;
    let (ada, eve) = (server.player("Ada").await, server.player("Eve").await);
    let seats = vec![NewSeat::Me { name: None }, NewSeat::Open];
    let created = server.create(&ada, &new_table("stonehenge", &[], seats)).await;
    let path = format!("/api/v1/tables/{}/join", created.table.table);
    let join = |invite: &str, seat| Join { invite: invite.to_owned(), seat };
    let code = |result: Result<Joined, Refusal>| result.unwrap_err().code;
    let wrong = server.try_post(&path, Some(&eve), &join("guess", None)).await;
    assert_eq!(code(wrong), RefusalCode::NoRight);
    let invite = created.table.invite.unwrap();
    let stranger = server.try_post(&path, Some("nobody's key"), &join(&invite, None)).await;
    assert_eq!(code(stranger), RefusalCode::UnknownPlayer);
    let taken = server.try_post(&path, Some(&eve), &join(&invite, Some(1))).await;
    assert_eq!(code(taken), RefusalCode::Full);
    let seen: TableInfo =
        server.get(&format!("/api/v1/tables/{}", created.table.table), Some(&eve)).await;
    assert_eq!(seen.invite, None, "who only watches is not told the invitation");
    let joined = server.join(&eve, &created.table.table, &invite).await;
    assert_eq!(joined.tokens[0].seat, Seat::TWO);
}

#[tokio::test]
async fn another_version_and_another_site_are_turned_away() {
    let server = Server::new().await;
    let (table, _players) = server.two_at("stonehenge", &[]).await;
    let hello = sarsen_protocol::Hello { version: 99, ..watch() };
    let error = Client::try_connect(server.address, &table, hello).await.err().unwrap();
    assert!(error.contains("WrongVersion"), "{error}");
    let error = Client::try_connect(server.address, "nowhere", watch()).await.err().unwrap();
    assert!(error.contains("UnknownTable"), "{error}");
    use tokio_tungstenite::tungstenite::client::IntoClientRequest;
    let url = format!("ws://{}/api/v1/tables/{table}/socket", server.address);
    let mut request = url.into_client_request().unwrap();
    request.headers_mut().insert("origin", "https://elsewhere.example".parse().unwrap());
    assert!(tokio_tungstenite::connect_async(request).await.is_err());
}

#[tokio::test]
async fn a_player_is_a_key() {
    let server = Server::new().await;
    let ada = server.player("Ada").await;
    let me: sarsen_protocol::Player = server.get("/api/v1/players/me", Some(&ada)).await;
    assert_eq!(me.name, "Ada");
    let body = Some(r#"{"name": "Ada L."}"#.to_owned());
    let (status, _, _) = server.http("PUT", "/api/v1/players/me", Some(&ada), body).await;
    assert_eq!(status, StatusCode::OK);
    for key in [None, Some("wrong"), Some("")] {
        for path in ["/api/v1/players/me", "/api/v1/tables"] {
            let (status, _, body) = server.http("GET", path, key, None).await;
            assert_eq!(status, StatusCode::UNAUTHORIZED);
            let refusal: Refusal = serde_json::from_slice(&body).unwrap();
            assert_eq!(refusal.code, RefusalCode::UnknownPlayer);
        }
    }
}

#[tokio::test]
async fn unreadable_http_requests_are_refused_with_a_sentence() {
    let server = Server::new().await;
    let ada = server.player("Ada").await;
    let cases = [
        ("POST", "/api/v1/tables", "not json", StatusCode::BAD_REQUEST),
        ("POST", "/api/v1/tables", r#"{"game": "chess", "seats": []}"#, StatusCode::NOT_FOUND),
        (
            "POST",
            "/api/v1/tables",
            r#"{"game": "stonehenge", "seats": []}"#,
            StatusCode::BAD_REQUEST,
        ),
        ("POST", "/api/v1/players", r#"{"name": "  "}"#, StatusCode::BAD_REQUEST),
        ("POST", "/api/v1/study", r#"{"record": "[Game \"chess\"]"}"#, StatusCode::BAD_REQUEST),
        (
            "POST",
            "/api/v1/study",
            r#"{"record": "[Game \"stonehenge\"]\n\nG6 G6"}"#,
            StatusCode::BAD_REQUEST,
        ),
        ("GET", "/api/v1/nothing", "", StatusCode::NOT_FOUND),
        ("GET", "/api/v2/about", "", StatusCode::NOT_FOUND),
        ("GET", "/api/v1/tables/none", "", StatusCode::NOT_FOUND),
        ("GET", "/api/v1/games/chess/rules", "", StatusCode::NOT_FOUND),
        ("GET", "/api/v1/games/stonehenge/rules?lang=xx", "", StatusCode::BAD_REQUEST),
    ];
    for (method, path, body, expected) in cases {
        let (status, _, bytes) = server.http(method, path, Some(&ada), Some(body.to_owned())).await;
        assert_eq!(status, expected, "{path} {body}");
        let refusal: Refusal = serde_json::from_slice(&bytes).unwrap();
        assert!(
            !refusal.says.en.is_empty()
                && !refusal.says.fr.is_empty()
                && !refusal.says.ja.is_empty()
        );
    }
    let huge = format!("{{\"record\": \"{}\"}}", "x".repeat(2 << 20));
    let (status, _, _) = server.http("POST", "/api/v1/study", None, Some(huge)).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn a_second_tab_is_no_second_player() {
    let server = Server::new().await;
    let ada = server.player("Ada").await;
    let seats = vec![NewSeat::Me { name: None }, NewSeat::Open];
    let created = server.create(&ada, &new_table("stonehenge", &[], seats)).await;
    let (table, invite) = (created.table.table, created.table.invite.unwrap());
    let again = server.join(&ada, &table, &invite).await;
    assert_eq!(again.table.you, [Seat::ONE], "who sits already is not seated twice");
    let (one, other) = (
        server.connect(&table, hello_key(&ada)).await,
        server.connect(&table, hello_key(&ada)).await,
    );
    assert_eq!(one.welcome.unwrap().table.you, other.welcome.unwrap().table.you);
}

#[tokio::test]
async fn levels_and_seats_that_do_not_exist_are_refused() {
    let server = Server::new().await;
    let ada = server.player("Ada").await;
    for level in [0, 9, 255] {
        let seats = vec![NewSeat::Me { name: None }, NewSeat::Engine { level }];
        let body = serde_json::to_string(&new_table("stonehenge", &[], seats)).unwrap();
        let (status, _, bytes) =
            server.http("POST", "/api/v1/tables", Some(&ada), Some(body)).await;
        let refusal: Refusal = serde_json::from_slice(&bytes).unwrap();
        assert!(status.is_client_error(), "{level}: {status}");
        assert_eq!(refusal.code, RefusalCode::BadOption, "{level}");
    }
    let (_, [mut client, _bo]) = server.two_at("stonehenge", &[]).await;
    for seat in [0, 5, 255] {
        let resign = |id| Ask { id: Some(id), seat: Some(seat), kind: AskKind::Resign };
        let refusal = client.request(resign).await.unwrap_err();
        assert_eq!(refusal.code, RefusalCode::NoRight, "{seat}");
    }
}
