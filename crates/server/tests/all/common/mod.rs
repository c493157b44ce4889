//! A server on a local port, and clients for it.
#![allow(dead_code, reason = "each test file uses a part of it")]

#[cfg(unix)]
pub(crate) mod cluster;
pub(crate) mod echo;
pub(crate) mod engines;
pub(crate) mod process;
pub(crate) mod shadow;
pub(crate) mod stores;
pub(crate) mod stranger;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use futures_util::{SinkExt, StreamExt};
use sarsen_protocol::{
    Ask, AskKind, CreateTable, Created, Hello, Join, Joined, Legal, NewPlayer, NewSeat,
    PositionView, Tell, Welcome,
};
use sarsen_server::engine::{EngineBackend, RandomBackend};
use sarsen_server::{Access, AppOptions, AppState, Limits, Sources, SystemSources, accept, app};
use sarsen_session::Seed;
use sarsen_store::{MemoryStore, Store};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use tower::ServiceExt;

/// A generous timeout: nothing in these tests takes longer, however busy the machine.
pub(crate) const SOON: Duration = Duration::from_secs(60);

pub(crate) struct Server {
    pub(crate) state: Arc<AppState>,
    pub(crate) address: SocketAddr,
}

impl Server {
    pub(crate) async fn new() -> Server {
        Server::with(Arc::new(MemoryStore::new()), Limits::default(), Arc::new(SystemSources)).await
    }

    pub(crate) async fn with(
        store: Arc<dyn Store>,
        limits: Limits,
        sources: Arc<dyn Sources>,
    ) -> Server {
        Server::with_engine(store, limits, sources, Arc::new(RandomBackend)).await
    }

    pub(crate) async fn with_engine(
        store: Arc<dyn Store>,
        limits: Limits,
        sources: Arc<dyn Sources>,
        engine: Arc<dyn EngineBackend>,
    ) -> Server {
        let access = Access::default();
        let options =
            AppOptions { store, engine, engine_threads: 1, limits, access, sources, push: None };
        Server::of(options).await
    }

    pub(crate) async fn of(options: AppOptions) -> Server {
        let state = AppState::new(options).unwrap();
        state.wake().await.unwrap();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(accept(listener, Arc::clone(&state), std::future::pending()));
        Server { state, address }
    }

    /// An HTTP response, without a socket.
    pub(crate) async fn http(
        &self,
        method: &str,
        path: &str,
        key: Option<&str>,
        body: Option<String>,
    ) -> (StatusCode, axum::http::HeaderMap, Vec<u8>) {
        let mut request = Request::builder().method(method).uri(path);
        if let Some(key) = key {
            request = request.header(header::AUTHORIZATION, format!("Bearer {key}"));
        }
        if body.is_some() {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        let request = request.body(body.map_or(Body::empty(), Body::from)).unwrap();
        let response = app(Arc::clone(&self.state)).oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        (parts.status, parts.headers, bytes.to_vec())
    }

    /// One of the Prometheus metrics.
    pub(crate) async fn figure(&self, name: &str) -> i64 {
        let (_, _, body) = self.http("GET", "/metrics", None, None).await;
        let text = String::from_utf8(body).unwrap();
        let line = text.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap();
        line.rsplit(' ').next().unwrap().parse().unwrap()
    }

    pub(crate) async fn get<T: DeserializeOwned>(&self, path: &str, key: Option<&str>) -> T {
        let (status, _, bytes) = self.http("GET", path, key, None).await;
        assert_eq!(status, StatusCode::OK, "{path}: {}", String::from_utf8_lossy(&bytes));
        serde_json::from_slice(&bytes).unwrap()
    }

    pub(crate) async fn try_post<T: DeserializeOwned>(
        &self,
        path: &str,
        key: Option<&str>,
        body: &impl Serialize,
    ) -> Result<T, sarsen_protocol::Refusal> {
        let body = serde_json::to_string(body).unwrap();
        let (status, _, bytes) = self.http("POST", path, key, Some(body)).await;
        if status.is_success() {
            Ok(serde_json::from_slice(&bytes).unwrap())
        } else {
            Err(serde_json::from_slice(&bytes).unwrap())
        }
    }

    pub(crate) async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        key: Option<&str>,
        body: &impl Serialize,
    ) -> T {
        self.try_post(path, key, body).await.unwrap()
    }

