//! Nothing leaks: in worlds that somebody cannot tell apart, everything that this somebody is sent is equal, byte for byte.

use std::sync::Arc;

use crate::common::{Client, Repeating, Server, hello_key, new_table, watch};
use sarsen_catalog::{Legal, Position};
use sarsen_core::{Options, Seat, Viewer, chance};
use sarsen_protocol::{Ask, NewSeat, Tell};
use sarsen_server::Limits;
use sarsen_store::MemoryStore;

/// Two games that a viewer cannot tell apart, action by action.
struct Worlds {
    game: &'static str,
    options: Vec<(String, String)>,
    viewer: Viewer,
    /// What has been played when the table is made: a deal.
    from: [Vec<String>; 2],
    actions: Vec<[String; 2]>,
}

fn looks_alike(one: &dyn Position, other: &dyn Position, viewer: Viewer) -> bool {
    one.turn() == other.turn()
        && one.history(viewer) == other.history(viewer)
        && one.view(viewer) == other.view(viewer)
}

fn listed(position: &dyn Position) -> Vec<String> {
    match position.legal() {
        Legal::Actions { actions } => actions,
        other => panic!("{other:?}"),
    }
}

fn after(position: &dyn Position, action: &str) -> Box<dyn Position> {
    let mut next = position.boxed();
    next.play(action).unwrap();
    next
}

/// The next pair of actions after which the two worlds still look alike, other ones if there are any.
fn next_pair(
    one: &dyn Position,
    other: &dyn Position,
    viewer: Viewer,
    rng: &mut chance::Generator,
) -> Option<[String; 2]> {
    let mut choices = listed(one);
    chance::shuffle(rng, &mut choices);
    let own = one.turn().seat().map(Viewer::Seat) == Some(viewer);
    let mut same = None;
    for action in choices.into_iter().take(40) {
        let next = after(one, &action);
        let mut answers = if own { vec![action.clone()] } else { listed(other) };
        chance::shuffle(rng, &mut answers);
        for answer in answers {
            if other.check(&answer).is_ok()
                && looks_alike(next.as_ref(), after(other, &answer).as_ref(), viewer)
            {
                if own || answer != action {
                    return Some([action, answer]);
                }
                same.get_or_insert([action.clone(), answer]);
            }
        }
    }
    same
}

fn options_of(game: &str, pairs: &[(&str, &str)]) -> Options {
    let mut options = Options::defaults(sarsen_catalog::game(game).unwrap().spec());
    for (name, value) in pairs {
        options.set(name, value).unwrap();
    }
    options
}

/// Another deal that looks the same to a viewer: two stones that show the same face change their backs.
fn other_deal(deal: &str, start: &dyn Position, viewer: Viewer) -> Option<String> {
    let stones: Vec<usize> = deal
        .match_indices(|c: char| "RPS".contains(c))
        .map(|(index, _)| index)
        .step_by(2)
        .collect();
    let looks = after(start, deal);
    for (place, &one) in stones.iter().enumerate() {
        for &other in &stones[place + 1..] {
            let mut swapped = deal.as_bytes().to_vec();
            let alike = swapped[one] == swapped[other] && swapped[one + 1] != swapped[other + 1];
            swapped.swap(one + 1, other + 1);
            let swapped = String::from_utf8(swapped).unwrap();
            if alike
                && start.check(&swapped).is_ok()
                && looks_alike(looks.as_ref(), after(start, &swapped).as_ref(), viewer)
            {
                return Some(swapped);
            }
        }
    }
    None
}

fn worlds(game: &'static str, pairs: &[(&str, &str)], viewer: Viewer, seed: u64) -> Worlds {
    let mut rng = chance::generator(seed);
    let start = sarsen_catalog::game(game).unwrap().start(&options_of(game, pairs));
    let mut from = [vec![], vec![]];
    let (mut one, mut other) = (start.boxed(), start.boxed());
    if game == "logan" {
        let (deal, swapped) = (0..1000)
            .find_map(|_| {
                let deal = start.random_action(&mut rng).unwrap();
                other_deal(&deal, start.as_ref(), viewer).map(|swapped| (deal, swapped))
            })
            .expect("a deal with two worlds");
        (one, other) = (after(start.as_ref(), &deal), after(start.as_ref(), &swapped));
        from = [vec![deal], vec![swapped]];
    }
    let mut actions = Vec::new();
    while actions.len() < 30 && one.turn().seat().is_some() {
        let Some(pair) = next_pair(one.as_ref(), other.as_ref(), viewer, &mut rng) else { break };
        (one, other) = (after(one.as_ref(), &pair[0]), after(other.as_ref(), &pair[1]));
        actions.push(pair);
    }
    // The end opens everything; the worlds are then told apart by right.
    if one.turn().is_over() {
        actions.pop();
    }
    let options = pairs.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    Worlds { game, options, viewer, from, actions }
}

