//! Engines at tables: every level of every game answers, nobody waits for what nobody wants, and all get their turn.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::common::{Client, SOON, Server, hello_key, new_table, process};
use sarsen_core::chance;
use sarsen_protocol::{
    Analysis, Ask, Clock, EndReason, Happening, NewSeat, RefusalCode, Status, Tell,
};
use sarsen_server::engine::{Cancel, Engine, Searcher, StandIn, Task};
use sarsen_server::{Limits, SystemSources};
use sarsen_store::MemoryStore;

async fn with_engine(engine: impl Engine) -> Server {
    let (store, sources) = (Arc::new(MemoryStore::new()), Arc::new(SystemSources));
    Server::with_engine(store, process::generous(), sources, Arc::new(engine)).await
}

async fn figure(server: &Server, name: &str) -> i64 {
    let (_, _, body) = server.http("GET", "/metrics", None, None).await;
    let text = String::from_utf8(body).unwrap();
    let line = text.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap();
    line.rsplit(' ').next().unwrap().parse().unwrap()
}

async fn until_figure(server: &Server, name: &str, wanted: i64) {
    let begun = Instant::now();
    while figure(server, name).await != wanted {
        assert!(begun.elapsed() < SOON, "{name} is never {wanted}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_level_of_every_game_acts() {
    let server = with_engine(Searcher::default()).await;
    let ada = server.player("Ada").await;
    let heavy = std::env::var_os("SARSEN_HEAVY").is_some();
    let levels: &[u8] = if heavy { &[1, 2, 3, 4, 5, 6, 7, 8] } else { &[1, 4, 8] };
    for game in sarsen_catalog::GAMES {
        let id = game.spec().id;
        for &level in levels {
            let seats = vec![NewSeat::Engine { level }, NewSeat::Me { name: None }];
            let mut new = new_table(id, &[], seats);
            // An engine takes at most a twentieth of what is on its clock; a busy machine may need the rest.
            new.clock = Clock::PerMove { time: 12_000 };
            let table = server.create(&ada, &new).await.table.table;
            let mut client = server.connect(&table, hello_key(&ada)).await;
            // Chance's deal or throw comes first in some games; then the engine acts, or it has while we connected.
            let acted = |client: &Client| {
                let info = client.position.as_ref().unwrap();
                info.ply > u32::from(id == "logan" || id == "holes")
            };
            while !acted(&client) {
                let tell = client.next().await;
                if let Tell::Happened(happened) = &tell {
                    assert!(!matches!(happened.what, Happening::Ended { .. }), "{id} {level}");
                }
            }
        }
    }
}

/// Positions on the way through a random game.
fn positions(game: &dyn sarsen_catalog::Game) -> Vec<Box<dyn sarsen_catalog::Position>> {
    let mut rng = chance::generator(5);
    let mut position = game.start(&sarsen_core::Options::defaults(game.spec()));
    let mut found = Vec::new();
    for _ in 0..12 {
        if position.turn().seat().is_some() {
            found.push(position.boxed());
        }
        let Some(action) = position.random_action(&mut rng) else { break };
        position.play(&action).unwrap();
    }
    found.into_iter().step_by(2).take(3).collect()
}

#[test]
fn the_searcher_plays_legal_actions_in_time_and_stops_when_told() {
    let engine = Searcher::default();
    for game in sarsen_catalog::GAMES {
        let mut searched = 0;
        for position in positions(*game) {
            let Some(seat) = position.turn().seat() else { continue };
            let cancel = Cancel::default();
            let time = Duration::from_millis(100);
            let task = Task {
                position: position.as_ref(),
                seat,
                level: 8,
                time,
                seed: 1,
                cancel: &cancel,
            };
            let action = engine.choose(&task).unwrap();
            position.check(&action).unwrap();
            searched += 1;
            // Long thinking ends as soon as nobody waits.
            let long = Task { time: Duration::from_secs(600), ..task };
            let begun = Instant::now();
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(Duration::from_millis(100));
                    cancel.cancel();
                });
                let _ = engine.analyse(&long, 1, &mut |_| {});
            });
            let took = begun.elapsed();
            assert!(took < SOON, "{}: {took:?}", game.spec().id);
        }
        assert!(searched > 0, "{}", game.spec().id);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hints_come_with_progress_and_name_what_can_be_played() {
    let server = with_engine(Searcher::default()).await;
    let ada = server.player("Ada").await;
    for game in sarsen_catalog::GAMES {
        let id = game.spec().id;
        let seats = vec![NewSeat::Me { name: None }, NewSeat::Engine { level: 1 }];
        let table = server.create(&ada, &new_table(id, &[], seats)).await.table.table;
        let mut client = server.connect(&table, hello_key(&ada)).await;
        // On a busy machine an engine may have thought of nothing yet when the time is over: it gets more.
        let mut millis = 700;
        client.ask(Ask::Hint { id: 3, millis: Some(millis) }).await;
        let (mut progress, mut last) = (Vec::new(), None);
        while last.is_none() {
            match client.next().await {
                Tell::Analysis { id: 3, analysis }
                    if analysis.done && progress.is_empty() && millis < 10_000 =>
                {
                    millis *= 4;
                    client.ask(Ask::Hint { id: 3, millis: Some(millis) }).await;
                }
                Tell::Analysis { id: 3, analysis } if analysis.done => last = Some(analysis),
                Tell::Analysis { id: 3, analysis } => progress.push(analysis),
                // The deal or the first throw was still to come.
                Tell::Refused { id: Some(3), .. } => {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    client.ask(Ask::Hint { id: 3, millis: Some(millis) }).await;
                }
                _ => {}
            }
        }
        let last = last.unwrap();
        assert!(!progress.is_empty(), "{id}: nothing came before the last word");
        let nodes: Vec<u64> = progress.iter().chain([&last]).map(|said| said.nodes).collect();
        assert!(nodes.is_sorted(), "{id}: {nodes:?}");
        assert!((0.0..=1.0).contains(&last.lines[0].value), "{id}");
        client.act(&last.lines[0].actions[0]).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_thinks_for_somebody_who_has_gone() {
    let server = with_engine(Searcher::default()).await;
    let ada = server.player("Ada").await;
    let seats = vec![NewSeat::Me { name: None }, NewSeat::Engine { level: 1 }];
    let table = server.create(&ada, &new_table("stonehenge", &[], seats)).await.table.table;
    let mut client = server.connect(&table, hello_key(&ada)).await;
    let running = "sarsen_engine_running";
    let long = |id| Ask::Hint { id, millis: Some(60_000) };
    client.ask(long(1)).await;
    until_figure(&server, running, 1).await;
    client.ask(Ask::Stop { id: 1 }).await;
    until_figure(&server, running, 0).await;
    client.ask(long(2)).await;
    until_figure(&server, running, 1).await;
    drop(client);
    until_figure(&server, running, 0).await;
    let url = format!("ws://{}/api/v1/study/socket", server.address);
    let mut study = Client::of(tokio_tungstenite::connect_async(url).await.unwrap().0);
    let (record, millis) = ("[Game \"cathedral\"]".to_owned(), Some(60_000));
    study.ask(Ask::Analyse { id: 1, record, at: None, lines: None, millis }).await;
    until_figure(&server, running, 1).await;
    study.until(|tell| matches!(tell, Tell::Analysis { id: 1, .. }).then_some(())).await;
    drop(study);
    until_figure(&server, running, 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_acts_while_others_are_being_studied() {
    let server = with_engine(Searcher::default()).await;
    let mut studies = Vec::new();
    for _ in 0..4 {
        let url = format!("ws://{}/api/v1/study/socket", server.address);
        let mut study = Client::of(tokio_tungstenite::connect_async(url).await.unwrap().0);
        let (record, millis) = ("[Game \"stonehenge\"]".to_owned(), Some(60_000));
        study.ask(Ask::Analyse { id: 1, record, at: None, lines: None, millis }).await;
        studies.push(study);
    }
    until_figure(&server, "sarsen_engine_waiting", 3).await;
    let ada = server.player("Ada").await;
    let seats = vec![NewSeat::Engine { level: 1 }, NewSeat::Me { name: None }];
    let table = server.create(&ada, &new_table("stonehenge", &[], seats)).await.table.table;
    let mut client = server.connect(&table, hello_key(&ada)).await;
    let begun = Instant::now();
    while client.position.as_ref().unwrap().ply == 0 {
        client.next().await;
    }
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}

/// An engine with an opinion.
struct Opinion {
    value: f64,
}

impl Engine for Opinion {
    fn choose(&self, task: &Task<'_>) -> Option<String> {
        StandIn.choose(task)
    }

    fn analyse(
        &self,
        task: &Task<'_>,
        lines: usize,
        tell: &mut (dyn FnMut(Analysis) + Send),
    ) -> Option<Analysis> {
        let mut analysis = StandIn.analyse(task, lines, tell)?;
        analysis.lines[0].value = self.value;
        Some(analysis)
    }
}

/// Offers a draw in the first position and says whether the engine agreed.
async fn offer(engine: impl Engine, options: &[(&str, &str)], acts_first: bool) -> bool {
    let server = with_engine(engine).await;
    let ada = server.player("Ada").await;
    let seats = vec![NewSeat::Me { name: None }, NewSeat::Engine { level: 2 }];
    let table = server.create(&ada, &new_table("stonehenge", options, seats)).await.table.table;
    let mut client = server.connect(&table, hello_key(&ada)).await;
    client.request(|id| Ask::OfferDraw { id: Some(id), seat: None }).await.unwrap();
    if acts_first {
        client.act("G6").await.unwrap();
    }
    let agreed = client.until(|tell| match tell {
        Tell::Happened(happened) => match &happened.what {
            Happening::DrawDeclined { seat: 2 } => Some(false),
            Happening::Ended { reason: EndReason::Agreed, .. } => Some(true),
            _ => None,
        },
        _ => None,
    });
    let agreed = agreed.await;
    if agreed {
        let info: sarsen_protocol::TableInfo =
            server.get(&format!("/api/v1/tables/{table}"), Some(&ada)).await;
        assert_eq!((info.status, info.match_info.draws), (Status::Over, 1));
    } else if acts_first {
        while client.position.as_ref().unwrap().ply < 2 {
            client.next().await;
        }
    }
    agreed
}

#[tokio::test]
async fn an_engine_agrees_to_a_draw_when_it_is_worse_off_and_plays_on_when_not() {
    // It is Ada's turn: 0.9 for her is bad for the engine.
    assert!(offer(Opinion { value: 0.9 }, &[], false).await);
    assert!(!offer(Opinion { value: 0.5 }, &[], false).await);
    // Face down the engine waits until it is to act and looks through its own eyes.
    let hidden = [("druids", "hidden")];
    assert!(offer(Opinion { value: 0.1 }, &hidden, true).await);
    assert!(!offer(Opinion { value: 0.9 }, &hidden, true).await);
    // The real engine does not give away a game that has just begun.
    assert!(!offer(Searcher::default(), &[], false).await);
}

#[tokio::test]
async fn hints_are_only_for_who_plays_alone() {
    let server = Server::new().await;
    let (_, [mut ada, _bo]) = server.two_at("stonehenge", &[]).await;
    let refusal = ada.request(|id| Ask::Hint { id, millis: None }).await.unwrap_err();
    assert_eq!(refusal.code, RefusalCode::NotNow);
}

#[tokio::test]
async fn no_analysis_goes_on_for_longer_than_the_server_allows() {
    let limits = Limits { longest_analysis: Duration::from_millis(50), ..Limits::default() };
    let (store, sources) = (Arc::new(MemoryStore::new()), Arc::new(SystemSources));
    let engine = Arc::new(Searcher::default());
    let server = Server::with_engine(store, limits, sources, engine).await;
    let url = format!("ws://{}/api/v1/study/socket", server.address);
    let mut study = Client::of(tokio_tungstenite::connect_async(url).await.unwrap().0);
    let (record, millis) = ("[Game \"cathedral\"]".to_owned(), Some(600_000));
    let begun = Instant::now();
    study.ask(Ask::Analyse { id: 1, record, at: None, lines: None, millis }).await;
    study
        .until(|tell| {
            matches!(tell, Tell::Analysis { analysis, .. } if analysis.done).then_some(())
        })
        .await;
    assert!(begun.elapsed() < SOON, "the server has a limit of its own");
}
