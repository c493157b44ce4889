//! Several nodes and workers as separate processes, with one PostgreSQL and one NATS server.

use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use sarsen_server::bus::{Bus, BusUrl};
use sarsen_server::engine::EngineBackend;
use sarsen_server::worker::{WorkerOptions, work};
use sarsen_server::{Limits, NodeOptions};
use sarsen_store::Location;
use sarsen_testkit::services::{cpu_seconds, free_port};

use super::process;

const STORE: &str = "SARSEN_NODE_STORE";
const BUS: &str = "SARSEN_NODE_BUS";
const PORT: &str = "SARSEN_NODE_PORT";

/// Serves or works if this process was started by [`Member::node`] or [`Member::worker`]; returns whether it was.
pub(crate) fn take_part_if_asked(engine: Arc<dyn EngineBackend>, limits: Limits) -> bool {
    let variable = |name: &str| std::env::var(name).ok();
    let bus: Option<BusUrl> = variable(BUS).map(|url| url.parse().unwrap());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    match (variable(STORE), bus) {
        (Some(store), bus) => {
            let store: Location = store.parse().unwrap();
            let port: u16 = variable(PORT).unwrap().parse().unwrap();
            let node = NodeOptions { bus, ..NodeOptions::default() };
            let options = process::options(store, node, port, engine, limits);
            let served = runtime.block_on(sarsen_server::serve(options, |_| {}, ended()));
            // A node whose database is unavailable ends; its supervisor restarts it.
            if let Err(error) = served {
                eprintln!("{error}");
                std::process::exit(1);
            }
        }
        (None, Some(bus)) => {
            let worked = runtime.block_on(async {
                let bus = Bus::connect(&bus, "worker").await.map_err(|error| error.to_string())?;
                let name = format!("worker-{}", std::process::id());
                let options = WorkerOptions { bus, engine, threads: 2, name };
                work(options, ended()).await.map_err(|error| error.to_string())
            });
            if let Err(error) = worked {
                eprintln!("{error}");
                std::process::exit(1);
            }
        }
        (None, None) => return false,
    }
    true
}

/// Completes when the process is asked to end.
async fn ended() {
    use tokio::signal::unix::{SignalKind, signal};
    signal(SignalKind::terminate()).unwrap().recv().await;
}

/// A node or a worker that ends with its owner.
pub(crate) struct Member {
    child: Child,
    arguments: Vec<String>,
    variables: Vec<(&'static str, String)>,
    /// Where a node listens.
    pub(crate) address: SocketAddr,
}

impl Member {
    /// A node with this store, and a bus if there is one.
    pub(crate) fn node(arguments: &[&str], store: &str, bus: Option<&str>) -> Member {
        let port = free_port();
        let mut variables = vec![(STORE, store.to_owned()), (PORT, port.to_string())];
        variables.extend(bus.map(|bus| (BUS, bus.to_owned())));
        Member::start(arguments, variables, port)
    }

    /// A worker.
    pub(crate) fn worker(arguments: &[&str], bus: &str) -> Member {
        Member::start(arguments, vec![(BUS, bus.to_owned())], 0)
    }

    fn start(arguments: &[&str], variables: Vec<(&'static str, String)>, port: u16) -> Member {
        let arguments: Vec<String> = arguments.iter().map(|&text| text.to_owned()).collect();
        let child = spawn(&arguments, &variables);
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        Member { child, arguments, variables, address }
    }

    /// Waits until a node accepts connections, restarting it if it has ended.
    pub(crate) async fn wait(&mut self) {
        let begun = Instant::now();
        while tokio::net::TcpStream::connect(self.address).await.is_err() {
            assert!(begun.elapsed() < Duration::from_secs(120), "a node does not start");
            self.revive();
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Restarts it if it has ended by itself, as a supervisor would.
    pub(crate) fn revive(&mut self) {
        if matches!(self.child.try_wait(), Ok(Some(_))) {
            self.child = spawn(&self.arguments, &self.variables);
        }
    }

    /// Kills it with SIGKILL.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Asks it to end, and waits.
    pub(crate) fn stop(&mut self) {
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }

    pub(crate) fn restart(&mut self) {
        self.kill();
        self.child = spawn(&self.arguments, &self.variables);
    }

    /// The processor time that it has used, in seconds.
    pub(crate) fn seconds(&self) -> f64 {
        cpu_seconds(self.child.id())
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        self.kill();
    }
}

fn spawn(arguments: &[String], variables: &[(&'static str, String)]) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    for (name, value) in variables {
        command.env(name, value);
    }
    command.args(arguments).stdout(Stdio::null()).spawn().unwrap()
}
