//! The page, embedded in the program.

use axum::body::Body;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// One file of the page, with its compressed forms.
struct File {
    path: &'static str,
    kind: &'static str,
    /// A hash of the content, for browsers that ask whether it has changed.
    tag: &'static str,
    plain: &'static [u8],
    gzip: Option<&'static [u8]>,
    brotli: Option<&'static [u8]>,
}

// The list `FILES`, sorted by path, made by the build script.
include!(concat!(env!("OUT_DIR"), "/web_files.rs"));

/// A file of the page. An address of the page itself, such as `/t/ID`, gives the page.
pub(crate) async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let is_page = !path.rsplit('/').next().unwrap_or_default().contains('.');
    match find(if is_page { "index.html" } else { path }) {
        Some(file) => serve(file, &headers),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn find(path: &str) -> Option<&'static File> {
    FILES.binary_search_by(|file| file.path.cmp(path)).ok().map(|index| &FILES[index])
}

fn serve(file: &'static File, headers: &HeaderMap) -> Response {
    // Files under assets/ have a hash in their name: another content has another name.
    let hashed = file.path.starts_with("assets/");
    let cache = if hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
    let common = [
        (header::CONTENT_TYPE, file.kind),
        (header::ETAG, file.tag),
        (header::CACHE_CONTROL, cache),
        (header::VARY, "accept-encoding"),
    ];
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if text(header::IF_NONE_MATCH).split(',').any(|tag| tag.trim() == file.tag) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let accepts = |coding: &str| {
        text(header::ACCEPT_ENCODING).split(',').any(|entry| {
            let mut parts = entry.split(';').map(str::trim);
            parts.next() == Some(coding) && parts.next() != Some("q=0")
        })
    };
    let (bytes, coding) = match (file.brotli, file.gzip) {
        (Some(brotli), _) if accepts("br") => (brotli, Some("br")),
        (_, Some(gzip)) if accepts("gzip") => (gzip, Some("gzip")),
        _ => (file.plain, None),
    };
    let mut response = (common, Body::from(bytes)).into_response();
    if let Some(coding) = coding {
        response
            .headers_mut()
            .insert(header::CONTENT_ENCODING, header::HeaderValue::from_static(coding));
    }
    response
}
