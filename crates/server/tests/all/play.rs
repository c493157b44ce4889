//! Two browsers' worth of clients, from the making of a table to its result.

use std::sync::Arc;

use crate::common::{Client, Server, hello_key, hello_token, new_table, watch};
use sarsen_core::chance;
use sarsen_core::record::Reader;
use sarsen_protocol::{Ask, Happening, Legal, NewSeat, Status, TableInfo, Tables, Tell, Turn};
use sarsen_server::{Limits, SystemSources};
use sarsen_session::{Event, Table};
use sarsen_store::{SqliteStore, Store};

/// Any action of a legal list; where there is only a summary, the game is asked.
fn any_action(
    position: &sarsen_protocol::Position,
    table: &TableInfo,
    rng: &mut chance::Generator,
) -> String {
    match position.legal.as_ref().unwrap() {
        Legal::Actions { actions } => {
            actions[chance::below(rng, actions.len() as u64) as usize].clone()
        }
        _ => {
            let game = sarsen_catalog::game(&table.game).unwrap();
            let mut options = sarsen_core::Options::defaults(game.spec());
            for (name, value) in &table.options {
                options.set(name, value).unwrap();
            }
            let mut replayed = game.start(&options);
            for action in &position.actions {
                replayed.play(action).unwrap();
            }
            replayed.random_action(rng).unwrap()
        }
    }
}

/// Plays until the game is over, or gives it up after so many actions.
async fn play(clients: &mut [Client], most: u32, seed: u64) {
    let mut rng = chance::generator(seed);
    let table = clients[0].welcome.clone().unwrap().table;
    loop {
        let number = clients.iter().map(|client| client.number).max().unwrap();
        for client in clients.iter_mut() {
            client.until_number(number).await;
        }
        let position = clients[0].position.clone().unwrap();
        let Turn::Seat { seat } = position.turn else { break };
        let client = &mut clients[usize::from(seat) - 1];
        if position.ply >= most {
            client.request(|id| Ask::Resign { id: Some(id), seat: None }).await.unwrap();
            continue;
        }
        let position = client.position.clone().unwrap();
        let action = any_action(&position, &table, &mut rng);
        client.act(&action).await.unwrap();
    }
}

#[tokio::test]
async fn every_game_is_played_from_the_first_chair_to_the_result() {
    let folder = tempfile::tempdir().unwrap();
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let server = Server::with(Arc::clone(&store), Limits::default(), Arc::new(SystemSources)).await;
    for spec in sarsen_catalog::GAMES.iter().map(|game| game.spec()) {
        for options in sarsen_testkit::setups(spec) {
            let pairs: Vec<_> = options.changed().collect();
            let (table, mut clients) = table_with(&server, spec.id, &pairs, options.seats()).await;
            play(&mut clients, if spec.id == "sun" { 9 } else { 60 }, 3).await;
            let told = clients[0].position.clone().unwrap();
            assert!(matches!(told.turn, Turn::Over { .. }));
            // What was told, what the store holds and what HTTP gives are the same game.
            let record = server.record(&table, None).await;
            let read = Reader::new(record.as_bytes()).next().unwrap().unwrap();
            let tokens: Vec<&str> = read.tokens().map(|token| token.text).collect();
            assert_eq!(tokens, told.actions);
            sarsen_catalog::replay(&read).unwrap();
            sarsen_session::verify(&read).unwrap();
            let log = store.load(&table).await.unwrap();
            let events = log.iter().map(|text| serde_json::from_str::<Event>(text).unwrap());
            let exported = Table::replay(&table, events).unwrap().export();
            let exported: Vec<_> =
                exported[0].tokens().map(|token| token.text.to_owned()).collect();
            assert_eq!(exported, told.actions);
        }
    }
}

async fn table_with(
    server: &Server,
    game: &str,
    options: &[(&str, &str)],
    seats: usize,
) -> (String, Vec<Client>) {
    let mut keys = Vec::new();
    for name in ["Ada", "Bo", "Cy", "Di"].into_iter().take(seats) {
        keys.push(server.player(name).await);
    }
    let mut new = vec![NewSeat::Open; seats];
    new[0] = NewSeat::Me { name: None };
    let created = server.create(&keys[0], &new_table(game, options, new)).await;
    let (table, invite) = (created.table.table, created.table.invite.unwrap());
    for key in &keys[1..] {
        server.join(key, &table, &invite).await;
    }
    let mut clients = Vec::new();
    for key in &keys {
        clients.push(server.connect(&table, hello_key(key)).await);
    }
    (table, clients)
}

#[tokio::test]
async fn everybody_hears_of_an_action_and_the_one_who_asked_is_told_that_it_is_kept() {
    let server = Server::new().await;
    let (table, [mut ada, mut bo]) = server.two_at("stonehenge", &[]).await;
    let mut eve = server.connect(&table, watch()).await;
    assert!(eve.position.as_ref().unwrap().legal.is_none());
    assert!(bo.position.as_ref().unwrap().legal.is_none(), "it is Ada's turn");
    let number = ada.act("G6").await.unwrap();
    for client in [&mut bo, &mut eve] {
        client.until_number(number).await;
        assert_eq!(client.position.as_ref().unwrap().actions, ["G6"]);
    }
    let late = ada.act("A1").await.unwrap_err();
    assert_eq!(late.code, sarsen_protocol::RefusalCode::NotYourTurn);
    let illegal = bo.act("G1").await.unwrap_err();
    assert!(illegal.rule.is_some());
}

