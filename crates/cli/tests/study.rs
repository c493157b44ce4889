//! Statistics, manual pages and completions.

mod command;

use std::process::Command;

use serde_json::Value;

fn sarsen(args: &[&str], input: &[u8]) -> (bool, String, String) {
    let output = command::sarsen(args, input);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.success(), text(output.stdout), text(output.stderr))
}

fn done(args: &[&str], input: &[u8]) -> String {
    let (ok, out, error) = sarsen(args, input);
    assert!(ok, "{args:?}: {error}");
    out
}

fn figures(json: &str) -> Value {
    let groups: Value = serde_json::from_str(json).expect("JSON");
    groups[0]["figures"].clone()
}

/// Known for Stonehenge: the first seat wins 52.6 % of random games, and there are 108 choices at first (18 cells, 6
/// values).
#[test]
fn random_play_of_stonehenge_gives_the_known_figures() {
    let found = figures(&done(
        &["stats", "--random", "stonehenge", "--count", "4000", "--seed", "1", "--json"],
        b"",
    ));
    let points = &found["seats"][0]["points"];
    let (low, high) =
        (points["low"].as_f64().expect("low"), points["high"].as_f64().expect("high"));
    assert!((low..=high).contains(&0.526), "{points}");
    assert!(high - low < 0.035, "{points}");
    assert_eq!(found["most_choices"], 108);
    assert_eq!(found["finished"], 4000);
    let won = |seat: usize| found["seats"][seat]["won"].as_u64().expect("won");
    assert_eq!(won(0) + won(1), 4000);
    assert!(found["longest"].as_u64().expect("longest") <= 18);
    assert_eq!(found["draws"]["mean"], 0.0);
}

/// In 58 Holes there is one chance action before each decision, apart from the opening throws.
#[test]
fn the_stats_of_records_are_those_of_the_play_that_wrote_them() {
    for game in ["stonehenge", "cathedral", "logan", "holes"] {
        let records = done(&["random", game, "--count", "20", "--seed", "9"], b"");
        let of_records = done(&["stats", "-", "--json"], records.as_bytes());
        let of_play =
            done(&["stats", "--random", game, "--count", "20", "--seed", "9", "--json"], b"");
        assert_eq!(of_records, of_play, "{game}");
        // The lengths, counted separately.
        let lengths: Vec<usize> = records
            .split("---\n")
            .map(|record| record.split_once("\n\n").expect("tokens").1.split_whitespace().count())
            .collect();
        let found = figures(&of_records);
        let mean = lengths.iter().sum::<usize>() as f64 / 20.0;
        assert!((found["length"]["mean"].as_f64().expect("mean") - mean).abs() < 1e-9, "{game}");
        assert_eq!(
            found["longest"].as_u64().expect("longest") as usize,
            *lengths.iter().max().expect("games")
        );
        let wins = records.matches("[Result \"1-0\"]").count() as u64;
        assert_eq!(found["seats"][0]["won"], wins, "{game}");
    }
}

#[test]
fn stats_tell_games_and_options_apart_and_what_is_wrong() {
    let one = done(&["random", "holes"], b"");
    let other = done(&["random", "holes", "--variant", "short", "--count", "2"], b"");
    let text = done(&["stats", "-"], format!("{one}---\n{other}").as_bytes());
    assert!(
        text.contains("holes: 1 game, 1 finished") && text.contains("holes pieces=3: 2 games"),
        "{text}"
    );
    let given_up = "[Game \"stonehenge\"]\n[Result \"0-1\"]\n\nG4 H2\n";
    let text = done(&["stats", "-"], given_up.as_bytes());
    assert!(
        text.contains("1 game, 0 finished, 1 given up") && text.contains("seat 2     1 won"),
        "{text}"
    );
    let (ok, _, error) = sarsen(&["stats", "-"], b"[Game \"stonehenge\"]\n\nG4 G4\n");
    assert!(!ok && error.contains("line 3, column 4"), "{error}");
    let (ok, ..) = sarsen(&["stats"], b"");
    assert!(!ok);
    let sun = done(&["stats", "--random", "sun", "--count", "1"], b"");
    assert!(sun.contains("branching  (not listed)"), "{sun}");
}

#[test]
fn there_is_a_manual_page_for_every_command() {
    let page = done(&["man"], b"");
    assert!(page.contains(".TH sarsen 1") && page.contains("stonehenge"), "{page}");
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("man1");
    done(&["man", "--out", out.to_str().expect("a path")], b"");
    let help = done(&["--help"], b"");
    let commands = help
        .split_once("Commands:")
        .expect("commands")
        .1
        .split_once("Options:")
        .expect("options")
        .0;
    let names: Vec<&str> = commands
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(names.len() > 20, "{names:?}");
    for name in names {
        let page = std::fs::read_to_string(out.join(format!("sarsen-{name}.1"))).expect(name);
        assert!(page.contains(".SH SYNOPSIS"), "{name}");
    }
}

/// The completions that bash would offer for a line, as it splits it into words.
fn bash(words: &[&str]) -> Vec<String> {
    let script = done(&["completions", "bash"], b"");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sarsen.bash");
    std::fs::write(&path, script).expect("written");
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let (last, before) = (words[words.len() - 1], words[words.len() - 2]);
    let ask = format!(
        "source '{}'; COMP_WORDS=({}); COMP_CWORD={}; _sarsen_with_options sarsen '{last}' '{before}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        path.display(),
        quoted.join(" "),
        words.len() - 1
    );
    let output = Command::new("bash").args(["--norc", "-c", &ask]).output().expect("bash starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout).expect("text");
    said.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[test]
fn bash_knows_games_options_and_variants() {
    assert_eq!(bash(&["sarsen", "play", "st"]), ["stonehenge"]);
    assert_eq!(bash(&["sarsen", "rules", "lo"]), ["logan"]);
    assert_eq!(bash(&["sarsen", "random", "stonehenge", "--variant", "f"]), ["face-down"]);
    let options = bash(&["sarsen", "play", "stonehenge", "--option", "dr"]);
    assert_eq!(options, ["druids=open", "druids=hidden"]);
    // `druids=` and `druids=h`, as bash splits them.
    assert_eq!(
        bash(&["sarsen", "play", "stonehenge", "--option", "druids", "="]),
        ["open", "hidden"]
    );
    assert_eq!(bash(&["sarsen", "play", "stonehenge", "--option", "druids", "=", "h"]), ["hidden"]);
    assert!(bash(&["sarsen", "play", "holes", "--option", "druids", "=", "h"]).is_empty());
    assert!(bash(&["sarsen", "pl"]).contains(&"play".to_owned()));
}

#[test]
fn the_scripts_of_all_shells_name_the_games() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = done(&["completions", shell], b"");
        assert!(script.contains("play"), "{shell}");
        // The generators for these two shells write no values.
        if !["elvish", "powershell"].contains(&shell) {
            for known in ["stonehenge", "face-down", "druids=hidden"] {
                assert!(script.contains(known), "{shell}: {known}");
            }
        }
    }
}
