//! Nothing leaks: in games that a viewer cannot tell apart, everything that viewer is sent is equal, byte for byte.

mod worlds;

use std::sync::Arc;

use crate::common::engines::Steady;
use crate::common::{Client, Repeating, SOON, Server, hello_key, new_table, watch};
use sarsen_core::{Seat, Viewer};
use sarsen_protocol::{Ask, AskKind, NewSeat, Refusal, RefusalCode, Tell};
use sarsen_server::Limits;
use sarsen_store::MemoryStore;
use worlds::{Worlds, worlds};

async fn server() -> Server {
    let limits = Limits { messages_per_second: 1e6, message_burst: 1e6, ..Limits::default() };
    let limits = Limits { messages_per_address: 1e6, received_per_address: 1e9, ..limits };
    // On a busy machine a client may wait longer, and how long is nobody's secret.
    let limits = Limits { silence: SOON, ..limits };
    let (store, sources) = (Arc::new(MemoryStore::new()), Arc::new(Repeating::default()));
    Server::with_engine(store, limits, sources, Arc::new(Steady)).await
}

/// Everything that the viewer is sent in one of the games.
async fn witness(worlds: &Worlds, world: usize) -> Vec<String> {
    let server = server().await;
    let keys = [server.player("Ada").await, server.player("Bo").await, server.player("Eve").await];
    let mut new =
        new_table(worlds.game, &worlds.pairs(), vec![NewSeat::Me { name: None }, NewSeat::Open]);
    new.from = worlds.record(world, 0);
    let id = server.create(&keys[0], &new).await.table.table;
    server.join(&keys[1], &id, "invite").await;
    let mut players = [
        server.connect(&id, hello_key(&keys[0])).await,
        server.connect(&id, hello_key(&keys[1])).await,
    ];
    let mut eve = server.connect(&id, watch()).await;
    let key = &keys[worlds.seat().unwrap_or(2)];
    let mut told = Vec::new();
    for pair in &worlds.actions {
        let ply = players[0].position.as_ref().unwrap().ply;
        let to_act = match players[0].position.as_ref().unwrap().turn {
            sarsen_protocol::TurnInfo::Seat { seat } => seat.index(),
            ref other => panic!("{other:?}"),
        };
        let viewer = worlds.seat().map_or(&mut eve, |seat| &mut players[seat]);
        ask_around(viewer).await;
        players[to_act].act(&pair[world]).await.unwrap();
        for client in players.iter_mut().chain([&mut eve]) {
            while client.position.as_ref().unwrap().ply == ply {
                client.next().await;
            }
        }
        ask_takebacks(&mut players, &mut eve).await;
        told.extend(ask_http(&server, &id, key).await);
    }
    // A client that reconnects is told what it missed.
    let mut hello = worlds.seat().map_or(watch(), |seat| hello_key(&keys[seat]));
    hello.since = Some(3);
    let back = server.connect(&id, hello).await;
    let path = format!("/api/v1/tables/{id}/token");
    let (_, _, token) = server.http("POST", &path, Some(key), Some("{}".to_owned())).await;
    told.push(String::from_utf8(token).unwrap());
    let viewer = worlds.seat().map_or(&eve, |seat| &players[seat]);
    viewer.frames.iter().chain(&back.frames).cloned().chain(told).collect()
}

/// Both players ask for takebacks, and the other declines: whether a seat may ask is visible to the other too.
async fn ask_takebacks(players: &mut [Client; 2], eve: &mut Client) {
    for asker in [0, 1] {
        let asked = players[asker].request(|id| AskKind::TakeBack.with_id(id)).await;
        let Ok(number) = asked else { continue };
        let other = &mut players[1 - asker];
        other.until_number(number).await;
        let decline = |id| AskKind::DeclineTakeback.with_id(id);
        let number = other.request(decline).await.unwrap();
        players[asker].until_number(number).await;
        eve.until_number(number).await;
    }
}

