//! The command as used by other tools: exact output, exit codes, and an error message for every kind of bad input.

mod command;

use std::io::Write;
use std::process::{Command, Stdio};

use command::sarsen;

fn stdout(args: &[&str], input: &str) -> String {
    let output = sarsen(args, input.as_bytes());
    assert_eq!(
        output.status.code(),
        Some(0),
        "{args:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(output.stderr.is_empty());
    String::from_utf8(output.stdout).expect("text")
}

/// The single line on standard error of a command that exits with 2 and prints nothing else.
fn refusal(args: &[&str], input: &[u8]) -> String {
    let output = sarsen(args, input);
    let error = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
    assert!(output.stdout.is_empty());
    assert_eq!(error.lines().count(), 1, "one clear error: {error}");
    error
}

const OPENING: &str = "[Game \"stonehenge\"]\n\nA6 D6\n";

#[test]
fn legal_lists_sorted_actions() {
    let text = stdout(&["legal", "-"], OPENING);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 16 * 5);
    assert_eq!(lines[..3], ["B1", "B2", "B3"]);
    assert!(lines.is_sorted());
    assert_eq!(stdout(&["legal", "-"], FINISHED), "");
}

const FINISHED: &str =
    "[Game \"stonehenge\"]\n[Result \"1-0\"]\n\nA6 D6 N3 I3 R3 J1 M4 F4 Q5 B3 C2 G1 O1 E5\n";

#[test]
fn variations_are_checked_and_the_main_line_is_followed() {
    let branched = "[Game \"stonehenge\"]\n\nA6 $1 {corner} (B1 {or} C2 (D4)) D6 (E5)\n";
    assert_eq!(stdout(&["replay", "-"], branched), "to act: seat 1\n");
    assert_eq!(
        stdout(&["show", "-", "--json"], branched),
        stdout(&["show", "-", "--json"], OPENING)
    );
    let illegal = "[Game \"stonehenge\"]\n\nA6 D6\n(E5 A4) C3\n";
    for command in ["replay", "show"] {
        let error = refusal(&[command, "-"], illegal.as_bytes());
        assert!(error.contains("line 4, column 5: `A4`: K2: "), "{error}");
    }
    let unknown = refusal(&["replay", "-"], b"[Game \"stonehenge\"]\n\nA6 (Z9)\n");
    assert!(unknown.contains("line 3, column 5: `Z9`: "), "{unknown}");
    let deep = format!("{OPENING}{}{}", "(D6 ".repeat(17), ")".repeat(17));
    let error = refusal(&["show", "-"], deep.as_bytes());
    assert!(error.contains("variations are nested at most 16 deep"), "{error}");
}

#[test]
fn replay_says_what_the_state_is() {
    assert_eq!(stdout(&["replay", "-"], OPENING), "to act: seat 1\n");
    assert_eq!(stdout(&["replay", "-"], FINISHED), "over: 1-0 score 0 1\n");
    let both = format!("{OPENING}---\n{FINISHED}");
    assert_eq!(stdout(&["replay", "-"], &both), "to act: seat 1\nover: 1-0 score 0 1\n");
}

#[test]
fn show_speaks_text_json_and_svg() {
    let text = stdout(&["show", "-"], OPENING);
    assert!(text.contains("(6)") && text.contains("[6]") && !text.contains('\x1b'), "{text}");
    assert!(text.contains("● 6 on A  (A6)"), "{text}");
    assert!(stdout(&["show", "-", "--lang", "fr"], OPENING).contains("● 6 en A"));
    assert!(stdout(&["show", "-", "--color", "always"], OPENING).contains("\x1b["));
    assert!(stdout(&["show", "-", "--svg"], OPENING).starts_with("<svg"));
    let json: serde_json::Value =
        serde_json::from_str(&stdout(&["show", "-", "--json"], OPENING)).unwrap();
    assert_eq!(json["to_act"], 1);
    assert_eq!(json["actions"], serde_json::json!(["A6", "D6"]));
    assert_eq!(json["legal"].as_array().unwrap().len(), 80);
}

