//! Two clients, from the creation of a table to its result.

use std::sync::Arc;

use crate::common::shadow::Shadow;
use crate::common::{Client, Repeating, Server, hello_key, hello_token, new_table, process, watch};
use sarsen_core::record::Reader;
use sarsen_core::{Options, Seat, chance};
use sarsen_protocol::{
    Ask, AskKind, EndReason, Happening, Legal, NewSeat, Status, Story, StoryEntry, StudyPosition,
    Tables, Tell, TurnInfo,
};
use sarsen_server::{Limits, SystemSources};
use sarsen_session::{Event, Table};
use sarsen_store::{MemoryStore, SqliteStore, Store};

/// Plays until the game is over by the rules.
async fn play(clients: &mut [Client], seed: u64) {
    let mut rng = chance::generator(seed);
    let mut shadow = Shadow::default();
    let table = clients[0].welcome.clone().unwrap().table;
    loop {
        let number = clients.iter().map(|client| client.number).max().unwrap();
        for client in clients.iter_mut() {
            client.until_number(number).await;
        }
        let position = clients[0].position.clone().unwrap();
        let TurnInfo::Seat { seat } = position.turn else { break };
        let client = &mut clients[seat.index()];
        let action = shadow.any_action(client.position.as_ref().unwrap(), &table, &mut rng);
        client.act(&action).await.unwrap();
    }
}

/// A game of `sun` with all its stones is simulated for seconds. With the fewest stones every option value is still
/// played to the end; `SARSEN_HEAVY=1` plays with the default stones.
fn shortened(options: &mut Options, heavy: bool) {
    let whole = heavy || options.changed().next().is_none();
    if options.spec().id == "sun" && !whole {
        options.set("stones", "12").unwrap();
    }
}

async fn play_all_options_of(id: &str) {
    let heavy = std::env::var_os("SARSEN_HEAVY").is_some();
    let folder = tempfile::tempdir().unwrap();
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let sources = Arc::new(SystemSources);
    let server = Server::with(Arc::clone(&store), process::generous(), sources).await;
    let spec = sarsen_catalog::game(id).unwrap().spec();
    let mut actions = 0;
    for mut options in sarsen_testkit::setups(spec) {
        shortened(&mut options, heavy);
        let pairs: Vec<_> = options.changed().collect();
        let (table, mut clients) = table_with(&server, spec.id, &pairs, options.seats()).await;
        play(&mut clients, 3).await;
        let told = clients[0].position.clone().unwrap();
        let TurnInfo::Over { outcome } = told.turn else { panic!("{:?}", told.turn) };
        assert_eq!(outcome.reason, EndReason::Rules);
        actions += told.actions.len();
        same_everywhere(&server, store.as_ref(), &table, &told.actions, &outcome.result).await;
    }
    println!("{id}: {actions} actions");
}

/// The messages, the HTTP record and the store's export describe the same game.
async fn same_everywhere(
    server: &Server,
    store: &dyn Store,
    table: &str,
    told: &[String],
    result: &str,
) {
    let record = server.record(table, None).await;
    let read = Reader::new(record.as_bytes()).next().unwrap().unwrap();
    let tokens: Vec<&str> = read.tokens().map(|token| token.text).collect();
    assert_eq!(tokens, told);
    assert_eq!(read.tag("Result").unwrap().value, result);
    sarsen_catalog::replay(&read).unwrap();
    sarsen_session::verify(&read).unwrap();
    let log = store.load(table).await.unwrap();
    let events = log.iter().map(|text| serde_json::from_str::<Event>(text).unwrap());
    let exported = Table::replay(table, events).unwrap().export().remove(0);
    let exported_tokens: Vec<&str> = exported.tokens().map(|token| token.text).collect();
    assert_eq!(exported_tokens, told);
    for tag in read.tags() {
        assert_eq!(exported.tag(&tag.name).unwrap().value, tag.value, "{}", tag.name);
    }
}

#[tokio::test]
async fn stonehenge_is_played_from_the_first_seat_to_the_result() {
    play_all_options_of("stonehenge").await;
}

#[tokio::test]
async fn cathedral_is_played_from_the_first_seat_to_the_result() {
    play_all_options_of("cathedral").await;
}

