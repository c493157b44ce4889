//! Builds the page from `web/` and generates the list of its compressed files that the program embeds.
//!
//! The sources are copied to OUT_DIR and built there: a build that writes into the source tree breaks packaging, and
//! concurrent builds would collide. Nothing is rebuilt while the sources are unchanged, and `npm ci` runs only when the
//! lock file has changed. `SARSEN_SKIP_WEB=1` leaves the page out.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The placeholder if the page was not built.
const NO_PAGE: &str = include_str!("no_page.html");

/// Smaller files are not worth compressing.
const WORTH_COMPRESSING: usize = 512;

fn main() {
    println!("cargo::rerun-if-env-changed=SARSEN_SKIP_WEB");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=no_page.html");
    if let Err(message) = build() {
        // A page that cannot be built is a build error, with the reason as its last line.
        println!("cargo::error={message}");
        std::process::exit(1);
    }
}

fn build() -> Result<(), String> {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let files = match page(&web, &out)? {
        Some(dist) => read_all(&dist).map_err(|error| format!("the built page: {error}"))?,
        None => BTreeMap::from([("index.html".to_owned(), NO_PAGE.as_bytes().to_vec())]),
    };
    embed(&files, &out).map_err(|error| format!("embedding the page: {error}"))
}

/// The folder with the built page; `None` if it is left out.
fn page(web: &Path, out: &Path) -> Result<Option<PathBuf>, String> {
    for source in [
        "package.json",
        "package-lock.json",
        "src",
        "public",
        "build",
        "index.html",
        "embed.html",
        "vite.config.ts",
        "tsconfig.json",
        "svelte.config.js",
    ] {
        let path = web.join(source);
        // A missing path would make cargo run this script every time.
        if path.exists() {
            watch(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    if std::env::var_os("SARSEN_SKIP_WEB").is_some_and(|value| value != "0" && !value.is_empty())
        || !web.join("package.json").exists()
    {
        return Ok(None);
    }
    if Command::new("npm").arg("--version").output().is_err() {
        println!(
            "cargo::warning=npm is missing, so the page is not built and the browser will show a note instead: \
             install Node.js 20 or later, or set SARSEN_SKIP_WEB=1 to silence this"
        );
        return Ok(None);
    }
    let copy = out.join("web");
    copy_sources(web, &copy).map_err(|error| format!("copying web/: {error}"))?;
    install(&copy)?;
    npm(&copy, &["run", "build"])?;
    Ok(Some(copy.join("dist")))
}

/// Tells cargo to watch a file, or every file and folder within a folder.
fn watch(path: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", path.display());
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            watch(&entry?.path())?;
        }
    }
    Ok(())
}

/// Synchronises the copy with the sources: files deleted there are deleted here too, except for what npm has installed.
fn copy_sources(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(to)? {
        let entry = entry?;
        let kept = entry.file_name() == "node_modules" || entry.file_name() == "installed.lock";
        if !kept {
            let path = entry.path();
            if path.is_dir() { fs::remove_dir_all(path)? } else { fs::remove_file(path)? }
        }
    }
    copy_tree(from, to)
}

fn copy_tree(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if name == "node_modules" || name == "dist" || name == "test-results" {
            continue;
        }
        if entry.file_type()?.is_dir() {
            copy_tree(&entry.path(), &to.join(name))?;
        } else {
            fs::copy(entry.path(), to.join(name))?;
        }
    }
    Ok(())
}

/// Installs the packages of the lock file, unless that has been done.
fn install(copy: &Path) -> Result<(), String> {
    let stamp = copy.join("installed.lock");
    let lock = fs::read(copy.join("package-lock.json")).unwrap_or_default();
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    npm(copy, &["ci", "--no-audit", "--no-fund"])?;
    fs::write(stamp, lock).map_err(|error| format!("noting what npm installed: {error}"))
}

fn npm(folder: &Path, arguments: &[&str]) -> Result<(), String> {
    let command = format!("npm {}", arguments.join(" "));
    let output = Command::new("npm")
        .args(arguments)
        .current_dir(folder)
        .output()
        .map_err(|error| format!("{command}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    for stream in [&output.stdout, &output.stderr] {
        io::stderr().write_all(stream).map_err(|error| error.to_string())?;
    }
    Err(format!(
        "`{command}` failed in the page's folder ({}); SARSEN_SKIP_WEB=1 builds without the page",
        output.status
    ))
}

fn read_all(folder: &Path) -> io::Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![(folder.to_path_buf(), String::new())];
    while let Some((path, prefix)) = folders.pop() {
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                folders.push((entry.path(), format!("{name}/")));
            } else {
                files.insert(name, fs::read(entry.path())?);
            }
        }
    }
    Ok(files)
}

/// Writes the files, their compressed forms, and the list that includes them.
fn embed(files: &BTreeMap<String, Vec<u8>>, out: &Path) -> io::Result<()> {
    let folder = out.join("embedded");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let mut list = String::from("static FILES: &[File] = &[\n");
    for (index, (path, bytes)) in files.iter().enumerate() {
        let include = |form: &str, bytes: &[u8]| -> io::Result<String> {
            let file = folder.join(format!("{index}.{form}"));
            fs::write(&file, bytes)?;
            Ok(format!("include_bytes!({:?})", file.display().to_string()))
        };
        let plain = include("plain", bytes)?;
        let smaller = |form: &str, packed: Vec<u8>| -> io::Result<String> {
            let worth = bytes.len() >= WORTH_COMPRESSING && packed.len() < bytes.len() * 9 / 10;
            if worth {
                Ok(format!("Some({})", include(form, &packed)?))
            } else {
                Ok("None".to_owned())
            }
        };
        let gzip = smaller("gz", gzip(bytes)?)?;
        let brotli = smaller("br", brotli(bytes)?)?;
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let tag = format!("\"{:016x}\"", hasher.finish());
        let kind = kind(path);
        let _ = writeln!(
            list,
            "    File {{ path: {path:?}, kind: {kind:?}, tag: {tag:?}, plain: {plain}, gzip: {gzip}, brotli: {brotli} }},"
        );
    }
    list.push_str("];\n");
    fs::write(out.join("web_files.rs"), list)
}

fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

fn brotli(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    let mut encoder = brotli::CompressorWriter::new(&mut packed, 4096, 9, 22);
    encoder.write_all(bytes)?;
    drop(encoder);
    Ok(packed)
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "jpg" | "jpeg" => "image/jpeg",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "ogg" => "audio/ogg",
        "mp3" => "audio/mpeg",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
