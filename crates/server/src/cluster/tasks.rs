//! A node's background tasks: it listens to the bus, looks for missed events, and claims due tables.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use tokio::time::{MissedTickBehavior, interval};

use super::{MovedNote, PresenceNote, ReplacedNote, SpeechNote, jobs};
use crate::actor::Message;
use crate::app_state::AppState;

/// The interval between heartbeats to the database, which also return the shared time.
const BEAT: Duration = Duration::from_secs(2);

/// How often the ends of the logs are checked while clients are connected.
const LOOK: Duration = Duration::from_secs(3);

/// How often due tables are claimed, how many at a time, and for how long, in milliseconds.
const DUE: Duration = Duration::from_secs(1);
const MAX_DUE: usize = 50;
const DUE_AGAIN: u64 = 15_000;

/// How often presence is repeated.
const REFRESH: Duration = Duration::from_secs(8);

/// The number of logs per request.
const GROUP: usize = 1000;

/// Starts the background tasks of a node; they end with the server.
pub(crate) fn start(app: &Arc<AppState>) {
    every(app, BEAT, |app| async move { beat(&app).await });
    every(app, LOOK, |app| async move { look(&app).await });
    every(app, DUE, |app| async move { take_due(&app).await });
    every(app, REFRESH, |app| async move {
        for (_, handle) in app.registry.all() {
            handle.send_if_there_is_room(Message::Refresh);
        }
    });
    tokio::spawn(send_notes(Arc::clone(app)));
    listen(app, "moved", |app, note: MovedNote| moved(app, &note));
    listen(app, "presence", |app, note: PresenceNote| {
        if app.cluster.as_ref().is_some_and(|cluster| cluster.node != note.node)
            && let Some(handle) = app.registry.present(&note.table)
        {
            handle.send_if_there_is_room(Message::RemotePresence(Box::new(note)));
        }
    });
    listen(app, "speech", |app, note: SpeechNote| {
        if app.cluster.as_ref().is_some_and(|cluster| cluster.node != note.node)
            && let Some(handle) = app.registry.present(&note.table)
        {
            handle.send_if_there_is_room(Message::Spoken { seat: note.seat, speech: note.speech });
        }
    });
    listen(app, "replaced", |app, note: ReplacedNote| {
        if app.cluster.as_ref().is_some_and(|cluster| cluster.node != note.node) {
            tokio::spawn(replaced(Arc::clone(app), note));
        }
    });
    hear_workers(app);
}

/// Runs something repeatedly until the server stops.
fn every<F>(
    app: &Arc<AppState>,
    period: Duration,
    work: impl Fn(Arc<AppState>) -> F + Send + 'static,
) where
    F: Future<Output = ()> + Send + 'static,
{
    let app = Arc::clone(app);
    tokio::spawn(async move {
        let mut clock = interval(period);
        clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = clock.tick() => work(Arc::clone(&app)).await,
                () = app.stopped() => return,
            }
        }
    });
}

async fn beat(app: &AppState) {
    let asked = Instant::now();
    match app.store.beat().await {
        Ok(Some(beat)) => {
            if let Some(cluster) = &app.cluster {
                cluster.time.note(beat, asked);
            }
        }
        Ok(None) => {}
        Err(error) => tracing::warn!(%error, "the heartbeat to the database failed"),
    }
}

/// Checks the ends of all logs of tables with clients.
async fn look(app: &AppState) {
    let mut tables = app.registry.all();
    tables.retain(|(_, handle)| handle.status().clients.load(Ordering::Relaxed) > 0);
    for group in tables.chunks(GROUP) {
        let ids = group.iter().map(|(id, _)| id.clone()).collect();
        let Ok(ends) = app.store.ends(ids).await else { return };
        for end in ends {
            let handle = group.iter().find(|(id, _)| *id == end.table).map(|(_, handle)| handle);
            if let Some(handle) = handle
                && handle.status().number.load(Ordering::Relaxed) < end.last
            {
                handle.send_if_there_is_room(Message::Moved { number: end.last });
            }
        }
    }
}

/// Claims due tables that no node hosts: they are loaded and check their clocks.
async fn take_due(app: &Arc<AppState>) {
    let now = app.sources.tick();
    match app.store.take_due(now, now + DUE_AGAIN, MAX_DUE).await {
        Ok(tables) => {
            for table in tables {
                app.metrics.due_taken.fetch_add(1, Ordering::Relaxed);
                match app.registry.present(&table) {
                    Some(handle) => {
                        handle.send_if_there_is_room(Message::Moved { number: u32::MAX });
                    }
                    None => {
                        app.wake_one(&table).await;
                    }
                }
            }
        }
        Err(error) => tracing::warn!(%error, "due tables cannot be claimed"),
    }
}

fn moved(app: &AppState, note: &MovedNote) {
    let Some(cluster) = app.cluster.as_ref().filter(|cluster| cluster.node != note.node) else {
        return;
    };
    cluster.counts.hints_heard.fetch_add(1, Ordering::Relaxed);
    if let Some(handle) = app.registry.present(&note.table)
        && handle.status().number.load(Ordering::Relaxed) < note.number
    {
        handle.send_if_there_is_room(Message::Moved { number: note.number });
    }
}

/// If the store cannot be asked, connections look themselves with their next heartbeat.
async fn replaced(app: Arc<AppState>, note: ReplacedNote) {
    if let Ok(None) = app.holder_of(note.key.clone()).await {
        app.end_connections_here(&note.key);
    }
}

/// Handles the notes of a subject as long as the server runs.
fn listen<T>(app: &Arc<AppState>, subject: &str, heard: impl Fn(&Arc<AppState>, T) + Send + 'static)
where
    T: DeserializeOwned + Send + 'static,
{
    let Some(cluster) = &app.cluster else { return };
    let (app, subject) = (Arc::clone(app), format!("{}.{subject}", cluster.prefix));
    let client = cluster.bus.client.clone();
    tokio::spawn(async move {
        let Ok(mut notes) = client.subscribe(subject).await else { return };
        loop {
            let note = tokio::select! {
                note = notes.next() => note,
                () = app.stopped() => return,
            };
            let Some(note) = note else { return };
            // A note that cannot be parsed comes from another version; nothing relies on it.
            if let Ok(note) = serde_json::from_slice(&note.payload) {
                heard(&app, note);
            }
        }
    });
}

fn hear_workers(app: &Arc<AppState>) {
    let Some(cluster) = &app.cluster else { return };
    let (app, client) = (Arc::clone(app), cluster.bus.client.clone());
    tokio::spawn(async move {
        let Ok(mut notes) = client.subscribe(jobs::worker_subject()).await else { return };
        while let Some(note) = notes.next().await {
            if app.is_stopping() {
                return;
            }
            if let (Ok(name), Some(cluster)) =
                (String::from_utf8(note.payload.to_vec()), &app.cluster)
            {
                cluster.note_worker(name);
            }
        }
    });
}

/// Sends the queued notes to the bus.
async fn send_notes(app: Arc<AppState>) {
    let Some(cluster) = &app.cluster else { return };
    let waiting = cluster.waiting.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
    let Some(mut waiting) = waiting else { return };
    loop {
        let note = tokio::select! {
            note = waiting.recv() => note,
            () = app.stopped() => return,
        };
        let Some((subject, bytes)) = note else { return };
        let sent = cluster.bus.client.publish(subject, bytes.into());
        // If the bus is unavailable, the note is dropped.
        let _ = tokio::time::timeout(Duration::from_secs(1), sent).await;
    }
}
