//! Shared code names no game: it asks a registry. The registries are the only exceptions.

use std::path::{Path, PathBuf};

/// The crates that are the same for every game.
const SHARED: [&str; 10] = [
    "arena", "catalog", "cli", "core", "picture", "protocol", "server", "session", "store",
    "testkit",
];
/// Where the games are listed, one line each.
const REGISTRIES: [&str; 2] = ["crates/catalog/src/lib.rs", "web/src/games/index.ts"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn ids() -> Vec<&'static str> {
    sarsen_catalog::GAMES.iter().map(|game| game.spec().id).collect()
}

/// The files of a folder and its folders with one of these endings, and their paths from the root.
fn sources(folder: &str, endings: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if endings.iter().any(|ending| path.extension().is_some_and(|e| e == *ending)) {
                let from_root = path.strip_prefix(root()).expect("below the root");
                let name = from_root.to_str().expect("a plain name").replace('\\', "/");
                found.push((name, std::fs::read_to_string(&path).expect("text")));
            }
        }
    }
    assert!(!found.is_empty(), "{folder}");
    found
}

/// The code of a Rust file: without its tests and its comments.
fn rust_code(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//"))
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty())
}

#[test]
fn no_shared_crate_names_a_game() {
    let ids = ids();
    let mut naming = Vec::new();
    for name in SHARED {
        for (path, text) in sources(&format!("crates/{name}/src"), &["rs"]) {
            if REGISTRIES.contains(&path.as_str()) || path.ends_with("/tests.rs") {
                continue;
            }
            let lines = rust_code(&text).filter(|line| {
                // The examples of `--help` are commands that work.
                let is_example = path == "crates/cli/src/args.rs" && line.contains("sarsen ");
                !is_example && words(line).any(|word| ids.contains(&word.to_lowercase().as_str()))
            });
            naming.extend(lines.map(|line| format!("{path}: {}", line.trim())));
        }
    }
    assert!(naming.is_empty(), "{}", naming.join("\n"));
}

#[test]
fn no_shared_code_of_the_page_names_a_game() {
    let mut naming = Vec::new();
    for (path, text) in sources("web/src", &["ts", "svelte"]) {
        let is_of_a_game =
            ids().into_iter().any(|id| path.starts_with(&format!("web/src/games/{id}/")));
        let is_registry = REGISTRIES.contains(&path.as_str());
        if is_of_a_game || is_registry || path.ends_with(".test.ts") {
            continue;
        }
        for line in text.lines().filter(|line| !line.trim_start().starts_with(['/', '*'])) {
            let named = ids().into_iter().any(|id| {
                let quoted = ["'", "\"", "`"].map(|quote| format!("{quote}{id}{quote}"));
                let imported = format!("games/{id}");
                quoted.iter().chain([&imported]).any(|text| line.contains(text))
            });
            if named {
                naming.push(format!("{path}: {}", line.trim()));
            }
        }
    }
    assert!(naming.is_empty(), "{}", naming.join("\n"));
}

#[test]
fn of_the_shared_crates_only_the_list_of_games_depends_on_them() {
    for name in SHARED {
        let manifest = root().join(format!("crates/{name}/Cargo.toml"));
        let manifest = std::fs::read_to_string(manifest).expect("a manifest");
        let dependencies = manifest.split("\n[dependencies]").nth(1).expect("dependencies");
        let dependencies = dependencies.split("\n[").next().unwrap_or_default();
        for id in ids() {
            let named = dependencies.lines().any(|line| line.starts_with(&format!("sarsen-{id}")));
            assert_eq!(named, name == "catalog", "{name} and {id}");
        }
    }
}

#[test]
fn python_names_a_game_in_its_manifest_and_its_registry() {
    let registry = "python/src/registry.rs";
    let manifest =
        std::fs::read_to_string(root().join("python/Cargo.toml")).expect("Python's manifest");
    let mut files = sources("python/src", &["rs"]);
    // What there is for one game only has files of its own.
    files.retain(|(path, _)| !path.starts_with("python/src/extras"));
    for id in ids() {
        assert!(manifest.contains(&format!("\nsarsen-{id} = ")), "{id}");
        let naming = files.iter().flat_map(|(path, text)| {
            let lines =
                rust_code(text).filter(|line| words(line).any(|word| word.to_lowercase() == id));
            lines.map(|line| (path.as_str(), line))
        });
        let naming: Vec<_> = naming.collect();
        assert!(matches!(naming[..], [(path, _)] if path == registry), "{id}: {naming:?}");
    }
}