#[tokio::test]
async fn logan_is_played_from_the_first_seat_to_the_result() {
    play_all_options_of("logan").await;
}

#[tokio::test]
async fn holes_is_played_from_the_first_seat_to_the_result() {
    play_all_options_of("holes").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sun_is_played_from_the_first_seat_to_the_result() {
    play_all_options_of("sun").await;
}

/// A server with the same deals in every run: after a few actions no game is over, when everything would be shown.
async fn repeating() -> Server {
    let (store, sources) = (Arc::new(MemoryStore::new()), Arc::new(Repeating::default()));
    Server::with(store, Limits::default(), sources).await
}

/// The keys of Ada and Bo, who sit at a new table.
async fn seated(server: &Server, game: &str, options: &[(&str, &str)]) -> ([String; 2], String) {
    let keys = [server.player("Ada").await, server.player("Bo").await];
    let seats = vec![NewSeat::Me { name: None }, NewSeat::Open];
    let created = server.create(&keys[0], &new_table(game, options, seats)).await;
    let (table, invite) = (created.table.table, created.table.invite.unwrap());
    server.join(&keys[1], &table, &invite).await;
    (keys, table)
}

/// Plays some actions and requests every earlier position again: each seat sees what it saw then.
async fn look_back(game: &str, options: &[(&str, &str)]) {
    let server = repeating().await;
    let (keys, table) = seated(&server, game, options).await;
    let mut clients = Vec::new();
    for key in &keys {
        clients.push(server.connect(&table, hello_key(key)).await);
    }
    let mut rng = chance::generator(4);
    let mut shadow = Shadow::default();
    let information = clients[0].welcome.clone().unwrap().table;
    let mut seen = Vec::new();
    for _ in 0..6 {
        let number = clients.iter().map(|client| client.number).max().unwrap();
        for (client, key) in clients.iter_mut().zip(&keys) {
            client.until_number(number).await;
            let position = client.position.clone().unwrap();
            seen.push((key, position.ply, position.view, position.turn));
        }
        let TurnInfo::Seat { seat } = seen.last().unwrap().3 else { break };
        let client = &mut clients[seat.index()];
        let action = shadow.any_action(client.position.as_ref().unwrap(), &information, &mut rng);
        client.act(&action).await.unwrap();
    }
    for (key, ply, view, turn) in seen {
        let path = format!("/api/v1/tables/{table}/past/{ply}");
        let past: StudyPosition = server.get(&path, Some(key)).await;
        assert_eq!((past.at, past.view, past.turn), (ply, view, turn), "{game} {ply}");
        assert!(past.tags.is_empty() && past.legal == Legal::None);
        assert_eq!(past.position, None, "it would reveal what is hidden");
    }
    let path = format!("/api/v1/tables/{table}/past/999");
    assert!(server.http("GET", &path, None, None).await.0.is_client_error());
}

#[tokio::test]
async fn earlier_positions_are_shown_as_the_seat_saw_them() {
    look_back("logan", &[]).await;
    look_back("stonehenge", &[("druids", "hidden")]).await;
    look_back("holes", &[]).await;
}

/// Plays some actions: what each player and a spectator were told then is told to them again.
async fn tell_the_story(game: &str, options: &[(&str, &str)]) {
    let server = repeating().await;
    let (keys, table) = seated(&server, game, options).await;
    let readers = [Some(keys[0].as_str()), Some(keys[1].as_str()), None];
    let mut clients = Vec::new();
    for reader in readers {
        clients.push(server.connect(&table, reader.map_or_else(watch, hello_key)).await);
    }
    let mut rng = chance::generator(5);
    let mut shadow = Shadow::default();
    let information = clients[0].welcome.clone().unwrap().table;
    for _ in 0..8 {
        let number = clients.iter().map(|client| client.number).max().unwrap();
        for client in &mut clients {
            client.until_number(number).await;
        }
        let TurnInfo::Seat { seat } = clients[0].position.as_ref().unwrap().turn else { break };
        let client = &mut clients[seat.index()];
        let action = shadow.any_action(client.position.as_ref().unwrap(), &information, &mut rng);
        client.act(&action).await.unwrap();
    }
    let number = clients.iter().map(|client| client.number).max().unwrap();
    for (client, reader) in clients.iter_mut().zip(readers) {
        client.until_number(number).await;
        let path = format!("/api/v1/tables/{table}/story");
        let Story { game: 1, entries } = server.get(&path, reader).await else { panic!("{game}") };
        let live: Vec<StoryEntry> = client.frames.iter().filter_map(|text| told(text)).collect();
        assert!(live.len() > 4, "{game}");
        // Chance may have acted before any client was connected.
        assert_eq!(entries[entries.len() - live.len()..], live, "{game} as told to {reader:?}");
        assert_eq!(entries.len() as u32, live.last().unwrap().ply);
        let path = format!("{path}?after={}", entries.len() - 1);
        let last: Story = server.get(&path, reader).await;
        assert_eq!(last.entries, entries[entries.len() - 1..], "{game}");
        let beyond: Story = server.get(&format!("{path}99"), reader).await;
        assert!(beyond.entries.is_empty());
    }
}

/// What a frame tells about an action.
fn told(frame: &str) -> Option<StoryEntry> {
    let Ok(Tell::Happened(happened)) = serde_json::from_str(frame) else { return None };
    let Happening::Acted { ply, events, .. } = happened.what else { return None };
    Some(StoryEntry { ply, says: events.into_iter().map(|event| event.says).collect() })
}

#[tokio::test]
async fn a_late_reader_gets_the_sentences_as_they_were_sent() {
    tell_the_story("stonehenge", &[]).await;
    tell_the_story("stonehenge", &[("druids", "hidden")]).await;
    tell_the_story("cathedral", &[]).await;
    tell_the_story("logan", &[]).await;
    tell_the_story("holes", &[]).await;
    tell_the_story("sun", &[]).await;
}

#[test]
fn every_game_is_played_here() {
    let played = ["stonehenge", "cathedral", "logan", "holes", "sun"];
    let known: Vec<&str> = sarsen_catalog::GAMES.iter().map(|game| game.spec().id).collect();
    assert_eq!(known, played);
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
async fn everybody_is_told_of_an_action_and_its_sender_gets_accepted() {
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
    client.ask(AskKind::Hint { millis: Some(50) }.with_id(9)).await;
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
                matches!(happened.what, Happening::Acted { seat: Some(Seat::TWO), .. })
                    .then_some(())
            }
            _ => None,
        })
        .await;
    assert_eq!(client.position.as_ref().unwrap().ply, 2);
    client.request(|id| AskKind::TakeBack.with_id(id)).await.unwrap();
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

