//! The tests that every store has to pass.

use std::sync::Arc;

use crate::{
    AbsentPlayer, Batch, Note, PlayerRow, Store, StoreError, StudyRow, TableEnd, UnusedStudy,
};

fn batch(table: &str, first: u32, events: &[&str], at: u64) -> Batch {
    Batch {
        table: table.to_owned(),
        first,
        events: events.iter().map(|&event| event.to_owned()).collect(),
        at,
        people: (first == 1).then(|| vec!["ada".to_owned()]),
        wakes: false,
        due: None,
        listed_until: None,
        digest: format!("{table} {}", first as usize + events.len() - 1),
    }
}

/// Runs the whole suite on an empty store.
///
/// # Panics
/// If the store violates its contract.
pub async fn run(store: Arc<dyn Store>) {
    logs_are_appended_and_read_back(store.as_ref()).await;
    numbers_are_unique_and_without_gaps(store.as_ref()).await;
    ends_are_found_and_followed(store.as_ref()).await;
    lists_are_in_order(store.as_ref()).await;
    digests_are_of_the_last_event(store.as_ref()).await;
    players_have_names(store.as_ref()).await;
    absent_people_are_found_and_removed(store.as_ref()).await;
    studies_are_kept_by_revision(store.as_ref()).await;
    unused_studies_are_found_and_removed(store.as_ref()).await;
    tables_are_listed_for_anybody_until_a_moment(store.as_ref()).await;
    notes_are_kept_until_they_are_removed(store.as_ref()).await;
    a_note_is_removed_by_one_only(&store).await;
    of_two_writers_one_wins(&store).await;
    old_tables_are_found_and_removed(store.as_ref()).await;
    assert_eq!(store.check().await, Ok(()));
}

async fn logs_are_appended_and_read_back(store: &dyn Store) {
    assert_eq!(store.load("a").await, Ok(vec![]));
    assert_eq!(store.append(batch("a", 1, &["one", "two"], 5)).await, Ok(()));
    assert_eq!(store.append(batch("a", 3, &["three"], 6)).await, Ok(()));
    let log = store.load("a").await.expect("the log can be read");
    assert_eq!(log, ["one", "two", "three"]);
    assert_eq!(store.flush().await, Ok(()));
}

async fn numbers_are_unique_and_without_gaps(store: &dyn Store) {
    for first in [0, 1, 3, 5] {
        let answer = store.append(batch("a", first, &["x", "y"], 7)).await;
        assert_eq!(answer, Err(StoreError::Conflict), "{first}");
    }
    assert_eq!(store.append(batch("new", 2, &["x"], 7)).await, Err(StoreError::Conflict));
    assert_eq!(store.load("new").await, Ok(vec![]), "a refused batch leaves nothing behind");
    assert_eq!(store.load("a").await.map(|log| log.len()), Ok(3), "nor half of one");
}

async fn ends_are_found_and_followed(store: &dyn Store) {
    let tables = ["a", "no table"].map(str::to_owned).to_vec();
    let end = TableEnd { table: "a".to_owned(), last: 3 };
    assert_eq!(store.ends(tables).await, Ok(vec![end]));
    assert_eq!(store.load_after("a", 1).await, Ok(vec!["two".to_owned(), "three".to_owned()]));
    assert_eq!(store.load_after("a", 3).await, Ok(vec![]));
    assert_eq!(store.load_after("no table", 0).await, Ok(vec![]));
}

async fn lists_are_in_order(store: &dyn Store) {
    let mut other = batch("b", 1, &["one"], 4);
    other.people = Some(vec!["bo".to_owned(), "ada".to_owned()]);
    other.wakes = true;
    assert_eq!(store.append(other).await, Ok(()));
    assert_eq!(store.append(batch("c", 1, &["one"], 9)).await, Ok(()));
    let ids = |ids: &[&str]| Ok(ids.iter().map(|&id| id.to_owned()).collect::<Vec<_>>());
    let of = async |player: &str, limit: usize| {
        let listed = store.tables_of(player, limit).await;
        listed.map(|listed| listed.into_iter().map(|listed| listed.table).collect::<Vec<_>>())
    };
    assert_eq!(of("ada", 9).await, ids(&["c", "a", "b"]));
    assert_eq!(of("ada", 2).await, ids(&["c", "a"]));
    assert_eq!(of("bo", 9).await, ids(&["b"]));
    assert_eq!(of("nobody", 9).await, ids(&[]));
    assert_eq!(store.count_tables_of("ada").await, Ok(3));
    assert_eq!(store.count_tables_of("nobody").await, Ok(0));
    assert_eq!(store.all_tables(None, 9).await, ids(&["a", "b", "c"]));
    assert_eq!(store.all_tables(Some("a"), 1).await, ids(&["b"]));
    assert_eq!(store.waking_tables().await, ids(&["b"]));
    let mut left = batch("b", 2, &["left"], 10);
    left.people = Some(vec!["ada".to_owned()]);
    assert_eq!(store.append(left).await, Ok(()));
    assert_eq!(of("bo", 9).await, ids(&[]), "a player who has left is no longer listed");
    assert_eq!(store.waking_tables().await, ids(&[]));
}

