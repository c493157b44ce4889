//! Notifications by Web Push.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// `PUT /api/v1/players/me/push`: where a browser wants to be told of its player's turns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PushSubscription {
    /// The address at the push service of the browser's maker.
    pub endpoint: String,
    /// The browser's public key, in base 64 for addresses.
    pub p256dh: String,
    /// What the browser shares with the server, in the same form.
    pub auth: String,
    /// In which language: `en`, `fr` or `ja`.
    pub lang: String,
}

/// `DELETE /api/v1/players/me/push`: a browser wants to be told no more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PushEndpoint {
    /// Its address.
    pub endpoint: String,
}
