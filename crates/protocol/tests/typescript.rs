//! The browser's types are the server's types. `SARSEN_WRITE=1 cargo test -p sarsen-protocol` regenerates them.
#![allow(clippy::unwrap_used, reason = "a test ends where something unexpected happens")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

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
        sarsen_protocol::write_typescript(&kept).unwrap();
    }
    let fresh = tempfile::tempdir().unwrap();
    sarsen_protocol::write_typescript(fresh.path()).unwrap();
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