/// Everything that the viewer is sent in one of the worlds.
async fn witness(worlds: &Worlds, world: usize) -> Vec<String> {
    let store = Arc::new(MemoryStore::new());
    let server = Server::with(store, Limits::default(), Arc::new(Repeating::default())).await;
    let keys = [server.player("Ada").await, server.player("Bo").await, server.player("Eve").await];
    let pairs: Vec<_> = worlds.options.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    let mut table = new_table(worlds.game, &pairs, vec![NewSeat::Me { name: None }, NewSeat::Open]);
    if !worlds.from[world].is_empty() {
        let mut record = sarsen_core::record::Record::new(worlds.game);
        for (name, value) in &pairs {
            record.set_tag(&format!("Option.{name}"), value);
        }
        for token in &worlds.from[world] {
            record.push_token(token);
        }
        table.from = Some(record.to_string());
    }
    let created = server.create(&keys[0], &table).await;
    let id = created.table.table;
    server.join(&keys[1], &id, "invite").await;
    let mut players = [
        server.connect(&id, hello_key(&keys[0])).await,
        server.connect(&id, hello_key(&keys[1])).await,
    ];
    let mut eve = server.connect(&id, watch()).await;
    let mut told = Vec::new();
    for pair in &worlds.actions {
        let ply = players[0].position.as_ref().unwrap().ply;
        let to_act = match players[0].position.as_ref().unwrap().turn {
            sarsen_protocol::Turn::Seat { seat } => usize::from(seat) - 1,
            ref other => panic!("{other:?}"),
        };
        if worlds.viewer == Viewer::Seat(Seat::from_index(to_act).unwrap()) {
            ask_around(&mut players[to_act]).await;
        }
        players[to_act].act(&pair[world]).await.unwrap();
        for client in players.iter_mut().chain([&mut eve]) {
            while client.position.as_ref().unwrap().ply == ply {
                client.next().await;
            }
        }
        let key = match worlds.viewer {
            Viewer::Seat(seat) => Some(&keys[seat.index()]),
            _ => Some(&keys[2]),
        };
        for path in [
            format!("/api/v1/tables/{id}/record"),
            format!("/api/v1/tables/{id}"),
            "/api/v1/tables".to_owned(),
        ] {
            let (_, _, body) = server.http("GET", &path, key.map(String::as_str), None).await;
            told.push(String::from_utf8(body).unwrap());
        }
    }
    let viewer = match worlds.viewer {
        Viewer::Seat(seat) => &players[seat.index()],
        _ => &eve,
    };
    // Who comes back is told what was missed.
    let mut hello = match worlds.viewer {
        Viewer::Seat(seat) => hello_key(&keys[seat.index()]),
        _ => watch(),
    };
    hello.since = Some(3);
    let back = server.connect(&id, hello).await;
    viewer.frames.iter().chain(&back.frames).cloned().chain(told).collect()
}

/// A seat may ask for what an action would do, and for what cannot be done.
async fn ask_around(client: &mut Client) {
    let legal = match client.position.as_ref().unwrap().legal.clone().unwrap() {
        sarsen_protocol::Legal::Actions { actions } => actions,
        other => panic!("{other:?}"),
    };
    for (id, action) in
        (1000..).zip(legal.into_iter().step_by(7).take(6).chain(["nonsense".to_owned()]))
    {
        client.ask(Ask::Preview { id, action }).await;
        client
            .until(|tell| match tell {
                Tell::Preview { id: answered, .. } if *answered == id => Some(()),
                Tell::Refused { id: Some(answered), .. } if *answered == id => Some(()),
                _ => None,
            })
            .await;
    }
}

async fn compare(game: &'static str, pairs: &[(&str, &str)], viewer: Viewer) {
    let (mut steps, mut differing) = (0, 0);
    for seed in 0..4 {
        let worlds = worlds(game, pairs, viewer, seed);
        steps += worlds.actions.len();
        differing += worlds.actions.iter().filter(|pair| pair[0] != pair[1]).count();
        differing += usize::from(worlds.from[0] != worlds.from[1]);
        let (one, other) = (witness(&worlds, 0).await, witness(&worlds, 1).await);
        assert_eq!(one.len(), other.len());
        for (one, other) in one.iter().zip(&other) {
            assert_eq!(one, other, "{game} {pairs:?} {viewer:?} seed {seed}");
        }
    }
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
}

#[tokio::test]
async fn logan_stones_leak_nothing() {
    for viewer in viewers() {
        compare("logan", &[], viewer).await;
    }
}