#[tokio::test]
async fn an_engine_answers_and_gives_hints() {
    let server = Server::new().await;
    let ada = server.player("Ada").await;
    let seats = vec![NewSeat::Me { name: None }, NewSeat::Engine { level: 1 }];
    let created = server.create(&ada, &new_table("stonehenge", &[], seats)).await;
    assert!(created.table.hints);
    let mut client =
        server.connect(&created.table.table, hello_token(&created.tokens[0].token)).await;
    client.ask(Ask::Hint { id: 9, millis: Some(50) }).await;
    let hint = client
        .until(|tell| match tell {
            Tell::Analysis { id: 9, analysis } if analysis.done => Some(analysis.clone()),
            _ => None,
        })
        .await;
    client.act(&hint.lines[0].actions[0]).await.unwrap();
    client
        .until(|tell| match tell {
            Tell::Happened(happened) => {
                matches!(happened.what, Happening::Acted { seat: Some(2), .. }).then_some(())
            }
            _ => None,
        })
        .await;
    assert_eq!(client.position.as_ref().unwrap().ply, 2);
    client.request(|id| Ask::TakeBack { id: Some(id), seat: None }).await.unwrap();
    assert_eq!(client.position.as_ref().unwrap().ply, 0);
}

#[tokio::test]
async fn a_table_against_an_engine_that_begins_gets_its_first_action() {
    let server = Server::new().await;
    let ada = server.player("Ada").await;
    let seats = vec![NewSeat::Engine { level: 1 }, NewSeat::Me { name: None }];
    let created = server.create(&ada, &new_table("stonehenge", &[], seats)).await;
    let mut client = server.connect(&created.table.table, hello_key(&ada)).await;
    while client.position.as_ref().unwrap().ply == 0 {
        client.next().await;
    }
}

#[tokio::test]
async fn previews_tell_what_an_action_would_do() {
    let server = Server::new().await;
    let (_, [mut ada, mut bo]) = server.two_at("stonehenge", &[]).await;
    ada.ask(Ask::Preview { id: 4, action: "G6".into() }).await;
    ada.until(|tell| match tell {
        Tell::Preview { id: 4, preview } => Some(assert_eq!(preview.action, "G6")),
        _ => None,
    })
    .await;
    bo.ask(Ask::Preview { id: 5, action: "G6".into() }).await;
    bo.until(|tell| matches!(tell, Tell::Refused { id: Some(5), .. }).then_some(())).await;
}

#[tokio::test]
async fn one_s_own_tables_are_listed() {
    let server = Server::new().await;
    let (ada, bo) = (server.player("Ada").await, server.player("Bo").await);
    let seats = vec![NewSeat::Me { name: None }, NewSeat::Open];
    let created = server.create(&ada, &new_table("stonehenge", &[], seats)).await;
    let mine: Tables = server.get("/api/v1/tables", Some(&ada)).await;
    assert_eq!(mine.tables.len(), 1);
    assert_eq!((mine.tables[0].status, mine.tables[0].your_turn), (Status::Waiting, false));
    assert!(server.get::<Tables>("/api/v1/tables", Some(&bo)).await.tables.is_empty());
    server.join(&bo, &created.table.table, created.table.invite.as_deref().unwrap()).await;
    let mine: Tables = server.get("/api/v1/tables", Some(&ada)).await;
    assert_eq!((mine.tables[0].status, mine.tables[0].your_turn), (Status::Playing, true));
    assert_eq!(server.get::<Tables>("/api/v1/tables", Some(&bo)).await.tables.len(), 1);
}

#[tokio::test]
async fn who_was_away_hears_what_was_missed() {
    let server = Server::new().await;
    let (table, [mut ada, bo]) = server.two_at("stonehenge", &[]).await;
    let since = bo.number;
    drop(bo);
    ada.act("G6").await.unwrap();
    let hello = sarsen_protocol::Hello { since: Some(since), ..watch() };
    let back = server.connect(&table, hello).await;
    let missed = back.welcome.unwrap().missed;
    assert_eq!(missed.len(), 1);
    assert_eq!(missed[0].number, since + 1);
    assert!(matches!(&missed[0].what, Happening::Acted { action, .. } if action == "G6"));
}

#[tokio::test]
async fn a_stopped_server_comes_back_with_every_table_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let system = || Arc::new(SystemSources);
    let server = Server::with(Arc::clone(&store), Limits::default(), system()).await;
    let ada = server.player("Ada").await;
    let mut new = new_table("stonehenge", &[], vec![NewSeat::Me { name: None }; 2]);
    new.clock = sarsen_protocol::Clock::Fischer { initial: 60_000, increment: 0 };
    let created = server.create(&ada, &new).await;
    let mut client = server.connect(&created.table.table, hello_key(&ada)).await;
    client.act("G6").await.unwrap();
    server.house.stop().await;
    let closing = client.until(|tell| match tell {
        Tell::Closing { again, .. } => Some(*again),
        _ => None,
    });
    assert!(closing.await, "it is worth coming back");
    let server = Server::with(store, Limits::default(), system()).await;
    let client = server.connect(&created.table.table, hello_key(&ada)).await;
    let position = client.position.unwrap();
    assert_eq!(position.actions, ["G6"]);
    assert_eq!(position.clocks.unwrap().running, Some(2));
}

#[tokio::test]
async fn a_clock_falls_by_itself() {
    let server = Server::new().await;
    let ada = server.player("Ada").await;
    let mut new = new_table("stonehenge", &[], vec![NewSeat::Me { name: None }; 2]);
    new.clock = sarsen_protocol::Clock::PerMove { time: 300 };
    let created = server.create(&ada, &new).await;
    let mut client = server.connect(&created.table.table, hello_key(&ada)).await;
    client
        .until(|tell| match tell {
            Tell::Happened(happened) => match &happened.what {
                Happening::Ended { reason, seat } => Some((*reason, *seat)),
                _ => None,
            },
            _ => None,
        })
        .await;
    assert!(matches!(client.position.unwrap().turn, Turn::Over { .. }));
}