async fn digests_are_of_the_last_event(store: &dyn Store) {
    let digest = async |table: &str| {
        let listed = store.tables_of("ada", 9).await.expect("a list can be read");
        listed.into_iter().find(|listed| listed.table == table).and_then(|listed| listed.digest)
    };
    assert_eq!(digest("a").await.as_deref(), Some("a 3"));
    assert_eq!(store.put_digest("a", 2, "late").await, Ok(()));
    assert_eq!(digest("a").await.as_deref(), Some("a 3"), "the log has moved on");
    assert_eq!(store.put_digest("a", 3, "anew").await, Ok(()));
    assert_eq!(digest("a").await.as_deref(), Some("anew"));
    assert_eq!(store.put_digest("no table", 1, "x").await, Ok(()));
}

fn player(id: &str, name: &str, seen: u64) -> PlayerRow {
    PlayerRow { id: id.to_owned(), name: name.to_owned(), seen }
}

async fn players_have_names(store: &dyn Store) {
    assert_eq!(store.player("ada").await, Ok(None));
    assert_eq!(store.put_player(player("ada", "Ada", 5)).await, Ok(()));
    let renamed = player("ada", "Ada \u{1f5ff} 日本", 6);
    assert_eq!(store.put_player(renamed.clone()).await, Ok(()));
    assert_eq!(store.player("ada").await, Ok(Some(renamed)));
}

async fn absent_people_are_found_and_removed(store: &dyn Store) {
    // Ada sits at tables.
    for id in ["late", "longest", "second", "third"] {
        let seen = ["longest", "second", "third"].iter().position(|&other| other == id);
        let seen = seen.map_or(9, |order| 2 + order as u64 / 2);
        assert_eq!(store.put_player(player(id, id, seen)).await, Ok(()));
    }
    let absent =
        |id: &str, seen: u64| AbsentPlayer { id: id.to_owned(), seen, is_seated: id == "ada" };
    let all = [absent("longest", 2), absent("second", 2), absent("third", 3), absent("ada", 6)];
    assert_eq!(store.absent_players(9, None, 9).await, Ok(all.to_vec()));
    assert_eq!(store.absent_players(9, None, 1).await, Ok(all[..1].to_vec()));
    for after in 0..all.len() {
        let rest = store.absent_players(9, Some(all[after].clone()), 9).await;
        assert_eq!(rest, Ok(all[after + 1..].to_vec()));
    }
    assert_eq!(store.see_player("second", 8).await, Ok(()));
    assert_eq!(store.see_player("second", 7).await, Ok(()), "late news changes nothing");
    assert_eq!(store.see_player("nobody", 8).await, Ok(()));
    for id in ["ada", "longest", "second"] {
        assert_eq!(store.put_note(note(&format!("{id}'s"), id, 9)).await, Ok(()));
    }
    for id in ["ada", "longest", "second", "nobody"] {
        assert_eq!(store.remove_player(id, 6).await, Ok(()));
    }
    let known = async |id: &str| store.player(id).await.map(|player| player.map(|row| row.seen));
    assert_eq!(known("longest").await, Ok(None));
    assert_eq!(known("second").await, Ok(Some(8)), "has come back since");
    assert_eq!(known("ada").await, Ok(Some(6)), "sits at a table");
    assert_eq!(known("nobody").await, Ok(None));
    let notes = async |id: &str| store.notes_of("kind", id).await.map(|notes| notes.len());
    assert_eq!(notes("longest").await, Ok(0), "what was kept for a player goes with the player");
    for id in ["ada", "second"] {
        assert_eq!(notes(id).await, Ok(1));
        assert_eq!(store.remove_note("kind", &format!("{id}'s")).await, Ok(()));
    }
}