#[test]
fn show_gives_a_seat_only_what_it_may_know() {
    let hidden = "[Game \"stonehenge\"]\n[Option.druids \"hidden\"]\n\nA6 D5\n";
    let seen = |seat: &str| -> serde_json::Value {
        serde_json::from_str(&stdout(&["show", "-", "--json", "--seat", seat], hidden)).unwrap()
    };
    assert_eq!(seen("1")["actions"], serde_json::json!(["A6", "D?"]));
    assert_eq!(seen("2")["actions"], serde_json::json!(["A?", "D5"]));
    assert_eq!(seen("2")["legal"], serde_json::json!([]), "seat 1 is to act");
    // A record as given to a seat can be shown, not replayed.
    let given = "[Game \"stonehenge\"]\n[Option.druids \"hidden\"]\n\nA6 D?\n";
    assert!(stdout(&["show", "-"], given).contains("[?]"));
    assert!(refusal(&["replay", "-"], given.as_bytes()).contains("can be shown, not replayed"));
    // Druids on a full line are open, so no reader can have been given this.
    let given = given.replace("D?", "B?");
    assert!(refusal(&["show", "-"], given.as_bytes()).contains("everybody can see"));
}

#[test]
fn show_previews_an_action() {
    let text = stdout(&["show", "-", "--json", "--action", "A6"], "[Game \"stonehenge\"]\n");
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let events: Vec<&str> = json["preview"]
        .as_array()
        .unwrap()
        .iter()
        .map(|told| told["event"].as_str().unwrap())
        .collect();
    assert_eq!(events, ["placed", "dominated", "marked"]);
    // Whether it is legal would reveal what the other seat holds.
    let asked = ["show", "-", "--json", "--seat", "2", "--action", "A6"];
    assert!(refusal(&asked, b"[Game \"stonehenge\"]\n").contains("only the seat to act"));
}

#[test]
fn random_play_is_the_same_everywhere_and_replays() {
    for game in games() {
        let args = ["random", &game, "--seed", "7", "--count", "3"];
        let records = stdout(&args, "");
        assert_eq!(records, stdout(&args, ""));
        assert_eq!(records.lines().filter(|&line| line == "---").count(), 2);
        let replayed = stdout(&["replay", "-"], &records);
        assert!(replayed.lines().all(|line| line.starts_with("over: ")), "{replayed}");
    }
    let digest = stdout(&["random", "stonehenge", "--seed", "7"], "");
    assert!(digest.ends_with("\n\nA6 D6 N3 I3 R3 J1 M4 F4 Q5 B3 C2 G1 O1 E5\n"), "{digest}");
}

fn games() -> Vec<String> {
    let text = stdout(&["games", "--json"], "");
    let json: Vec<serde_json::Value> = serde_json::from_str(&text).expect("a list");
    json.iter().map(|game| game["id"].as_str().expect("an id").to_owned()).collect()
}

#[test]
fn perft_counts_divides_and_knows_symmetry() {
    assert_eq!(stdout(&["perft", "stonehenge", "--depth", "0"], ""), "1\n");
    assert_eq!(stdout(&["perft", "stonehenge", "--depth", "3"], ""), "969408\n");
    assert_eq!(stdout(&["perft", "stonehenge", "--depth", "4", "--symmetry"], ""), "79976160\n");
    let divided = stdout(&["perft", "stonehenge", "--depth", "2", "--divide"], "");
    let lines: Vec<&str> = divided.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[108]), (109, "A1 102", "11016"));
    assert!(lines[..108].is_sorted());
    assert_eq!(
        divided,
        stdout(&["perft", "stonehenge", "--depth", "2", "--divide", "--symmetry"], "")
    );
    assert_eq!(stdout(&["perft", "stonehenge", "--depth", "1", "--from", "-"], OPENING), "80\n");
}

