//! A WebSocket for asking engines about records.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::extract::ws::{Message, WebSocket};
use sarsen_core::Level;
use sarsen_protocol::{Analysis, Ask, AskKind, MAX_MESSAGE_BYTES, Refusal, RefusalCode, Tell};
use sarsen_session::refusals;
use tokio::time::MissedTickBehavior;

use super::{read, walk};
use crate::addresses::{Activity, Address};
use crate::app_state::AppState;
use crate::connection::{
    self, ConnectionGauge, MISSED_HEARTBEATS, Outbox, PATIENCE, SEND, text_of,
};
use crate::engine::{self, Purpose, Requester, Task, Ticket};
use crate::http::refuse;
use crate::limits::Bucket;

/// The most analyses per connection at a time.
const MAX_ANALYSES: usize = 2;

/// The most lines per analysis.
const MAX_LINES: u8 = 10;

/// The seed of analyses that are limited by positions.
const STEADY_SEED: u64 = 0;

/// Serves a socket until either side closes it.
pub(crate) async fn run(app: Arc<AppState>, address: Address, mut socket: WebSocket) {
    let counted = ConnectionGauge::new(&app, address);
    let end = match &counted {
        Ok(_) => StudySocket::new(&app, address).serve(&mut socket).await,
        Err(refusal) => Err(refusal.clone()),
    };
    if let Err(refusal) = end {
        connection::close(&app, &mut socket, refusal, true).await;
    }
}

/// A client of the study socket.
struct StudySocket<'a> {
    app: &'a Arc<AppState>,
    address: Address,
    /// The name of this connection for the pool's fair sharing.
    name: String,
    analyses: HashMap<u32, Ticket>,
    bucket: Bucket,
    faults: u32,
}

/// A request for an analysis.
struct Question {
    id: u32,
    record: String,
    at: Option<u32>,
    lines: usize,
    time: Duration,
    nodes: Option<u64>,
    also: Option<String>,
}

