//! External programs in our arena.

use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TrySendError};
use std::time::{Duration, Instant};

use sarsen_catalog::Position;
use sarsen_core::chance::{self, Generator};
use sarsen_core::{Options, Seat};
use sarsen_search::{Cancel, Limits};
use thiserror::Error;

use crate::contestant::Clocks;
use crate::ugi::command::UgiCommand;
use crate::ugi::query;

/// The timeout for a program to report that it is ready.
const READY: Duration = Duration::from_secs(10);
/// The timeout for a move that is limited by nodes instead of time.
const PATIENCE: Duration = Duration::from_secs(60);
/// The timeout for a late program to obey `stop`, and for any program to obey `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_secs(2);
/// The time per move if none is given.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// How often cancellation is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The longest line that is read.
const MAX_BYTES: u64 = 1 << 20;

/// What a program did wrong. It loses its game for it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// It ended, or closed its output.
    #[error("crashed: the program ended{0}")]
    Crash(String),
    /// It did not answer.
    #[error("hung: no answer within {0:?}, nor to `stop`")]
    Hang(Duration),
    /// It answered too late.
    #[error("lost on time: {used:?} used, {allowed:?} allowed")]
    Time {
        /// How long it took, in whole milliseconds.
        used: Duration,
        /// The time allowed, including the margin.
        allowed: Duration,
    },
    /// It answered with an error, or without an action.
    #[error("refused: {0}")]
    Refusal(String),
    /// It could not be restarted.
    #[error("does not start: {0}")]
    Start(String),
}

/// Why there is no answer.
pub(crate) enum Silence {
    Fault(Fault),
    Cancelled,
}

impl From<Fault> for Silence {
    fn from(fault: Fault) -> Silence {
        Silence::Fault(fault)
    }
}

/// An external program that speaks UGI. After a crash or a hang it is restarted for the next game.
pub struct UgiEngine {
    command: UgiCommand,
    margin: Duration,
    process: Option<Process>,
}

impl fmt::Debug for UgiEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.command)
    }
}

impl UgiEngine {
    /// Starts a program and sets the options named in its command. The program may exceed its time for a move by the
    /// margin.
    ///
    /// # Errors
    /// If it does not start or answer, or does not offer such an option.
    pub fn start(command: &UgiCommand, margin: Duration) -> Result<UgiEngine, Fault> {
        let process = Process::start(command)?;
        Ok(UgiEngine { command: command.clone(), margin, process: Some(process) })
    }

    /// How much it may exceed its time.
    pub(crate) fn margin(&self) -> Duration {
        self.margin
    }

    /// Begins a new game.
    ///
    /// # Errors
    /// If the program does not get ready.
    pub fn new_game(&mut self, options: &Options, seed: u64) -> Result<(), Fault> {
        let done = self.try_new_game(options, seed);
        if done.is_err() {
            self.process = None;
        }
        done
    }

    fn try_new_game(&mut self, options: &Options, seed: u64) -> Result<(), Fault> {
        let process = match &mut self.process {
            Some(process) => process,
            none => none.insert(Process::start(&self.command)?),
        };
        for (name, value) in options.iter() {
            let changed = options.changed().any(|(other, _)| other == name);
            if changed || process.offers(name) {
                process.send(&format!("setoption name {name} value {value}"))?;
            }
        }
        let is_set = |name: &str| self.command.options().iter().any(|(set, _)| set == name);
        // Contestants are compared on one thread.
        for (name, value) in [("seed", seed >> 32), ("threads", 1)] {
            if process.offers(name) && !is_set(name) {
                process.send(&format!("setoption name {name} value {value}"))?;
            }
        }
        process.send("uginewgame")?;
        process.get_ready()
    }

    /// Asks for an action of the seat to act, in the seat's own notation.
    pub(crate) fn act(
        &mut self,
        position: &dyn Position,
        seat: Seat,
        limits: &Limits,
        clocks: Option<&Clocks>,
        cancel: &Cancel,
    ) -> Result<String, Silence> {
        let Some(process) = &mut self.process else {
            return Err(Fault::Start("it was not started again".to_owned()).into());
        };
        let search = Search::new(seat, limits, clocks, self.margin);
        let answer = process.act(position, seat, &search, limits.seed, cancel);
        if let Err(Silence::Fault(Fault::Crash(_) | Fault::Hang(_))) = answer {
            process.kill();
            self.process = None;
        }
        answer
    }
}

