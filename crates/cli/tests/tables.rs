//! Tables as records: out of one folder, into another.

use std::path::Path;
use std::process::{Command, Output};

fn sarsen(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sarsen")).args(arguments).output().unwrap()
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn tokens(records: &str) -> Vec<String> {
    let tag = |line: &&str| !line.starts_with('[');
    records.lines().filter(tag).flat_map(str::split_whitespace).map(str::to_owned).collect()
}

#[test]
fn records_go_in_and_come_out_and_their_luck_can_be_verified() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let played = text(&sarsen(&["random", "holes", "--seed", "3", "--count", "2"]));
    std::fs::write(path("played"), &played).unwrap();
    let said = text(&sarsen(&["import", "--data", &path("one"), &path("played")]));
    assert_eq!(said, "tables read: 2; there already: 0\n");
    let exported = text(&sarsen(&["export", "--data", &path("one")]));
    assert_eq!(tokens(&exported), tokens(&played));
    std::fs::write(path("exported"), &exported).unwrap();
    text(&sarsen(&["replay", &path("exported")]));
    assert!(text(&sarsen(&["verify", &path("exported")])).contains("promised"));
    text(&sarsen(&["import", "--data", &path("two"), &path("exported")]));
    assert_eq!(text(&sarsen(&["export", "--data", &path("two")])), exported, "there and back");
    let again = text(&sarsen(&["import", "--data", &path("two"), &path("exported")]));
    assert_eq!(again, "tables read: 0; there already: 2\n");
}

#[test]
fn a_record_whose_luck_is_false_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("false");
    let seed = "07".repeat(32);
    let hash = "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0";
    let verify = |record: String| {
        std::fs::write(&file, record).unwrap();
        sarsen(&["verify", file.to_str().unwrap()])
    };
    let throws = |first: &str| {
        format!("[Game \"holes\"]\n[SeedHash \"{hash}\"]\n[Seed \"{seed}\"]\n\n{first}\n")
    };
    let answers: Vec<Output> =
        ["*1", "*2", "*3", "*4", "*5"].iter().map(|first| verify(throws(first))).collect();
    let right = answers.iter().filter(|answer| answer.status.success()).count();
    assert_eq!(right, 1, "the seed gives one throw and no other");
    let other = verify(throws("*1").replace(hash, &"0".repeat(64)));
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("not the one that was promised"));
    let none = verify("[Game \"holes\"]\n\n*1\n".to_owned());
    assert!(String::from_utf8_lossy(&none.stderr).contains("nothing to verify"));
}

#[test]
fn a_damaged_database_is_named_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sarsen.db");
    std::fs::write(&file, "not a database".repeat(100)).unwrap();
    let before = std::fs::read(&file).unwrap();
    let data: &Path = folder.path();
    let output = sarsen(&["serve", "--no-open", "--port", "0", "--data", data.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("is damaged or no database of Sarsen")
    );
    assert_eq!(std::fs::read(&file).unwrap(), before);
}