/// A game with face-down druids, both of whose seats are at one screen.
async fn shared_screen() -> (Server, Client) {
    let server = Server::new().await;
    let ada = server.player("Ada").await;
    let both = vec![NewSeat::Me { name: None }; 2];
    let new = new_table("stonehenge", &[("druids", "hidden")], both);
    let table = server.create(&ada, &new).await.table.table;
    let client = server.connect(&table, hello_key(&ada)).await;
    (server, client)
}

#[tokio::test]
async fn behind_the_curtain_the_covered_seat_neither_acts_nor_gets_a_hint() {
    let (_server, mut client) = shared_screen().await;
    let hint = |id| AskKind::Hint { millis: Some(10) }.with_id(id);
    let covered = sarsen_session::refusals::behind_curtain();
    assert_eq!(client.request(hint).await.unwrap_err(), covered);
    assert_eq!(client.act("G6").await.unwrap_err(), covered);
    client.ask(Ask { id: Some(90), seat: Some(1), kind: AskKind::Look }).await;
    client.ask(AskKind::Hint { millis: Some(10) }.with_id(91)).await;
    client
        .until(|tell| {
            matches!(tell, Tell::Analysis { id: 91, analysis } if analysis.done).then_some(())
        })
        .await;
    client.act("G6").await.unwrap();
    // The screen is covered again, for the other seat.
    assert_eq!(client.request(hint).await.unwrap_err(), covered);
    assert_eq!(client.act("A1").await.unwrap_err(), covered);
}

/// What the next frame about an action says, as text.
async fn told_of_the_next_action(client: &mut Client) -> String {
    let told = client.until(|tell| match tell {
        Tell::Happened(happened) if matches!(happened.what, Happening::Acted { .. }) => {
            Some(serde_json::to_string(happened).expect("a frame is JSON"))
        }
        _ => None,
    });
    told.await
}

