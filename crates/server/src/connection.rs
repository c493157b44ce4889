//! One WebSocket: a client of a table.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use sarsen_protocol::{Ask, Hello, Refusal, RefusalCode, Tell};
use sarsen_session::Credentials;
use tokio::sync::mpsc;

use crate::actor::Handle;
use crate::addresses::{Address, Doing};
use crate::house::House;
use crate::limits::Bucket;
use crate::metrics::Metrics;
use crate::{http, secrets};

/// How long a client may take to say hello.
const HELLO: Duration = Duration::from_secs(10);

/// How long a client may take to read one frame.
pub(crate) const SEND: Duration = Duration::from_secs(10);

/// How long a client has to hang up once it was told to.
const LINGER: Duration = Duration::from_secs(1);

/// How often a silent client is asked whether it is still there.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(20);

/// After so many heartbeats without an answer it is not.
pub(crate) const MISSED_HEARTBEATS: u32 = 3;

/// After so many messages too fast or unreadable the connection is closed.
pub(crate) const PATIENCE: u32 = 50;

/// The queue of frames for one client.
#[derive(Clone)]
pub(crate) struct Outbox {
    frames: mpsc::Sender<Utf8Bytes>,
    slow: Arc<AtomicBool>,
}

/// What became of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sent {
    Queued,
    /// The client does not read.
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

/// Counts a connection while it lives.
pub(crate) struct Counted<'a> {
    house: &'a House,
    address: Address,
}

