//! A WebSocket on which engines are asked about records.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::extract::ws::{Message, WebSocket};
use sarsen_protocol::{Ask, Refusal, RefusalCode, Tell};
use sarsen_session::refusals;

use super::{read, walk};
use crate::addresses::{Address, Doing};
use crate::connection::{
    self, Counted, HEARTBEAT, MISSED_HEARTBEATS, Outbox, PATIENCE, SEND, text_of,
};
use crate::engine::{Purpose, Task, Ticket};
use crate::house::{self, House};
use crate::http::refuse;
use crate::limits::Bucket;

/// The most analyses of one connection at a time.
const MOST_ANALYSES: usize = 2;

/// The most lines that are asked for.
const MOST_LINES: u8 = 10;

/// Serves a socket until one of the two ends it.
pub(crate) async fn run(house: Arc<House>, address: Address, mut socket: WebSocket) {
    let counted = Counted::new(&house, address);
    let end = match &counted {
        Ok(_) => Asker::new(&house, address).serve(&mut socket).await,
        Err(refusal) => Err(refusal.clone()),
    };
    if let Err(refusal) = end {
        connection::close(&mut socket, refusal, true).await;
    }
}

/// Somebody who asks engines.
struct Asker<'a> {
    house: &'a Arc<House>,
    address: Address,
    /// What the pool knows this connection by: everybody gets a turn.
    name: String,
    analyses: HashMap<u32, Ticket>,
    bucket: Bucket,
    faults: u32,
}

/// What is asked of an engine.
struct Question {
    id: u32,
    record: String,
    at: Option<u32>,
    lines: usize,
    time: Duration,
}

impl<'a> Asker<'a> {
    fn new(house: &'a Arc<House>, address: Address) -> Asker<'a> {
        let limits = &house.limits;
        let number = house.connection_ids.fetch_add(1, Ordering::Relaxed);
        Asker {
            house,
            address,
            name: format!("study {number}"),
            analyses: HashMap::new(),
            bucket: Bucket::new(limits.messages_per_second, limits.message_burst, Instant::now()),
            faults: 0,
        }
    }

    /// `Ok` when the client has gone, else why it has to.
    async fn serve(&mut self, socket: &mut WebSocket) -> Result<(), Refusal> {
        let (out, mut queue) = Outbox::new(self.house.limits.send_queue);
        let stopped = self.house.stopped();
        tokio::pin!(stopped);
        let mut heartbeat = tokio::time::interval(HEARTBEAT);
        heartbeat.reset();
        let mut silent = 0;
        loop {
            let frame = tokio::select! {
                frame = queue.recv() => frame.map(Message::Text),
                message = socket.recv() => {
                    silent = 0;
                    match message {
                        Some(Ok(Message::Text(text))) => {
                            self.heard(&text, &out).await.map(|tell| Message::Text(text_of(&tell)))
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => None,
                        Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => {
                            return Ok(());
                        }
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

    async fn heard(&mut self, text: &str, out: &Outbox) -> Option<Tell> {
        let together = self.house.addresses.may(self.address, Doing::Say, &self.house.limits);
        if !self.bucket.take(Instant::now()) || together.is_err() {
            self.faults += 1;
            return Some(Tell::Refused { id: None, refusal: refuse(RefusalCode::TooFast) });
        }
        match serde_json::from_str(text) {
            Ok(Ask::Ping { id }) => Some(Tell::Pong { id, now: self.house.sources.now() }),
            Ok(Ask::Stop { id }) => {
                self.analyses.remove(&id);
                None
            }
            Ok(Ask::Analyse { id, record, at, lines, millis }) => {
                let millis = u64::from(millis.unwrap_or(2000));
                let time = Duration::from_millis(millis).min(self.house.limits.longest_analysis);
                let lines = usize::from(lines.unwrap_or(1).clamp(1, MOST_LINES));
                let refused = self.analyse(Question { id, record, at, lines, time }, out).await;
                refused.err().map(|refusal| Tell::Refused { id: Some(id), refusal })
            }
            Ok(_) | Err(_) => {
                self.faults += 1;
                Some(Tell::Refused { id: None, refusal: refuse(RefusalCode::BadMessage) })
            }
        }
    }

    async fn analyse(&mut self, question: Question, out: &Outbox) -> Result<(), Refusal> {
        let Question { id, record, at, lines, time } = question;
        self.analyses.remove(&id);
        if self.analyses.len() >= MOST_ANALYSES {
            // The oldest questions are those that nobody waits for any more.
            self.analyses.clear();
        }
        // A record of physics can take a while to replay, which must not hold up the sockets.
        let position = house::aside(move || {
            read(&record).and_then(|record| walk(&record, at)).map(|walked| walked.position)
        });
        let position = position.await??;
        let seat = position.turn().seat().ok_or_else(refusals::not_now)?;
        let (engine, out) = (Arc::clone(&self.house.engine), out.clone());
        let seed = self.house.sources.number();
        let ticket = self.house.pool.submit(&self.name, Purpose::Study, move |cancel| {
            let task = Task { position: position.as_ref(), seat, level: 8, time, seed, cancel };
            let mut tell = |analysis| {
                if !cancel.is_cancelled() {
                    // An analysis that finds the queue full is dropped; a better one follows.
                    let _ = out.send(text_of(&Tell::Analysis { id, analysis }));
                }
            };
            let _ = engine.analyse(&task, lines, &mut tell);
        });
        let ticket = ticket.ok_or_else(|| refuse(RefusalCode::TooMany))?;
        self.analyses.insert(id, ticket);
        Ok(())
    }
}
