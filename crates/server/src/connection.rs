//! One WebSocket: a client of a table.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use sarsen_protocol::{Ask, AskKind, Hello, MAX_MESSAGE_BYTES, Refusal, RefusalCode, Tell};
use sarsen_session::{Credentials, PlayerId};
use serde::Serialize;
use tokio::sync::{broadcast, mpsc};
use tokio::time::MissedTickBehavior;

use crate::actor::Handle;
use crate::addresses::{Activity, Address};
use crate::app_state::AppState;
use crate::limits::Bucket;
use crate::metrics::Metrics;
use crate::{http, secrets};

/// The timeout for the client's `hello`.
const HELLO: Duration = Duration::from_secs(10);

/// The timeout for sending one frame.
pub(crate) const SEND: Duration = Duration::from_secs(10);

/// How long a client may take to close the connection when told to.
const LINGER: Duration = Duration::from_secs(1);

/// A client that misses this many heartbeats in a row is disconnected.
pub(crate) const MISSED_HEARTBEATS: u32 = 3;

/// A client that has been silent at this many looks in a row is pinged, and away at the next.
const AWAY: u32 = 2;

/// After this many messages that are too fast or unreadable, the connection is closed.
pub(crate) const PATIENCE: u32 = 50;

/// The number of frames accepted before `hello`, such as pings of a proxy.
const BEFORE_HELLO: u32 = 16;

/// The number of frames still read from a client that was told to close.
const LAST_FRAMES: usize = 256;

/// The queue of frames for one client.
#[derive(Clone)]
pub(crate) struct Outbox {
    frames: mpsc::Sender<Utf8Bytes>,
    slow: Arc<AtomicBool>,
}

/// The result of queuing a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sent {
    Queued,
    /// The client does not read fast enough.
    Full,
    /// The client is gone.
    Gone,
}

impl Outbox {
    pub(crate) fn new(size: usize) -> (Outbox, mpsc::Receiver<Utf8Bytes>) {
        let (frames, queue) = mpsc::channel(size);
        (Outbox { frames, slow: Arc::default() }, queue)
    }

    pub(crate) fn send(&self, frame: Utf8Bytes) -> Sent {
        match self.frames.try_send(frame) {
            Ok(()) => Sent::Queued,
            Err(mpsc::error::TrySendError::Full(_)) => {
                self.slow.store(true, Ordering::Relaxed);
                Sent::Full
            }
            Err(mpsc::error::TrySendError::Closed(_)) => Sent::Gone,
        }
    }
}

/// Why a connection ends.
enum End {
    /// The client closed it, or it broke.
    Gone,
    /// The server closes it, for a reason.
    Closed { refusal: Refusal, again: bool },
}

impl From<axum::Error> for End {
    fn from(_: axum::Error) -> End {
        End::Gone
    }
}

fn closed(code: RefusalCode, again: bool) -> End {
    End::Closed { refusal: http::refuse(code), again }
}

/// Why the client's data cannot be read, if the client can still be told: a message that is too long, or broken
/// WebSocket frames.
pub(crate) fn unreadable(error: &axum::Error) -> Option<Refusal> {
    // The library only exposes its errors as text here.
    let text = error.to_string().to_lowercase();
    let code = if text.contains("too long") || text.contains("too big") {
        RefusalCode::TooLarge
    } else if text.contains("protocol") || text.contains("utf") {
        RefusalCode::BadMessage
    } else {
        return None;
    };
    Some(http::refuse(code))
}

/// Counts a connection while it exists.
pub(crate) struct ConnectionGauge<'a> {
    app: &'a AppState,
    address: Address,
}

