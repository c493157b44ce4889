//! External programs in the arena: good ones, and ones that do everything wrong.

#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A small program as a shell script. `$GO` is what it does when it is to act; it asks for the legal actions and plays
/// the first.
const SMALL: &str = r#"#!/bin/sh
echo "$$ $*" >> "$LOG"
while read -r command rest; do
  echo "$command $rest" >> "$LOG"
  case "$command" in
    ugi) echo "id name small"; echo "option name style type string default plain"; echo ugiok ;;
    isready) echo readyok ;;
    position) position="$rest" ;;
    go) GO ;;
    quit) echo "quit is obeyed" >> "$LOG"; exit 0 ;;
  esac
done
"#;

const FINE: &str = r#"echo "query legal"; read -r response first others; echo "bestmove $first""#;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.path("log")).unwrap_or_default()
    }

    /// Writes a program that acts by these commands, and returns the contestant's name; there is a space in the path.
    fn program(&self, name: &str, go: &str) -> String {
        let path = self.path(name);
        std::fs::write(&path, SMALL.replace("GO", go)).expect("a program");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("allowed");
        format!("ugi:\"{}\"", path.display())
    }

    fn arena(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_sarsen"))
            .arg("arena")
            .args(args)
            .env("LOG", self.path("log"))
            .stdin(Stdio::null())
            .output()
            .expect("the command ends")
    }

    fn play(&self, args: &[&str]) -> String {
        let output = self.arena(args);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {error}");
        String::from_utf8(output.stdout).expect("text")
    }
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a file")
}

#[test]
fn a_small_program_that_asks_for_its_actions_plays_a_game_over_the_protocol() {
    let folder = Folder::new();
    let small = folder.program("my engine", FINE).replace("ugi:", "ugi[style=bold]:")
        + " --flag 'two words'";
    let records = folder.path("records");
    let played = folder.play(&[
        "stonehenge",
        "1",
        &small,
        "--games",
        "4",
        "--nodes",
        "50",
        "--threads",
        "1",
        "--records",
        records.to_str().expect("text"),
    ]);
    assert!(!played.contains("forfeited"), "{played}");
    assert_eq!(text(&records).matches("[Game ").count(), 4);
    let log = folder.log();
    let lines: Vec<&str> = log.lines().collect();
    assert!(lines[0].ends_with("--flag two words"), "{log}");
    assert_eq!(lines[1], "ugi ", "{log}");
    assert_eq!(lines[2], "setoption name style value bold", "{log}");
    assert_eq!(log.matches("uginewgame").count(), 4, "{log}");
    assert!(log.matches("isready").count() >= 4, "{log}");
    assert!(log.ends_with("quit \nquit is obeyed\n"), "{log}");
}

