//! Accepting connections: their number, per address and in total, and their timeouts.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::Sleep;
use tower::Service;

use crate::addresses::Address;
use crate::app_state::AppState;
use crate::metrics::Metrics;

/// Open files reserved for the database, the log and the system.
const RESERVED_FILES: usize = 64;

/// The longest head of a request.
const MAX_HEAD_BYTES: usize = 32 << 10;

/// How much the system takes of an answer before it can be sent. More would be memory of a slow client that nobody counts.
#[cfg(target_os = "linux")]
const MAX_UNSENT_BYTES: u32 = 128 << 10;

/// The answer to a connection over the limit, sent if it fits into the socket's buffer.
const BUSY: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/// The delay after a failed attempt to accept: the first and the longest; it doubles in between.
const BACK_OFF: [Duration; 2] = [Duration::from_millis(10), Duration::from_secs(1)];

/// The minimal interval between log lines about rejected connections.
const LOG_INTERVAL: Duration = Duration::from_secs(10);

/// The two ends of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer {
    remote: SocketAddr,
    local: Option<SocketAddr>,
}

impl Peer {
    /// The remote address.
    pub(crate) fn ip(&self) -> IpAddr {
        self.remote.ip()
    }

    /// The local address.
    pub(crate) fn local(&self) -> Option<IpAddr> {
        self.local.map(|local| local.ip())
    }
}

/// Accepts connections and serves them until `stop` completes; then lets busy ones finish.
pub async fn accept(listener: TcpListener, app: Arc<AppState>, stop: impl Future<Output = ()>) {
    let (stopping, stopped) = watch::channel(false);
    let mut door = Acceptor::new(app);
    tokio::pin!(stop);
    loop {
        tokio::select! {
            accepted = listener.accept() => door.accepted(accepted, &stopped).await,
            () = &mut stop => break,
        }
    }
    drop(listener);
    stopping.send_replace(true);
    // Every connection holds a receiver.
    drop(stopped);
    stopping.closed().await;
}

/// The accept loop's state.
struct Acceptor {
    app: Arc<AppState>,
    router: Router,
    most: usize,
    most_of_address: usize,
    back_off: Duration,
    /// When the log last mentioned a rejected connection.
    said: Option<Instant>,
}

impl Acceptor {
    fn new(app: Arc<AppState>) -> Acceptor {
        let files = open_files().saturating_sub(RESERVED_FILES).max(1);
        let most = app.limits.sockets.min(files);
        let most_of_address = app.limits.sockets_per_address.min(most.div_ceil(2));
        tracing::info!(most, most_of_address, "connections at a time");
        let router = crate::app(Arc::clone(&app));
        Acceptor { app, router, most, most_of_address, back_off: BACK_OFF[0], said: None }
    }

    async fn accepted(
        &mut self,
        accepted: io::Result<(TcpStream, SocketAddr)>,
        stopped: &watch::Receiver<bool>,
    ) {
        match accepted {
            Ok((stream, remote)) => {
                self.back_off = BACK_OFF[0];
                self.admit(stream, remote, stopped.clone());
            }
            // The client disconnected before it was accepted.
            Err(error) if is_of_client(&error) => {}
            Err(error) => {
                Metrics::add(&self.app.metrics.accept_failures);
                tracing::error!(%error, again_in = ?self.back_off, "a connection cannot be accepted");
                tokio::time::sleep(self.back_off).await;
                self.back_off = (self.back_off * 2).min(BACK_OFF[1]);
            }
        }
    }

    fn admit(&mut self, stream: TcpStream, remote: SocketAddr, stopped: watch::Receiver<bool>) {
        let Some(place) =
            ConnectionGuard::take(&self.app, remote.ip(), self.most, self.most_of_address)
        else {
            Metrics::add(&self.app.metrics.sockets_refused);
            if self.said.is_none_or(|said| said.elapsed() >= LOG_INTERVAL) {
                self.said = Some(Instant::now());
                tracing::warn!("connections over the limit are rejected");
            }
            // Do not wait for a rejected client.
            let _ = stream.try_write(BUSY);
            return;
        };
        configure(&stream, self.app.limits.dead_after);
        let peer = Peer { remote, local: stream.local_addr().ok() };
        let timeout = self.app.limits.request_timeout;
        let sender = Sender::default();
        let socket = Socket { stream, place, sender: sender.clone(), pause: None };
        tokio::spawn(serve(socket, (peer, sender), self.router.clone(), timeout, stopped));
    }
}