/// A running program.
struct Process {
    child: Child,
    /// The channel to the writer thread, so that a program that does not read cannot block us; closed at the end.
    input: Option<SyncSender<String>>,
    lines: Receiver<String>,
    offered: Vec<String>,
    /// Whether its end was waited for.
    reaped: bool,
}

impl Process {
    fn start(command: &UgiCommand) -> Result<Process, Fault> {
        let fault = |error: std::io::Error| Fault::Start(error.to_string());
        let words = command.words();
        let mut child = Command::new(&words[0]);
        child.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C is meant for the arena, which then ends its programs itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut child, 0);
        let mut child = child.spawn().map_err(fault)?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Fault::Start("it has no input or output".to_owned()));
        };
        let (input, to_write) = mpsc::sync_channel::<String>(256);
        std::thread::spawn(move || {
            for line in to_write {
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        let (sender, lines) = mpsc::sync_channel(1024);
        std::thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Some(line) = read_line(&mut stdout) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut process =
            Process { child, input: Some(input), lines, offered: Vec::new(), reaped: false };
        process.greet(command)?;
        Ok(process)
    }

    fn greet(&mut self, command: &UgiCommand) -> Result<(), Fault> {
        self.send("ugi")?;
        let deadline = Instant::now() + READY;
        loop {
            let line = self.line(deadline)?.ok_or(Fault::Start("no `ugiok` came".to_owned()))?;
            if let Some(rest) = line.strip_prefix("option name ") {
                let name = rest.split(" type ").next().unwrap_or(rest);
                self.offered.push(name.trim().to_owned());
            }
            if line.trim() == "ugiok" {
                break;
            }
        }
        for (name, value) in command.options() {
            if !self.offers(name) {
                let offered = self.offered.join("`, `");
                return Err(Fault::Start(format!("offers no option `{name}`, but `{offered}`")));
            }
            self.send(&format!("setoption name {name} value {value}"))?;
        }
        self.get_ready()
    }

    fn offers(&self, name: &str) -> bool {
        self.offered.iter().any(|offered| offered == name)
    }

    fn get_ready(&mut self) -> Result<(), Fault> {
        self.send("isready")?;
        let deadline = Instant::now() + READY;
        loop {
            let line = self.line(deadline)?.ok_or(Fault::Hang(READY))?;
            match line.trim() {
                "readyok" => return Ok(()),
                line if line.starts_with("error") => return Err(Fault::Refusal(line.to_owned())),
                _ => {}
            }
        }
    }

    fn act(
        &mut self,
        position: &dyn Position,
        seat: Seat,
        search: &Search,
        seed: u64,
        cancel: &Cancel,
    ) -> Result<String, Silence> {
        // Discard anything after the last answer.
        while self.lines.try_recv().is_ok() {}
        self.send(&position_line(position, seat))?;
        let (begun, allowed) = (Instant::now(), search.allowed);
        self.send(&search.go)?;
        let mut rng = chance::generator(seed);
        let asked = Asked { position, cancel, rng: &mut rng };
        match self.answer(asked, begun + allowed)? {
            Some(action) => Ok(action),
            None => {
                self.stop_late_search(Asked { position, cancel, rng: &mut rng }, begun, allowed)
            }
        }
    }

    /// Tells a late program to stop, and classifies the fault by whether it does.
    fn stop_late_search(
        &mut self,
        asked: Asked<'_>,
        begun: Instant,
        allowed: Duration,
    ) -> Result<String, Silence> {
        self.send("stop")?;
        let answered = match self.answer(asked, Instant::now() + QUIT_TIMEOUT) {
            // Whatever it answers now, it was too late before that.
            Err(Silence::Fault(Fault::Refusal(_))) => true,
            answer => answer?.is_some(),
        };
        let used = Duration::from_millis(begun.elapsed().as_millis() as u64);
        let fault = if answered { Fault::Time { used, allowed } } else { Fault::Hang(allowed) };
        Err(fault.into())
    }

    /// The action of `bestmove`, if it arrives in time; the program's queries are answered meanwhile.
    fn answer(&mut self, asked: Asked<'_>, deadline: Instant) -> Result<Option<String>, Silence> {
        let Asked { position, cancel, rng } = asked;
        loop {
            if cancel.is_cancelled() {
                return Err(Silence::Cancelled);
            }
            let now = Instant::now();
            if now >= deadline {
                return Ok(None);
            }
            let Some(line) = self.line(deadline.min(now + POLL_INTERVAL))? else {
                // A process that it started may keep its output open.
                if self.has_ended() {
                    return Err(self.ended().into());
                }
                continue;
            };
            let mut words = line.split_whitespace();
            match (words.next(), words.next()) {
                (Some("bestmove"), Some(action)) if action != "(none)" => {
                    return Ok(Some(action.to_owned()));
                }
                (Some("bestmove" | "error"), _) => {
                    return Err(Fault::Refusal(line.trim().to_owned()).into());
                }
                (Some("query"), what) => {
                    let answer = query::answer(what.unwrap_or_default(), position, rng);
                    self.send(&match answer {
                        Some(answer) => format!("response {answer}"),
                        None => "error unknown query".to_owned(),
                    })?;
                }
                _ => {}
            }
        }
    }

    fn send(&mut self, line: &str) -> Result<(), Fault> {
        let sent = self.input.as_ref().map(|input| input.try_send(format!("{line}\n")));
        match sent {
            Some(Ok(())) => Ok(()),
            Some(Err(TrySendError::Full(_))) => Err(Fault::Hang(READY)),
            Some(Err(TrySendError::Disconnected(_))) | None => Err(self.ended()),
        }
    }

    /// The next line, if one arrives before the deadline.
    fn line(&mut self, deadline: Instant) -> Result<Option<String>, Fault> {
        match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    fn ended(&mut self) -> Fault {
        self.wait(QUIT_TIMEOUT);
        let by_itself = self.has_ended();
        let status = self.kill().filter(|_| by_itself);
        Fault::Crash(status.map_or(String::new(), |status| format!(" ({status})")))
    }

    /// Kills it, together with the processes it has started, which may outlive it, and returns its exit status.
    fn kill(&mut self) -> Option<ExitStatus> {
        // As long as it was not waited for, no other group can have its number.
        #[cfg(unix)]
        if !self.reaped
            && let Some(group) = rustix::process::Pid::from_raw(self.child.id().cast_signed())
        {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        self.reaped = true;
        self.child.wait().ok()
    }

    /// Waits until it has ended, but not longer than this.
    fn wait(&mut self, time: Duration) {
        let deadline = Instant::now() + time;
        while !self.has_ended() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[cfg(unix)]
    fn has_ended(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let pid = Pid::from_raw(self.child.id().cast_signed());
        self.reaped || pid.is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        self.reaped || !matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The program may have ended already; one that does not quit is killed.
        let _ = self.send("quit");
        self.input = None;
        self.wait(QUIT_TIMEOUT);
        self.kill();
    }
}

/// A position as the seat to act knows it.
pub(crate) fn position_line(position: &dyn Position, seat: Seat) -> String {
    let moves = position.recalled(seat);
    let moves =
        if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
    format!("position startpos{moves}")
}

/// What a program is told to do, and how long it may take, including the margin.
struct Search {
    go: String,
    allowed: Duration,
}

impl Search {
    fn new(seat: Seat, limits: &Limits, clocks: Option<&Clocks>, margin: Duration) -> Search {
        if let Some(clocks) = clocks {
            let go = format!("go{}", clock_words(clocks));
            return Search { go, allowed: clocks.left[seat.index()] + margin };
        }
        if let Some(nodes) = limits.nodes {
            return Search { go: format!("go nodes {nodes}"), allowed: PATIENCE + margin };
        }
        let time = limits.time.unwrap_or(DEFAULT_TIME);
        Search { go: format!("go movetime {}", time.as_millis()), allowed: time + margin }
    }
}

/// ` p1time 60000 p2time 58000 p1inc 1000 p2inc 1000`
fn clock_words(clocks: &Clocks) -> String {
    let seats = 1..=clocks.left.len();
    let left = seats.clone().zip(&clocks.left);
    let left = left.map(|(seat, left)| format!(" p{seat}time {}", left.as_millis()));
    let increment = clocks.rule.increment.as_millis();
    left.chain(seats.map(|seat| format!(" p{seat}inc {increment}"))).collect()
}

/// The context of a program's queries.
struct Asked<'a> {
    position: &'a dyn Position,
    cancel: &'a Cancel,
    rng: &'a mut Generator,
}

/// A line of at most [`MAX_BYTES`]; `None` at the end.
fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(MAX_BYTES).read_until(b'\n', &mut bytes).ok()?;
    let whole = read > 0 && (bytes.ends_with(b"\n") || (read as u64) < MAX_BYTES);
    whole.then(|| String::from_utf8_lossy(&bytes).trim_end().to_owned())
}
