//! The crates as libraries: every public type and trait has an example, and every crate can be packaged.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folders of the crates within a folder of the workspace.
fn crates_of(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).expect("a folder");
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    found.retain(|path| path.join("Cargo.toml").exists());
    found.sort();
    found
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The name of a public type or trait defined on this line. Every `pub` item is reachable from outside: the lint
/// `unreachable_pub` forbids others.
fn public_item(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("pub ")?;
    let rest = rest.strip_prefix("unsafe ").unwrap_or(rest);
    let rest = ["trait ", "struct ", "enum ", "union ", "type "]
        .iter()
        .find_map(|kind| rest.strip_prefix(kind))?;
    rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

/// The public types and traits of a file, each with whether its documentation has an example.
fn items(text: &str) -> Vec<(&str, bool)> {
    let lines: Vec<&str> = text.lines().collect();
    let with_example = |at: usize| {
        // Documentation and attributes are directly above the item.
        let above = lines[..at].iter().rev();
        let block = above.take_while(|line| !line.is_empty() && !line.starts_with('}'));
        block.clone().any(|line| line.starts_with("/// ```"))
    };
    let found = lines.iter().enumerate();
    found.filter_map(|(at, line)| Some((public_item(line)?, with_example(at)))).collect()
}

#[test]
fn every_public_type_and_trait_has_an_example() {
    let mut crates = crates_of("games");
    crates.extend(["core", "search"].map(|name| root().join("crates").join(name)));
    let (mut count, mut missing) = (0, Vec::new());
    for folder in crates {
        let mut files = Vec::new();
        sources(&folder.join("src"), &mut files);
        for file in files {
            let text = std::fs::read_to_string(&file).expect("text");
            for (item, has_example) in items(&text) {
                count += 1;
                if !has_example {
                    missing.push(format!("{}: {item}", file.display()));
                }
            }
        }
    }
    assert!(missing.is_empty(), "without an example:\n{}", missing.join("\n"));
    assert!(count > 200, "{count}");
}

#[test]
fn the_scan_finds_what_has_no_example() {
    let text = "/// With.\n///\n/// ```\n/// ```\n#[derive(Debug)]\npub struct One;\n\n/// Without.\npub enum Two {}\n\npub(crate) struct Three;\n";
    assert_eq!(items(text), [("One", true), ("Two", false)]);
}

#[test]
fn every_crate_says_what_a_registry_asks_for() {
    let workspace = std::fs::read_to_string(root().join("Cargo.toml")).expect("a manifest");
    for crate_name in workspace.lines().filter(|line| line.starts_with("sarsen-")) {
        assert!(
            crate_name.contains("version = "),
            "a path alone cannot be published: {crate_name}"
        );
    }
    for folder in [crates_of("crates"), crates_of("games")].concat() {
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        for key in [
            "description = ",
            "license.workspace",
            "readme = \"README.md\"",
            "keywords.workspace",
            "categories.workspace",
        ] {
            assert!(manifest.contains(key), "{}: {key}", folder.display());
        }
        let dependencies = manifest.split("[dev-dependencies]").next().expect("a part");
        let path_only = |line: &str| line.contains("{ path = ");
        assert!(
            !dependencies.lines().filter(|line| !line.starts_with('[')).any(path_only),
            "{}: a path-only dependency",
            folder.display()
        );
        let readme = std::fs::read_to_string(folder.join("README.md")).expect("a README");
        assert!(readme.len() > 100, "{}", folder.display());
    }
}

/// Cargo creates the packages without compiling them and without a network: everything it looks up was fetched when the
/// project was built. The two crates that contain the page are not meant for a registry.
#[test]
fn every_library_is_packaged() {
    let target = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO"));
    command.args(["package", "--workspace", "--exclude", "sarsen", "--exclude", "sarsen-server"]);
    command.args(["--no-verify", "--allow-dirty", "--offline", "--quiet", "--target-dir"]);
    let output = command.arg(target.path()).current_dir(root()).output().expect("cargo starts");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    let packages = std::fs::read_dir(target.path().join("package")).expect("packages");
    let names: Vec<String> = packages
        .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
        .collect();
    for wanted in ["sarsen-core-", "sarsen-search-", "sarsen-stonehenge-", "sarsen-arena-"] {
        let there = |name: &String| name.starts_with(wanted) && name.ends_with(".crate");
        assert!(names.iter().any(there), "{wanted}: {names:?}");
    }
}
