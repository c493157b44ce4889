//! Looking at records, and asking engines about them. Nothing of it concerns a table.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket};
use sarsen_catalog::Position;
use sarsen_core::Viewer;
use sarsen_core::record::{Reader, Record};
use sarsen_protocol::{
    Ask, Preview, Refusal, RefusalCode, StudyAsk, StudyPosition, StudyStep, Tell,
};
use sarsen_session::{legal, refusals, told, turn_of};

use crate::connection::{Outbox, text_of};
use crate::engine::{Task, Ticket};
use crate::house::House;
use crate::http::{Body, HttpRefusal, refuse};
use crate::limits::Bucket;
use crate::secrets;

/// The most analyses of one connection at a time.
const MOST_ANALYSES: usize = 2;

/// The most lines that are asked for.
const MOST_LINES: u8 = 10;

pub(crate) async fn study(
    State(_house): State<Arc<House>>,
    Body(ask): Body<StudyAsk>,
) -> Result<Json<StudyPosition>, HttpRefusal> {
    // A record of physics can take a while to replay, which must not hold up the sockets.
    let task = tokio::task::spawn_blocking(move || position_of(&ask));
    let position = task.await.map_err(|_| refuse(RefusalCode::Internal))?;
    Ok(Json(position?))
}

fn position_of(ask: &StudyAsk) -> Result<StudyPosition, Refusal> {
    let record = read(&ask.record)?;
    let (steps, position, before) = walk(&record, ask.at)?;
    let at = position.history(Viewer::Omniscient).len();
    let everything = Viewer::Omniscient;
    let told_of = |events: Vec<sarsen_catalog::Told>| events.into_iter().map(told).collect();
    let events = match (&before, at.checked_sub(1).and_then(|last| steps.get(last))) {
        (Some(before), Some(step)) => before.events(&step.action, everything).map(told_of),
        _ => Ok(vec![]),
    };
    let preview = match &ask.action {
        Some(action) => {
            let events = position.preview(action, everything);
            let events = events.map_err(|error| refusals::from_play(&error))?;
            Some(Preview { action: action.clone(), events: told_of(events) })
        }
        None => None,
    };
    let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    Ok(StudyPosition {
        game: position.options().spec().id.to_owned(),
        options: position.options().iter().map(owned).collect(),
        tags: record.tags().iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect(),
        at: at as u32,
        turn: turn_of(position.turn()),
        view: position.view(everything),
        legal: legal(&position.legal()),
        score: position.score().map(|score| score.as_slice().to_vec()),
        events: events.map_err(|error| refusals::from_play(&error))?,
        preview,
        steps,
    })
}

fn read(text: &str) -> Result<Record, Refusal> {
    match Reader::new(text.as_bytes()).next() {
        Some(Ok(record)) => Ok(record),
        Some(Err(error)) => Err(bad_record(&error)),
        None => Err(refusals::bad_record()),
    }
}

/// The refusal of a record, with what its author needs to mend it. The errors of records are in English.
fn bad_record(error: &sarsen_core::record::RecordError) -> Refusal {
    use sarsen_core::PlayError;
    use sarsen_core::record::Problem;
    let mut refusal = refusals::bad_record();
    for text in [&mut refusal.says.en, &mut refusal.says.fr, &mut refusal.says.ja] {
        text.push_str(&format!(" ({error})"));
    }
    if let Problem::Play(PlayError::Illegal(illegal)) = &error.problem {
        refusal.rule = Some(illegal.rule.to_owned());
    }
    refusal
}

type Walked = (Vec<StudyStep>, Box<dyn Position>, Option<Box<dyn Position>>);

