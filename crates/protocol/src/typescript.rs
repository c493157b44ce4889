//! The TypeScript types of the browser client, generated from the Rust ones.

use std::path::Path;

use ts_rs::{Config, ExportError, TS};

use crate::{
    About, Ask, ChooseName, CreateTable, Created, GameInfo, History, Join, Joined, NewPlayer,
    OpenTables, Player, PushEndpoint, PushSubscription, PuzzleAnswer, PuzzlePosition, PuzzleSets,
    PuzzleTry, Refusal, RulesText, SaveStudy, SavedStudy, Story, StudyAsk, StudyPosition,
    StudySaved, Tables, TakeTransfer, Tell, Transfer, TransferState,
};

/// Writes the TypeScript types into a folder: one file per type, and an `index.ts` that exports them all.
///
/// # Errors
/// If the folder cannot be written.
pub fn write_typescript(folder: &Path) -> Result<(), ExportError> {
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
    index.push_str(&format!("\nexport const PROTOCOL_VERSION = {};\n", crate::VERSION));
    Ok(std::fs::write(folder.join("index.ts"), index)?)
}