#[test]
fn a_fault_loses_the_game_with_its_reason_and_the_match_continues() {
    let folder = Folder::new();
    let faults = [
        ("illegal", r#"echo "bestmove Z99""#, "played `Z99`"),
        ("crash", "exit 3", "crashed: the program ended (exit status: 3)"),
        ("hang", "sleep 60", "hung: no answer"),
        (
            "slow",
            r#"sleep 0.7; echo "query legal"; read -r stop; read -r response first others; echo "bestmove $first""#,
            "lost on time:",
        ),
        // What it says after its time is up does not change what it did.
        ("late", r#"sleep 0.7; read -r stop; echo "bestmove (none)""#, "lost on time:"),
        ("mute", r#"echo "bestmove (none)""#, "refused: bestmove (none)"),
    ];
    for (name, go, reason) in faults {
        let program = folder.program(name, go);
        let records = folder.path(&format!("{name}.sarsen"));
        let records = records.to_str().expect("text");
        let args = ["stonehenge", &program, "random", "--games", "2", "--time", "100ms"];
        let started = Instant::now();
        let played = folder.play(
            &[&args[..], &["--margin", "300ms", "--threads", "1", "--records", records]].concat(),
        );
        assert!(played.contains("+0 =0 -2"), "{name}: {played}");
        assert!(played.contains("forfeited") && played.contains(reason), "{name}: {played}");
        assert!(!played.contains("-∞ to -∞"), "{name}: {played}");
        assert!(started.elapsed() < Duration::from_secs(30), "{name}");
        let kept = text(Path::new(records));
        assert_eq!(kept.matches("[End \"forfeit\"]").count(), 2, "{name}: {kept}");
        assert!(kept.contains("[Forfeit \"ugi:") && kept.contains("[Result \"0-1\"]"), "{kept}");
        // The same command plays nothing more and prints the same.
        let again = folder.play(
            &[&args[..], &["--margin", "300ms", "--threads", "1", "--records", records]].concat(),
        );
        assert_eq!((again, text(Path::new(records))), (played, kept));
    }
}

#[test]
fn processes_that_a_program_has_started_neither_hide_its_crash_nor_outlive_it() {
    let folder = Folder::new();
    for (name, go, reason) in [
        ("crash", "exit 3", "crashed: the program ended (exit status: 3)"),
        ("illegal", r#"echo "bestmove Z99""#, "played `Z99`"),
    ] {
        // The child inherits the program's output.
        let program =
            folder.program(name, &format!(r#"sleep 61 & echo "child $!" >> "$LOG"; {go}"#));
        let args = ["stonehenge", &program, "random", "--games", "2", "--time", "100ms"];
        let played = folder.play(&[&args[..], &["--threads", "1"]].concat());
        assert!(played.contains(reason), "{name}: {played}");
    }
    let log = folder.log();
    let children: Vec<&str> = log.lines().filter_map(|line| line.strip_prefix("child ")).collect();
    assert_eq!(children.len(), 4, "{log}");
    for child in children {
        let state = Command::new("ps").args(["-o", "state=", "-p", child]).output().expect("ps");
        let state = String::from_utf8_lossy(&state.stdout).trim().to_owned();
        assert!(state.is_empty() || state.starts_with('Z'), "{child} still runs: {state}");
    }
}

#[test]
fn programs_are_told_the_clocks_and_lose_if_theirs_runs_out() {
    let folder = Folder::new();
    let fine = folder.program("fine", FINE);
    let args = ["--games", "2", "--threads", "1", "--clock", "20s+100ms"];
    let played = folder.play(&[&["stonehenge", &fine, "random"], &args[..]].concat());
    assert!(!played.contains("forfeited"), "{played}");
    let log = folder.log();
    let told: Vec<&str> = log.lines().filter(|line| line.starts_with("go ")).collect();
    assert!(told.contains(&"go p1time 20000 p2time 20000 p1inc 100 p2inc 100"), "{log}");
    assert!(told.iter().all(|line| !line.contains("movetime")), "{log}");
    // What a seat has left changes with what it has used.
    assert!(told.iter().any(|line| !line.contains("p1time 20000 p2time 20000")), "{log}");
    let slow = folder.program("slow", &format!("sleep 0.3; {FINE}"));
    let args = ["--games", "2", "--threads", "1", "--clock", "700ms+0", "--margin", "100ms"];
    let played = folder.play(&[&["stonehenge", &slow, "random"], &args[..]].concat());
    // Games with different times are different lines.
    let forfeits = played.lines().filter(|line| line.contains("lost on time"));
    let games = forfeits.filter_map(|line| line.split_once("forfeited ")?.1.split(' ').next());
    assert_eq!(games.map(|count| count.parse::<u32>().unwrap()).sum::<u32>(), 2, "{played}");
    for clock in ["60s", "0+1s", "1s+", "a+b"] {
        let output = folder.arena(&["stonehenge", "1", "2", "--clock", clock]);
        assert_eq!(output.status.code(), Some(2), "{clock}");
    }
}

#[test]
fn a_program_that_is_late_by_less_than_the_margin_loses_nothing() {
    let folder = Folder::new();
    let late = folder.program("late", &format!("sleep 0.1; {FINE}"));
    for limit in [["--time", "20ms"], ["--clock", "20ms+0"]] {
        let args = ["stonehenge", &late, "random", "--games", "2", "--threads", "2"];
        let played = folder.play(&[&args[..], &limit, &["--margin", "20s"]].concat());
        assert!(!played.contains("forfeited"), "{limit:?}: {played}");
    }
}

#[test]
fn options_may_contain_spaces_commas_and_quotation_marks() {
    let folder = Folder::new();
    let small = folder.program("small", FINE);
    for (option, set) in [
        (r#"style="a, b]: c""#, "setoption name style value a, b]: c"),
        ("style='say \"hello\"  twice'", "setoption name style value say \"hello\"  twice"),
        ("style=plain words", "setoption name style value plain words"),
    ] {
        let program = small.replace("ugi:", &format!("ugi[{option}]:"));
        let args = ["stonehenge", &program, "random", "--games", "2", "--nodes", "5"];
        folder.play(&[&args[..], &["--threads", "1"]].concat());
        assert!(folder.log().lines().any(|line| line == set), "{option}: {}", folder.log());
    }
}

#[test]
fn a_program_that_cannot_be_started_is_reported_before_the_first_game() {
    let folder = Folder::new();
    let small = folder.program("small", FINE);
    let cases = [
        ("ugi:./there-is-none".to_owned(), "does not start"),
        (small.replace("ugi:", "ugi[colour=red]:"), "offers no option `colour`, but `style`"),
        ("ugi:\"open".to_owned(), "a quotation mark is not closed"),
    ];
    for (program, problem) in cases {
        let output = folder.arena(&["stonehenge", &program, "1", "--games", "2", "--nodes", "5"]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && error.contains(problem), "{program}: {error}");
    }
}

#[test]
fn programs_play_games_with_hidden_information_in_their_seats_words() {
    let folder = Folder::new();
    let small = folder.program("small", FINE);
    for game in [
        &["logan"][..],
        &["logan", "--option", "backs=nobody"],
        &["stonehenge", "--option", "druids=hidden"],
    ] {
        let limits = ["--games", "2", "--nodes", "20", "--threads", "1"];
        let args = [&game[..1], &[&small, "1"], &game[1..], &limits[..]].concat();
        let played = folder.play(&args);
        assert!(!played.contains("forfeited"), "{game:?}: {played}\n{}", folder.log());
        let own = format!("ugi:{} ugi {}", env!("CARGO_BIN_EXE_sarsen"), game[0]);
        let args = [&game[..1], &[&own, "random"], &game[1..], &limits[..]].concat();
        let played = folder.play(&args);
        assert!(!played.contains("forfeited"), "{game:?}: {played}");
    }
    let log = folder.log();
    assert!(log.lines().any(|line| line.starts_with("position") && line.contains('?')), "{log}");
}

#[test]
fn games_begin_with_the_openings_of_a_file() {
    let folder = Folder::new();
    let file = folder.path("openings.sarsen");
    std::fs::write(&file, "[Game \"stonehenge\"]\n\nA6 B5 C1\n---\n[Game \"stonehenge\"]\n\nR5\n")
        .expect("a file");
    let (file, records) = (file.to_str().expect("text"), folder.path("records"));
    let args = ["stonehenge", "1", "random", "--games", "6", "--nodes", "5", "--threads", "1"];
    let kept = ["--openings", file, "--records", records.to_str().expect("text")];
    folder.play(&[&args[..], &kept[..]].concat());
    let text = text(&records);
    let starts: Vec<&str> =
        text.split("\n\n").skip(1).map(|part| part.lines().next().unwrap_or("")).collect();
    assert_eq!(starts.len(), 6, "{text}");
    assert_eq!(
        starts.iter().filter(|start| start.starts_with("A6 B5 C1 ")).count(),
        4,
        "{starts:?}"
    );
    assert_eq!(starts.iter().filter(|start| start.starts_with("R5 ")).count(), 2, "{starts:?}");
    // Other openings are other terms, and invalid openings are refused.
    for (content, problem) in [
        ("[Game \"stonehenge\"]\n\nB2\n", "other terms"),
        ("[Game \"holes\"]\n", "is not of `stonehenge`"),
        ("[Game \"stonehenge\"]\n\nA6 A7\n", "record 1"),
        ("", "there is no record"),
    ] {
        std::fs::write(file, content).expect("a file");
        let output = folder.arena(&[&args[..], &kept[..]].concat());
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(problem), "{content}: {error}");
    }
}

#[test]
fn several_contestants_meet_each_other_and_are_rated() {
    let folder = Folder::new();
    let small = folder.program("small", FINE);
    let args =
        ["stonehenge", "random", "3", &small, "--games", "4", "--nodes", "100", "--threads", "2"];
    let table = folder.play(&args);
    let rows: Vec<Vec<&str>> = table
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| |"))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    assert_eq!(rows.len(), 3, "{table}");
    assert_eq!(rows[0][2], "sarsen:3", "{table}");
    let points: f64 = rows.iter().map(|row| row[4].parse::<f64>().expect("points")).sum();
    assert!((points - 12.0).abs() < 1e-9, "{table}");
    assert!(rows.iter().all(|row| row[5] == "8" && row[3].contains(" ± ")), "{table}");
    assert_eq!((rows[0][6], rows[1][7], rows[2][8]), ("–", "–", "–"), "{table}");
    for args in [
        &["stonehenge", "1", "2", "1"][..],
        &["stonehenge", "1", "2", "3", "--sprt", "0,50"],
        &["stonehenge", "1"],
    ] {
        assert_eq!(folder.arena(args).status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn odd_game_counts_and_missing_uct_are_refused_with_a_reason() {
    let folder = Folder::new();
    for (args, problem) in [
        (&["stonehenge", "2", "1", "--games", "3"][..], "say 2 or 4"),
        (&["stonehenge", "2", "1", "--games", "1"], "say 2"),
        (&["--ladder", "logan", "--games", "5"], "say 4 or 6"),
        (&["sun", "8", "uct", "--games", "2"], "there is no UCT for `sun`"),
    ] {
        let output = folder.arena(args);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(problem), "{args:?}: {error}");
    }
}

/// The lines of a file of puzzles without its first, which is the command.
fn puzzles(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with('#')).collect()
}

#[test]
fn an_interrupted_search_for_puzzles_keeps_what_it_has_found_and_can_be_resumed() {
    let folder = Folder::new();
    let file = folder.path("puzzles");
    let found = || std::fs::read_to_string(&file).unwrap_or_default();
    let search = |count: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sarsen"));
        command.args(["puzzles", "stonehenge", "--seed", "1", "--count", count, "--out"]);
        command.arg(&file).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    for _ in 0..2 {
        // A puzzle more than before: only a search that has begun listens to the signal.
        let known = puzzles(&found()).len();
        let mut child = search("100").spawn().expect("it starts");
        let deadline = Instant::now() + Duration::from_secs(120);
        while puzzles(&found()).len() <= known {
            assert!(Instant::now() < deadline, "no puzzles are found");
            std::thread::sleep(Duration::from_millis(20));
        }
        let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(interrupted.expect("a signal").success());
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
    }
    // What was found in two parts is what the shipped file begins with, which was found at once.
    let shipped = include_str!("../../search/data/puzzles/stonehenge.txt");
    let text = found();
    let (parts, whole) = (puzzles(&text), puzzles(shipped));
    assert!(text.ends_with('\n') && text.lines().next() == shipped.lines().next(), "{text}");
    assert_eq!(parts, whole[..parts.len()]);

    // A file that is complete is left alone, and one of another command too.
    std::fs::write(&file, shipped).expect("it can be written");
    for (count, code) in [("100", 0), ("99", 2)] {
        let output = search(count).output().expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), found().as_str()), (Some(code), shipped), "{error}");
        assert_eq!(error.contains("choose another file"), code == 2, "{error}");
    }
}

#[test]
fn an_interrupted_match_has_an_exit_code_of_its_own_and_can_be_resumed() {
    let folder = Folder::new();
    let records = folder.path("records");
    let mut child = Command::new(env!("CARGO_BIN_EXE_sarsen"))
        .args(["arena", "stonehenge", "2", "1", "--games", "100000", "--threads", "1", "--records"])
        .arg(&records)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let deadline = Instant::now() + Duration::from_secs(60);
    let count = || std::fs::read_to_string(&records).unwrap_or_default().matches("[Game ").count();
    while count() < 4 {
        assert!(Instant::now() < deadline, "no games are played");
        std::thread::sleep(Duration::from_millis(20));
    }
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupted.expect("a signal").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let games = (count() / 2 * 2).to_string();
    let args = ["stonehenge", "2", "1", "--threads", "1", "--games", &games, "--records"];
    let before = count();
    folder.play(&[&args[..], &[records.to_str().expect("text")]].concat());
    assert_eq!(count(), before, "a finished match plays nothing");
}
