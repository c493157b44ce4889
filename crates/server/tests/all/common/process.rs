//! A server as a separate process, which can be killed and measured.
//!
//! The process is the test program itself, started again.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use sarsen_protocol::{CreateTable, NewSeat};
use sarsen_server::engine::EngineBackend;
use sarsen_server::{Access, Limits, NodeOptions, ServeOptions};
use sarsen_store::Location;

use super::{hello_key, new_table, post_over_socket};

const DATA: &str = "SARSEN_CHILD_DATA";
const PORT: &str = "SARSEN_CHILD_PORT";

/// Serves if this process was started by [`Process::spawn`].
pub(crate) fn serve_if_asked(engine: Arc<dyn EngineBackend>, limits: Limits) {
    let Some(data) = std::env::var_os(DATA) else { return };
    let port: u16 = std::env::var(PORT).unwrap().parse().unwrap();
    let store = Location::Sqlite(PathBuf::from(data));
    let options = options(store, NodeOptions::default(), port, engine, limits);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let never = std::future::pending();
    runtime.block_on(sarsen_server::serve(options, |_| {}, never)).unwrap();
}

/// The options of a server process at a port of this machine.
pub(crate) fn options(
    store: Location,
    node: NodeOptions,
    port: u16,
    engine: Arc<dyn EngineBackend>,
    limits: Limits,
) -> ServeOptions {
    ServeOptions {
        store,
        node,
        address: SocketAddr::from(([127, 0, 0, 1], port)),
        engine,
        engine_threads: 1,
        limits,
        access: Access::default(),
        push: None,
    }
}

/// Limits generous enough for one address to be many clients.
pub(crate) fn generous() -> Limits {
    Limits {
        sockets: 1 << 20,
        connections: 1 << 20,
        creations_per_address: 1e6,
        requests_per_address: 1e6,
        messages_per_address: 1e6,
        received_per_address: 1e9,
        messages_per_second: 1e6,
        message_burst: 1e6,
        connections_per_address: 1 << 20,
        sockets_per_address: 1 << 20,
        replay_per_address: 1e6,
        bytes_per_address: 1e12,
        ..Limits::default()
    }
}

/// A server process that ends with its owner.
pub(crate) struct Process {
    child: Child,
    data: PathBuf,
    /// Shell commands run before the server, to set system limits.
    limits: Option<String>,
    pub(crate) address: SocketAddr,
    arguments: Vec<String>,
}

impl Process {
    /// Starts the server with the arguments that lead this program to [`serve_if_asked`].
    pub(crate) async fn spawn(data: &Path, arguments: &[&str]) -> Process {
        Process::spawn_as(data, arguments, None).await
    }

    /// The same with shell commands that set system limits.
    pub(crate) async fn spawn_with(data: &Path, arguments: &[&str], limits: &str) -> Process {
        Process::spawn_as(data, arguments, Some(limits.to_owned())).await
    }

    async fn spawn_as(data: &Path, arguments: &[&str], limits: Option<String>) -> Process {
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let arguments: Vec<String> = arguments.iter().map(|&text| text.to_owned()).collect();
        let child = start(data, address, &arguments, limits.as_deref());
        let data = data.to_path_buf();
        let process = Process { child, data, limits, address, arguments };
        process.wait().await;
        process
    }

    async fn wait(&self) {
        let begun = Instant::now();
        while tokio::net::TcpStream::connect(self.address).await.is_err() {
            assert!(begun.elapsed() < Duration::from_secs(60), "the server does not start");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Kills it with SIGKILL, without a shutdown.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Removes the limits for the next start.
    pub(crate) fn lift_limits(&mut self) {
        self.limits = None;
    }

    pub(crate) async fn restart(&mut self) {
        self.child = start(&self.data, self.address, &self.arguments, self.limits.as_deref());
        self.wait().await;
    }

    /// A memory figure of the process in kB: `VmRSS` is the current usage, `VmHWM` the peak.
    pub(crate) fn memory(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        line.split_whitespace().nth(1).and_then(|kb| kb.parse().ok()).unwrap_or(0)
    }

    /// The number of its threads.
    pub(crate) fn threads(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/task", self.child.id())).map_or(0, Iterator::count)
    }

    /// The processor time that it has used, in seconds.
    pub(crate) fn seconds(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()));
        let stat = stat.unwrap_or_default();
        // After the name in parentheses: user and system time are the 12th and 13th fields, in hundredths.
        let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        fields.skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() / 100.0
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn start(data: &Path, address: SocketAddr, arguments: &[String], limits: Option<&str>) -> Child {
    let program = std::env::current_exe().unwrap();
    let mut command = match limits {
        None => Command::new(program),
        Some(limits) => {
            let mut shell = Command::new("sh");
            shell.arg("-c").arg(format!("{limits} && exec \"$0\" \"$@\"")).arg(program);
            shell
        }
    };
    command
        .args(arguments)
        .env(DATA, data)
        .env(PORT, address.port().to_string())
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// Creates a player on a server and returns the key.
pub(crate) async fn player_at(address: SocketAddr, name: &str) -> String {
    let body = format!("{{\"name\": \"{name}\"}}");
    let player = post_over_socket(address, "/api/v1/players", "", &body).await;
    player["key"].as_str().unwrap().to_owned()
}

/// Creates a table on a server and returns its id and its invitation.
pub(crate) async fn table_at(
    address: SocketAddr,
    key: &str,
    table: &CreateTable,
) -> (String, String) {
    let body = serde_json::to_string(table).unwrap();
    let created = post_over_socket(address, "/api/v1/tables", key, &body).await;
    let text = |name: &str| created["table"][name].as_str().unwrap().to_owned();
    (text("table"), text("invite"))
}

/// Seats two people at a new table on a server and returns its id and their keys.
pub(crate) async fn two_at(
    address: SocketAddr,
    game: &str,
    options: &[(&str, &str)],
) -> (String, [String; 2]) {
    let keys = [player_at(address, "Ada").await, player_at(address, "Bo").await];
    let new = new_table(game, options, vec![NewSeat::Me { name: None }, NewSeat::Open]);
    let (table, invite) = table_at(address, &keys[0], &new).await;
    let join = format!("{{\"invite\": \"{invite}\"}}");
    let path = format!("/api/v1/tables/{table}/join");
    let joined = post_over_socket(address, &path, &keys[1], &join).await;
    assert!(joined["tokens"].is_array(), "{joined}");
    (table, keys)
}

/// A `hello` with a key, for a client that has seen the events up to a number.
pub(crate) fn hello_since(key: &str, number: u32) -> sarsen_protocol::Hello {
    sarsen_protocol::Hello { since: (number > 0).then_some(number), ..hello_key(key) }
}