impl<'a> Counted<'a> {
    /// Counts a connection, unless there are too many.
    pub(crate) fn new(house: &'a House, address: Address) -> Result<Counted<'a>, Refusal> {
        house.addresses.connect(address, &house.limits)?;
        let before = house.metrics.connections.fetch_add(1, Ordering::Relaxed);
        let counted = Counted { house, address };
        if before >= house.limits.connections as i64 {
            return Err(http::refuse(RefusalCode::TooMany));
        }
        Ok(counted)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.house.addresses.disconnect(self.address);
        self.house.metrics.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Serves a client of a table until one of the two ends it.
pub(crate) async fn run(house: Arc<House>, address: Address, table: String, mut socket: WebSocket) {
    let counted = Counted::new(&house, address);
    let end = match &counted {
        Ok(_) => serve(&house, address, &table, &mut socket).await.err().unwrap_or(End::Gone),
        Err(refusal) => End::Closed { refusal: refusal.clone(), again: true },
    };
    if let End::Closed { refusal, again } = end {
        close(&mut socket, refusal, again).await;
    }
}

/// Closes a socket with a reason. A client that does not read its dismissal is dismissed all the same.
pub(crate) async fn close(socket: &mut WebSocket, refusal: Refusal, again: bool) {
    let text = text_of(&Tell::Closing { refusal, again });
    let _ = tokio::time::timeout(SEND, dismiss(socket, text)).await;
}

/// Says why, and reads on for a moment: a socket that is closed with messages unread is reset, and the client would never
/// learn the reason.
async fn dismiss(socket: &mut WebSocket, text: Utf8Bytes) -> Result<(), axum::Error> {
    socket.send(Message::Text(text)).await?;
    socket.send(Message::Close(None)).await?;
    let hung_up = async { while let Some(Ok(_)) = socket.recv().await {} };
    // Who does not hang up is hung up on.
    let _ = tokio::time::timeout(LINGER, hung_up).await;
    Ok(())
}

async fn serve(
    house: &Arc<House>,
    address: Address,
    table: &str,
    socket: &mut WebSocket,
) -> Result<(), End> {
    let hello = tokio::time::timeout(HELLO, first_message(socket));
    let hello = hello.await.map_err(|_| closed(RefusalCode::BadMessage, false))??;
    if hello.version != sarsen_protocol::VERSION {
        return Err(closed(RefusalCode::WrongVersion, false));
    }
    let credentials = credentials(&hello);
    let refused = |refusal: Refusal| {
        let again = matches!(refusal.code, RefusalCode::Stopping | RefusalCode::TooMany);
        End::Closed { refusal, again }
    };
    let handle = house.registry.get(house, table).await.map_err(refused)?;
    let connection = house.connection_ids.fetch_add(1, Ordering::Relaxed);
    let (out, queue) = Outbox::new(house.limits.send_queue);
    let slow = Arc::clone(&out.slow);
    handle.connect(connection, credentials, hello.since, out).await.map_err(refused)?;
    let mut client = Client { house, address, handle: &handle, connection, socket, queue, slow };
    let ended = client.serve().await;
    handle.disconnect(connection).await;
    ended
}

fn credentials(hello: &Hello) -> Credentials {
    Credentials {
        who: hello.key.as_deref().map(secrets::player_id),
        token: hello.token.as_deref().map(secrets::token_hash),
    }
}

async fn first_message(socket: &mut WebSocket) -> Result<Hello, End> {
    loop {
        match socket.recv().await {
            Some(Ok(Message::Text(text))) => {
                return match serde_json::from_str(&text) {
                    Ok(Ask::Hello(hello)) => Ok(hello),
                    _ => Err(closed(RefusalCode::BadMessage, false)),
                };
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Binary(_))) => return Err(closed(RefusalCode::BadMessage, false)),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(End::Gone),
        }
    }
}

struct Client<'a> {
    house: &'a House,
    address: Address,
    handle: &'a Handle,
    connection: u64,
    socket: &'a mut WebSocket,
    queue: mpsc::Receiver<Utf8Bytes>,
    slow: Arc<AtomicBool>,
}

impl Client<'_> {
    async fn serve(&mut self) -> Result<(), End> {
        let limits = &self.house.limits;
        let mut bucket =
            Bucket::new(limits.messages_per_second, limits.message_burst, Instant::now());
        let (mut faults, mut silent) = (0, 0);
        let mut heartbeat = tokio::time::interval(HEARTBEAT);
        heartbeat.reset();
        loop {
            tokio::select! {
                frame = self.queue.recv() => match frame {
                    Some(frame) => self.send(Message::Text(frame)).await?,
                    None => return Err(self.dropped()),
                },
                message = self.socket.recv() => {
                    silent = 0;
                    match message {
                        Some(Ok(Message::Text(text))) => {
                            let refused = self.heard(&text, &mut bucket).await?;
                            faults += u32::from(refused);
                        }
                        Some(Ok(Message::Binary(_))) => faults += PATIENCE,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(()),
                    }
                    if faults >= PATIENCE {
                        return Err(closed(RefusalCode::TooFast, true));
                    }
                }
                _ = heartbeat.tick() => {
                    silent += 1;
                    if silent > MISSED_HEARTBEATS {
                        return Ok(());
                    }
                    self.send(Message::Ping(axum::body::Bytes::new())).await?;
                }
            }
        }
    }

    /// The table has let go of the queue: the client was too slow, or the table stops.
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

    /// Passes a message on to the table. `true` when it could not be.
    async fn heard(&mut self, text: &str, bucket: &mut Bucket) -> Result<bool, End> {
        Metrics::add(&self.house.metrics.messages);
        let together = self.house.addresses.may(self.address, Doing::Say, &self.house.limits);
        if !bucket.take(Instant::now()) || together.is_err() {
            self.refuse(None, RefusalCode::TooFast).await?;
            return Ok(true);
        }
        match serde_json::from_str(text) {
            Ok(Ask::Ping { id }) => {
                let pong = Tell::Pong { id, now: self.house.sources.now() };
                self.send(Message::Text(text_of(&pong))).await?;
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
        Metrics::add(&self.house.metrics.refusals);
        let tell = Tell::Refused { id, refusal: http::refuse(code) };
        self.send(Message::Text(text_of(&tell))).await
    }
}

/// A frame as text.
pub(crate) fn text_of(tell: &Tell) -> Utf8Bytes {
    // The types of the protocol are plain data with text keys, which always serialise.
    serde_json::to_string(tell).unwrap_or_default().into()
}