impl<'a> ConnectionGauge<'a> {
    /// Counts a connection, unless there are too many.
    pub(crate) fn new(app: &'a AppState, address: Address) -> Result<ConnectionGauge<'a>, Refusal> {
        app.addresses.connect(address, &app.limits)?;
        let before = app.metrics.connections.fetch_add(1, Ordering::Relaxed);
        let counted = ConnectionGauge { app, address };
        if before >= app.limits.connections as i64 {
            return Err(http::refuse(RefusalCode::TooMany));
        }
        Ok(counted)
    }
}

impl Drop for ConnectionGauge<'_> {
    fn drop(&mut self) {
        self.app.addresses.disconnect(self.address);
        self.app.metrics.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Serves a client of a table until either side closes the connection.
pub(crate) async fn run(
    app: Arc<AppState>,
    address: Address,
    table: String,
    mut socket: WebSocket,
) {
    let counted = ConnectionGauge::new(&app, address);
    let end = match &counted {
        Ok(_) => serve(&app, address, &table, &mut socket).await.err().unwrap_or(End::Gone),
        Err(refusal) => End::Closed { refusal: refusal.clone(), again: true },
    };
    if let End::Closed { refusal, again } = end {
        close(&app, &mut socket, refusal, again).await;
    }
}

/// Closes a socket with a reason, even if the client does not read it.
pub(crate) async fn close(app: &AppState, socket: &mut WebSocket, refusal: Refusal, again: bool) {
    let text = text_of(&Tell::Closing { refusal, again });
    // A closing connection holds its buffers for up to a second, so in a flood only some are waited for.
    let place = app.closing.try_acquire();
    let linger = if place.is_ok() { LINGER } else { Duration::ZERO };
    let _ = tokio::time::timeout(SEND, dismiss(socket, text, linger)).await;
}

/// Sends the reason and reads on for a moment: a socket that is closed with unread messages is reset, and the client
/// would never learn the reason.
async fn dismiss(
    socket: &mut WebSocket,
    text: Utf8Bytes,
    linger: Duration,
) -> Result<(), axum::Error> {
    socket.send(Message::Text(text)).await?;
    socket.send(Message::Close(None)).await?;
    let hung_up = async {
        for _ in 0..LAST_FRAMES {
            match socket.recv().await {
                Some(Ok(_)) => {}
                None => return,
                // Nothing more can be read, but the client has a moment to read the reason.
                Some(Err(_)) => std::future::pending().await,
            }
        }
    };
    // Force-close the socket if the client does not.
    let _ = tokio::time::timeout(linger, hung_up).await;
    Ok(())
}

async fn serve(
    app: &Arc<AppState>,
    address: Address,
    table: &str,
    socket: &mut WebSocket,
) -> Result<(), End> {
    let hello = tokio::time::timeout(HELLO, first_message(socket));
    let hello = hello.await.map_err(|_| closed(RefusalCode::BadMessage, false))??;
    if hello.version != sarsen_protocol::VERSION {
        return Err(closed(RefusalCode::WrongVersion, false));
    }
    // From here on nothing about the key is missed.
    let replaced = app.replaced_keys();
    let key = hello.key.as_deref().map(secrets::player_id);
    let refused = |refusal: Refusal| {
        let again = matches!(
            refusal.code,
            RefusalCode::Stopping | RefusalCode::TooMany | RefusalCode::TooFast
        );
        End::Closed { refusal, again }
    };
    let who = match &key {
        Some(key) => app.holder_of(key.clone()).await.map_err(refused)?,
        None => None,
    };
    let credentials = Credentials { who, token: hello.token.as_deref().map(secrets::token_hash) };
    let handle = app.registry.get(app, table, address).await.map_err(refused)?;
    let connection = app.connection_ids.fetch_add(1, Ordering::Relaxed);
    let (out, queue) = Outbox::new(app.limits.send_queue);
    let slow = Arc::clone(&out.slow);
    handle.connect(connection, credentials, address, hello.since, out).await.map_err(refused)?;
    let handle = &handle;
    let mut client =
        TableSocket { app, address, handle, connection, socket, queue, slow, key, replaced };
    let ended = client.serve().await;
    handle.disconnect(connection).await;
    ended
}

async fn first_message(socket: &mut WebSocket) -> Result<Hello, End> {
    for _ in 0..BEFORE_HELLO {
        match socket.recv().await {
            Some(Ok(Message::Text(text))) => {
                return match serde_json::from_str(&text) {
                    Ok(Ask { kind: AskKind::Hello(hello), .. }) => Ok(hello),
                    _ => Err(closed(RefusalCode::BadMessage, false)),
                };
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Binary(_))) => return Err(closed(RefusalCode::BadMessage, false)),
            Some(Err(error)) => return Err(ended(&error)),
            Some(Ok(Message::Close(_))) | None => return Err(End::Gone),
        }
    }
    Err(closed(RefusalCode::TooFast, true))
}

/// Ends a connection whose key was replaced. A store that does not answer is asked again with the next heartbeat.
async fn check_key(app: &AppState, key: Option<PlayerId>) -> Result<(), End> {
    let Some(key) = key else { return Ok(()) };
    match app.holder_of(key).await {
        Ok(None) => Err(replaced_key()),
        Ok(Some(_)) | Err(_) => Ok(()),
    }
}

/// How a connection ends whose key was replaced. Its client comes back as what it is then: with the new key, or as a stranger.
fn replaced_key() -> End {
    closed(RefusalCode::UnknownPlayer, true)
}

/// How a connection ends if the client's data cannot be read, or the connection broke.
fn ended(error: &axum::Error) -> End {
    unreadable(error).map_or(End::Gone, |refusal| End::Closed { refusal, again: false })
}

struct TableSocket<'a> {
    app: &'a AppState,
    address: Address,
    handle: &'a Handle,
    connection: u64,
    socket: &'a mut WebSocket,
    queue: mpsc::Receiver<Utf8Bytes>,
    slow: Arc<AtomicBool>,
    /// The hash of the key that was shown, and those of keys that are replaced.
    key: Option<PlayerId>,
    replaced: broadcast::Receiver<PlayerId>,
}

