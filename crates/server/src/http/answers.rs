//! Answers that wait for a client to take them.
//!
//! An answer stays in memory until its client has read it, which a client may do as slowly as it likes. So the large ones
//! of an address are counted, and with too many of them it is refused.

use std::sync::Arc;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use sarsen_protocol::RefusalCode;

use super::{HttpRefusal, internal, refuse};
use crate::addresses::Address;
use crate::app_state::AppState;

/// Answers up to this size are not counted: as many as an address may have connections take less than its share.
const SMALL: u64 = 32 << 10;

/// Counts a large answer until the last of it is sent.
pub(super) async fn counted(
    State(app): State<Arc<AppState>>,
    address: Address,
    request: Request,
    next: Next,
) -> Result<Response, HttpRefusal> {
    let response = next.run(request).await;
    let size = response.body().size_hint().exact().filter(|&size| size > SMALL);
    let Some(size) = size.and_then(|size| usize::try_from(size).ok()) else { return Ok(response) };
    if !app.addresses.keep_answer(address, size, &app.limits) {
        return Err(refuse(RefusalCode::TooMany).into());
    }
    let guard = AnswerGuard { app, address, size };
    let (head, body) = response.into_parts();
    let bytes = axum::body::to_bytes(body, size).await.map_err(|error| internal(&error))?;
    let bytes = Bytes::from_owner(Answer { bytes, _guard: guard });
    Ok(Response::from_parts(head, Body::from(bytes)))
}

/// An answer that is counted while any part of it is kept.
struct Answer {
    bytes: Bytes,
    _guard: AnswerGuard,
}

impl AsRef<[u8]> for Answer {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

struct AnswerGuard {
    app: Arc<AppState>,
    address: Address,
    size: usize,
}

impl Drop for AnswerGuard {
    fn drop(&mut self) {
        self.app.addresses.drop_answer(self.address, self.size);
    }
}
