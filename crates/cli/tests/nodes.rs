//! Tables in PostgreSQL and several servers, through the command line, started as `deploy/` starts them.

mod command;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use command::sarsen;
use sarsen_testkit::services::{Nats, Postgres, free_port};

fn succeeds(arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let output = sarsen(arguments, input);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {error}");
    output.stdout
}

fn fails(arguments: &[&str]) -> String {
    let output = sarsen(arguments, b"");
    assert!(!output.status.success(), "{arguments:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn sqlite(folder: &Path) -> String {
    format!("sqlite:{}", folder.display())
}

#[test]
fn tables_move_between_a_file_and_a_database_both_ways() {
    let Some(server) = Postgres::start() else { return };
    let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let mut records = Vec::new();
    for game in ["stonehenge", "cathedral", "logan", "holes"] {
        if !records.is_empty() {
            records.extend_from_slice(b"---\n");
        }
        records.extend(succeeds(&["random", game, "--seed", "4", "--count", "3"], b""));
    }
    let (first, url, second) = (sqlite(folders[0].path()), server.url(), sqlite(folders[1].path()));
    let imported = succeeds(&["import", "--store", &first, "-"], &records);
    assert!(String::from_utf8_lossy(&imported).starts_with("tables read: 12;"), "{imported:?}");
    let from_file = succeeds(&["export", "--store", &first], b"");
    succeeds(&["import", "--store", &url, "-"], &from_file);
    let from_database = succeeds(&["export", "--store", &url], b"");
    assert_eq!(String::from_utf8_lossy(&from_database), String::from_utf8_lossy(&from_file));
    succeeds(&["import", "--store", &second, "-"], &from_database);
    let back = succeeds(&["export", "--data", &folders[1].path().display().to_string()], b"");
    assert_eq!(back, from_file);
    let again = succeeds(&["import", "--store", &url, "-"], &from_file);
    let again = String::from_utf8_lossy(&again);
    assert!(again.contains("tables read: 0; there already: 12"), "{again}");
}

#[test]
fn settings_that_cannot_be_served_give_a_clear_error() {
    let unknown = fails(&["serve", "--no-open", "--store", "games"]);
    assert!(unknown.contains("sqlite:DIR or postgres://"), "{unknown}");
    let bus = fails(&["worker", "--bus", "bus"]);
    assert!(bus.contains("nats://USER:PASSWORD@HOST:PORT"), "{bus}");
    // An address that cannot be read is not repeated: it may contain a password.
    for (arguments, says) in [
        (["serve", "--store", "postgres://sarsen:secret@db/games?colour=red"], "colour"),
        (["export", "--store", "postgres://sarsen:se@secret@db/games"], "%40"),
        (["serve", "--store", "mysql://sarsen:secret@db/games"], "sqlite:DIR or postgres://"),
        (["serve", "--bus", "http://sarsen:secret@bus"], "nats://USER"),
        (["worker", "--bus", "http://sarsen:secret@bus"], "nats://USER"),
    ] {
        let error = fails(&arguments);
        assert!(error.contains(says) && !error.contains("secret"), "{arguments:?}: {error}");
        assert!(error.contains(arguments[1]), "{arguments:?}: {error}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().display().to_string();
    let nobody = format!("nats://127.0.0.1:{}", free_port());
    let alone = fails(&["serve", "--no-open", "--data", &data, "--bus", &nobody]);
    assert!(alone.contains("--store postgres://"), "{alone}");
    let away = fails(&["worker", "--bus", &nobody]);
    assert!(away.contains("there is no NATS server at nats://127.0.0.1:"), "{away}");
    let Some(nats) = Nats::start_with(Some(("sarsen", "stone"))) else { return };
    let wrong = format!("nats://sarsen:wrong@127.0.0.1:{}", nats.port());
    let denied = fails(&["worker", "--bus", &wrong]);
    assert!(denied.contains("does not let us in") && !denied.contains("wrong@"), "{denied}");
}

/// A file of `deploy/`.
fn deployed(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The arguments with which a unit of systemd starts the program, as instance `instance` of a machine.
fn arguments_of_unit(name: &str, instance: &str) -> Vec<String> {
    let unit = deployed(name);
    let start = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).expect("a command");
    let start = start.strip_prefix("/usr/local/bin/sarsen ").expect("our program");
    let given = start.replace("%i", instance).replace("%H", "machine");
    given.split(' ').map(str::to_owned).collect()
}

/// A server or a worker that ends with its owner.
struct Service(Child);

impl Service {
    fn start(arguments: &[String], environment: &[(&str, String)]) -> Service {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sarsen"));
        command.args(arguments).env_remove("SARSEN_STORE").env_remove("SARSEN_BUS");
        command.envs(environment.iter().map(|(name, value)| (name, value)));
        let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
        Service(quiet.spawn().expect("it starts"))
    }

    /// Asks it to stop, as systemd does.
    fn terminate(&self) {
        let told = Command::new("kill").arg(self.0.id().to_string()).status();
        assert!(told.expect("kill is there").success());
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The status and the body of an answer; nothing where nobody listens.
fn get(port: u16, path: &str) -> Option<(u16, String)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    write!(stream, "GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let status = answer.split(' ').nth(1)?.parse().ok()?;
    Some((status, answer.split_once("\r\n\r\n")?.1.to_owned()))
}

/// Waits until a server answers so.
fn until(port: u16, path: &str, wanted: impl Fn(u16, &str) -> bool) {
    let begun = Instant::now();
    loop {
        let answer = get(port, path);
        if answer.as_ref().is_some_and(|(status, body)| wanted(*status, body)) {
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{path}: {answer:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn the_unit_of_one_server_serves() {
    let (folder, port) = (tempfile::tempdir().expect("a folder"), free_port());
    let mut arguments = arguments_of_unit("sarsen.service", "");
    let data = arguments.iter_mut().find(|argument| *argument == "/var/lib/sarsen");
    *data.expect("a folder is named") = folder.path().display().to_string();
    arguments.extend(["--port".to_owned(), port.to_string()]);
    let _server = Service::start(&arguments, &[]);
    until(port, "/healthz", |status, body| (status, body) == (200, "ok"));
}

#[test]
fn a_node_and_a_worker_start_as_their_units_say_and_a_node_drains_before_it_stops() {
    let (Some(server), Some(nats)) =
        (Postgres::start(), Nats::start_with(Some(("sarsen", "stone"))))
    else {
        return;
    };
    let environment = [("SARSEN_STORE", server.url()), ("SARSEN_BUS", nats.url())];
    let port = free_port();
    let mut node = arguments_of_unit("sarsen-node@.service", &port.to_string());
    // Long enough to be seen, and not to wait for.
    let drain = node.iter().position(|argument| argument == "--drain").expect("it drains") + 1;
    node[drain] = "2".to_owned();
    let mut node = Service::start(&node, &environment);
    let worker = arguments_of_unit("sarsen-worker@.service", "1");
    let _worker = Service::start(&worker, &environment[1..]);
    let ready = |status: u16, body: &str| {
        status == 200 && body.contains("\"bus\":true") && body.contains("\"workers\":1")
    };
    until(port, "/readyz", ready);
    node.terminate();
    until(port, "/readyz", |status, body| status == 503 && body.contains("\"draining\":true"));
    let (status, _) = get(port, "/healthz").expect("while it drains it serves those who are there");
    assert_eq!(status, 200);
    assert!(node.0.wait().expect("it ends").success());
    // It has taken leave, so a server that wants the database for itself need not wait for it.
    let alone = Service::start(
        &["serve", "--no-open", "--port", &port.to_string()].map(str::to_owned),
        &environment[..1],
    );
    until(port, "/readyz", |status, _| status == 200);
    drop(alone);
}

#[test]
fn a_node_of_another_bus_is_turned_away_and_has_changed_nothing() {
    let (Some(server), Some(nats), Some(other)) = (Postgres::start(), Nats::start(), Nats::start())
    else {
        return;
    };
    let sql = |text: &str| {
        let output = server.program("psql").args(["-d", "sarsen", "-Atc", text]).output();
        let output = output.expect("psql is there");
        assert!(output.status.success(), "{text}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    };
    let (store, port) = (server.url(), free_port());
    let serve = ["serve", "--no-open", "--port"].map(str::to_owned);
    let node = [&serve[..], &[port.to_string()]].concat();
    let environment = [("SARSEN_STORE", store.clone()), ("SARSEN_BUS", nats.url())];
    let _node = Service::start(&node, &environment);
    until(port, "/readyz", |status, _| status == 200);
    // As an earlier version would have left it.
    sql("UPDATE sarsen.meta SET version = version - 1");
    let before = sql("SELECT version FROM sarsen.meta");
    let other = other.url();
    // Each waits, because a node that was killed a moment ago still seems alive.
    std::thread::scope(|scope| {
        for bus in [&["--bus", &other][..], &[]] {
            let begin = ["serve", "--no-open", "--port", "0", "--store", &store];
            let serve = [&begin[..], bus].concat();
            scope.spawn(move || {
                let error = fails(&serve);
                assert!(error.contains("in use by the node") && error.contains("--bus"), "{error}");
            });
        }
    });
    assert_eq!(sql("SELECT version FROM sarsen.meta"), before);
    assert_eq!(sql("SELECT count(*) FROM sarsen.nodes"), "1");
}

#[test]
fn the_commands_of_the_compose_file_are_valid() {
    let commands: Vec<String> = deployed("compose.yaml")
        .lines()
        .filter_map(|line| line.trim().strip_prefix("command: ["))
        .map(|line| line.trim_end_matches(']').replace(['"', ','], ""))
        .filter(|line| line.starts_with("serve ") || line.starts_with("worker "))
        .collect();
    assert_eq!(commands.len(), 4, "three nodes and the workers: {commands:?}");
    for command in commands {
        // Arguments are read in order: what is wrong before `--help` is told instead of it.
        let mut arguments: Vec<&str> = command.split(' ').collect();
        arguments.push("--help");
        succeeds(&arguments, b"");
    }
    let unknown = fails(&["serve", "--no-such-option", "--help"]);
    assert!(unknown.contains("--no-such-option"), "{unknown}");
}