impl<'a> StudySocket<'a> {
    fn new(app: &'a Arc<AppState>, address: Address) -> StudySocket<'a> {
        let limits = &app.limits;
        let number = app.connection_ids.fetch_add(1, Ordering::Relaxed);
        StudySocket {
            app,
            address,
            name: format!("study {number}"),
            analyses: HashMap::new(),
            bucket: Bucket::new(limits.messages_per_second, limits.message_burst, Instant::now()),
            faults: 0,
        }
    }

    /// `Ok` if the client has gone, otherwise why it is disconnected.
    async fn serve(&mut self, socket: &mut WebSocket) -> Result<(), Refusal> {
        let (out, mut queue) = Outbox::new(self.app.limits.send_queue);
        let stopped = self.app.stopped();
        tokio::pin!(stopped);
        let mut heartbeat = tokio::time::interval(self.app.limits.heartbeat);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        heartbeat.reset();
        let mut silent = 0;
        loop {
            let frame = tokio::select! {
                frame = queue.recv() => frame.map(Message::Text),
                message = socket.recv() => {
                    silent = 0;
                    match message {
                        Some(Ok(Message::Text(text))) => {
                            self.handle_text(&text, &out).await.map(|tell| Message::Text(text_of(&tell)))
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                            self.faults += u32::from(!self.may_speak());
                            None
                        }
                        Some(Err(error)) => return connection::unreadable(&error).map_or(Ok(()), Err),
                        Some(Ok(Message::Binary(_) | Message::Close(_))) | None => return Ok(()),
                    }
                }
                _ = heartbeat.tick() => {
                    silent += 1;
                    if silent > MISSED_HEARTBEATS {
                        return Ok(());
                    }
                    Some(Message::Ping(axum::body::Bytes::new()))
                }
                () = &mut stopped => return Err(refuse(RefusalCode::Stopping)),
            };
            if self.faults >= PATIENCE {
                return Err(refuse(RefusalCode::TooFast));
            }
            let Some(frame) = frame else { continue };
            let sent = tokio::time::timeout(SEND, socket.send(frame));
            if !matches!(sent.await, Ok(Ok(()))) {
                return Ok(());
            }
        }
    }

    /// Whether the client is within its rate limit.
    fn may_speak(&mut self) -> bool {
        let together = self.app.addresses.may(self.address, Activity::Say, &self.app.limits);
        self.bucket.take(Instant::now()) && together.is_ok()
    }

    async fn handle_text(&mut self, text: &str, out: &Outbox) -> Option<Tell> {
        if !self.may_speak() {
            self.faults += 1;
            return Some(Tell::Refused { id: None, refusal: refuse(RefusalCode::TooFast) });
        }
        if text.len() > MAX_MESSAGE_BYTES {
            self.faults += 1;
            return Some(Tell::Refused { id: None, refusal: refuse(RefusalCode::TooLarge) });
        }
        let Ok(Ask { id: Some(id), kind, .. }) = serde_json::from_str(text) else {
            return self.unknown();
        };
        match kind {
            AskKind::Ping => Some(Tell::Pong { id, now: self.app.sources.now() }),
            AskKind::Stop => {
                self.analyses.remove(&id);
                None
            }
            AskKind::Analyse { record, at, lines, millis, nodes, also } => {
                let longest = self.app.limits.longest_analysis;
                let time = match nodes {
                    Some(_) => longest,
                    None => Duration::from_millis(u64::from(millis.unwrap_or(2000))).min(longest),
                };
                let lines = usize::from(lines.unwrap_or(1).clamp(1, MAX_LINES));
                let nodes = nodes.map(u64::from);
                let question = Question { id, record, at, lines, time, nodes, also };
                let refused = self.analyse(question, out).await;
                refused.err().map(|refusal| Tell::Refused { id: Some(id), refusal })
            }
            _ => self.unknown(),
        }
    }

    /// The answer to a message that has no meaning here.
    fn unknown(&mut self) -> Option<Tell> {
        self.faults += 1;
        Some(Tell::Refused { id: None, refusal: refuse(RefusalCode::BadMessage) })
    }

    async fn analyse(&mut self, question: Question, out: &Outbox) -> Result<(), Refusal> {
        let Question { id, record, at, lines, time, nodes, also } = question;
        self.analyses.remove(&id);
        if self.analyses.len() >= MAX_ANALYSES {
            // The oldest requests are those that nobody waits for any more.
            self.analyses.clear();
        }
        let checkpoints = Arc::clone(&self.app.checkpoints);
        let asker = Requester::new(self.address, self.name.as_str());
        let position = self.app.replay(asker.clone(), move |cancel| {
            walk(&read(&record)?, at, &checkpoints, cancel).map(|walked| walked.position)
        });
        let position = position.await??;
        let seat = position.turn().seat().ok_or_else(refusals::not_now)?;
        if let Some(also) = &also {
            position.check(also).map_err(|error| refusals::from_play(&error))?;
        }
        let (engine, out) = (Arc::clone(&self.app.engine), out.clone());
        // An answer that everybody is to get alike depends on nothing but the question.
        let seed = if nodes.is_some() { STEADY_SEED } else { self.app.sources.number() };
        let name = self.name.clone();
        let ticket = self.app.pool.submit(asker, Purpose::Analysis, move |cancel| {
            let task = Task {
                position: position.as_ref(),
                seat,
                level: Level::MAX,
                time,
                nodes,
                also: also.as_deref(),
                seed,
                cancel,
            };
            let mut tell = |mut analysis: Analysis| {
                for line in &mut analysis.lines {
                    line.words = sarsen_catalog::describe_line(position.as_ref(), &line.actions);
                }
                if !cancel.is_cancelled() {
                    // If the queue is full, this report is dropped; a better one follows.
                    let _ = out.send(text_of(&Tell::Analysis { id, analysis }));
                }
            };
            if engine::guarded(&name, || engine.analyse(&task, lines, &mut tell)).is_none()
                && !cancel.is_cancelled()
            {
                let refusal = refuse(RefusalCode::Internal);
                let _ = out.send(text_of(&Tell::Refused { id: Some(id), refusal }));
            }
        });
        let ticket = ticket.ok_or_else(|| refuse(RefusalCode::TooMany))?;
        self.analyses.insert(id, ticket);
        Ok(())
    }
}