#[tokio::test]
async fn what_is_told_of_an_action_that_covers_the_screen_is_what_everybody_may_know() {
    let (_server, mut client) = shared_screen().await;
    let look = |id, seat| Ask { id: Some(id), seat: Some(seat), kind: AskKind::Look };
    for (id, seat, (action, value)) in [(90, 1, ("G6", '6')), (91, 2, ("A5", '5'))] {
        client.ask(look(id, seat)).await;
        let ask = AskKind::Act { game: 1, ply: u32::from(seat) - 1, action: action.into() };
        client.ask(ask.with_id(id + 10)).await;
        let told = told_of_the_next_action(&mut client).await;
        let cell = action.chars().next().expect("a cell");
        let secrets =
            [action.to_owned(), format!("{value} on {cell}"), format!("{value} en {cell}")];
        for secret in secrets {
            assert!(!told.contains(&secret), "{secret}: {told}");
        }
        assert!(told.contains(&format!("{cell}?")), "{told}");
    }
}

#[tokio::test]
async fn another_game_at_a_shared_screen_begins_covered() {
    let (_server, mut client) = shared_screen().await;
    // Seat 1 looks, and is the one to begin the next game, too.
    client.ask(Ask { id: Some(90), seat: Some(1), kind: AskKind::Look }).await;
    client.ask(Ask { id: Some(91), seat: Some(1), kind: AskKind::Resign }).await;
    for (id, seat) in [(92, 1), (93, 2)] {
        client.ask(Ask { id: Some(id), seat: Some(seat), kind: AskKind::Again }).await;
    }
    let begun = client.until(|tell| match tell {
        Tell::Happened(happened) if matches!(happened.what, Happening::Started { .. }) => {
            happened.position.clone()
        }
        _ => None,
    });
    let begun = begun.await;
    assert!(begun.curtain.is_some() && begun.legal.is_none(), "{begun:?}");
}

#[tokio::test]
async fn a_table_that_begins_from_a_chosen_position_says_so_to_everybody() {
    let server = Server::new().await;
    let ada = server.player("Ada").await;
    let seats = vec![NewSeat::Me { name: None }, NewSeat::Open];
    let mut new = new_table("stonehenge", &[], seats);
    let info = async |table: &str| {
        server.get::<sarsen_protocol::TableInfo>(&format!("/api/v1/tables/{table}"), None).await
    };
    let plain = server.create(&ada, &new).await.table.table;
    assert_eq!(info(&plain).await.given, 0);
    new.from = Some("[Game \"stonehenge\"]\n\nG6 A1 H5\n".to_owned());
    let created = server.create(&ada, &new).await.table;
    let table = created.table;
    assert_eq!(info(&table).await.given, 3, "before anybody joins");
    let bo = server.player("Bo").await;
    let joined = server.join(&bo, &table, created.invite.as_deref().unwrap()).await;
    assert_eq!(joined.table.given, 3);
    let eve = server.connect(&table, watch()).await;
    assert_eq!(eve.welcome.unwrap().table.given, 3);
    assert!(server.record(&table, None).await.contains("[Given \"3\"]"));
}

#[tokio::test]
async fn previews_tell_what_an_action_would_do() {
    let server = Server::new().await;
    let (_, [mut ada, mut bo]) = server.two_at("stonehenge", &[]).await;
    ada.ask(AskKind::Preview { action: "G6".into() }.with_id(4)).await;
    ada.until(|tell| match tell {
        Tell::Preview { id: 4, preview } => (preview.action == "G6").then_some(()),
        _ => None,
    })
    .await;
    bo.ask(AskKind::Preview { action: "G6".into() }.with_id(5)).await;
    bo.until(|tell| matches!(tell, Tell::Refused { id: Some(5), .. }).then_some(())).await;
}

