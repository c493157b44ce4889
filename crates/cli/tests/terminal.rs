//! `sarsen play` in a real terminal: tmux runs it, types keys and reads the screen. If tmux is not installed the tests
//! say so and pass, unless SARSEN_TMUX requires them.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A separate terminal that ends with the test.
struct Screen {
    server: String,
}

impl Screen {
    /// Runs a command in a terminal of this size; what the shell prints after it stays on the screen. `None` if there
    /// is no tmux.
    fn new(name: &str, size: (u32, u32), command: &str) -> Option<Screen> {
        let installed = Command::new("tmux").arg("-V").stdout(Stdio::null()).status();
        if !installed.is_ok_and(|status| status.success()) {
            assert!(std::env::var_os("SARSEN_TMUX").is_none(), "tmux is not installed");
            eprintln!("skipped: tmux is not installed");
            return None;
        }
        let screen = Screen { server: format!("sarsen-test-{name}-{}", std::process::id()) };
        let (width, height) = (size.0.to_string(), size.1.to_string());
        let shell = format!("{command}; echo \"exit code $?\"; exec sleep 600");
        screen.tmux(&[
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            &width,
            "-y",
            &height,
            "sh",
            "-c",
            &shell,
        ]);
        Some(screen)
    }

    fn tmux(&self, args: &[&str]) -> String {
        let output = Command::new("tmux")
            .args(["-L", &self.server])
            .args(args)
            .env("LC_ALL", "C.UTF-8")
            .env_remove("TMUX")
            .stdin(Stdio::null())
            .output()
            .expect("tmux starts");
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn keys(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    fn shown(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// Waits until the screen shows something.
    fn wait_for(&self, what: &str) -> String {
        self.wait_until(what, |shown| shown.contains(what))
    }

    fn wait_until(&self, what: &str, holds: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let shown = self.shown();
            if holds(&shown) {
                return shown;
            }
            assert!(begun.elapsed() < Duration::from_secs(120), "no {what} in\n{shown}");
            std::thread::sleep(Duration::from_millis(30));
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Only this test's own tmux server; it may have ended already.
        let _ = Command::new("tmux").args(["-L", &self.server, "kill-server"]).output();
    }
}

fn play(arguments: &str) -> String {
    format!("'{}' play {arguments}", env!("CARGO_BIN_EXE_sarsen"))
}

fn replay(file: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_sarsen"))
        .arg("replay")
        .arg(file)
        .output()
        .expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

#[test]
fn a_game_is_played_left_and_continued() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.sarsen");
    let command = play(&format!("stonehenge --seats Ada,Bo --record '{}'", file.display()));
    let Some(screen) = Screen::new("resume", (100, 30), &command) else { return };
    screen.wait_for("Ada to act");
    screen.keys(&["G4"]);
    // The board shows what is typed before it is played.
    screen.wait_for("(4)");
    screen.keys(&["Enter"]);
    screen.wait_for("Bo to act");
    screen.keys(&["Down", "Enter"]);
    screen.wait_for("Ada to act");
    screen.keys(&["F3"]);
    screen.wait_for("Bo to act");
    screen.keys(&["H2", "Enter"]);
    screen.wait_for("Ada to act");
    screen.keys(&["C-c"]);
    let end = screen.wait_for("exit code 0");
    assert!(end.contains("to act: seat 1") && end.contains("record: "), "{end}");
    assert_eq!(replay(&file), "to act: seat 1");
    let text = std::fs::read_to_string(&file).expect("a record");
    assert!(text.ends_with("\nG4 H2\n"), "{text}");
    drop(screen);
    let Some(screen) = Screen::new("resumed", (100, 30), &command) else { return };
    screen.wait_for("2 on H");
    screen.keys(&["K3", "Enter"]);
    screen.wait_for("Bo to act");
    screen.keys(&[":quit", "Enter"]);
    screen.wait_for("exit code 0");
    assert!(std::fs::read_to_string(&file).expect("a record").ends_with("\nG4 H2 K3\n"));
}

#[test]
fn games_against_the_computer_end_and_say_who_won() {
    for (game, presses) in [("stonehenge", 12), ("holes", 400)] {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("game.sarsen");
        let arguments =
            format!("{game} --seats me,1 --nodes 20 --seed 5 --record '{}'", file.display());
        let Some(screen) = Screen::new(game, (100, 40), &play(&arguments)) else { return };
        let mut presses_left = presses;
        loop {
            let ready = |shown: &str| {
                shown.contains("Player 1 to act") || shown.contains("The game is over")
            };
            let before = screen.wait_until("turn of player 1", ready);
            if before.contains("The game is over") {
                break;
            }
            screen.keys(&["Enter"]);
            // Every action changes the screen: the next key is pressed once this one has been handled.
            screen.wait_until("answer to the key", |shown| shown != before);
            presses_left -= 1;
            assert!(presses_left > 0, "{game} does not end:\n{}", screen.shown());
        }
        let end = screen.wait_for("wins.");
        screen.keys(&["C-c"]);
        screen.wait_for("exit code 0");
        let result = replay(&file);
        assert!(result.starts_with("over: "), "{result}\n{end}");
        let winner = if result.starts_with("over: 1-0") {
            "Player 1 wins."
        } else {
            "The computer (level 1) wins."
        };
        assert!(end.contains(winner), "{result}\n{end}");
    }
}

#[test]
fn a_resized_screen_is_redrawn() {
    let Some(screen) = Screen::new("resize", (120, 40), &play("cathedral --seats Ada,Bo")) else {
        return;
    };
    screen.wait_for("What you can do");
    for (width, height) in [(60, 20), (34, 11), (140, 50)] {
        screen.tmux(&["resize-window", "-x", &width.to_string(), "-y", &height.to_string()]);
        screen.wait_until("the list at the new size", |shown| {
            shown.lines().count() <= height
                && shown.contains('▸')
                && shown.lines().last().is_some_and(|last| last.contains('↑'))
        });
    }
    screen.tmux(&["resize-window", "-x", "20", "-y", "5"]);
    screen.wait_for("enlarge");
    screen.tmux(&["resize-window", "-x", "100", "-y", "30"]);
    screen.wait_for("What you can do");
    screen.keys(&["C-c"]);
    screen.wait_for("exit code 0");
}

#[test]
fn a_curtain_hides_the_hand_and_a_signal_keeps_the_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.sarsen");
    let pid = folder.path().join("pid");
    // The shell writes the id of the process that it becomes.
    let command = format!(
        "sh -c 'echo $$ > {pid}; exec {program} play logan --seats Ada,Bo --record {file}'",
        pid = pid.display(),
        program = env!("CARGO_BIN_EXE_sarsen"),
        file = file.display()
    );
    let Some(screen) = Screen::new("curtain", (100, 40), &command) else { return };
    let curtain = screen.wait_for("Ada is next");
    assert!(!curtain.contains("seat 1"), "{curtain}");
    screen.keys(&["Enter"]);
    screen.wait_for("What you can do");
    screen.keys(&["Enter"]);
    screen.wait_for("Bo is next");
    let number = std::fs::read_to_string(&pid).expect("a number");
    assert!(Command::new("kill").args(["-TERM", number.trim()]).status().expect("kill").success());
    let end = screen.wait_for("exit code");
    assert!(end.contains("to act: seat 2"), "{end}");
    assert_eq!(replay(&file), "to act: seat 2");
}

/// The processes whose command line contains a text.
#[cfg(target_os = "linux")]
fn processes_with(text: &str) -> usize {
    let all = std::fs::read_dir("/proc").expect("processes").filter_map(Result::ok);
    let lines = all.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
    lines.filter(|line| line.windows(text.len()).any(|part| part == text.as_bytes())).count()
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_terminal_ends_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("closed.sarsen");
    let command = play(&format!("stonehenge --seats Ada,Bo --record '{}'", file.display()));
    let Some(screen) = Screen::new("closed", (100, 30), &command) else { return };
    screen.wait_for("Ada to act");
    let name = file.to_str().expect("text");
    assert!(processes_with(name) > 0);
    drop(screen);
    let begun = Instant::now();
    while processes_with(name) > 0 {
        assert!(begun.elapsed() < Duration::from_secs(60), "it runs on without a terminal");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn without_a_terminal_or_without_a_list_it_says_why() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_sarsen"))
            .arg("play")
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .expect("it starts");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, said) = run(&["stonehenge"]);
    assert!(code == Some(2) && said.contains("needs a terminal"), "{said}");
    let (code, said) = run(&["sun"]);
    assert!(
        code == Some(2) && said.contains("too many to list") && said.contains("browser"),
        "{said}"
    );
    let (code, said) = run(&["chess"]);
    assert!(code == Some(2) && said.contains("no game is called"), "{said}");
    let (code, said) = run(&["stonehenge", "--seats", "Ada"]);
    assert!(code == Some(2) && said.contains("has 2 seats"), "{said}");
    let (code, said) = run(&["stonehenge", "--seats", "Ada,9"]);
    assert!(code == Some(2) && said.contains("levels are 1 to 8"), "{said}");
    let (code, said) = run(&["stonehenge", "--variant", "upside-down"]);
    assert!(code == Some(2) && said.contains("`face-down`"), "{said}");
    let folder = tempfile::tempdir().expect("a folder");
    let over = folder.path().join("over.sarsen");
    let random = Command::new(env!("CARGO_BIN_EXE_sarsen"))
        .args(["random", "holes"])
        .output()
        .expect("it starts");
    std::fs::write(&over, random.stdout).expect("written");
    let over = over.to_str().expect("a path");
    let (code, said) = run(&["holes", "--from", over]);
    assert!(code == Some(2) && said.contains("is over"), "{said}");
    let (code, said) = run(&["stonehenge", "--from", over]);
    assert!(code == Some(2) && said.contains("is a record of `holes`"), "{said}");
}
