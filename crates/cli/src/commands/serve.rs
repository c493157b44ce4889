//! `sarsen serve`, the default command.

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anyhow::Context;
use etcetera::BaseStrategy;
use sarsen_server::engine::SearchBackend;
use sarsen_server::{Access, Limits, NodeOptions, PushKey, PushOptions, ServeOptions, serve};
use sarsen_store::Location;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;

use crate::args::{DataArgs, LogForm, OpenTables, ServeArgs};
use crate::input::BadInput;
use crate::output;

pub(crate) fn run(args: &ServeArgs) -> anyhow::Result<()> {
    log(args.log, args.node.as_deref());
    let engines = args.endings.engines()?;
    let options = ServeOptions {
        store: location(&args.data)?,
        node: NodeOptions {
            name: args.node.clone(),
            bus: args.bus.as_ref().map(|bus| bus.read("--bus")).transpose()?,
            engines: args.engines.unwrap_or(0),
            drain: args.drain,
        },
        address: SocketAddr::new(args.host, args.port),
        engine: Arc::new(SearchBackend::new(engines)),
        engine_threads: args.engines.unwrap_or_else(spare_cores),
        limits: limits(args),
        access: access(args),
        push: push(args)?,
    };
    let open = !args.no_open;
    let ready = move |address| announce(address, open);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(options, ready, stopped()))?;
    Ok(())
}

fn access(args: &ServeArgs) -> Access {
    // A server on a loopback address that answers to another name is behind a proxy.
    let is_reached_by_others = !args.host.is_loopback() || !args.host_names.is_empty();
    let open_tables = match args.open_tables {
        OpenTables::Auto => is_reached_by_others,
        OpenTables::On => true,
        OpenTables::Off => false,
    };
    Access { host_names: args.host_names.clone(), proxies: args.proxies.clone(), open_tables }
}

fn push(args: &ServeArgs) -> anyhow::Result<Option<PushOptions>> {
    let (Some(file), Some(contact)) = (&args.push_key, &args.push_contact) else { return Ok(None) };
    let key = PushKey::open(file).map_err(|error| BadInput::error(error.to_string()))?;
    let (contact, allow_local) = (contact.clone(), args.push_allow_local);
    Ok(Some(PushOptions { key: Arc::new(key), contact, allow_local }))
}

fn limits(args: &ServeArgs) -> Limits {
    let kept = |days: u32| (days > 0).then(|| Duration::from_secs(u64::from(days) * 24 * 60 * 60));
    Limits {
        keep_unfinished: kept(args.keep_unfinished),
        keep_finished: kept(args.keep_finished),
        keep_studies: kept(args.keep_studies),
        keep_players: kept(args.keep_players),
        ..Limits::default()
    }
}

/// Where the tables are stored.
pub(crate) fn location(args: &DataArgs) -> anyhow::Result<Location> {
    match &args.store {
        Some(location) => location.read("--store"),
        None => folder(args).map(Location::Sqlite),
    }
}

/// The folder with the tables.
fn folder(args: &DataArgs) -> anyhow::Result<PathBuf> {
    if let Some(folder) = &args.data {
        return Ok(folder.clone());
    }
    let folders = etcetera::base_strategy::choose_native_strategy().map_err(|_| {
        BadInput::error("there is no data folder for this user: name one with --data")
    })?;
    Ok(folders.data_dir().join("sarsen"))
}

/// One core is left for the tables, so that they respond at once while engines think.
fn spare_cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1))
}

/// Libraries that would log wire contents, including keys and tokens, at verbose levels. They are silenced at every
/// level.
const OF_OTHERS: [&str; 6] = [
    "tungstenite=warn",
    "tokio_tungstenite=warn",
    "hyper=warn",
    "axum=info",
    "async_nats=warn",
    "tokio_postgres=warn",
];

/// Adds the node's name, if it has one, to every line of the log, so that the logs of several nodes can be told apart.
struct NodeWriter {
    node: Option<String>,
    form: LogForm,
}

/// A line of the log.
struct NodeLine<'a>(&'a NodeWriter);

impl<'a> MakeWriter<'a> for NodeWriter {
    type Writer = NodeLine<'a>;

    fn make_writer(&'a self) -> NodeLine<'a> {
        NodeLine(self)
    }
}

impl Write for NodeLine<'_> {
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        let mut out = std::io::stderr().lock();
        match (&self.0.node, self.0.form, line.strip_prefix(b"{")) {
            (Some(node), LogForm::Json, Some(rest)) => {
                let node = serde_json::to_string(node)?;
                out.write_all(&[b"{\"node\":", node.as_bytes(), b",", rest].concat())?;
            }
            (Some(node), LogForm::Text, _) => {
                out.write_all(&[node.as_bytes(), b" ", line].concat())?;
            }
            _ => out.write_all(line)?,
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        std::io::stderr().flush()
    }
}

pub(crate) fn log(form: LogForm, node: Option<&str>) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let quiet = OF_OTHERS.iter().filter_map(|directive| directive.parse().ok());
    let filter = quiet.fold(filter, EnvFilter::add_directive);
    let colored = AutoStream::choice(&std::io::stderr()) != ColorChoice::Never;
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(NodeWriter { node: node.map(str::to_owned), form })
        .with_ansi(colored);
    match form {
        LogForm::Text => log.init(),
        LogForm::Json => log.json().init(),
    }
}

fn announce(address: SocketAddr, open: bool) {
    let host = if address.ip().is_unspecified() { "127.0.0.1".to_owned() } else { host(address) };
    let url = format!("http://{host}:{}/", address.port());
    let mut out = output::plain();
    // If nobody reads standard output, serve anyway.
    let _ = writeln!(out, "Sarsen is at {url}").and_then(|()| out.flush());
    if open {
        open_browser(&url);
    }
}

fn host(address: SocketAddr) -> String {
    if address.is_ipv6() { format!("[{}]", address.ip()) } else { address.ip().to_string() }
}

/// Opens the browser if there is a desktop. If not, the address has been printed.
fn open_browser(url: &str) {
    let has_desktop = cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if !has_desktop {
        return;
    }
    // Serve even if the browser does not open; the thread only waits for the program that opens it.
    drop(open::that_in_background(url));
}

/// Completes on Ctrl-C or when the process is asked to end.
pub(crate) async fn stopped() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    // Without a handler the signal ends the process.
    let _ = interrupted.await.context("waiting for Ctrl-C");
}