impl TableSocket<'_> {
    async fn serve(&mut self) -> Result<(), End> {
        let limits = &self.app.limits;
        let mut bucket =
            Bucket::new(limits.messages_per_second, limits.message_burst, Instant::now());
        let (mut faults, mut silent, mut listened) = (0, 0, 0);
        let mut heartbeat = tokio::time::interval(limits.heartbeat);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        heartbeat.reset();
        let mut listening = tokio::time::interval(limits.silence);
        listening.set_missed_tick_behavior(MissedTickBehavior::Delay);
        listening.reset();
        loop {
            tokio::select! {
                frame = self.queue.recv() => match frame {
                    Some(frame) => self.send(Message::Text(frame)).await?,
                    None => return Err(self.dropped()),
                },
                message = self.socket.recv() => {
                    silent = 0;
                    if std::mem::take(&mut listened) > AWAY {
                        self.handle.reach(self.connection, true).await;
                    }
                    match message {
                        Some(Ok(Message::Text(text))) => {
                            let refused = self.handle_text(&text, &mut bucket).await?;
                            faults += u32::from(refused);
                        }
                        Some(Ok(Message::Binary(_))) => faults += PATIENCE,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                            faults += u32::from(!self.may_speak(&mut bucket));
                        }
                        Some(Err(error)) => return Err(ended(&error)),
                        Some(Ok(Message::Close(_))) | None => return Ok(()),
                    }
                    if faults >= PATIENCE {
                        return Err(closed(RefusalCode::TooFast, true));
                    }
                }
                replaced = self.replaced.recv() => match (replaced, &self.key) {
                    (Ok(replaced), Some(key)) if replaced == *key => return Err(replaced_key()),
                    (Ok(_), _) => {}
                    (Err(_), _) => check_key(self.app, self.key.clone()).await?,
                },
                _ = listening.tick() => {
                    listened += 1;
                    // The first tick may come right after a message: only from the second on is a whole interval silent.
                    if listened == AWAY {
                        self.send(Message::Ping(axum::body::Bytes::new())).await?;
                    } else if listened == AWAY + 1 {
                        self.handle.reach(self.connection, false).await;
                    }
                }
                _ = heartbeat.tick() => {
                    silent += 1;
                    if silent > MISSED_HEARTBEATS {
                        return Ok(());
                    }
                    // A key may have been replaced at another node.
                    if self.app.cluster.is_some() {
                        check_key(self.app, self.key.clone()).await?;
                    }
                    self.send(Message::Ping(axum::body::Bytes::new())).await?;
                }
            }
        }
    }

    /// The table has dropped the queue: the client was too slow, or the table stops.
    fn dropped(&self) -> End {
        let slow = self.slow.load(Ordering::Relaxed);
        closed(if slow { RefusalCode::TooSlow } else { RefusalCode::Stopping }, true)
    }

    async fn send(&mut self, message: Message) -> Result<(), End> {
        match tokio::time::timeout(SEND, self.socket.send(message)).await {
            Ok(sent) => Ok(sent?),
            Err(_) => Err(End::Gone),
        }
    }

    /// Whether the client is within its rate limit for messages and pings.
    fn may_speak(&self, bucket: &mut Bucket) -> bool {
        let together = self.app.addresses.may(self.address, Activity::Say, &self.app.limits);
        bucket.take(Instant::now()) && together.is_ok()
    }

    /// Whether the client's address may cause more writes: it is charged afterwards, by the actual size.
    fn may_write(&self, ask: &Ask) -> bool {
        let writes = !matches!(
            ask.kind,
            AskKind::Hello(_)
                | AskKind::Preview { .. }
                | AskKind::Look
                | AskKind::Hint { .. }
                | AskKind::Stop
        );
        let limits = &self.app.limits;
        !writes || self.app.addresses.may_write_more(self.address, limits).is_ok()
    }

    /// Forwards a message to the table. `true` if that was not possible.
    async fn handle_text(&mut self, text: &str, bucket: &mut Bucket) -> Result<bool, End> {
        Metrics::add(&self.app.metrics.messages);
        if !self.may_speak(bucket) {
            self.refuse(None, RefusalCode::TooFast).await?;
            return Ok(true);
        }
        if text.len() > MAX_MESSAGE_BYTES {
            self.refuse(None, RefusalCode::TooLarge).await?;
            return Ok(true);
        }
        match serde_json::from_str(text) {
            Ok(Ask { id: Some(id), kind: AskKind::Ping, .. }) => {
                let pong = Tell::Pong { id, now: self.app.sources.tick() };
                self.send(Message::Text(text_of(&pong))).await?;
            }
            Ok(ask) if !self.may_write(&ask) => {
                self.refuse(ask.id, RefusalCode::TooFast).await?;
                return Ok(true);
            }
            Ok(ask) => {
                let asked = self.handle.ask(self.connection, ask).await;
                asked.map_err(|refusal| End::Closed { refusal, again: true })?;
            }
            Err(_) => {
                self.refuse(None, RefusalCode::BadMessage).await?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn refuse(&mut self, id: Option<u32>, code: RefusalCode) -> Result<(), End> {
        Metrics::add(&self.app.metrics.refusals);
        let tell = Tell::Refused { id, refusal: http::refuse(code) };
        self.send(Message::Text(text_of(&tell))).await
    }
}

/// A frame as text.
pub(crate) fn text_of(tell: &Tell) -> Utf8Bytes {
    frame(tell).into()
}

/// The protocol's types are plain data with text keys, which always serialise. If one did not, the client is told to
/// reconnect, and catches up.
fn frame(tell: &impl Serialize) -> String {
    serde_json::to_string(tell).unwrap_or_else(|error| {
        tracing::error!(%error, "a frame cannot be written");
        UNWRITABLE.to_owned()
    })
}

/// A [`Tell::Closing`] as text.
const UNWRITABLE: &str = r#"{"kind":"closing","refusal":{"code":"internal","says":{"en":"The server has failed at this. Try again.","fr":"Le serveur n’y est pas arrivé. Réessayez.","ja":"サーバーで問題が起きました。もう一度お試しください。"}},"again":true}"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_that_cannot_be_serialised_makes_the_client_reconnect() {
        // JSON does not allow such keys.
        let unwritable = std::collections::HashMap::from([((1, 2), 3)]);
        let told: Tell = serde_json::from_str(&frame(&unwritable)).unwrap();
        let refusal = http::refuse(RefusalCode::Internal);
        assert_eq!(told, Tell::Closing { refusal, again: true });
    }
}