/// Everything that HTTP returns to the holder of a key.
async fn ask_http(server: &Server, id: &str, key: &str) -> Vec<String> {
    let mut told = Vec::new();
    let table = format!("/api/v1/tables/{id}");
    let record = format!("{table}/record");
    let past = |ply: u32| format!("{table}/past/{ply}");
    let (first, later, story) = (past(1), past(4), format!("{table}/story"));
    let (matches, page) = (format!("{record}?match=true"), format!("/t/{id}"));
    let tables = [&record, &table, &first, &later, &story, &matches, &page].map(String::as_str);
    let others = ["/api/v1/tables", "/api/v1/history", "/api/v1/players/me", "/api/v1/about"];
    for path in tables.into_iter().chain(others) {
        let (_, _, body) = server.http("GET", path, Some(key), None).await;
        told.push(String::from_utf8(body).unwrap());
    }
    let (_, _, picture) =
        server.http("GET", &format!("{table}/picture/svg"), Some(key), None).await;
    told.push(String::from_utf8(picture).unwrap());
    // The record as far as the viewer may read it, studied with and without an action.
    for action in [None, Some("A1".to_owned())] {
        let ask = sarsen_protocol::StudyAsk { record: told[0].clone(), at: None, action };
        let body = serde_json::to_string(&ask).unwrap();
        let (_, _, body) = server.http("POST", "/api/v1/study", Some(key), Some(body)).await;
        told.push(String::from_utf8(body).unwrap());
    }
    let join = Some(r#"{"invite": "guess"}"#.to_owned());
    if told[1].contains(r#""you":[]"#) {
        let (_, _, body) = server.http("POST", &format!("{table}/join"), Some(key), join).await;
        told.push(String::from_utf8(body).unwrap());
    }
    told
}

/// The beginning of a picture's address, and what is to be added to it.
const PICTURES: [&str; 3] = ["svg?at=1", "svg", "gif?at=1"];

/// Everything that comes with a picture: its tag says whether it has changed, and must not say more.
async fn drawn(server: &Server, id: &str, key: &str) -> Vec<String> {
    let mut drawn = Vec::new();
    for picture in PICTURES {
        let path = format!("/api/v1/tables/{id}/picture/{picture}");
        let (status, headers, body) = server.http("GET", &path, Some(key), None).await;
        assert_eq!(status, axum::http::StatusCode::OK, "{path}");
        drawn.push(format!("{headers:?} {body:?}"));
    }
    drawn
}

#[tokio::test]
async fn pictures_and_their_tags_show_what_their_reader_sees() {
    for (game, pairs, viewer) in [
        ("stonehenge", [("druids", "hidden")], Viewer::Seat(Seat::TWO)),
        ("logan", [("backs", "nobody")], Viewer::Seat(Seat::ONE)),
        ("logan", [("backs", "owner")], Viewer::Public),
    ] {
        let worlds = worlds(game, &pairs, viewer, 1);
        assert!(worlds.differing() > 0);
        let mut seen = Vec::new();
        for world in [0, 1] {
            let server = server().await;
            let keys = [server.player("Ada").await, server.player("Bo").await];
            let eve = server.player("Eve").await;
            let seats = vec![NewSeat::Me { name: None }, NewSeat::Open];
            let mut new = new_table(worlds.game, &worlds.pairs(), seats);
            new.from = worlds.record(world, 3);
            let id = server.create(&keys[0], &new).await.table.table;
            server.join(&keys[1], &id, "invite").await;
            let key = worlds.seat().map_or(&eve, |seat| &keys[seat]);
            seen.push(drawn(&server, &id, key).await);
        }
        assert_equal(&seen[0], &seen[1], &format!("{game} {pairs:?} {viewer:?}"));
    }
}

/// Requests previews of possible and impossible actions, and things the client has no right to.
async fn ask_around(client: &mut Client) {
    let position = client.position.clone().unwrap();
    let (game, ply) = (position.game, position.ply);
    let offered = match position.legal {
        Some(sarsen_protocol::Legal::Actions { actions }) => actions,
        None => vec![],
        other => panic!("{other:?}"),
    };
    // Requests to play past actions again are refused, and the reason must not reveal too much.
    let wrong = position.actions.iter().rev().take(3).cloned();
    let wrong = wrong.chain(["nonsense".to_owned(), "?".to_owned()]);
    let wrong: Vec<String> = wrong.filter(|action| !offered.contains(action)).collect();
    let step = offered.len().div_ceil(25).max(1);
    let mut asks: Vec<Ask> = Vec::new();
    for action in offered.iter().step_by(step).chain(&wrong) {
        asks.push(AskKind::Preview { action: action.clone() }.with_id(0));
    }
    for action in wrong {
        asks.push(AskKind::Act { game, ply, action }.into());
    }
    // Whether an action was already played must not reveal what it was.
    let first = position.actions.len().saturating_sub(4);
    for (ply, action) in (0..).zip(&position.actions).skip(first) {
        for action in guesses(action) {
            asks.push(AskKind::Act { game, ply, action }.into());
        }
    }
    asks.push(AskKind::TakeBack.into());
    asks.push(AskKind::DeclineTakeback.into());
    asks.push(AskKind::Hint { millis: Some(10) }.with_id(0));
    asks.push(Ask { id: None, seat: Some(1), kind: AskKind::Look });
    for (id, ask) in (1000..).zip(asks) {
        client.ask(with_id(ask, id)).await;
        client.until(|tell| answers(tell, id).then_some(())).await;
    }
}

/// An action as a viewer reads it, and everything that may be hidden in it.
fn guesses(action: &str) -> Vec<String> {
    let mut guesses = vec![action.to_owned()];
    if action.matches('?').count() == 1 {
        guesses.extend("RPS123456".chars().map(|face| action.replace('?', &face.to_string())));
    }
    guesses
}

fn with_id(ask: Ask, id: u32) -> Ask {
    Ask { id: Some(id), ..ask }
}

fn answers(tell: &Tell, id: u32) -> bool {
    match tell {
        Tell::Preview { id: answered, .. } | Tell::Accepted { id: answered, .. } => *answered == id,
        Tell::Refused { id: answered, .. } | Tell::Looked { id: answered, .. } => {
            *answered == Some(id)
        }
        Tell::Analysis { id: answered, analysis } => *answered == id && analysis.done,
        _ => false,
    }
}

fn assert_equal(one: &[String], other: &[String], context: &str) {
    for (one, other) in one.iter().zip(other) {
        assert_eq!(one, other, "{context}");
    }
    assert_eq!(one.len(), other.len(), "{context}");
}

async fn compare(game: &'static str, pairs: &[(&str, &str)], viewer: Viewer) {
    let (mut steps, mut differing, mut frames) = (0, 0, 0);
    for seed in 0..4 {
        let worlds = worlds(game, pairs, viewer, seed);
        steps += worlds.actions.len();
        differing += worlds.differing();
        let (one, other) = (witness(&worlds, 0).await, witness(&worlds, 1).await);
        frames += one.len();
        assert_equal(&one, &other, &format!("{game} {pairs:?} {viewer:?} seed {seed}"));
    }
    println!("{game} {pairs:?} {viewer:?}: {frames} frames and answers, {differing} differences");
    assert!(steps >= 12 && differing >= 4, "{game} {viewer:?}: {steps} steps, {differing} differ");
}

fn viewers() -> [Viewer; 3] {
    [Viewer::Seat(Seat::ONE), Viewer::Seat(Seat::TWO), Viewer::Public]
}

#[tokio::test]
async fn face_down_stonehenge_leaks_nothing() {
    for viewer in viewers() {
        compare("stonehenge", &[("druids", "hidden")], viewer).await;
    }
    let by_hand = [("druids", "hidden"), ("claims", "manual")];
    compare("stonehenge", &by_hand, Viewer::Seat(Seat::TWO)).await;
}

#[tokio::test]
async fn logan_stones_leak_nothing() {
    for viewer in viewers() {
        compare("logan", &[], viewer).await;
    }
    compare("logan", &[("memory", "aid")], Viewer::Seat(Seat::ONE)).await;
}

#[tokio::test]
async fn logan_stones_whose_backs_nobody_knows_leak_nothing() {
    for viewer in viewers() {
        compare("logan", &[("backs", "nobody")], viewer).await;
    }
}

#[tokio::test]
async fn repeating_a_request_reveals_nothing_hidden() {
    let server = server().await;
    let (_, [mut ada, _bo]) = server.two_at("logan", &[("backs", "nobody")]).await;
    let word = offered(&ada).into_iter().find(|word| word.starts_with('+')).unwrap();
    assert!(word.contains('?'), "{word}");
    let (game, ply) = (ada.position.as_ref().unwrap().game, ada.position.as_ref().unwrap().ply);
    ada.act(&word).await.unwrap();
    let number = ada.number;
    for guess in guesses(&word) {
        let action = guess.clone();
        let again = |id| AskKind::Act { game, ply, action: action.clone() }.with_id(id);
        let answer = ada.request(again).await.map_err(|refusal| refusal.code);
        let expected = if guess == word { Ok(number) } else { Err(RefusalCode::Stale) };
        assert_eq!(answer, expected, "{guess}");
    }
}

/// Everything that a seat playing an engine receives when it asks for a hint, in one of the games, after `played`
/// actions.
async fn hints(worlds: &Worlds, world: usize, played: usize) -> Vec<String> {
    let server = server().await;
    let key = server.player("Ada").await;
    let mut seats = vec![NewSeat::Engine { level: 3 }; 2];
    seats[worlds.seat().unwrap()] = NewSeat::Me { name: None };
    let mut new = new_table(worlds.game, &worlds.pairs(), seats);
    new.from = worlds.record(world, played);
    let id = server.create(&key, &new).await.table.table;
    let mut client = server.connect(&id, hello_key(&key)).await;
    client.ask(AskKind::Hint { millis: Some(1000) }.with_id(1)).await;
    let hint = client.until(|tell| match tell {
        Tell::Analysis { id: 1, analysis } if analysis.done => Some(analysis.clone()),
        Tell::Refused { refusal, .. } => panic!("{refusal:?}"),
        _ => None,
    });
    let hint = hint.await;
    let action = &hint.lines[0].actions[0];
    assert!(offered(&client).contains(action), "{action} was not offered");
    client.frames
}

fn offered(client: &Client) -> Vec<String> {
    match client.position.as_ref().unwrap().legal.clone() {
        Some(sarsen_protocol::Legal::Actions { actions }) => actions,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn hints_know_what_the_seat_knows_and_no_more() {
    let games: [(&str, &[(&str, &str)]); 3] = [
        ("stonehenge", &[("druids", "hidden")]),
        ("logan", &[]),
        ("logan", &[("backs", "nobody")]),
    ];
    let mut compared = 0;
    for (game, pairs) in games {
        for seat in [Seat::ONE, Seat::TWO] {
            for seed in 0..2 {
                let worlds = worlds(game, pairs, Viewer::Seat(seat), seed);
                let own = worlds.turns_of(seat);
                for played in own.into_iter().rev().step_by(2).take(2) {
                    let (one, other) =
                        (hints(&worlds, 0, played).await, hints(&worlds, 1, played).await);
                    let context = format!("{game} {pairs:?} {seat:?} seed {seed} after {played}");
                    assert_equal(&one, &other, &context);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared >= 12, "{compared}");
}

#[tokio::test]
async fn an_analysis_on_the_study_socket_is_of_the_record_alone() {
    // What a seat may read of its game is the same in both, so what can be asked about it is, too.
    let worlds = worlds("logan", &[], Viewer::Seat(Seat::ONE), 1);
    let mut answers = Vec::new();
    for world in [0, 1] {
        let server = server().await;
        let record = worlds.masked_record(world);
        let url = format!("ws://{}/api/v1/study/socket", server.address);
        let (socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
        let mut client = Client::of(socket);
        client
            .ask(
                AskKind::Analyse {
                    record,
                    at: None,
                    lines: Some(3),
                    millis: Some(100),
                    nodes: None,
                    also: None,
                }
                .with_id(1),
            )
            .await;
        let answer = client.until(|tell| answers_or_refuses(tell, 1)).await;
        answers.push((client.frames, answer.map(|refusal| refusal.code)));
    }
    assert_eq!(answers[0], answers[1]);
}

fn answers_or_refuses(tell: &Tell, id: u32) -> Option<Option<Refusal>> {
    match tell {
        Tell::Refused { refusal, .. } => Some(Some(refusal.clone())),
        tell if answers(tell, id) => Some(None),
        _ => None,
    }
}
