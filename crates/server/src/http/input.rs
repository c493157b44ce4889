//! Reading requests.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use sarsen_protocol::RefusalCode;
use serde::de::DeserializeOwned;

use super::{HttpRefusal, refuse};
use crate::app_state::AppState;

/// A JSON body with the JSON content type, which pages of other sites cannot send without a preflight request. Anything
/// else is refused with our own messages.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<AppState>> for Body<T> {
    type Rejection = HttpRefusal;

    async fn from_request(request: Request, app: &Arc<AppState>) -> Result<Body<T>, HttpRefusal> {
        if !is_json(&request) {
            return Err(HttpRefusal::unsupported(refuse(RefusalCode::BadMessage)));
        }
        let bytes = Bytes::from_request(request, app);
        let bytes = tokio::time::timeout(app.limits.request_timeout, bytes)
            .await
            .map_err(|_| refuse(RefusalCode::TooSlow))?
            .map_err(|error: BytesRejection| {
                let large = error.into_response().status() == StatusCode::PAYLOAD_TOO_LARGE;
                refuse(if large { RefusalCode::TooLarge } else { RefusalCode::BadMessage })
            })?;
        let body = serde_json::from_slice(&bytes).map_err(|_| refuse(RefusalCode::BadMessage))?;
        Ok(Body(body))
    }
}

fn is_json(request: &Request) -> bool {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("application/json")
}

/// The variable parts of a path. Parts that are not valid text, such as `%ff`, match nothing, and neither do those with a
/// null character, which a database may not even be asked for.
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = HttpRefusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, HttpRefusal> {
        if parts.uri.path().contains("%00") {
            return Err(refuse(RefusalCode::UnknownAddress).into());
        }
        let path = axum::extract::Path::from_request_parts(parts, state).await;
        path.map(|axum::extract::Path(path)| Path(path))
            .map_err(|_| refuse(RefusalCode::UnknownAddress).into())
    }
}

/// The query string.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = HttpRefusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, HttpRefusal> {
        let query = axum::extract::Query::from_request_parts(parts, state).await;
        query
            .map(|axum::extract::Query(query)| Query(query))
            .map_err(|_| refuse(RefusalCode::BadMessage).into())
    }
}

/// The key of the requesting player.
pub(crate) struct Key(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Key {
    type Rejection = HttpRefusal;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Key, HttpRefusal> {
        bearer(parts).map(Key).ok_or_else(|| refuse(RefusalCode::UnknownPlayer).into())
    }
}

/// The key of the requesting player, if there is one.
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