/// The steps of a record, the position after `at` of them, and the one before its last.
fn walk(record: &Record, at: Option<u32>) -> Result<Walked, Refusal> {
    let whole = sarsen_catalog::replay(record).map_err(|error| bad_record(&error))?;
    let game = sarsen_catalog::game_of(record).map_err(|error| bad_record(&error))?;
    let tokens: Vec<&str> = record.tokens().map(|token| token.text).collect();
    let at = at.map_or(tokens.len(), |at| at as usize);
    if at > tokens.len() {
        return Err(refuse(RefusalCode::BadMessage));
    }
    let mut position = game.start(whole.options());
    let (mut wanted, mut before) = (None, None);
    let mut steps = Vec::with_capacity(tokens.len());
    for (index, token) in tokens.iter().enumerate() {
        if index == at {
            wanted = Some(position.boxed());
        }
        if index + 1 == at {
            before = Some(position.boxed());
        }
        let seat = position.turn().seat().map(sarsen_core::Seat::number);
        position.play(token).map_err(|error| refusals::from_play(&error))?;
        steps.push(StudyStep { action: (*token).to_owned(), seat, comments: Vec::new() });
    }
    for (count, comment) in record.comments() {
        if let Some(step) = count.checked_sub(1).and_then(|index| steps.get_mut(index)) {
            step.comments.push(comment.to_owned());
        }
    }
    Ok((steps, wanted.unwrap_or(position), before))
}

/// Serves a socket on which engines are asked about records.
pub(crate) async fn run(house: Arc<House>, mut socket: WebSocket) {
    let (out, mut queue) = Outbox::new(house.limits.send_queue);
    let mut analyses: HashMap<u32, Ticket> = HashMap::new();
    let limits = &house.limits;
    let mut bucket = Bucket::new(limits.messages_per_second, limits.message_burst, Instant::now());
    loop {
        let frame = tokio::select! {
            frame = queue.recv() => frame,
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => {
                    let tell = if bucket.take(Instant::now()) {
                        heard(&house, &text, &mut analyses, &out).await
                    } else {
                        Some(Tell::Refused { id: None, refusal: refuse(RefusalCode::TooFast) })
                    };
                    tell.as_ref().map(text_of).or(None)
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => None,
                Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => return,
            },
        };
        let Some(frame) = frame else { continue };
        let sent = tokio::time::timeout(Duration::from_secs(10), socket.send(Message::Text(frame)));
        if !matches!(sent.await, Ok(Ok(()))) {
            return;
        }
    }
}

async fn heard(
    house: &Arc<House>,
    text: &str,
    analyses: &mut HashMap<u32, Ticket>,
    out: &Outbox,
) -> Option<Tell> {
    match serde_json::from_str(text) {
        Ok(Ask::Ping { id }) => Some(Tell::Pong { id, now: house.sources.now() }),
        Ok(Ask::Stop { id }) => {
            analyses.remove(&id);
            None
        }
        Ok(Ask::Analyse { id, record, at, lines, millis }) => {
            analyses.remove(&id);
            if analyses.len() >= MOST_ANALYSES {
                // The oldest questions are those that nobody waits for any more.
                analyses.clear();
            }
            let millis = u64::from(millis.unwrap_or(2000));
            let time = Duration::from_millis(millis).min(house.limits.longest_analysis);
            let lines = usize::from(lines.unwrap_or(1).clamp(1, MOST_LINES));
            match analyse(house, id, record, at, lines, time, out).await {
                Ok(ticket) => {
                    analyses.insert(id, ticket);
                    None
                }
                Err(refusal) => Some(Tell::Refused { id: Some(id), refusal }),
            }
        }
        Ok(_) | Err(_) => {
            Some(Tell::Refused { id: None, refusal: refuse(RefusalCode::BadMessage) })
        }
    }
}

async fn analyse(
    house: &Arc<House>,
    id: u32,
    record: String,
    at: Option<u32>,
    lines: usize,
    time: Duration,
    out: &Outbox,
) -> Result<Ticket, Refusal> {
    let task = tokio::task::spawn_blocking(move || {
        read(&record).and_then(|record| walk(&record, at)).map(|(_, position, _)| position)
    });
    let position = task.await.map_err(|_| refuse(RefusalCode::Internal))??;
    let seat = position.turn().seat().ok_or_else(refusals::not_now)?;
    let (engine, out) = (Arc::clone(&house.engine), out.clone());
    let seed = secrets::number();
    let ticket = house.pool.submit("study", move |cancel| {
        let task = Task { position: position.as_ref(), seat, level: 8, time, seed, cancel };
        let mut tell = |analysis| {
            if !cancel.is_cancelled() {
                // An analysis that finds the queue full is dropped; a better one follows.
                let _ = out.send(text_of(&Tell::Analysis { id, analysis }));
            }
        };
        let _ = engine.analyse(&task, lines, &mut tell);
    });
    ticket.ok_or_else(|| refuse(RefusalCode::TooMany))
}
