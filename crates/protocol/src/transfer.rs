//! Taking a player's key to another browser.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// `POST /api/v1/players/me/transfer`: a code that gives another browser this player's key, once. A new one replaces the one
/// before it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Transfer {
    /// The code. The server keeps only its hash.
    pub code: String,
    /// The address to open in the other browser: the page that asked, with the code in the fragment, which browsers do not send.
    /// Without `Origin` in the request it begins with `/`.
    pub link: String,
    /// The same as a picture for cameras; null where `link` is not a whole address.
    pub qr: Option<QrCode>,
    /// When the code ends.
    pub expires: u64,
}

/// A QR code as a path of SVG.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct QrCode {
    /// How many modules wide and high it is, with the quiet zone around it.
    pub size: u32,
    /// The dark modules, each of them 1 × 1.
    pub path: String,
}

/// `GET /api/v1/players/me/transfer`: whether a code is still waiting to be used.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TransferState {
    /// When the waiting code ends; null when there is none, because it was used, withdrawn or has ended.
    pub waiting: Option<u64>,
}

/// `POST /api/v1/players/transfer`: use a code. Answered by [`NewPlayer`](crate::NewPlayer).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TakeTransfer {
    /// The code.
    pub code: String,
}