#[test]
fn rules_are_told_in_three_languages() {
    for game in games() {
        for lang in ["en", "fr", "ja"] {
            assert!(stdout(&["rules", &game, "--lang", lang], "").starts_with("# "));
        }
    }
    assert!(stdout(&["rules", "stonehenge", "--rule", "k5"], "").starts_with("**K5**"));
}

#[test]
fn k10_a_match_counts_a_game_that_was_given_up_for_its_loser_alone() {
    let given_up = "[Game \"stonehenge\"]\n[Seat1 \"Ada\"]\n[Seat2 \"Bo\"]\n[Result \"1-0\"]\n[End \"resigned\"]\n\nA1 R6 B2\n";
    let text = stdout(&["match", "-"], given_up);
    assert!(text.contains("Ada: 1 won, score 0\nBo: 0 won, score 7\n"), "{text}");
    let open = given_up.replace("1-0", "*");
    assert!(refusal(&["match", "-"], open.as_bytes()).contains("not finished"));
}

#[test]
fn c13_a_match_sets_people_in_the_second_game_by_itself() {
    let game = |seats: [&str; 2], option: &str| {
        format!(
            "[Game \"cathedral\"]\n{option}[Seat1 \"{}\"]\n[Seat2 \"{}\"]\n[Result \"1-0\"]\n[End \"resigned\"]\n\nPP0@h7\n",
            seats[0], seats[1]
        )
    };
    let plain = game(["Ada", "Bo"], "");
    let text = stdout(&["match", "-"], &format!("{plain}---\n{plain}"));
    assert!(text.contains("[people=light]") && text.contains("[people=dark]"), "{text}");
    assert!(text.contains("Ada: 2 won, score 0\nBo: 0 won, score 94\n"), "{text}");
    let dark = game(["Ada", "Bo"], "[Option.people \"dark\"]\n");
    let said = stdout(&["match", "-"], &format!("{plain}---\n{dark}"));
    assert_eq!(said, text, "a record may say so too");
    // If the players swapped colours, both games had the same options.
    let text = stdout(&["match", "-"], &format!("{plain}---\n{}", game(["Bo", "Ada"], "")));
    assert!(!text.contains("[people=dark]"), "{text}");
    // People with the same name are told apart by the numbers that a table gives them.
    let numbered = |one, two| {
        plain
            .replace("Ada", "Bo")
            .replace("\n\n", &format!("\n[PlayerOfSeat1 \"{one}\"]\n[PlayerOfSeat2 \"{two}\"]\n\n"))
    };
    let swapped = format!("{}---\n{}", numbered(1, 2), numbered(2, 1));
    let text = stdout(&["match", "-"], &swapped);
    assert!(text.contains("seat 1: 1 won, score 47\nseat 2: 1 won, score 47\n"), "{text}");
}

#[test]
fn a_match_adds_up_by_player() {
    let game = |one: &str, two: &str| {
        FINISHED.replace("\n\n", &format!("\n[Seat1 \"{one}\"]\n[Seat2 \"{two}\"]\n\n"))
    };
    let evening =
        format!("{}---\n{}---\n{}", game("Ada", "Bo"), game("Bo", "Ada"), game("Ada", "Bo"));
    let text = stdout(&["match", "-"], &evening);
    let sum = "Ada: 2 won, score 1\nBo: 1 won, score 2\nthe match goes to Ada\n";
    assert!(text.contains(sum), "{text}");
    // Names that are not unique are replaced by seats; where no score decides, wins do.
    let three = stdout(&["random", "logan", "--seed", "3", "--count", "3"], "");
    let text = stdout(&["match", "-"], &three);
    assert!(text.contains("seat 1: ") && !text.contains("score"), "{text}");
    let mixed = format!("{FINISHED}---\n{}", stdout(&["random", "holes"], ""));
    assert!(refusal(&["match", "-"], mixed.as_bytes()).contains("another game"));
}

