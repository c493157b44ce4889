//! `sarsen openings`, as used by researchers.

mod command;

use std::process::Output;

fn sarsen(args: &[&str]) -> Output {
    command::sarsen(args, b"")
}

fn stdout(args: &[&str]) -> String {
    let output = sarsen(args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {error}");
    String::from_utf8(output.stdout).expect("text")
}

/// The cells of a table's row that begins with a name.
fn row(table: &str, name: &str) -> Vec<String> {
    let line = table.lines().find(|line| line.starts_with(&format!("| {name} |")));
    let line = line.unwrap_or_else(|| panic!("{name} is not in {table}"));
    line.split('|').map(|cell| cell.trim().to_owned()).filter(|cell| !cell.is_empty()).collect()
}

/// The table without its first line, which has the date.
fn table(text: &str) -> &str {
    text.split_once('\n').expect("several lines").1
}

#[test]
fn a_survey_reports_each_opening_and_its_command_makes_it_again() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("map.svg");
    let args = ["openings", "stonehenge", "1", "--games", "3", "--nodes", "10", "--seed", "7"];
    let with_picture = [&args[..], &["--svg", picture.to_str().unwrap()]].concat();
    let told = stdout(&with_picture);
    let command = "`sarsen openings stonehenge 1 --depth 1 --games 3 --nodes 10 --seed 7`";
    assert!(told.contains(command), "{told}");
    assert!(
        told.contains("24 openings, up to 3 games each. Shares are those of seat 1."),
        "{told}"
    );
    let number = |cell: &String| cell.parse::<u32>().expect("a number");
    let all: Vec<u32> = row(&told, "all")[1..5].iter().map(number).collect();
    assert_eq!(all[0], 72);
    assert_eq!(all[1] + all[2] + all[3], 72);
    let rows: Vec<_> = told.lines().filter(|line| line.starts_with("| ")).collect();
    assert_eq!(rows.len(), 1 + 24 + 1);
    let share = |line: &&str| {
        let cell = line.split('|').nth(6).expect("a share").trim();
        cell.split(' ').next().and_then(|share| share.parse::<f64>().ok()).expect("a number")
    };
    assert!(rows[1..25].windows(2).all(|two| share(&two[0]) >= share(&two[1])), "best first");
    // Four kinds of cells and six druids are a map.
    let picture = std::fs::read_to_string(picture).expect("a picture");
    assert_eq!(picture.matches("<rect").count(), 1 + 24);
    assert!(picture.contains("Share of seat 1"));
    assert_eq!(table(&stdout(&args)), table(&told));
}

#[test]
fn a_survey_is_resumed_from_its_records_and_plays_nothing_twice() {
    let folder = tempfile::tempdir().unwrap();
    let records = folder.path().join("games.sarsen");
    let records = records.to_str().unwrap();
    let survey = |games: &'static str| {
        [
            "openings",
            "holes",
            "1",
            "--depth",
            "2",
            "--seat",
            "next",
            "--games",
            games,
            "--nodes",
            "5",
            "--records",
            records,
        ]
    };
    let kept = || std::fs::read_to_string(records).expect("records").matches("[Game ").count();
    stdout(&survey("1"));
    assert_eq!(kept(), 25);
    let both = stdout(&survey("2"));
    assert_eq!(kept(), 50);
    assert_eq!(table(&stdout(&survey("2"))), table(&both));
    assert_eq!(kept(), 50);
    assert_eq!(row(&both, "\\*1 \\*2")[1], "2");
    // `sarsen stats` reads the same records.
    assert!(stdout(&["stats", records]).starts_with("holes: 50 games, 50 finished"));
    let mut other = survey("2").to_vec();
    other.extend(["--seed", "9"]);
    let refused = sarsen(&other);
    assert_eq!(refused.status.code(), Some(2));
    let error = String::from_utf8_lossy(&refused.stderr);
    assert!(error.contains("other terms (survey, seed 0,"), "{error}");
}

#[test]
fn openings_come_from_groups_samples_and_files_too() {
    let groups = stdout(&[
        "openings",
        "cathedral",
        "1",
        "--depth",
        "2",
        "--group",
        "2",
        "--sample",
        "2",
        "--games",
        "1",
        "--nodes",
        "2",
        "--seat",
        "2",
    ]);
    let scores: Vec<_> = row(&groups, "TO");
    assert_eq!((scores.len(), scores[1].as_str()), (8, "2"), "{groups}");
    assert_eq!(row(&groups, "all")[1], "22", "eleven kinds of buildings: {groups}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings.sarsen");
    std::fs::write(&file, "[Game \"stonehenge\"]\n\nA1 B2\n---\n[Game \"stonehenge\"]\n\nA6\n")
        .unwrap();
    let file = file.to_str().unwrap();
    let listed = stdout(&[
        "openings",
        "stonehenge",
        "1",
        "--openings",
        file,
        "--games",
        "2",
        "--nodes",
        "5",
    ]);
    assert!(listed.contains("2 openings"), "{listed}");
    assert_eq!(row(&listed, "A1 B2")[1], "2");
    let start = stdout(&["openings", "logan", "1", "--depth", "0", "--games", "2", "--nodes", "5"]);
    assert_eq!(row(&start, "(start)")[1], "2");
    let refused = sarsen(&["openings", "cathedral", "--openings", file]);
    assert_eq!(refused.status.code(), Some(2));
    let error = String::from_utf8_lossy(&refused.stderr);
    assert!(error.contains("record 1: is not of `cathedral`"), "{error}");
}

#[test]
fn what_cannot_be_surveyed_is_refused_with_its_reason() {
    for (args, reason) in [
        (&["logan"][..], "what chance does after 0 actions cannot be listed: choose --depth 0"),
        (&["sun", "--depth", "1"], "cannot be listed: choose --depth 0"),
        (&["cathedral", "--depth", "3"], "more than 100000 openings"),
        (&["stonehenge", "--seat", "3"], "--seat 3: there are 2 seats"),
        (&["stonehenge", "--seat", "0"], "`0` is not a seat: write 1 or `next`"),
        (&["stonehenge", "ugi:cat"], "a program cannot play all seats"),
        (&["stonehenge", "--games", "0"], "at least 1 is needed"),
        (&["chess"], "no game is called `chess`"),
        (&["sun", "uct", "--depth", "0", "--games", "1"], "there is no UCT for `sun`"),
    ] {
        let output = sarsen(&[&["openings"], args].concat());
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(reason), "{args:?}: {error}");
    }
}
