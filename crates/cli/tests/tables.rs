//! Tables as records: exported from one folder, imported into another.
#![allow(clippy::unwrap_used, reason = "a test ends where something unexpected happens")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Output, Stdio};

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
fn records_are_imported_and_exported_and_their_chance_can_be_verified() {
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
    // What was played elsewhere was not drawn from this table's seed, so none of it counts as checked.
    let verified = sarsen(&["verify", &path("exported")]);
    assert_eq!(verified.status.code(), Some(1));
    assert!(!String::from_utf8_lossy(&verified.stdout).contains("as drawn"));
    text(&sarsen(&["import", "--data", &path("two"), &path("exported")]));
    assert_eq!(text(&sarsen(&["export", "--data", &path("two")])), exported, "there and back");
    let again = text(&sarsen(&["import", "--data", &path("two"), &path("exported")]));
    assert_eq!(again, "tables read: 0; there already: 2\n");
}

#[test]
fn a_record_whose_chance_does_not_match_its_seed_is_refused() {
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
    let right: Vec<_> = answers.iter().filter(|answer| answer.status.success()).collect();
    assert_eq!(right.len(), 1, "the seed gives one throw and no other");
    let said = String::from_utf8_lossy(&right[0].stdout).into_owned();
    assert!(said.contains("the only draw of chance is as drawn") && said.contains(hash), "{said}");
    let other = verify(throws("*1").replace(hash, &"0".repeat(64)));
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("not the one that was promised"));
    let none = verify("[Game \"holes\"]\n\n*1\n".to_owned());
    assert!(String::from_utf8_lossy(&none.stderr).contains("nothing to verify"));
    assert_eq!(none.status.code(), Some(2));
    // The creator of a table chooses what it starts from: a given throw is not drawn from the seed.
    let given = verify(throws("*1").replace("\n\n", "\n[Given \"1\"]\n\n"));
    assert_eq!(given.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&given.stderr).contains("1 of 1 draws"), "{given:?}");
    // If nothing was drawn, nothing was checked.
    let nothing = verify(throws("").replace("holes", "stonehenge"));
    assert_eq!(nothing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&nothing.stderr).contains("no draw that could be checked"));
    // One bad record among good ones is found, and the good ones are reported.
    let first = ["*1", "*2", "*3", "*4", "*5"].into_iter().zip(&answers);
    let good = first.clone().find(|(_, answer)| answer.status.success()).unwrap().0;
    let bad = first.clone().find(|(_, answer)| !answer.status.success()).unwrap().0;
    let mixed = verify(format!("{}---\n{}", throws(good), throws(bad)));
    assert_eq!(mixed.status.code(), Some(2));
    let said = String::from_utf8_lossy(&mixed.stdout).into_owned();
    assert!(said.starts_with("record 1: the only draw") && said.contains("record 2: not verified"));
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
        String::from_utf8_lossy(&output.stderr).contains("is damaged or not a Sarsen database")
    );
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

#[test]
fn the_tables_of_the_first_version_of_the_store_are_exported_and_imported() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let old = concat!(env!("CARGO_MANIFEST_DIR"), "/../store/tests/data/version-1.db");
    std::fs::create_dir(path("old")).unwrap();
    std::fs::copy(old, path("old/sarsen.db")).unwrap();
    let exported = text(&sarsen(&["export", "--data", &path("old")]));
    assert_eq!(exported.matches("[Game ").count(), 4, "{exported}");
    assert!(
        exported.contains("[TableGame \"0\"]"),
        "the table that waits for somebody: {exported}"
    );
    std::fs::write(path("exported"), &exported).unwrap();
    let said = text(&sarsen(&["import", "--data", &path("new"), &path("exported")]));
    assert_eq!(said, "tables read: 4; there already: 0\n");
    assert_eq!(text(&sarsen(&["export", "--data", &path("new")])), exported, "there and back");
    let verified = sarsen(&["verify", &path("exported")]);
    let verified = String::from_utf8_lossy(&verified.stdout).into_owned();
    assert_eq!(verified.lines().count(), 4, "{verified}");
    assert_eq!(verified.matches("has not begun").count(), 1, "{verified}");
}

/// The response to an HTTP request, or to a socket's first bytes.
fn ask(address: &str, request: &str, then: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(std::time::Duration::from_secs(5))).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    stream.write_all(then).unwrap();
    let mut answer = Vec::new();
    let mut part = [0; 65536];
    while let Ok(1..) = stream.read(&mut part).inspect(|&count| answer.extend(&part[..count])) {
        let text = String::from_utf8_lossy(&answer);
        if text.ends_with('}') || text.contains("welcome") {
            break;
        }
    }
    String::from_utf8_lossy(&answer).into_owned()
}

