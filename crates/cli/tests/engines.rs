//! The commands that search, as used by people and other tools.

mod command;

use std::process::Output;

fn sarsen(args: &[&str], input: &str) -> Output {
    command::sarsen(args, input.as_bytes())
}

fn stdout(args: &[&str], input: &str) -> String {
    let output = sarsen(args, input);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {error}");
    String::from_utf8(output.stdout).expect("text")
}

/// A game of Stonehenge with ten druids placed.
const HALF: &str = "[Game \"stonehenge\"]\n\nA6 B5 C1 D4 E2 F3 G5 H1 I3 J2\n";

#[test]
fn a_hint_names_a_legal_action_and_is_the_same_again() {
    let args = ["hint", "-", "--nodes", "2000", "--seed", "3", "--json"];
    let hint = stdout(&args, HALF);
    assert_eq!(hint, stdout(&args, HALF));
    let choice: serde_json::Value = serde_json::from_str(&hint).expect("JSON");
    let legal = stdout(&["legal", "-"], HALF);
    let action = choice["action"].as_str().expect("an action");
    assert!(legal.lines().any(|line| line == action), "{action}");
    assert_eq!(sarsen(&["hint", "-"], "[Game \"holes\"]\n").status.code(), Some(2));
}

#[test]
fn the_first_druids_are_listed_with_what_is_known_and_the_next_run_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("solved").to_str().unwrap().to_owned();
    let args = [
        "solve",
        "--first-druids",
        "--checkpoint",
        &checkpoint,
        "--time",
        "100ms",
        "--memory",
        "8",
    ];
    let said = stdout(&args, "");
    let druids =
        said.lines().filter(|line| line.contains(": seat ") || line.ends_with("not known"));
    // Four kinds of cells and six values.
    assert_eq!(druids.count(), 24, "{said}");
    assert!(said.lines().any(|line| line.starts_with("14 empty cells: ")), "{said}");
    let kept = std::fs::metadata(&checkpoint).unwrap().len();
    assert!(kept > 300_000, "what comes with the program is in the checkpoint: {kept} bytes");
}

