//! The browser's types are the server's types. `SARSEN_WRITE=1 cargo test -p sarsen-protocol` regenerates them.
#![allow(clippy::unwrap_used, reason = "a test ends where something unexpected happens")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ts_rs::{Config, ExportError, TS};

use sarsen_protocol::{
    About, Ask, ChooseName, CreateTable, Created, GameInfo, History, Join, Joined, NewPlayer,
    OpenTables, Player, PushEndpoint, PushSubscription, PuzzleAnswer, PuzzlePosition, PuzzleSets,
    PuzzleTry, Refusal, RulesText, SaveStudy, SavedStudy, Story, StudyAsk, StudyPosition,
    StudySaved, Tables, TakeTransfer, Tell, Transfer, TransferState,
};

fn files(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let text = std::fs::read_to_string(&path).unwrap();
                found.insert(path.strip_prefix(folder).unwrap().to_path_buf(), text);
            }
        }
    }
    found
}

#[test]
fn the_typescript_types_are_those_of_the_browser_client() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/protocol");
    if std::env::var_os("SARSEN_WRITE").is_some() {
        let _ = std::fs::remove_dir_all(&kept);
        write_typescript(&kept).unwrap();
    }
    let fresh = tempfile::tempdir().unwrap();
    write_typescript(fresh.path()).unwrap();
    let (fresh, kept) = (files(fresh.path()), files(&kept));
    assert!(fresh.len() > 20, "only {} types", fresh.len());
    assert_eq!(
        fresh.keys().collect::<Vec<_>>(),
        kept.keys().collect::<Vec<_>>(),
        "run with SARSEN_WRITE=1"
    );
    for (path, text) in &fresh {
        assert_eq!(text, &kept[path], "{} has changed: run with SARSEN_WRITE=1", path.display());
    }
}

/// Writes the TypeScript types into a folder: one file per type, and an `index.ts` that exports them all.
fn write_typescript(folder: &Path) -> Result<(), ExportError> {
    let config = Config::new().with_large_int("number").with_out_dir(folder);
    Ask::export_all(&config)?;
    Tell::export_all(&config)?;
    About::export_all(&config)?;
    GameInfo::export_all(&config)?;
    RulesText::export_all(&config)?;
    ChooseName::export_all(&config)?;
    NewPlayer::export_all(&config)?;
    Player::export_all(&config)?;
    CreateTable::export_all(&config)?;
    Created::export_all(&config)?;
    Join::export_all(&config)?;
    Joined::export_all(&config)?;
    Tables::export_all(&config)?;
    OpenTables::export_all(&config)?;
    StudyAsk::export_all(&config)?;
    StudyPosition::export_all(&config)?;
    Story::export_all(&config)?;
    SaveStudy::export_all(&config)?;
    StudySaved::export_all(&config)?;
    SavedStudy::export_all(&config)?;
    History::export_all(&config)?;
    PuzzleSets::export_all(&config)?;
    PuzzlePosition::export_all(&config)?;
    PuzzleTry::export_all(&config)?;
    PuzzleAnswer::export_all(&config)?;
    PushSubscription::export_all(&config)?;
    PushEndpoint::export_all(&config)?;
    Transfer::export_all(&config)?;
    TransferState::export_all(&config)?;
    TakeTransfer::export_all(&config)?;
    Refusal::export_all(&config)?;
    leave_out_examples(folder)?;
    write_index(folder)
}

fn write_index(folder: &Path) -> Result<(), ExportError> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if let Some(name) = name.strip_suffix(".ts").filter(|&name| name != "index") {
            names.push(name.to_owned());
        }
    }
    names.sort();
    let mut index = "// Generated from crates/protocol by its test; do not edit.\n\n".to_owned();
    for name in names {
        index.push_str(&format!("export type {{ {name} }} from './{name}';\n"));
    }
    index.push_str(&format!("\nexport const PROTOCOL_VERSION = {};\n", sarsen_protocol::VERSION));
    Ok(std::fs::write(folder.join("index.ts"), index)?)
}

/// Rust's examples are of no use in TypeScript.
fn leave_out_examples(folder: &Path) -> Result<(), ExportError> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_file() {
            let text = std::fs::read_to_string(&path)?;
            std::fs::write(&path, sarsen_testkit::typescript::without_examples(&text))?;
        }
    }
    Ok(())
}