#[tokio::test]
async fn the_tables_of_a_player_are_listed() {
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
async fn a_reconnected_client_gets_the_missed_events() {
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
    server.state.stop().await;
    let closing = client.until(|tell| match tell {
        Tell::Closing { again, .. } => Some(*again),
        _ => None,
    });
    assert!(closing.await, "it is worth coming back");
    let server = Server::with(store, Limits::default(), system()).await;
    let client = server.connect(&created.table.table, hello_key(&ada)).await;
    let position = client.position.unwrap();
    assert_eq!(position.actions, ["G6"]);
    assert_eq!(position.clocks.unwrap().running, Some(Seat::TWO));
}

#[tokio::test]
async fn a_clock_runs_out_without_a_request() {
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
    assert!(matches!(client.position.unwrap().turn, TurnInfo::Over { .. }));
}

#[tokio::test]
async fn the_tables_of_the_first_version_of_the_store_are_listed_and_played_on() {
    let folder = tempfile::tempdir().unwrap();
    let old = concat!(env!("CARGO_MANIFEST_DIR"), "/../store/tests/data/version-1.db");
    std::fs::copy(old, folder.path().join("sarsen.db")).unwrap();
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let server = Server::with(Arc::clone(&store), Limits::default(), Arc::new(SystemSources)).await;
    let ada = "nYyf1EUcTdoSUI8rxlYCbOqKcH1xfO0D";
    let listed = server.get::<Tables>("/api/v1/tables", Some(ada)).await.tables;
    let lines: Vec<_> =
        listed.iter().map(|line| (line.game.as_str(), line.status, line.your_turn)).collect();
    let (playing, waiting) = (Status::Playing, Status::Waiting);
    assert_eq!(lines, [("stonehenge", playing, true), ("cathedral", waiting, false)]);
    let mut client = server.connect(&listed[0].table, hello_key(ada)).await;
    client.act("G6").await.unwrap();
    // The person with this key, as the store knows them.
    let mine = store.tables_of("qGsKSm4PJZpGtIp0Sxgk7jXWs9ZIfm4j", 9).await.unwrap();
    assert!(mine.iter().all(|listed| listed.digest.is_some()), "now they have one");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_made_played_and_read_as_one() {
    let server = Server::new().await;
    let ada = server.player("Guest").await;
    let seats = vec![NewSeat::Me { name: None }, NewSeat::Engine { level: 1 }];
    let of_two =
        sarsen_protocol::CreateTable { games: Some(2), ..new_table("cathedral", &[], seats) };
    let created = server.create(&ada, &of_two).await;
    let table = created.table.table;
    assert_eq!((created.table.match_info.of, created.table.match_info.ranks), (2, None));
    let mut client = server.connect(&table, hello_key(&ada)).await;
    client.request(|id| AskKind::Resign.with_id(id)).await.unwrap();
    client.request(|id| AskKind::Again.with_id(id)).await.unwrap();
    client.request(|id| AskKind::Resign.with_id(id)).await.unwrap();
    let path = format!("/api/v1/tables/{table}");
    let info: sarsen_protocol::TableInfo = server.get(&path, Some(&ada)).await;
    assert_eq!((info.match_info.points, info.match_info.ranks), (vec![94, 0], Some(vec![2, 1])));
    let (_, headers, bytes) =
        server.http("GET", &format!("{path}/record?match=true"), None, None).await;
    assert!(headers["content-disposition"].to_str().unwrap().contains("match.sarsen"));
    let records: Vec<_> = Reader::new(&bytes[..]).map(Result::unwrap).collect();
    let people: Vec<_> = records
        .iter()
        .map(|record| record.tag("Option.people").map(|tag| tag.value.as_str()))
        .collect();
    assert_eq!(
        people,
        [None, Some("dark")],
        "everybody keeps a colour, and Dark brings the People Piece"
    );
    for (record, number) in records.iter().zip(["1", "2"]) {
        sarsen_catalog::replay(record).unwrap();
        assert_eq!(record.tag("MatchGame").unwrap().value, number);
        assert_eq!(record.tag("PlayerOfSeat1").unwrap().value, "1");
    }
    // A player who changes their name and joins again is shown under the new name.
    let renamed = sarsen_protocol::ChooseName { name: "Ada".to_owned() };
    let body = serde_json::to_string(&renamed).unwrap();
    server.http("PUT", "/api/v1/players/me", Some(&ada), Some(body)).await;
    let joined = server.join(&ada, &table, created.table.invite.as_deref().unwrap()).await;
    let named = |sitter: &sarsen_protocol::Sitter| matches!(sitter, sarsen_protocol::Sitter::Person { name } if name == "Ada");
    assert!(named(&joined.table.seats[0].sitter), "{:?}", joined.table.seats);
}