async fn studies_are_kept_by_revision(store: &dyn Store) {
    let study = |id: &str, revision: u32, record: &str| StudyRow {
        id: id.to_owned(),
        key: "hash".to_owned(),
        record: record.to_owned(),
        revision,
        changed: 7,
        used: 7,
    };
    assert_eq!(store.study("s").await, Ok(None));
    assert_eq!(store.put_study(study("s", 2, "x")).await, Err(StoreError::Conflict), "a gap");
    assert_eq!(store.put_study(study("s", 1, "日本 (")).await, Ok(()));
    assert_eq!(store.put_study(study("s", 1, "x")).await, Err(StoreError::Conflict), "it is taken");
    assert_eq!(store.put_study(study("s", 3, "x")).await, Err(StoreError::Conflict), "a gap");
    assert_eq!(store.study("s").await, Ok(Some(study("s", 1, "日本 ("))));
    assert_eq!(store.put_study(study("s", 2, "two")).await, Ok(()));
    assert_eq!(store.put_study(study("s", 2, "late")).await, Err(StoreError::Conflict));
    assert_eq!(store.put_study(study("other", 1, "o")).await, Ok(()));
    assert_eq!(store.study("s").await, Ok(Some(study("s", 2, "two"))));
    assert_eq!(store.put_study(study("Z", 1, "z")).await, Ok(()));
    let all = [study("Z", 1, "z"), study("other", 1, "o"), study("s", 2, "two")];
    assert_eq!(store.all_studies(None, 9).await, Ok(all.to_vec()));
    assert_eq!(store.all_studies(Some("Z"), 1).await, Ok(all[1..2].to_vec()));
    assert_eq!(store.all_studies(Some("other"), 9).await, Ok(all[2..].to_vec()));
    assert_eq!(store.remove_study("Z", 7).await, Ok(()));
    assert_eq!(store.remove_study("s", 6).await, Ok(()));
    assert_eq!(store.study("s").await, Ok(Some(study("s", 2, "two"))), "it was used since");
    assert_eq!(store.remove_study("s", 7).await, Ok(()));
    assert_eq!(store.study("s").await, Ok(None));
    assert_eq!(store.study("other").await, Ok(Some(study("other", 1, "o"))));
    assert_eq!(store.remove_study("no study", u64::MAX).await, Ok(()));
    assert_eq!(store.remove_study("other", u64::MAX).await, Ok(()));
    assert_eq!(store.study("other").await, Ok(None));
}

async fn unused_studies_are_found_and_removed(store: &dyn Store) {
    for (id, used) in [("old", 3), ("older", 2), ("opened", 2), ("new", 9)] {
        let (key, record) = ("hash".to_owned(), "record".to_owned());
        let study = StudyRow { id: id.to_owned(), key, record, revision: 1, changed: 1, used };
        assert_eq!(store.put_study(study).await, Ok(()));
    }
    let unused = async |before: u64, limit: usize| {
        let mut found = store.unused_studies(before, limit).await.expect("a list can be read");
        found.sort_by(|one, other| one.id.cmp(&other.id));
        found
    };
    let row = |id: &str, used: u64| UnusedStudy { id: id.to_owned(), used };
    assert_eq!(unused(9, 9).await, [row("old", 3), row("older", 2), row("opened", 2)]);
    assert_eq!(unused(9, 2).await.len(), 2);
    assert_eq!(store.use_study("opened", 8).await, Ok(()));
    assert_eq!(store.use_study("opened", 4).await, Ok(()), "late news changes nothing");
    assert_eq!(store.use_study("no study", 8).await, Ok(()));
    let opened =
        store.study("opened").await.map(|study| study.map(|study| (study.changed, study.used)));
    assert_eq!(opened, Ok(Some((1, 8))));
    assert_eq!(unused(8, 9).await, [row("old", 3), row("older", 2)]);
    for (id, used) in [("old", 3), ("older", 2), ("opened", 2), ("opened", 8), ("new", 9)] {
        assert_eq!(store.remove_study(id, used).await, Ok(()));
        let is_gone = store.study(id).await == Ok(None);
        assert_eq!(is_gone, (id, used) != ("opened", 2), "{id} {used}");
    }
}

async fn tables_are_listed_for_anybody_until_a_moment(store: &dyn Store) {
    let listed = async |now: u64, limit: usize| {
        let listed = store.listed_tables(now, limit).await.expect("a list can be read");
        listed.into_iter().map(|listed| (listed.table, listed.digest)).collect::<Vec<_>>()
    };
    let row = |table: &str| (table.to_owned(), Some(format!("{table} 1")));
    assert_eq!(listed(0, 9).await, []);
    for (table, until) in [("listed one", 50), ("listed two", 60)] {
        let batch = Batch { listed_until: Some(until), ..batch(table, 1, &["one"], 11) };
        assert_eq!(store.append(batch).await, Ok(()));
    }
    assert_eq!(listed(49, 9).await, [row("listed two"), row("listed one")]);
    assert_eq!(listed(49, 1).await, [row("listed two")]);
    assert_eq!(listed(50, 9).await, [row("listed two")], "a moment later one is no longer listed");
    assert_eq!(store.append(batch("listed two", 2, &["full"], 12)).await, Ok(()));
    assert_eq!(listed(49, 9).await, [row("listed one")], "nor is one that says so");
}

