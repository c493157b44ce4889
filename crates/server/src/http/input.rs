//! Reading requests.

use std::convert::Infallible;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use sarsen_protocol::RefusalCode;
use serde::de::DeserializeOwned;

use super::{HttpRefusal, refuse};

/// A body of JSON; anything else is refused in our own words.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = HttpRefusal;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, HttpRefusal> {
        let bytes =
            Bytes::from_request(request, state).await.map_err(|error: BytesRejection| {
                let large = error.into_response().status() == StatusCode::PAYLOAD_TOO_LARGE;
                refuse(if large { RefusalCode::TooLarge } else { RefusalCode::BadMessage })
            })?;
        let body = serde_json::from_slice(&bytes).map_err(|_| refuse(RefusalCode::BadMessage))?;
        Ok(Body(body))
    }
}

/// The key of the player who asks.
pub(crate) struct Key(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Key {
    type Rejection = HttpRefusal;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Key, HttpRefusal> {
        bearer(parts).map(Key).ok_or_else(|| refuse(RefusalCode::UnknownPlayer).into())
    }
}

/// The key of the player who asks, if there is one.
pub(crate) struct MaybeKey(pub(crate) Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for MaybeKey {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<MaybeKey, Infallible> {
        Ok(MaybeKey(bearer(parts)))
    }
}

fn bearer(parts: &Parts) -> Option<String> {
    let value = parts.headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    value.strip_prefix("Bearer ").map(str::to_owned)
}