fn between<'a>(text: &'a str, before: &str) -> &'a str {
    text.split(before)
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .unwrap_or_else(|| panic!("{text}"))
}

#[test]
fn the_log_holds_no_key_no_token_no_invitation_and_no_name() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_sarsen"))
        .args(["serve", "--no-open", "--port", "0", "--log", "json", "--data"])
        .arg(folder.path())
        .env("RUST_LOG", "trace")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().split("http://").nth(1).unwrap().trim_end_matches('/').to_owned();
    let mut log = server.stderr.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        log.read_to_string(&mut text).map(|_| text)
    });
    let post = |path: &str, key: &str, body: &str| {
        let length = body.len();
        let head = format!(
            "POST /api/v1/{path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {key}\r\n"
        );
        ask(
            &address,
            &format!(
                "{head}connection: close\r\ncontent-type: application/json\r\n\
                 content-length: {length}\r\n\r\n{body}"
            ),
            b"",
        )
    };
    let player = post("players", "", r#"{"name": "Ada Lovelace"}"#);
    let key = between(&player, "\"key\":\"");
    let new =
        r#"{"game": "stonehenge", "seats": [{"kind": "me"}, {"kind": "engine", "level": 1}]}"#;
    let created = post("tables", key, new);
    let (table, token) = (between(&created, "\"table\":\""), between(&created, "\"token\":\""));
    let invite = between(&created, "\"invite\":\"");
    post(&format!("tables/{table}/join"), key, r#"{"invite": "wrong"}"#);
    let upgrade = format!(
        "GET /api/v1/tables/{table}/socket HTTP/1.1\r\nhost: {address}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    let hello = format!("{{\"kind\":\"hello\",\"version\":1,\"token\":\"{token}\"}}");
    // A text frame with a zero mask, so that its bytes are unchanged.
    let mut frame = vec![0x81, 0x80 | hello.len() as u8, 0, 0, 0, 0];
    frame.extend(hello.as_bytes());
    let welcome = ask(&address, &upgrade, &frame);
    assert!(welcome.contains("welcome"), "{welcome}");
    server.kill().unwrap();
    server.wait().unwrap();
    let log = reader.join().unwrap().unwrap();
    assert!(log.contains("\"serving\""), "{log}");
    for secret in [key, token, invite, "Lovelace"] {
        assert!(!log.contains(secret), "the log holds {secret}");
    }
    for line in log.lines() {
        assert!(line.starts_with('{') && line.ends_with('}'), "no structured line: {line}");
    }
}

#[test]
fn other_tags_of_an_imported_record_are_kept_and_importing_it_again_makes_no_second_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let record = "[Game \"stonehenge\"]\n[Event \"A long evening\"]\n[Date \"1999-12-31\"]\n[Result \"1/2-1/2\"]\n\n\
                  {before} A6 D6 {after two} N3\n";
    std::fs::write(path("record"), record).unwrap();
    text(&sarsen(&["import", "--data", &path("data"), &path("record")]));
    let again = text(&sarsen(&["import", "--data", &path("data"), &path("record")]));
    assert_eq!(again, "tables read: 0; there already: 1\n");
    let exported = text(&sarsen(&["export", "--data", &path("data")]));
    for line in ["[Event \"A long evening\"]", "[Date \"1999-12-31\"]", "[End \"agreed\"]"] {
        assert!(exported.contains(line), "{line}: {exported}");
    }
    assert!(exported.contains("{before} A6 D6 {after two} N3"), "{exported}");
    std::fs::write(path("exported"), &exported).unwrap();
    text(&sarsen(&["import", "--data", &path("other"), &path("exported")]));
    assert_eq!(text(&sarsen(&["export", "--data", &path("other")])), exported, "there and back");
}

#[test]
fn a_file_with_a_fault_in_it_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let good = "[Game \"stonehenge\"]\n\nA6 D6\n";
    let bad = "[Game \"stonehenge\"]\n[MatchGames \"many\"]\n\nA6 D6\n";
    std::fs::write(path("records"), format!("{good}---\n{bad}")).unwrap();
    let output = sarsen(&["import", "--data", &path("data"), &path("records")]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("record 2: tag `MatchGames`"), "{error}");
    assert!(!Path::new(&path("data")).exists(), "no folder is made for nothing");
    // Nor is one created by exporting.
    let output = sarsen(&["export", "--data", &path("mistyped")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("there are no tables here"));
    assert!(!Path::new(&path("mistyped")).exists());
}