fn note(id: &str, player: &str, expires: u64) -> Note {
    let (kind, text) = ("kind".to_owned(), format!("of {player}"));
    Note { kind, id: id.to_owned(), player: player.to_owned(), text, expires }
}

async fn notes_are_kept_until_they_are_removed(store: &dyn Store) {
    assert_eq!(store.note("kind", "a").await, Ok(None));
    for note in [note("a", "bo", 5), note("a", "ada", 5), note("b", "ada", 9), note("c", "bo", 9)] {
        assert_eq!(store.put_note(note).await, Ok(()));
    }
    assert_eq!(store.note("kind", "a").await, Ok(Some(note("a", "ada", 5))), "it was replaced");
    assert_eq!(store.note("other kind", "a").await, Ok(None));
    let of_ada = vec![note("a", "ada", 5), note("b", "ada", 9)];
    assert_eq!(store.notes_of("kind", "ada").await, Ok(of_ada));
    assert_eq!(store.remove_expired_notes(6).await, Ok(()));
    assert_eq!(store.notes_of("kind", "ada").await, Ok(vec![note("b", "ada", 9)]));
    assert_eq!(store.remove_note("other kind", "b").await, Err(StoreError::Conflict));
    assert_eq!(store.remove_note("kind", "b").await, Ok(()));
    assert_eq!(store.remove_note("kind", "b").await, Err(StoreError::Conflict));
    assert_eq!(store.note("kind", "b").await, Ok(None));
}

async fn a_note_is_removed_by_one_only(store: &Arc<dyn Store>) {
    for round in 0..20 {
        let id = format!("once {round}");
        assert_eq!(store.put_note(note(&id, "ada", 9)).await, Ok(()));
        let remove = || {
            let (store, id) = (Arc::clone(store), id.clone());
            tokio::spawn(async move { store.remove_note("kind", &id).await })
        };
        let (one, other) = (remove(), remove());
        let answers = [one.await, other.await];
        let removed = answers.iter().filter(|answer| matches!(answer, Ok(Ok(())))).count();
        assert_eq!(removed, 1, "{answers:?}");
    }
}

async fn of_two_writers_one_wins(store: &Arc<dyn Store>) {
    for number in 1..=50 {
        let write = |text: &'static str| {
            let store = Arc::clone(store);
            tokio::spawn(async move { store.append(batch("race", number, &[text], 1)).await })
        };
        let (one, other) = (write("one"), write("other"));
        let answers = [one.await, other.await];
        let won = answers.iter().filter(|answer| matches!(answer, Ok(Ok(())))).count();
        assert_eq!(won, 1, "{answers:?}");
    }
    assert_eq!(store.load("race").await.map(|log| log.len()), Ok(50));
}

async fn old_tables_are_found_and_removed(store: &dyn Store) {
    let old = |table| batch(table, 1, &["one", "two"], 2);
    let mut waking = old("old clock");
    waking.wakes = true;
    for batch in [old("old one"), waking, old("old two"), batch("young", 1, &["one"], 3)] {
        assert_eq!(store.append(batch).await, Ok(()));
    }
    let aged = async |after: Option<&str>, limit: usize| {
        let aged = store.aged_tables(3, after, limit).await.expect("a list can be read");
        aged.into_iter().map(|aged| (aged.table, aged.changed, aged.digest)).collect::<Vec<_>>()
    };
    let row = |table: &str, events: u32, at: u64| {
        (table.to_owned(), at, Some(format!("{table} {events}")))
    };
    let race = row("race", 50, 1);
    assert_eq!(aged(None, 9).await, [race.clone(), row("old one", 2, 2), row("old two", 2, 2)]);
    assert_eq!(aged(Some("old one"), 9).await, [row("old two", 2, 2)]);
    assert_eq!(aged(None, 1).await, [race]);
    assert_eq!(store.remove("old one", 1).await, Ok(()));
    assert_eq!(store.load("old one").await.map(|log| log.len()), Ok(2), "it has changed since");
    assert_eq!(store.remove("old one", 2).await, Ok(()));
    assert_eq!(store.load("old one").await, Ok(vec![]));
    assert_eq!(aged(Some("race"), 9).await, [row("old two", 2, 2)]);
    assert_eq!(store.remove("no table", 9).await, Ok(()));
    assert_eq!(store.shrink().await, Ok(()));
}
