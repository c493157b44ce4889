//! The TypeScript types of a game, generated from its crate.

use std::path::Path;

use ts_rs::{Config, ExportError, TS};

/// Checks that a TypeScript file holds the types of a game's view and events, which are exported to `view.ts`. If
/// `SARSEN_WRITE` is set, the file is written instead.
///
/// # Panics
/// If the file is missing or differs.
pub fn check<View: TS + 'static, Event: TS + 'static>(file: &Path) {
    let fresh = written::<View, Event>().expect("a temporary folder can be written");
    if std::env::var_os("SARSEN_WRITE").is_some() {
        std::fs::write(file, &fresh).expect("the page's folder of the game can be written");
    }
    let kept = std::fs::read_to_string(file)
        .unwrap_or_else(|error| panic!("{}: {error}; run with SARSEN_WRITE=1", file.display()));
    assert!(kept == fresh, "{} is out of date: run with SARSEN_WRITE=1", file.display());
}

fn written<View: TS + 'static, Event: TS + 'static>() -> Result<String, ExportError> {
    let folder = tempfile::tempdir()?;
    let config = Config::new().with_large_int("number").with_out_dir(folder.path());
    View::export_all(&config)?;
    Event::export_all(&config)?;
    Ok(without_examples(&std::fs::read_to_string(folder.path().join("view.ts"))?))
}

/// A TypeScript file whose comments have lost their examples, which are in Rust.
pub fn without_examples(text: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut in_example = false;
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        if words.starts_with("* ```") {
            in_example = !in_example;
            // The empty line before it.
            if in_example && kept.last().is_some_and(|above| above.trim() == "*") {
                kept.pop();
            }
        } else if !in_example {
            kept.push(line);
        }
    }
    kept.concat()
}
