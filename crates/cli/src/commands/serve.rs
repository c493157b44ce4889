//! `sarsen serve`, and what `sarsen` does when nothing else is said.

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use anstream::{AutoStream, ColorChoice};
use anyhow::Context;
use sarsen_server::engine::Searcher;
use sarsen_server::{Limits, ServeOptions, serve};
use tracing_subscriber::EnvFilter;

use crate::args::{DataArgs, LogForm, ServeArgs};
use crate::input::BadInput;
use crate::output;

pub(crate) fn run(args: &ServeArgs) -> anyhow::Result<()> {
    log(args.log);
    args.endings.share()?;
    let options = ServeOptions {
        data: folder(&args.data)?,
        address: SocketAddr::new(args.host, args.port),
        engine: Arc::new(Searcher::default()),
        engine_threads: args.engines.unwrap_or_else(spare_cores),
        limits: Limits::default(),
    };
    let open = !args.no_open;
    let ready = move |address| announce(address, open);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(options, ready, stopped()))?;
    Ok(())
}

/// The folder with the tables.
pub(crate) fn folder(args: &DataArgs) -> anyhow::Result<PathBuf> {
    if let Some(folder) = &args.data {
        return Ok(folder.clone());
    }
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let home = |rest: &str| variable("HOME").map(|home| PathBuf::from(home).join(rest));
    let base = if cfg!(windows) {
        variable("APPDATA").map(PathBuf::from)
    } else if cfg!(target_os = "macos") {
        home("Library/Application Support")
    } else {
        variable("XDG_DATA_HOME").map(PathBuf::from).or_else(|| home(".local/share"))
    };
    let missing = || BadInput::error("there is no data folder for this user: name one with --data");
    Ok(base.ok_or_else(missing)?.join("sarsen"))
}

/// One core is left for the tables, so that they answer at once while engines think.
fn spare_cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1))
}

/// Libraries that would log what crosses the wire, and with it keys and tokens, however much of the log is asked for.
const OF_OTHERS: [&str; 4] =
    ["tungstenite=warn", "tokio_tungstenite=warn", "hyper=warn", "axum=info"];

fn log(form: LogForm) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let quiet = OF_OTHERS.iter().filter_map(|directive| directive.parse().ok());
    let filter = quiet.fold(filter, EnvFilter::add_directive);
    let colored = AutoStream::choice(&std::io::stderr()) != ColorChoice::Never;
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
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
    // Nobody may be reading: the server serves all the same.
    let _ = writeln!(out, "Sarsen is at {url}").and_then(|()| out.flush());
    if open {
        open_browser(&url);
    }
}

fn host(address: SocketAddr) -> String {
    if address.is_ipv6() { format!("[{}]", address.ip()) } else { address.ip().to_string() }
}

/// Opens the browser where there is a desktop. Where there is none, the address has been printed.
fn open_browser(url: &str) {
    let has_desktop = cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if !has_desktop {
        return;
    }
    let (program, arguments): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let silent = Command::new(program)
        .args(arguments)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    // A browser that does not open is no reason not to serve.
    drop(silent);
}

/// Done when somebody presses Ctrl-C or asks the process to end.
async fn stopped() {
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
    // Without a handler the process ends by the signal itself.
    let _ = interrupted.await.context("waiting for Ctrl-C");
}