#[test]
fn bad_records_get_one_clear_error_with_its_place() {
    let cases: [(&[u8], &str); 12] = [
        (b"", "there is no record"),
        (b"[Game \"chess\"]\n", "line 1, column 7: `chess`: no game is called `chess`"),
        (b"[Game \"stonehenge\"]\n[Game \"stonehenge\"]\n", "line 2, column 2"),
        (b"[Game \"stonehenge\"]\n[Result \"*\"]\n[Result \"*\"]\n", "line 3, column 2"),
        (b"[Game stonehenge]\n", "malformed tag"),
        (b"[Game \"stonehenge\"]\n[Option.druids \"blue\"]\n", "line 2, column 16: `blue`"),
        (b"[Game \"stonehenge\"]\n[Option.colour \"blue\"]\n", "no option `colour`"),
        (
            b"[Game \"stonehenge\"]\n\nA6 TO1@d4\n",
            "line 3, column 4: `TO1@d4`: not an action of this game",
        ),
        (
            b"[Game \"stonehenge\"]\n\nA6 A1\n",
            "line 3, column 4: `A1`: K2: There is already a druid on A.",
        ),
        (b"[Game \"stonehenge\"]\n\nA6 \xff\n", "line 3, column 4: not valid UTF-8"),
        (b"[Game \"stonehenge\"]\n\nA6 {so\n", "line 3, column 4: this comment is never closed"),
        (b"[Game \"stonehenge\"]\n[Result \"2-0\"]\n", "line 2, column 9: `2-0`"),
    ];
    for (record, expected) in cases {
        for command in ["replay", "legal", "show"] {
            let error = refusal(&[command, "-"], record);
            assert!(error.contains(expected), "{error}\n{expected}");
        }
    }
    let on = format!("{FINISHED} B1");
    assert!(refusal(&["replay", "-"], on.as_bytes()).contains("`B1`: K8: The game is over."));
}

#[test]
fn bad_arguments_get_a_clear_error() {
    let cases: [(&[&str], &str); 8] = [
        (&["replay", "/nonexistent/file"], "No such file"),
        (&["replay", "/"], "directory"),
        (&["random", "chess"], "no game is called `chess`"),
        (&["random", "stonehenge", "--option", "druids"], "NAME=VALUE"),
        (&["random", "stonehenge", "--option", "druids=blue"], "cannot be `blue`"),
        (&["rules", "stonehenge", "--rule", "K99"], "no rule `K99`"),
        (&["show", "-", "--seat", "3"], "the seats are 1 to 2"),
        (&["show", "-", "--at", "9"], "the record has 2 actions"),
    ];
    for (args, expected) in cases {
        let error = refusal(args, OPENING.as_bytes());
        assert!(error.contains(expected), "{error}");
    }
    for args in [&["fly"][..], &["perft", "stonehenge"], &["legal", "-", "--record", "0"]] {
        assert_eq!(sarsen(args, b"").status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn a_record_of_a_hundred_megabytes_is_refused_in_bounded_memory() {
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -v 300000; exec \"$0\" replay -", env!("CARGO_BIN_EXE_sarsen")])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut input = child.stdin.take().expect("a pipe");
    let _ = input.write_all(b"[Game \"stonehenge\"]\n\n");
    let part = b"A6 ".repeat(1 << 18);
    for _ in 0..128 {
        if input.write_all(&part).is_err() {
            break;
        }
    }
    drop(input);
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("at most 4 MiB"));
}

#[test]
fn a_closed_pipe_ends_the_command_quietly() {
    let script = "\"$0\" random stonehenge --count 100000 | head -n 1; exit ${PIPESTATUS[0]}";
    let output = Command::new("bash")
        .args(["-c", script, env!("CARGO_BIN_EXE_sarsen")])
        .output()
        .expect("bash");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.stdout, b"[Game \"stonehenge\"]\n");
    assert!(output.stderr.is_empty());
}

#[test]
fn completions_and_help_are_offered() {
    assert!(stdout(&["completions", "bash"], "").contains("_sarsen"));
    assert!(stdout(&["--help"], "").contains("Examples:"));
    assert!(stdout(&["show", "--help"], "").contains("--svg"));
}