    pub(crate) async fn player(&self, name: &str) -> String {
        let name = sarsen_protocol::ChooseName { name: name.to_owned() };
        self.post::<NewPlayer>("/api/v1/players", None, &name).await.key
    }

    pub(crate) async fn create(&self, key: &str, table: &CreateTable) -> Created {
        self.post("/api/v1/tables", Some(key), table).await
    }

    pub(crate) async fn join(&self, key: &str, table: &str, invite: &str) -> Joined {
        let path = format!("/api/v1/tables/{table}/join");
        let join = Join { invite: invite.to_owned(), seat: None };
        self.post(&path, Some(key), &join).await
    }

    pub(crate) async fn record(&self, table: &str, key: Option<&str>) -> String {
        let path = format!("/api/v1/tables/{table}/record");
        let (status, _, bytes) = self.http("GET", &path, key, None).await;
        assert_eq!(status, StatusCode::OK);
        String::from_utf8(bytes).unwrap()
    }

    pub(crate) async fn connect(&self, table: &str, hello: Hello) -> Client {
        Client::connect(self.address, table, hello).await
    }

    /// Two people at a new table, each with a socket.
    pub(crate) async fn two_at(
        &self,
        game: &str,
        options: &[(&str, &str)],
    ) -> (String, [Client; 2]) {
        let (ada, bo) = (self.player("Ada").await, self.player("Bo").await);
        let seats = vec![NewSeat::Me { name: None }, NewSeat::Open];
        let created = self.create(&ada, &new_table(game, options, seats)).await;
        let table = created.table.table;
        self.join(&bo, &table, created.table.invite.as_deref().unwrap()).await;
        let ada = self.connect(&table, hello_key(&ada)).await;
        let bo = self.connect(&table, hello_key(&bo)).await;
        (table, [ada, bo])
    }
}

pub(crate) fn new_table(game: &str, options: &[(&str, &str)], seats: Vec<NewSeat>) -> CreateTable {
    CreateTable {
        game: game.to_owned(),
        options: options.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect(),
        seats,
        clock: Default::default(),
        begins: Default::default(),
        games: None,
        from: None,
        open: false,
    }
}

pub(crate) fn hello_key(key: &str) -> Hello {
    Hello { version: 1, key: Some(key.to_owned()), token: None, since: None }
}

pub(crate) fn hello_token(token: &str) -> Hello {
    Hello { version: 1, key: None, token: Some(token.to_owned()), since: None }
}

pub(crate) fn watch() -> Hello {
    Hello { version: 1, ..Hello::default() }
}

