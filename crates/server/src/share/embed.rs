//! A board in a frame of another site.
//!
//! It is a page of its own (`embed.html`) that holds nothing to press but the steps of a game: it knows no key and cannot act,
//! so nobody can be led to play or to resign by a page that is laid over it. Only this page may be framed.

use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};

use crate::http::FRAMED_POLICY;
use crate::web;

/// The page with a board alone, which may be shown in any frame.
pub(crate) async fn embed(headers: HeaderMap) -> Response {
    let mut response = web::page("embed.html", &headers).into_response();
    let policy = header::HeaderValue::from_static(FRAMED_POLICY);
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}
