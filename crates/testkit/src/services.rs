//! PostgreSQL and nats-server as child processes of a test, each with its own folder and port.
//!
//! If a program is not installed, `start` reports it on standard error, bypassing the capture of the test runner, and
//! returns `None`. With `SARSEN_SERVICES=1`, which `./test` sets after installing them, that is a failure.

use std::fs::File;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// The timeout for starting a service, including recovery after a kill.
const START: Duration = Duration::from_secs(90);

/// A PostgreSQL server with the database `sarsen`, owned by the user `sarsen`.
#[derive(Debug)]
pub struct Postgres {
    programs: PathBuf,
    folder: Folder,
    port: u16,
    child: Option<Child>,
}

/// The password of the user.
pub const PASSWORD: &str = "stone";

impl Postgres {
    /// Creates and starts a server; `None` if PostgreSQL is not installed.
    ///
    /// # Panics
    /// If it is installed and does not start.
    pub fn start() -> Option<Postgres> {
        let Some(programs) = postgres_programs() else {
            skipped("PostgreSQL");
            return None;
        };
        let folder = Folder::new("postgres");
        // As root, with the files' owner: it is PostgreSQL's own user.
        let copied = folder.0.join("data");
        run(Command::new("cp").arg("-a").arg(template(&programs).join("data")).arg(copied));
        if is_root() {
            run(Command::new("chown").arg("postgres").arg(&folder.0));
        }
        let mut postgres = Postgres { programs, folder, port: free_port(), child: None };
        postgres.restart();
        Some(postgres)
    }

    /// The address of the database.
    pub fn url(&self) -> String {
        self.url_with(PASSWORD, "sarsen")
    }

    /// The address with another password and database.
    pub fn url_with(&self, password: &str, database: &str) -> String {
        format!("postgres://sarsen:{password}@127.0.0.1:{}/{database}", self.port)
    }