/// A client of a table.
pub(crate) struct Client {
    pub(crate) socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) welcome: Option<Welcome>,
    /// The last position received.
    pub(crate) position: Option<PositionView>,
    pub(crate) number: u32,
    /// Every frame received.
    pub(crate) frames: Vec<String>,
    ids: u32,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr, table: &str, hello: Hello) -> Client {
        Client::try_connect(address, table, hello).await.unwrap()
    }

    /// Connects and sends `hello`; the error is the frame that came instead of a welcome, or what went wrong.
    pub(crate) async fn try_connect(
        address: SocketAddr,
        table: &str,
        hello: Hello,
    ) -> Result<Client, String> {
        let url = format!("ws://{address}/api/v1/tables/{table}/socket");
        let connected = tokio_tungstenite::connect_async(url).await;
        let (socket, _) = connected.map_err(|error| error.to_string())?;
        let mut client = Client::of(socket);
        client.try_ask(&AskKind::Hello(hello).into()).await?;
        match client.try_next().await? {
            Tell::Welcome(_) => Ok(client),
            other => Err(format!("{other:?}")),
        }
    }

    /// A client for any socket, before it has sent anything.
    pub(crate) fn of(socket: WebSocketStream<MaybeTlsStream<TcpStream>>) -> Client {
        Client { socket, welcome: None, position: None, number: 0, frames: vec![], ids: 0 }
    }

    pub(crate) async fn try_ask(&mut self, ask: &Ask) -> Result<(), String> {
        let text = serde_json::to_string(ask).unwrap();
        self.socket.send(Message::text(text)).await.map_err(|error| error.to_string())
    }

    pub(crate) async fn ask(&mut self, ask: Ask) {
        self.try_ask(&ask).await.unwrap();
    }

    /// The next message of the server.
    pub(crate) async fn try_next(&mut self) -> Result<Tell, String> {
        loop {
            let message = tokio::time::timeout(SOON, self.socket.next()).await;
            let message = message.map_err(|_| "nothing came".to_owned())?;
            match message {
                Some(Ok(Message::Text(text))) => {
                    self.frames.push(text.to_string());
                    let tell: Tell = serde_json::from_str(&text).map_err(|e| e.to_string())?;
                    self.note(&tell);
                    return Ok(tell);
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(other)) => return Err(format!("{other:?}")),
                Some(Err(error)) => return Err(error.to_string()),
                None => return Err("closed".to_owned()),
            }
        }
    }

    pub(crate) async fn next(&mut self) -> Tell {
        self.try_next().await.unwrap()
    }

    fn note(&mut self, tell: &Tell) {
        match tell {
            Tell::Welcome(welcome) => {
                self.number = welcome.number;
                self.position.clone_from(&welcome.position);
                self.welcome = Some((**welcome).clone());
            }
            Tell::Happened(happened) => {
                assert_eq!(happened.number, self.number + 1, "a gap in the numbers");
                self.number = happened.number;
                if let Some(position) = &happened.position {
                    self.position = Some((**position).clone());
                }
            }
            _ => {}
        }
    }

    /// Reads until a message of the wanted kind arrives.
    pub(crate) async fn until<T>(&mut self, wanted: impl Fn(&Tell) -> Option<T>) -> T {
        loop {
            let tell = self.next().await;
            if let Some(found) = wanted(&tell) {
                return found;
            }
        }
    }

    /// Reads until the table's log has reached a number.
    pub(crate) async fn until_number(&mut self, number: u32) {
        while self.number < number {
            self.next().await;
        }
    }

    /// Plays the first legal action and takes it back; returns how long both answers took together.
    pub(crate) async fn act_and_take_back(&mut self) -> Duration {
        let asked = Instant::now();
        let legal = self.position.as_ref().unwrap().legal.clone();
        let Some(Legal::Actions { actions }) = legal else { panic!("nothing can be played") };
        self.act(&actions[0]).await.unwrap();
        self.request(|id| Ask { id: Some(id), seat: Some(1), kind: AskKind::TakeBack })
            .await
            .unwrap();
        asked.elapsed()
    }

    /// Sends a request with a new id and waits for the answer.
    pub(crate) async fn request(
        &mut self,
        ask: impl Fn(u32) -> Ask,
    ) -> Result<u32, sarsen_protocol::Refusal> {
        self.ids += 1;
        let id = self.ids;
        self.ask(ask(id)).await;
        self.until(|tell| match tell {
            Tell::Accepted { id: answered, number } if *answered == id => Some(Ok(*number)),
            Tell::Refused { id: Some(answered), refusal } if *answered == id => {
                Some(Err(refusal.clone()))
            }
            _ => None,
        })
        .await
    }

    /// Plays an action in the last position received.
    pub(crate) async fn act(&mut self, action: &str) -> Result<u32, sarsen_protocol::Refusal> {
        let position = self.position.as_ref().unwrap();
        let (game, ply) = (position.game, position.ply);
        self.request(|id| AskKind::Act { game, ply, action: action.to_owned() }.with_id(id)).await
    }
}

/// A plain HTTP request over a socket.
pub(crate) async fn post_over_socket(
    address: SocketAddr,
    path: &str,
    key: &str,
    body: &str,
) -> serde_json::Value {
    post_with(address, path, &format!("authorization: Bearer {key}\r\n"), body).await
}

/// The same with additional headers, each with its end of line.
pub(crate) async fn post_with(
    address: SocketAddr,
    path: &str,
    headers: &str,
    body: &str,
) -> serde_json::Value {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n{headers}content-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

/// Reproducible time and randomness.
#[derive(Default)]
pub(crate) struct Repeating(AtomicU64);

impl Repeating {
    fn next(&self) -> u64 {
        self.0.fetch_add(1, Ordering::Relaxed)
    }
}

impl Sources for Repeating {
    fn now(&self) -> u64 {
        1_000_000
    }
    fn tick(&self) -> u64 {
        1_000_000
    }
    fn seed(&self) -> Seed {
        Seed::new([7; 32])
    }
    fn table_id(&self) -> String {
        format!("table{}", self.next())
    }
    fn invite(&self) -> String {
        "invite".to_owned()
    }
    fn secret(&self) -> String {
        format!("secret{}", self.next())
    }
    fn number(&self) -> u64 {
        7
    }
}