/// Serves one connection until it ends or the server stops.
async fn serve(
    socket: Socket,
    (peer, sender): (Peer, Sender),
    router: Router,
    timeout: Duration,
    mut stopped: watch::Receiver<bool>,
) {
    let answer = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(sender.clone());
        router.clone().call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(timeout)
        .max_buf_size(MAX_HEAD_BYTES)
        .serve_connection(TokioIo::new(socket), answer)
        .with_upgrades();
    let stopping = async {
        let _ = stopped.wait_for(|&stopped| stopped).await;
    };
    tokio::pin!(connection, stopping);
    tokio::select! {
        // Errors of a connection concern only its client.
        _ = connection.as_mut() => {}
        () = stopping => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

fn is_of_client(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionRefused
    )
}

/// Disables Nagle's algorithm, which would delay the second of two frames until the client acknowledges the first
/// (after 40 ms). Enables keep-alive, to notice clients whose machine or network is gone.
fn configure(stream: &TcpStream, dead_after: Duration) {
    let socket = socket2::SockRef::from(stream);
    let probes = socket2::TcpKeepalive::new().with_time(dead_after).with_interval(dead_after / 3);
    let configured = stream.set_nodelay(true).and_then(|()| socket.set_tcp_keepalive(&probes));
    #[cfg(target_os = "linux")]
    let configured = configured
        .and_then(|()| socket.set_tcp_user_timeout(Some(dead_after)))
        .and_then(|()| socket.set_tcp_notsent_lowat(MAX_UNSENT_BYTES));
    if let Err(error) = configured {
        tracing::debug!(%error, "a connection could not be configured");
    }
}

/// The system's limit of open files for this process.
fn open_files() -> usize {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        let raised = Rlimit { current: maximum, maximum };
        let files = if setrlimit(Resource::Nofile, raised).is_ok() { maximum } else { current };
        files.and_then(|files| usize::try_from(files).ok()).unwrap_or(usize::MAX)
    }
    #[cfg(not(target_os = "linux"))]
    usize::MAX
}

/// Counts a connection while it exists.
struct ConnectionGuard {
    app: Arc<AppState>,
    address: Address,
}

impl ConnectionGuard {
    /// Reserves a place for one more connection, if there is one. All clients behind a trusted proxy share its address,
    /// so only the total limit applies to them.
    fn take(
        app: &Arc<AppState>,
        ip: IpAddr,
        most: usize,
        most_of_address: usize,
    ) -> Option<ConnectionGuard> {
        let address = if app.access.is_proxy(ip) { Address::SERVER } else { Address::of(ip) };
        let sockets = &app.metrics.sockets;
        if sockets.load(Ordering::Relaxed) >= i64::try_from(most).unwrap_or(i64::MAX)
            || !app.addresses.open(address, most_of_address, &app.limits)
        {
            return None;
        }
        sockets.fetch_add(1, Ordering::Relaxed);
        Some(ConnectionGuard { app: Arc::clone(app), address })
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        self.app.addresses.shut(self.address);
        self.app.metrics.sockets.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The client of a connection that has become a WebSocket. From then on the number of bytes is limited: messages are counted,
/// but a client can send the parts of one message without end, and empty ones at that.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sender(Arc<OnceLock<Address>>);

impl Sender {
    /// Notes to whom everything that is read from now on is charged.
    pub(crate) fn is(&self, address: Address) {
        // A connection is upgraded once.
        let _ = self.0.set(address);
    }
}

/// A connection with its place: a WebSocket keeps it after the request that opened it has been answered.
struct Socket {
    stream: TcpStream,
    place: ConnectionGuard,
    sender: Sender,
    /// Until then nothing is read.
    pause: Option<Pin<Box<Sleep>>>,
}

impl Socket {
    /// Waits until the sender may send more. Meanwhile the system holds back what arrives, and in the end the client.
    fn poll_allowance(&mut self, address: Address, context: &mut Context<'_>) -> Poll<()> {
        loop {
            if let Some(pause) = &mut self.pause {
                std::task::ready!(pause.as_mut().poll(context));
                self.pause = None;
            }
            let app = &self.place.app;
            let wait = app.addresses.must_wait(address, &app.limits);
            if wait.is_zero() {
                return Poll::Ready(());
            }
            self.pause = Some(Box::pin(tokio::time::sleep(wait)));
        }
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let Some(&address) = self.sender.0.get() else {
            return Pin::new(&mut self.stream).poll_read(context, buffer);
        };
        std::task::ready!(self.poll_allowance(address, context));
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        let app = &self.place.app;
        app.addresses.charge_received(address, buffer.filled().len() - before, &app.limits);
        read
    }
}

impl AsyncWrite for Socket {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
