//! Refusals as HTTP responses, and those of the server itself.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use sarsen_core::Phrase;
use sarsen_protocol::{Refusal, RefusalCode};
use sarsen_session::refusals;
use sarsen_store::StoreError;

use crate::app_state::AppState;
use crate::metrics::Metrics;

/// A refusal with its status code.
pub(crate) struct HttpRefusal {
    refusal: Refusal,
    status: StatusCode,
}

impl HttpRefusal {
    /// The refusal of a body whose content type is not JSON.
    pub(crate) fn unsupported(refusal: Refusal) -> HttpRefusal {
        HttpRefusal { refusal, status: StatusCode::UNSUPPORTED_MEDIA_TYPE }
    }
}

impl From<Refusal> for HttpRefusal {
    fn from(refusal: Refusal) -> HttpRefusal {
        HttpRefusal { status: status(refusal.code), refusal }
    }
}

impl IntoResponse for HttpRefusal {
    fn into_response(self) -> Response {
        (self.status, Json(self.refusal)).into_response()
    }
}

fn status(code: RefusalCode) -> StatusCode {
    match code {
        RefusalCode::BadMessage
        | RefusalCode::WrongVersion
        | RefusalCode::BadOption
        | RefusalCode::BadRecord
        | RefusalCode::BadName => StatusCode::BAD_REQUEST,
        RefusalCode::UnknownAddress | RefusalCode::UnknownTable | RefusalCode::UnknownGame => {
            StatusCode::NOT_FOUND
        }
        RefusalCode::UnknownPlayer => StatusCode::UNAUTHORIZED,
        RefusalCode::NoRight => StatusCode::FORBIDDEN,
        RefusalCode::Expired => StatusCode::GONE,
        RefusalCode::Full
        | RefusalCode::NotYourTurn
        | RefusalCode::Stale
        | RefusalCode::Illegal
        | RefusalCode::NotNow => StatusCode::CONFLICT,
        RefusalCode::TooFast | RefusalCode::TooMany | RefusalCode::TooSlow => {
            StatusCode::TOO_MANY_REQUESTS
        }
        RefusalCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        RefusalCode::Stopping | RefusalCode::NotWritten => StatusCode::SERVICE_UNAVAILABLE,
        RefusalCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// The refusal for a code, with its sentence.
pub(crate) fn refuse(code: RefusalCode) -> Refusal {
    let (en, fr, ja) = match code {
        RefusalCode::BadMessage => (
            "The message could not be understood.",
            "Le message n’a pas pu être compris.",
            "メッセージを理解できませんでした。",
        ),
        RefusalCode::WrongVersion => (
            "This page has another version than the server. Reload it.",
            "Cette page n’est pas de la même version que le serveur. Rechargez-la.",
            "ページとサーバーの版が違います。読み込み直してください。",
        ),
        RefusalCode::UnknownAddress => (
            "There is nothing at this address.",
            "Il n’y a rien à cette adresse.",
            "このアドレスには何もありません。",
        ),
        RefusalCode::BadName => (
            "A name has 1 to 32 characters that can be read.",
            "Un nom compte de 1 à 32 caractères lisibles.",
            "名前は読める文字で1〜32文字です。",
        ),
        RefusalCode::UnknownPlayer => (
            "The server does not know you. Choose a name first.",
            "Le serveur ne vous connaît pas. Choisissez d’abord un nom.",
            "サーバーはあなたを知りません。まず名前を決めてください。",
        ),
        RefusalCode::Expired => (
            "This link has been used already or has expired. Make a new one on the other device.",
            "Ce lien a déjà servi ou a expiré. Créez-en un nouveau sur l’autre appareil.",
            "このリンクは使用済みか、期限が切れています。もとの端末で新しいリンクを作ってください。",
        ),
        RefusalCode::TooFast => (
            "Too many messages. Wait a moment.",
            "Trop de messages. Patientez un instant.",
            "メッセージが多すぎます。少し待ってください。",
        ),
        RefusalCode::TooLarge => {
            ("The message is too long.", "Le message est trop long.", "メッセージが長すぎます。")
        }
        RefusalCode::TooMany => (
            "The server has too much to do for this. Try again later.",
            "Le serveur est trop occupé. Réessayez plus tard.",
            "サーバーが混み合っています。後でもう一度お試しください。",
        ),
        RefusalCode::TooSlow => (
            "The connection was too slow.",
            "La connexion était trop lente.",
            "接続が遅すぎました。",
        ),
        RefusalCode::Stopping => (
            "The server is restarting. Nothing is lost.",
            "Le serveur redémarre. Rien n’est perdu.",
            "サーバーを再起動しています。何も失われません。",
        ),
        RefusalCode::NotWritten => (
            "This could not be saved, so it was not done: the disk of the server may be full. Try again later.",
            "Impossible d’enregistrer : rien n’a été fait. Le disque du serveur est peut-être plein. Réessayez plus tard.",
            "保存できなかったため、実行されていません。サーバーのディスクがいっぱいかもしれません。後でもう一度お試しください。",
        ),
        RefusalCode::Internal => (
            "The server has failed at this. Try again.",
            "Le serveur n’y est pas arrivé. Réessayez.",
            "サーバーで問題が起きました。もう一度お試しください。",
        ),
        RefusalCode::UnknownTable => return refusals::unknown_table(),
        RefusalCode::UnknownGame => return refusals::unknown_game(),
        RefusalCode::BadOption => return refusals::bad_option(),
        RefusalCode::BadRecord => return refusals::bad_record(),
        RefusalCode::NoRight => return refusals::no_right(),
        RefusalCode::Full => return refusals::full(),
        RefusalCode::NotYourTurn => return refusals::not_your_turn(),
        RefusalCode::Stale => return refusals::stale(),
        RefusalCode::Illegal | RefusalCode::NotNow => return refusals::not_now(),
    };
    Refusal { code, rule: None, says: Phrase::new(en, fr, ja).into() }
}

/// The final answer after a write that may have failed: `written` is the store's answer when it is asked again, after
/// it has finished its work. If it cannot be asked, the outcome is unknown, and nothing is claimed.
pub(crate) async fn settle(
    app: &AppState,
    cause: &StoreError,
    written: impl Future<Output = Result<bool, StoreError>>,
) -> Result<(), Refusal> {
    Metrics::add(&app.metrics.store_failures);
    tracing::error!(%cause, "it is unknown whether something was written");
    let asked = async {
        app.store.flush().await?;
        written.await
    };
    match asked.await {
        Ok(true) => Ok(()),
        Ok(false) => Err(refuse(RefusalCode::NotWritten)),
        Err(error) => Err(internal(&error)),
    }
}

/// A bug in the server: the cause is logged, not sent to the client.
pub(crate) fn internal(cause: &dyn std::error::Error) -> Refusal {
    tracing::error!(%cause, "something failed");
    refuse(RefusalCode::Internal)
}

/// The store cannot be read at the moment: a later request may succeed.
pub(crate) fn store_away(cause: &dyn std::error::Error) -> Refusal {
    tracing::error!(%cause, "the store cannot be read");
    refuse(RefusalCode::Stopping)
}
