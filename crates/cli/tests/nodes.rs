//! Tables in PostgreSQL by way of the command line.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use sarsen_testkit::services::{Nats, Postgres, free_port};

fn sarsen(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sarsen"))
        .args(arguments)
        .env_remove("SARSEN_STORE")
        .env_remove("SARSEN_BUS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // Who refuses its arguments does not read.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("it ends")
}

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
fn what_cannot_be_served_is_told_clearly() {
    let unknown = fails(&["serve", "--no-open", "--store", "games"]);
    assert!(unknown.contains("sqlite:DIR or postgres://"), "{unknown}");
    let bus = fails(&["worker", "--bus", "bus"]);
    assert!(bus.contains("nats://USER:PASSWORD@HOST:PORT"), "{bus}");
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