#[test]
fn a_position_is_solved_and_its_proof_holds_and_a_forged_one_does_not() {
    let folder = std::env::temp_dir().join(format!("sarsen-proof-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (record, proof, checkpoint) = (path("game.sarsen"), path("proof"), path("solved"));
    std::fs::write(&record, HALF).expect("a file");
    let args =
        ["solve", &record, "--proof", &proof, "--plain-from", "6", "--checkpoint", &checkpoint];
    let solved = stdout(&args, "");
    let winner = solved.lines().next().expect("a verdict").to_owned();
    assert!(winner == "seat 1 wins" || winner == "seat 2 wins", "{solved}");
    let checked = stdout(&["check-proof", &proof, &record], "");
    assert!(checked.starts_with(&winner) && checked.contains(" nodes"), "{checked}");
    // The same proof proves nothing about another position, whoever wins that.
    let other = path("other.sarsen");
    for played in [
        "A6 B5 C1 D4 E2 F3 G5 H1 I3",
        "A6 B5 C1 D4 E2 F3 G5 H1 I3 K2",
        "A6 B5 C1 D4 E2 F3 G4 H1 I3 J2",
    ] {
        std::fs::write(&other, format!("[Game \"stonehenge\"]\n\n{played}\n")).expect("a file");
        let refused = sarsen(&["check-proof", &proof, &other], "");
        assert_eq!(refused.status.code(), Some(2), "{played}");
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(said.contains("it is a proof of the position"), "{said}");
    }
    let text = std::fs::read_to_string(&proof).expect("a proof");
    let forged = text
        .replace("winner 1", "winner 3")
        .replace("winner 2", "winner 1")
        .replace("winner 3", "winner 2");
    std::fs::write(&proof, forged).expect("a file");
    assert_eq!(sarsen(&["check-proof", &proof, &record], "").status.code(), Some(2));
    // A second run starts with what the first has proven, and a third with the previous checkpoint, because the last
    // one was cut off while it was written.
    assert!(stdout(&args, "").starts_with(&winner));
    let whole = std::fs::read(&checkpoint).expect("a checkpoint");
    std::fs::write(&checkpoint, &whole[..whole.len() / 2]).expect("a file");
    let resumed = sarsen(&args, "");
    assert!(String::from_utf8_lossy(&resumed.stdout).starts_with(&winner));
    assert!(String::from_utf8_lossy(&resumed.stderr).contains("previous one is used"));
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn what_is_known_of_the_first_actions_is_checked_and_says_what_was_not() {
    let said = stdout(&["check-proof", "--built-in", "--sample", "1", "--seed", "4"], "");
    for line in ["A1: seat 2 wins", "  1 were searched again by plain search"] {
        assert!(said.lines().any(|other| other == line), "{line}: {said}");
    }
    let count = |words: &str| {
        let line =
            said.lines().find(|line| line.contains(words)).unwrap_or_else(|| panic!("{said}"));
        let numbers = line.split_whitespace().filter_map(|word| word.parse::<usize>().ok());
        numbers.into_iter().next().expect("a number")
    };
    assert!(count("checked by the rules alone: ") > 10_000 && count("they rest on ") > 5_000);
    assert_eq!(count("were not searched again") + 1, count("they rest on "));
    // A checkpoint in a file: a part of it by the solver is all that is asked for, and a damaged one is refused.
    let folder = std::env::temp_dir().join(format!("sarsen-results-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("solved").to_string_lossy().into_owned();
    let run = ["solve", "--first-actions", "--checkpoint", &file, "--time", "1ms", "--memory", "1"];
    stdout(&run, "");
    let part = ["check-proof", &file, "--sample", "0", "--solver", "--part", "3/4000"];
    assert!(stdout(&part, "").contains("  0 were searched again by plain search"));
    let whole = std::fs::read(&file).expect("a checkpoint");
    std::fs::write(&file, &whole[..whole.len() - 30]).expect("a file");
    for (args, problem) in [
        (&["check-proof", &file][..], "is not a checkpoint, or is damaged"),
        (&["check-proof", "--built-in", "--part", "3/2"], "is not a part"),
        (&["check-proof", "--built-in", "logan"], "there is no solver for `logan`"),
    ] {
        let refused = sarsen(args, "");
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(2) && said.contains(problem), "{said}");
    }
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn an_analysis_judges_every_action_as_text_json_and_picture() {
    let args = ["analyse", "-", "--nodes", "300"];
    let text = stdout(&args, HALF);
    assert!(text.contains("J2") && text.contains("lost per decision"), "{text}");
    let json = stdout(&["analyse", "-", "--nodes", "300", "--json"], HALF);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["steps"].as_array().map(Vec::len), Some(10));
    assert!(json["steps"].as_array().expect("steps").iter().all(|step| step["loss"].is_number()));
    assert!(stdout(&["analyse", "-", "--nodes", "300", "--svg"], HALF).starts_with("<svg"));
    let throws = "[Game \"holes\"]\n\n*3 *2 1 *4 1\n";
    let json = stdout(&["analyse", "-", "--nodes", "300", "--json"], throws);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert!(json["steps"][3]["luck"].is_number(), "{json}");
}

/// Every change of seat 1's chance is attributed to a seat or to luck, and all of them add up to the difference between first
/// and last.
#[test]
fn an_analysis_adds_up() {
    let stonehenge = "[Game \"stonehenge\"]\n\nO4 M5 B5 N1 D3 J4 R6 H6 A3 E1 Q1 G2 F1\n";
    let holes = stdout(&["random", "holes", "--seed", "5", "--option", "pieces=1"], "");
    for (record, nodes) in [(stonehenge, "300"), (HALF, "300"), (holes.as_str(), "60")] {
        let json = stdout(&["analyse", "-", "--nodes", nodes, "--json"], record);
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let number = |value: &serde_json::Value| value.as_f64().unwrap_or_default();
        let steps = json["steps"].as_array().expect("steps");
        let judged: Vec<_> = steps.iter().filter(|step| step["doubt"].is_number()).collect();
        assert!(judged.len() > 3, "{json}");
        let mut chance = number(&judged[0]["before"]);
        for step in &judged {
            let charge = match step["seat"].as_u64() {
                Some(1) => -number(&step["loss"]),
                Some(_) => number(&step["loss"]),
                None => number(&step["luck"]),
            };
            chance += charge + number(&step["doubt"]);
            assert!((chance - number(&step["chance"])).abs() < 1e-9, "{step}");
        }
        let account = &json["account"];
        let mistakes =
            account["mistakes"].as_array().expect("seats").iter().map(number).sum::<f64>();
        let sum = mistakes + number(&account["luck"]) + number(&account["doubt"]);
        let way = number(&account["end"]) - number(&account["start"]);
        assert!((sum - way).abs() < 1e-9, "{account}");
        assert_eq!(account["end"], judged[judged.len() - 1]["chance"]);
    }
}

/// Where a search has proven everything, its evaluation cannot change: every change is a mistake of a seat.
#[test]
fn in_proved_positions_every_change_is_charged_to_a_seat() {
    let record = "[Game \"stonehenge\"]\n\nN5 J1 L3 E3 H6 P1 F1 O2 G4 Q5 I1 K6 M2 R3 D3 B2 C2\n";
    let json = stdout(&["analyse", "-", "--nodes", "20000", "--json"], record);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let steps = json["steps"].as_array().expect("steps");
    let guessed = steps.iter().rposition(|step| step["exact"] != true).expect("the opening");
    let proved = &steps[guessed + 2..];
    assert!(proved.len() >= 3, "{json}");
    for step in proved {
        assert!(step["doubt"].as_f64().expect("judged").abs() < 1e-9, "{step}");
    }
    let thrown_away = |step: &serde_json::Value| step["loss"].as_f64() > Some(0.5);
    assert!(proved.iter().any(thrown_away), "{json}");
}

#[test]
fn our_engines_and_an_external_one_play_each_other() {
    let played =
        stdout(&["arena", "stonehenge", "3", "random", "--games", "6", "--nodes", "200"], "");
    assert!(played.starts_with("sarsen:3 against random: +"), "{played}");
    let other = format!("ugi:{} ugi stonehenge", env!("CARGO_BIN_EXE_sarsen"));
    let played =
        stdout(&["arena", "stonehenge", "1", &other, "--games", "2", "--nodes", "100"], "");
    assert!(played.contains("against ugi:"), "{played}");
    assert_eq!(sarsen(&["arena", "stonehenge", "9", "1"], "").status.code(), Some(2));
}

#[test]
fn tables_are_made_again_by_one_command() {
    let table = stdout(&["table", "holes", "--pieces", "1"], "");
    assert!(table.starts_with("32 sides, 1024 positions"), "{table}");
    let weights = stdout(&["table", "holes", "--learn", "20"], "");
    assert!(
        weights.starts_with("# Made by `sarsen table holes --learn 20 --seed 1`."),
        "{weights}"
    );
    assert_eq!(weights.lines().skip(1).flat_map(str::split_whitespace).count(), 2305);
    let learned = stdout(&["table", "cathedral", "--learn", "1"], "");
    assert!(learned.starts_with("# Made by `sarsen table cathedral"), "{learned}");
    assert_eq!(sarsen(&["table", "logan", "--learn", "1"], "").status.code(), Some(2));
}

#[test]
fn a_table_of_endings_serves_hints_and_servers_and_a_cut_one_is_refused() {
    let file = std::env::temp_dir().join(format!("sarsen-endings-{}", std::process::id()));
    let path = file.to_str().expect("a path");
    stdout(&["table", "holes", "--pieces", "1", "--out", path], "");
    let record = "[Game \"holes\"]\n[Option.pieces \"1\"]\n\n*2 *3 1 *3\n";
    let legal = stdout(&["legal", "-"], record);
    let hint = stdout(&["hint", "-", "--table", path, "--nodes", "100", "--json"], record);
    let choice: serde_json::Value = serde_json::from_str(&hint).expect("JSON");
    assert!(legal.lines().any(|line| Some(line) == choice["action"].as_str()), "{hint} {legal}");
    assert_eq!(choice["lines"][0]["exact"], true, "{hint}");

    let whole = std::fs::read(&file).expect("the table");
    std::fs::write(&file, &whole[..whole.len() / 2]).expect("a cut table");
    for args in [["hint", "-", "--table", path], ["serve", "--no-open", "--table", path]] {
        let refused = sarsen(&args, record);
        assert_eq!(refused.status.code(), Some(2), "{args:?}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains("damaged"), "{args:?}");
    }
    std::fs::remove_file(file).expect("the table goes");
}

#[test]
fn a_ladder_is_a_table_for_the_documents() {
    let args = ["arena", "--ladder", "cathedral", "--games", "2", "--nodes", "3"];
    let ladder = stdout(&args, "");
    assert!(ladder.contains("3 nodes per decision"), "{ladder}");
    assert_eq!(ladder.matches("| sarsen:").count(), 7 + 8, "{ladder}");
    assert!(ladder.contains("| sarsen:8 | uct | 2 |"), "{ladder}");
    let args =
        ["arena", "--ladder", "holes", "--option", "pieces=2", "--games", "5", "--nodes", "50"];
    let ladder = stdout(&args, "");
    assert!(ladder.contains("5 decisions, 5 of them judged by exact tables"), "{ladder}");
    assert!(ladder.contains("less than UCT (95 %)"), "{ladder}");
    let args = ["arena", "--ladder", "holes", "--option", "pieces=1", "--games", "5"];
    let refused = sarsen(&args, "");
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("nothing to decide"));
}

/// Half a short game of physics: seat 1 is about to throw.
fn before_a_throw() -> String {
    let game = stdout(&["random", "sun", "--seed", "4", "--option", "stones=12"], "");
    let tokens: Vec<&str> =
        game.split("\n\n").nth(1).expect("actions").split_whitespace().collect();
    let throw = tokens.iter().rposition(|token| token.starts_with('t')).expect("a throw");
    format!("[Game \"sun\"]\n[Option.stones \"12\"]\n\n{}\n", tokens[..throw].join(" "))
}

#[test]
fn advice_leaves_out_the_tremor_of_a_hand() {
    let hint = stdout(&["hint", "-", "--nodes", "40", "--json"], &before_a_throw());
    let choice: serde_json::Value = serde_json::from_str(&hint).expect("JSON");
    assert!(choice["action"].as_str().is_some_and(|action| action.starts_with('t')), "{hint}");
    assert_eq!(choice["action"], choice["lines"][0]["actions"][0], "{hint}");
}

#[test]
fn the_output_path_is_checked_before_the_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = folder.path().join("missing/proof");
    let missing = missing.to_str().expect("text");
    for args in [
        &["solve", "-", "--proof", missing][..],
        &["table", "holes", "--pieces", "1", "--out", missing],
    ] {
        let output = sarsen(args, HALF);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty(), "nothing was done");
        assert!(String::from_utf8_lossy(&output.stderr).contains(missing));
    }
    // A device is written to, and remains a device.
    let end = format!("{} K4 L6\n", HALF.trim_end());
    stdout(&["solve", "-", "--proof", "/dev/null"], &end);
    assert_eq!(std::fs::read("/dev/null").expect("it is there"), b"");
}

#[test]
fn meaningless_arguments_are_refused() {
    let refused = [
        &["arena", "stonehenge", "1", "1", "--games", "0"][..],
        &["arena", "stonehenge", "ugi:", "1"],
        &["hint", "-", "--lines", "0"],
        &["hint", "-", "--threads", "0"],
        &["hint", "-", "--time", "0"],
        &["hint", "-", "--memory", "0"],
        &["hint", "-", "--memory", "99999999"],
        &["solve", "-", "--memory", "99999999"],
        &["bench", "sun-hands", "--throws", "0"],
        &["hint", "-", "--seed", "-1"],
        &["random", "stonehenge", "--option", "druids=open", "--option", "druids=hidden"],
        &["show", "-", "--svg", "--action", "K3"],
    ];
    for args in refused {
        let output = sarsen(args, HALF);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(!error.contains("tip:"), "{args:?}: {error}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let junk = folder.path().join("junk");
    std::fs::write(&junk, "junk").expect("it is written");
    let junk = junk.to_str().expect("text");
    let output = sarsen(&["arena", "stonehenge", "2", "1", "--games", "2", "--records", junk], "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn an_empty_analysis_prints_no_negative_zero() {
    let empty = "[Game \"stonehenge\"]\n";
    for args in [&["analyse", "-"][..], &["analyse", "-", "--json"]] {
        let said = stdout(args, empty);
        assert!(!said.contains("-0"), "{said}");
    }
}
