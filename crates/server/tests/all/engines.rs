//! Engines at tables: every level of every game answers, abandoned searches are cancelled, and everybody gets a turn.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::common::engines::{Failure, Opinion, Unwell, WAYS_TO_FAIL};
use crate::common::{Client, Repeating, SOON, Server, hello_key, new_table, process};
use sarsen_core::{Level, Seat, chance};
use sarsen_protocol::{
    Analysis, AskKind, Clock, CreateTable, EndReason, Happening, NewSeat, PublicEvent, RefusalCode,
    Status, Tables, Tell,
};
use sarsen_server::engine::{Cancel, EngineBackend, SearchBackend, Task};
use sarsen_server::{Limits, SystemSources};
use sarsen_store::MemoryStore;

async fn with_engine(engine: impl EngineBackend) -> Server {
    let (store, sources) = (Arc::new(MemoryStore::new()), Arc::new(SystemSources));
    Server::with_engine(store, process::generous(), sources, Arc::new(engine)).await
}

async fn until_figure(server: &Server, name: &str, wanted: i64) {
    let begun = Instant::now();
    while server.figure(name).await != wanted {
        assert!(begun.elapsed() < SOON, "{name} is never {wanted}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_level_of_every_game_acts() {
    // Time stands still, so that no clock runs out however busy the machine is.
    let (store, sources) = (Arc::new(MemoryStore::new()), Arc::new(Repeating::default()));
    let engine = Arc::new(SearchBackend::default());
    let server = Server::with_engine(store, process::generous(), sources, engine).await;
    let ada = server.player("Ada").await;
    let heavy = std::env::var_os("SARSEN_HEAVY").is_some();
    let levels: &[u8] = if heavy { &[1, 2, 3, 4, 5, 6, 7, 8] } else { &[1, 4, 8] };
    for game in sarsen_catalog::GAMES {
        let id = game.spec().id;
        for &level in levels {
            let seats = vec![NewSeat::Engine { level }, NewSeat::Me { name: None }];
            let mut new = new_table(id, &[], seats);
            // An engine takes at most a third of its clock.
            new.clock = Clock::PerMove { time: 12_000 };
            let table = server.create(&ada, &new).await.table.table;
            let mut client = server.connect(&table, hello_key(&ada)).await;
            // In some games a deal or throw comes first; then the engine acts, or it already has while we connected.
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

/// Keeps every core busy several times over until it is dropped.
struct Busy(Arc<AtomicBool>);

impl Busy {
    fn new() -> Busy {
        let stop = Arc::new(AtomicBool::new(false));
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..4 * cores {
            let stop = Arc::clone(&stop);
            std::thread::spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        Busy(stop)
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn engines_with_short_clocks_do_not_lose_on_time_on_a_busy_machine() {
    let server = with_engine(SearchBackend::default()).await;
    let ada = server.player("Ada").await;
    let _busy = Busy::new();
    // More tables than one address has threads: some searches wait while their clocks run.
    let mut clients = Vec::new();
    for (game, level) in [("sun", 1), ("stonehenge", 8), ("stonehenge", 5), ("cathedral", 8)] {
        let seats = vec![NewSeat::Engine { level }, NewSeat::Me { name: None }];
        let mut new = new_table(game, &[], seats);
        new.clock = Clock::Fischer { initial: 6_000, increment: 0 };
        let table = server.create(&ada, &new).await.table.table;
        clients.push((game, level, server.connect(&table, hello_key(&ada)).await));
    }
    for (game, level, mut client) in clients {
        while client.position.as_ref().unwrap().ply == 0 {
            let tell = client.next().await;
            if let Tell::Happened(happened) = &tell {
                assert!(!matches!(happened.what, Happening::Ended { .. }), "{game} {level}");
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
    let engine = SearchBackend::default();
    for game in sarsen_catalog::GAMES {
        let mut searched = 0;
        for position in positions(*game) {
            let Some(seat) = position.turn().seat() else { continue };
            let cancel = Cancel::default();
            let time = Duration::from_millis(100);
            let task = Task {
                position: position.as_ref(),
                seat,
                level: Level::MAX,
                time,
                nodes: None,
                also: None,
                seed: 1,
                cancel: &cancel,
            };
            let action = engine.choose(&task).unwrap();
            position.check(&action).unwrap();
            searched += 1;
            // A long search ends as soon as nobody waits for it.
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
    let server = with_engine(SearchBackend::default()).await;
    let ada = server.player("Ada").await;
    for game in sarsen_catalog::GAMES {
        let id = game.spec().id;
        let seats = vec![NewSeat::Me { name: None }, NewSeat::Engine { level: 1 }];
        let table = server.create(&ada, &new_table(id, &[], seats)).await.table.table;
        let mut client = server.connect(&table, hello_key(&ada)).await;
        // On a busy machine the engine may have found nothing when the time is over, so it gets more.
        let mut millis = 700;
        client.ask(AskKind::Hint { millis: Some(millis) }.with_id(3)).await;
        let (mut progress, mut last) = (Vec::new(), None);
        while last.is_none() {
            match client.next().await {
                Tell::Analysis { id: 3, analysis }
                    if analysis.done && progress.is_empty() && millis < 10_000 =>
                {
                    millis *= 4;
                    client.ask(AskKind::Hint { millis: Some(millis) }.with_id(3)).await;
                }
                Tell::Analysis { id: 3, analysis } if analysis.done => last = Some(analysis),
                Tell::Analysis { id: 3, analysis } => progress.push(analysis),
                // The deal or the first throw was still to come.
                Tell::Refused { id: Some(3), .. } => {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    client.ask(AskKind::Hint { millis: Some(millis) }.with_id(3)).await;
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
async fn a_hint_that_is_asked_for_again_is_the_same() {
    let server = with_engine(SearchBackend::default()).await;
    let ada = server.player("Ada").await;
    for id in ["stonehenge", "cathedral", "sun"] {
        let seats = vec![NewSeat::Me { name: None }, NewSeat::Me { name: None }];
        let table = server.create(&ada, &new_table(id, &[], seats)).await.table.table;
        let mut client = server.connect(&table, hello_key(&ada)).await;
        let mut hints = Vec::new();
        for (id, millis) in [(1, 300), (2, 300), (3, 200), (4, 600)] {
            client.ask(AskKind::Hint { millis: Some(millis) }.with_id(id)).await;
            hints.push(client.until(|tell| last_word(tell, id)).await);
        }
        assert_eq!(hints[0], hints[1], "{id}");
        assert_eq!(hints[0], hints[2], "{id}: less time than there was");
        // How long each took says nothing on a busy machine, but two searches never agree in everything.
        assert_ne!(hints[3], hints[0], "{id}: more time is used");
        let first = hints[3].lines[0].actions[0].clone();
        client.act(&first).await.unwrap();
        client.ask(AskKind::Hint { millis: Some(200) }.with_id(5)).await;
        let next = client.until(|tell| last_word(tell, 5)).await;
        assert_ne!(next.lines, hints[3].lines, "{id}: another position");
    }
}

/// The last word of the search with an id.
fn last_word(tell: &Tell, wanted: u32) -> Option<Analysis> {
    match tell {
        Tell::Analysis { id, analysis } if *id == wanted && analysis.done => Some(analysis.clone()),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_is_cancelled_when_its_client_has_gone() {
    let server = with_engine(SearchBackend::default()).await;
    let ada = server.player("Ada").await;
    let seats = vec![NewSeat::Me { name: None }, NewSeat::Engine { level: 1 }];
    let table = server.create(&ada, &new_table("stonehenge", &[], seats)).await.table.table;
    let mut client = server.connect(&table, hello_key(&ada)).await;
    let running = "sarsen_engine_running";
    let long = |id| AskKind::Hint { millis: Some(60_000) }.with_id(id);
    client.ask(long(1)).await;
    until_figure(&server, running, 1).await;
    client.ask(AskKind::Stop.with_id(1)).await;
    until_figure(&server, running, 0).await;
    client.ask(long(2)).await;
    until_figure(&server, running, 1).await;
    drop(client);
    until_figure(&server, running, 0).await;
    let url = format!("ws://{}/api/v1/study/socket", server.address);
    let mut study = Client::of(tokio_tungstenite::connect_async(url).await.unwrap().0);
    let (record, millis) = ("[Game \"cathedral\"]".to_owned(), Some(60_000));
    study
        .ask(
            AskKind::Analyse { record, at: None, lines: None, millis, nodes: None, also: None }
                .with_id(1),
        )
        .await;
    until_figure(&server, running, 1).await;
    study.until(|tell| matches!(tell, Tell::Analysis { id: 1, .. }).then_some(())).await;
    drop(study);
    until_figure(&server, running, 0).await;
}

#[tokio::test]
async fn an_analysis_limited_by_positions_is_the_same_for_everybody() {
    let server = with_engine(SearchBackend::default()).await;
    let url = format!("ws://{}/api/v1/study/socket", server.address);
    let logan = "[Game \"logan\"]\n\n\
        deal=PR,SR|RS,SP,PS,RS,RS,RP,PS,RP|PR,PR,SR,PR,SP,PS,RS,SP +RP~@0,1 +PR@1,1\n";
    for record in ["[Game \"stonehenge\"]\n\nQ4 L2\n", "[Game \"cathedral\"]", logan] {
        let mut answers = Vec::new();
        for id in 1..=3 {
            let mut study = Client::of(tokio_tungstenite::connect_async(&url).await.unwrap().0);
            let (record, nodes) = (record.to_owned(), Some(500));
            let question =
                AskKind::Analyse { record, at: None, lines: None, millis: None, nodes, also: None }
                    .with_id(id);
            study.ask(question).await;
            let last = |tell: &Tell| match tell {
                Tell::Analysis { analysis, .. } if analysis.done => Some(analysis.clone()),
                Tell::Refused { refusal, .. } => panic!("{refusal:?}"),
                _ => None,
            };
            let mut analysis = study.until(last).await;
            analysis.millis = 0;
            answers.push(analysis);
        }
        assert!(answers[0].nodes <= 1000, "{}", answers[0].nodes);
        assert_eq!(answers[0], answers[1]);
        assert_eq!(answers[0], answers[2]);
    }
}

#[tokio::test]
async fn an_analysis_compares_what_was_played_with_the_best_in_one_search() {
    let server = with_engine(SearchBackend::default()).await;
    let url = format!("ws://{}/api/v1/study/socket", server.address);
    let mut study = Client::of(tokio_tungstenite::connect_async(&url).await.unwrap().0);
    let mut ask = async |id: u32, also: &str| {
        let record = "[Game \"stonehenge\"]\n\nA6 M1 P5 O5\n".to_owned();
        let (nodes, also) = (Some(20_000), Some(also.to_owned()));
        let question =
            AskKind::Analyse { record, at: None, lines: None, millis: None, nodes, also };
        study.ask(question.with_id(id)).await;
        let last = |tell: &Tell| match tell {
            Tell::Analysis { analysis, .. } if analysis.done => Some(Ok(analysis.lines.clone())),
            Tell::Refused { refusal, .. } => Some(Err(refusal.code)),
            _ => None,
        };
        study.until(last).await
    };
    let lines = ask(1, "J4").await.unwrap();
    assert_eq!((lines.len(), lines[1].actions[0].as_str()), (2, "J4"));
    assert!(lines[0].value >= lines[1].value, "{lines:?}");
    // The best action costs nothing, because it is one line.
    let best = lines[0].actions[0].clone();
    assert_eq!(ask(2, &best).await.unwrap().len(), 1);
    assert_eq!(ask(3, "A6").await, Err(RefusalCode::Illegal));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_acts_while_others_are_being_studied() {
    let server = with_engine(SearchBackend::default()).await;
    let mut studies = Vec::new();
    for _ in 0..4 {
        let url = format!("ws://{}/api/v1/study/socket", server.address);
        let mut study = Client::of(tokio_tungstenite::connect_async(url).await.unwrap().0);
        let (record, millis) = ("[Game \"stonehenge\"]".to_owned(), Some(60_000));
        study
            .ask(
                AskKind::Analyse { record, at: None, lines: None, millis, nodes: None, also: None }
                    .with_id(1),
            )
            .await;
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

/// Offers a draw in the first position and returns whether the engine agreed.
async fn offer(engine: impl EngineBackend, options: &[(&str, &str)], acts_first: bool) -> bool {
    let server = with_engine(engine).await;
    let ada = server.player("Ada").await;
    let seats = vec![NewSeat::Me { name: None }, NewSeat::Engine { level: 2 }];
    let table = server.create(&ada, &new_table("stonehenge", options, seats)).await.table.table;
    let mut client = server.connect(&table, hello_key(&ada)).await;
    client.request(|id| AskKind::OfferDraw.with_id(id)).await.unwrap();
    if acts_first {
        client.act("G6").await.unwrap();
    }
    let agreed = client.until(|tell| match tell {
        Tell::Happened(happened) => match &happened.what {
            Happening::Public(PublicEvent::DrawDeclined { seat: Seat::TWO, because: Some(_) }) => {
                Some(false)
            }
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
    // With druids face down, the engine waits until it is to act and uses its own view.
    let hidden = [("druids", "hidden")];
    assert!(offer(Opinion { value: 0.1 }, &hidden, true).await);
    assert!(!offer(Opinion { value: 0.9 }, &hidden, true).await);
    // The real engine does not agree to a draw right after the start.
    assert!(!offer(SearchBackend::default(), &[], false).await);
}

#[tokio::test]
async fn hints_are_only_for_who_plays_alone() {
    let server = Server::new().await;
    let (_, [mut ada, _bo]) = server.two_at("stonehenge", &[]).await;
    let refusal = ada.request(|id| AskKind::Hint { millis: None }.with_id(id)).await.unwrap_err();
    assert_eq!(refusal.code, RefusalCode::NotNow);
}

#[tokio::test]
async fn no_analysis_goes_on_for_longer_than_the_server_allows() {
    let limits = Limits { longest_analysis: Duration::from_millis(50), ..Limits::default() };
    let (store, sources) = (Arc::new(MemoryStore::new()), Arc::new(SystemSources));
    let engine = Arc::new(SearchBackend::default());
    let server = Server::with_engine(store, limits, sources, engine).await;
    let url = format!("ws://{}/api/v1/study/socket", server.address);
    let mut study = Client::of(tokio_tungstenite::connect_async(url).await.unwrap().0);
    let (record, millis) = ("[Game \"cathedral\"]".to_owned(), Some(600_000));
    let begun = Instant::now();
    study
        .ask(
            AskKind::Analyse { record, at: None, lines: None, millis, nodes: None, also: None }
                .with_id(1),
        )
        .await;
    study
        .until(|tell| {
            matches!(tell, Tell::Analysis { analysis, .. } if analysis.done).then_some(())
        })
        .await;
    assert!(begun.elapsed() < SOON, "the server has a limit of its own");
}

fn unwell(failures: usize, fails: Failure) -> Arc<Unwell> {
    Arc::new(Unwell::new(failures, fails))
}

/// Ada, who has acted, against an engine that is to answer.
async fn against(engine: &Arc<Unwell>, limits: Limits) -> (Server, String, String, Client) {
    let (store, sources) = (Arc::new(MemoryStore::new()), Arc::new(SystemSources));
    let shared: Arc<dyn EngineBackend> = Arc::<Unwell>::clone(engine);
    let server = Server::with_engine(store, limits, sources, shared).await;
    let ada = server.player("Ada").await;
    let seats = vec![NewSeat::Me { name: None }, NewSeat::Engine { level: 1 }];
    let mut new = new_table("stonehenge", &[], seats);
    new.clock = Clock::Fischer { initial: 60_000, increment: 0 };
    let table = server.create(&ada, &new).await.table.table;
    let mut client = server.connect(&table, hello_key(&ada)).await;
    client.act("G6").await.unwrap();
    (server, table, ada, client)
}

/// The engine's next reaction: `Some` for a failure, with whether it will be tried again; `None` for an action.
async fn next_failure(client: &mut Client) -> Option<bool> {
    client
        .until(|tell| match tell {
            Tell::Happened(happened) => match &happened.what {
                Happening::Public(PublicEvent::EngineFailed { seat: Seat::TWO, again }) => {
                    Some(Some(*again))
                }
                Happening::Acted { seat: Some(Seat::TWO), .. } => Some(None),
                _ => None,
            },
            _ => None,
        })
        .await
}

#[tokio::test]
async fn an_engine_that_fails_is_tried_once_more_with_another_seed() {
    for fails in WAYS_TO_FAIL {
        let engine = unwell(1, fails);
        let (_server, _, _, mut client) = against(&engine, Limits::default()).await;
        assert_eq!(next_failure(&mut client).await, Some(true), "the table is told");
        assert_eq!(next_failure(&mut client).await, None, "then it acts");
        let seeds = engine.seeds.lock().unwrap().clone();
        assert_eq!(seeds.len(), 2);
        assert_ne!(seeds[0], seeds[1]);
    }
}

#[tokio::test]
async fn an_engine_that_has_failed_waits_for_people_who_let_it_try_again() {
    let limits = Limits { idle: Duration::from_millis(20), ..Limits::default() };
    let engine = unwell(2, WAYS_TO_FAIL[0]);
    let (server, table, ada, mut client) = against(&engine, limits).await;
    assert_eq!(next_failure(&mut client).await, Some(true));
    assert_eq!(next_failure(&mut client).await, Some(false));
    let clocks = client.position.as_ref().unwrap().clocks.clone().unwrap();
    assert_eq!(clocks.running, None, "nobody loses on time by a fault of the program");
    // Nobody is thinking, so the table is unloaded when nobody is connected, and reloaded unchanged.
    drop(client);
    until_figure(&server, "sarsen_tables", 0).await;
    assert_eq!(engine.seeds.lock().unwrap().len(), 2);
    let mut eve = server.connect(&table, crate::common::watch()).await;
    assert_eq!(eve.welcome.as_ref().unwrap().table.engine_failed, Some(Seat::TWO));
    let retry = |id| AskKind::RetryEngine.with_id(id);
    assert_eq!(eve.request(retry).await.unwrap_err().code, RefusalCode::NoRight);
    let mut client = server.connect(&table, hello_key(&ada)).await;
    client.request(retry).await.unwrap();
    while client.position.as_ref().unwrap().ply < 2 {
        client.next().await;
    }
    assert_eq!(client.request(retry).await.unwrap_err().code, RefusalCode::NotNow);
    let info: sarsen_protocol::TableInfo =
        server.get(&format!("/api/v1/tables/{table}"), None).await;
    assert_eq!(info.engine_failed, None);
    let clocks = client.position.as_ref().unwrap().clocks.clone().unwrap();
    assert_eq!(clocks.running, Some(Seat::ONE), "the clocks go on");
}

#[tokio::test]
async fn without_a_client_an_engine_acts_only_if_its_clock_runs() {
    let server = Server::new().await;
    let ada = server.player("Ada").await;
    let seats = vec![NewSeat::Engine { level: 1 }, NewSeat::Me { name: None }];
    let without = new_table("stonehenge", &[], seats);
    let clock = Clock::Fischer { initial: 60_000, increment: 0 };
    let with = CreateTable { clock, ..without.clone() };
    let waits = server.create(&ada, &without).await.table.table;
    let acts = server.create(&ada, &with).await.table.table;
    let begun = Instant::now();
    loop {
        let listed: Tables = server.get("/api/v1/tables", Some(&ada)).await;
        let ply = |id: &str| listed.tables.iter().find(|table| table.table == id).unwrap().ply;
        assert_eq!(ply(&waits), 0, "nobody would see it");
        if ply(&acts) == 1 {
            break;
        }
        assert!(begun.elapsed() < SOON, "its clock runs and it does not act");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn an_engine_whose_search_does_not_end_has_failed() {
    let engine_patience = Duration::from_millis(50);
    let limits = Limits { engine_patience, ..Limits::default() };
    let hangs: Failure = || {
        loop {
            std::thread::park();
        }
    };
    let engine = unwell(2, hangs);
    let (_server, _, _, mut client) = against(&engine, limits).await;
    assert_eq!(next_failure(&mut client).await, Some(true), "the table is told");
    assert_eq!(next_failure(&mut client).await, Some(false), "then people decide");
    client.request(|id| AskKind::EndUnplayed.with_id(id)).await.unwrap();
}

#[tokio::test]
async fn a_game_whose_engine_has_failed_can_be_ended_as_not_played() {
    let engine = unwell(2, WAYS_TO_FAIL[1]);
    let (server, table, ada, mut client) = against(&engine, Limits::default()).await;
    while next_failure(&mut client).await != Some(false) {}
    client.request(|id| AskKind::EndUnplayed.with_id(id)).await.unwrap();
    let info: sarsen_protocol::TableInfo =
        server.get(&format!("/api/v1/tables/{table}"), None).await;
    assert_eq!(info.status, Status::Over);
    assert_eq!((info.match_info.draws, info.match_info.wins.as_slice()), (0, &[0, 0][..]));
    let record = server.record(&table, Some(&ada)).await;
    assert!(
        record.contains("[Result \"*\"]") && record.contains("[End \"not played\"]"),
        "{record}"
    );
    client.request(|id| AskKind::Again.with_id(id)).await.unwrap();
    let info: sarsen_protocol::TableInfo =
        server.get(&format!("/api/v1/tables/{table}"), Some(&ada)).await;
    assert_eq!(
        (info.status, info.you.as_slice()),
        (Status::Playing, &[Seat::ONE][..]),
        "the same seats"
    );
    assert_eq!(info.match_info.game, 1, "the same game of the match");
}

#[tokio::test]
async fn a_hint_that_fails_is_refused() {
    for fails in &WAYS_TO_FAIL[..2] {
        let engine = unwell(0, *fails);
        let (_server, _, _, mut client) = against(&engine, Limits::default()).await;
        while client.position.as_ref().unwrap().ply < 2 {
            client.next().await;
        }
        engine.fail(1);
        let hint = |id| AskKind::Hint { millis: Some(10) }.with_id(id);
        assert_eq!(client.request(hint).await.unwrap_err().code, RefusalCode::Internal);
        let hinted = |tell: &Tell| matches!(tell, Tell::Analysis { id: 99, .. }).then_some(());
        client.ask(hint(99)).await;
        client.until(hinted).await;
    }
}

#[tokio::test]
async fn an_analysis_that_fails_is_refused() {
    for fails in &WAYS_TO_FAIL[..2] {
        let engine = unwell(1, *fails);
        let server = with_engine_of(&engine).await;
        let url = format!("ws://{}/api/v1/study/socket", server.address);
        let mut study = Client::of(tokio_tungstenite::connect_async(url).await.unwrap().0);
        let analyse = |id| {
            let record = "[Game \"stonehenge\"]".to_owned();
            AskKind::Analyse {
                record,
                at: None,
                lines: None,
                millis: Some(10),
                nodes: None,
                also: None,
            }
            .with_id(id)
        };
        assert_eq!(study.request(analyse).await.unwrap_err().code, RefusalCode::Internal);
        // The same thread answers the next request.
        study.ask(analyse(99)).await;
        study.until(|tell| matches!(tell, Tell::Analysis { id: 99, .. }).then_some(())).await;
    }
}

async fn with_engine_of(engine: &Arc<Unwell>) -> Server {
    let (store, sources) = (Arc::new(MemoryStore::new()), Arc::new(SystemSources));
    let shared: Arc<dyn EngineBackend> = Arc::<Unwell>::clone(engine);
    Server::with_engine(store, Limits::default(), sources, shared).await
}