    /// A PostgreSQL client program (`psql`, `pg_dump` …) set up for this server.
    pub fn program(&self, name: &str) -> Command {
        let mut program = Command::new(self.programs.join(name));
        program.env("PGPASSWORD", PASSWORD).env("PGHOST", "127.0.0.1").env("PGUSER", "sarsen");
        program.env("PGPORT", self.port.to_string());
        program
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Kills the server and all its sessions with SIGKILL, without a shutdown. A session that outlives the server notices
    /// that only after a while, and goes on answering until then.
    pub fn kill(&mut self) {
        let sessions = self.pid().map(children).unwrap_or_default();
        self.signal("-KILL");
        for session in sessions {
            send("-KILL", session);
        }
        self.wait();
    }

    /// Shuts the server down immediately but cleanly.
    pub fn stop(&mut self) {
        self.signal("-INT");
        self.wait();
    }

    /// Starts the server again, and waits until it takes connections.
    ///
    /// # Panics
    /// If it does not start.
    pub fn restart(&mut self) {
        let begun = Instant::now();
        loop {
            self.child = Some(self.spawn());
            while self.is_running() {
                if self.is_ready() {
                    return;
                }
                assert!(begun.elapsed() < START, "PostgreSQL does not start");
                std::thread::sleep(Duration::from_millis(50));
            }
            // The processes of a killed server keep its shared memory for a moment.
            assert!(begun.elapsed() < START, "PostgreSQL does not start: {}", self.folder.log());
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// The processor time that the server and its sessions have used since it was started, in seconds.
    pub fn seconds(&self) -> f64 {
        let Some(main) = self.pid() else { return 0.0 };
        cpu_seconds(main) + children(main).into_iter().map(cpu_seconds).sum::<f64>()
    }

    fn spawn(&self) -> Child {
        let log = self.folder.log_file();
        let mut server = as_postgres(&self.programs.join("postgres"));
        server.arg("-D").arg(self.folder.0.join("data")).arg("-k").arg(&self.folder.0);
        server.args(["-h", "127.0.0.1", "-c", "max_connections=200", "-p"]);
        server.arg(self.port.to_string()).stdin(Stdio::null());
        server.stdout(Stdio::null()).stderr(log).spawn().expect("PostgreSQL can be started")
    }

    fn is_running(&mut self) -> bool {
        self.child.as_mut().is_some_and(|child| matches!(child.try_wait(), Ok(None)))
    }

    fn is_ready(&self) -> bool {
        let mut ready = self.program("pg_isready");
        let ready = ready.args(["-q", "-d", "postgres"]).status();
        ready.is_ok_and(|status| status.success())
    }

    fn pid(&self) -> Option<u32> {
        let text = std::fs::read_to_string(self.folder.0.join("data/postmaster.pid")).ok()?;
        text.lines().next()?.trim().parse().ok()
    }

    fn signal(&self, signal: &str) {
        if let Some(pid) = self.pid() {
            send(signal, pid);
        }
    }

    fn wait(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.wait();
        }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if self.child.is_some() {
            self.signal("-QUIT");
            self.wait();
        }
    }
}

/// A NATS server with JetStream.
#[derive(Debug)]
pub struct Nats {
    folder: Folder,
    port: u16,
    child: Option<Child>,
    user: Option<(String, String)>,
}

impl Nats {
    /// Starts a server without authentication; `None` if nats-server is not installed.
    ///
    /// # Panics
    /// If it is installed and does not start.
    pub fn start() -> Option<Nats> {
        Nats::start_with(None)
    }

    /// The same for a server that requires a user and a password.
    ///
    /// # Panics
    /// If it is installed and does not start.
    pub fn start_with(user: Option<(&str, &str)>) -> Option<Nats> {
        if !is_installed("nats-server") {
            skipped("nats-server");
            return None;
        }
        let user = user.map(|(user, password)| (user.to_owned(), password.to_owned()));
        let folder = Folder::new("nats");
        let mut nats = Nats { folder, port: free_port(), child: None, user };
        nats.restart();
        Some(nats)
    }

    /// The address, with user and password if required.
    pub fn url(&self) -> String {
        match &self.user {
            Some((user, password)) => format!("nats://{user}:{password}@127.0.0.1:{}", self.port),
            None => format!("nats://127.0.0.1:{}", self.port),
        }
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Kills the server with SIGKILL.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Starts the server again, and waits until it takes connections.
    ///
    /// # Panics
    /// If it does not start.
    pub fn restart(&mut self) {
        let log = self.folder.log_file();
        let mut server = Command::new("nats-server");
        server.args(["-a", "127.0.0.1", "-p"]).arg(self.port.to_string());
        server.arg("-js").arg("-sd").arg(self.folder.0.join("data"));
        if let Some((user, password)) = &self.user {
            server.args(["--user", user, "--pass", password]);
        }
        let server = server.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        self.child = Some(server.spawn().expect("nats-server can be started"));
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(begun.elapsed() < START, "nats-server does not start: {}", self.folder.log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The processor time that the server has used since it was started, in seconds.
    pub fn seconds(&self) -> f64 {
        self.child.as_ref().map_or(0.0, |child| cpu_seconds(child.id()))
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A folder that is deleted with its owner.
#[derive(Debug)]
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = format!("sarsen-{name}-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        // Remove what an earlier process with this id left behind.
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        Folder(folder)
    }

    fn log_file(&self) -> File {
        let log = File::options().create(true).append(true).open(self.0.join("log"));
        log.expect("a log can be written")
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.0.join("log")).unwrap_or_default()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A folder with a server's files as they are before its first start, with the user and the database. To make them takes seconds, so
/// it is done once on a machine and copied from then on.
fn template(programs: &Path) -> PathBuf {
    let version = programs.parent().and_then(Path::file_name).unwrap_or_default();
    let owner = if is_root() { "root" } else { "user" };
    let name = format!("sarsen-postgres-template-{}-{owner}", version.display());
    let template = std::env::temp_dir().join(name);
    if template.exists() {
        return template;
    }
    let made = Folder::new("postgres-template");
    let (data, secret) = (made.0.join("data"), made.0.join("password"));
    std::fs::write(&secret, PASSWORD).expect("a file can be written");
    if is_root() {
        run(Command::new("chown").arg("-R").arg("postgres").arg(&made.0));
    }
    let mut initdb = as_postgres(&programs.join("initdb"));
    initdb.arg("-D").arg(&data).args(["-U", "sarsen", "-E", "UTF8", "--locale=C"]);
    run(initdb.args(["-A", "scram-sha-256", "--no-sync", "--pwfile"]).arg(&secret));
    let mut single = as_postgres(&programs.join("postgres"));
    single.args(["--single", "-D"]).arg(&data).arg("template1");
    let single = single.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(made.log_file());
    let mut child = single.spawn().expect("PostgreSQL can be started");
    let mut input = child.stdin.take().expect("a pipe");
    writeln!(input, "CREATE DATABASE sarsen").expect("PostgreSQL reads");
    drop(input);
    assert!(child.wait().is_ok_and(|status| status.success()), "{}", made.log());
    // Of several that make it at a time one is first, and the others take what it has made.
    if std::fs::rename(&made.0, &template).is_err() {
        assert!(template.exists(), "the files of PostgreSQL cannot be kept");
    }
    template
}

/// The newest installed version's programs.
fn postgres_programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let number = |path: &Path| path.file_name()?.to_str()?.parse::<u32>().ok();
    let newest = versions.map(|entry| entry.path()).max_by_key(|path| number(path))?.join("bin");
    newest.join("initdb").exists().then_some(newest)
}

/// PostgreSQL refuses to run as root; Debian has a user for it.
fn as_postgres(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("runuser");
    command.args(["-u", "postgres", "--"]).arg(program).current_dir("/");
    command
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|id| id.stdout.trim_ascii() == b"0")
}

/// The processes that a process has started.
fn children(main: u32) -> Vec<u32> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let number = |entry: std::fs::DirEntry| entry.file_name().to_string_lossy().parse().ok();
    processes.filter_map(number).filter(|&pid| parent(pid) == Some(main)).collect()
}

/// Sends a process a signal; one that has ended meanwhile needs none.
fn send(signal: &str, pid: u32) {
    let _ = Command::new("kill").arg(signal).arg(pid.to_string()).stderr(Stdio::null()).status();
}

fn is_installed(program: &str) -> bool {
    let version = Command::new(program).arg("--version").stdout(Stdio::null()).status();
    version.is_ok_and(|status| status.success())
}

fn run(command: &mut Command) {
    let output = command.output().expect("the program can be started");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
}

/// The program nginx: the one that `SARSEN_NGINX` names, or the one that is installed; none where there is none.
pub fn nginx() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("SARSEN_NGINX") {
        return Some(named.into());
    }
    // Debian keeps it where only root's PATH leads.
    let known = ["nginx", "/usr/sbin/nginx"];
    let runs = |name: &&str| {
        let version = Command::new(name).arg("-v").stderr(Stdio::null()).status();
        version.is_ok_and(|status| status.success())
    };
    let found = known.into_iter().find(runs).map(PathBuf::from);
    if found.is_none() {
        say_skipped("nginx");
    }
    found
}

fn skipped(what: &str) {
    assert!(std::env::var_os("SARSEN_SERVICES").is_none(), "{what} is not installed");
    say_skipped(what);
}

fn say_skipped(what: &str) {
    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    // The macros' output is captured by the test runner; this is not.
    let _ = writeln!(std::io::stderr(), "SKIPPED {test}: {what} is not installed");
}

/// A port that is free now.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    listener.local_addr().expect("it has a number").port()
}

/// The processor time of a process, in seconds.
pub fn cpu_seconds(pid: u32) -> f64 {
    // User and system time, in hundredths.
    let field = |index| stat(pid, index).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
    (field(11) + field(12)) / 100.0
}

fn parent(pid: u32) -> Option<u32> {
    stat(pid, 1)?.parse().ok()
}

/// A field of `/proc/PID/stat`, counted after the name in parentheses.
fn stat(pid: u32, index: usize) -> Option<String> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit(')').next()?.split_whitespace().nth(index).map(str::to_owned)
}
