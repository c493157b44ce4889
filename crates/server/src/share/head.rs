//! The page of a table or a position with tags that tell sites what a link leads to (the Open Graph protocol).
//!
//! They say what a spectator may know. Whatever goes wrong, the page itself is served: it then says why.

use std::convert::Infallible;
use std::fmt::Write;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri, header};
use axum::response::Response;
use sarsen_core::{Lang, Phrase, phrase};
use sarsen_protocol::{Sitter, Status, TableInfo};
use sarsen_session::Credentials;
use serde::Deserialize;

use crate::accept::Peer;
use crate::access;
use crate::actor::Query;
use crate::addresses::{Activity, Address};
use crate::app_state::AppState;
use crate::http::{HttpRefusal, Path, Query as UrlQuery};
use crate::{study, web};

/// A person who opens a page does not wait longer for words that only programs read.
const LONGEST: Duration = Duration::from_millis(700);

/// What a link leads to.
struct Preview {
    title: Phrase,
    about: Phrase,
    /// The path of the picture.
    picture: String,
}

/// What of a request decides how its page looks.
pub(crate) struct Asked {
    headers: HeaderMap,
    uri: Uri,
    /// Who is at the other end of the line.
    peer: Option<IpAddr>,
}

impl<S: Send + Sync> FromRequestParts<S> for Asked {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Asked, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<Peer>>();
        let peer = peer.map(|ConnectInfo(peer)| peer.ip());
        Ok(Asked { headers: parts.headers.clone(), uri: parts.uri.clone(), peer })
    }
}

/// The page of a table.
pub(crate) async fn table_page(
    State(app): State<Arc<AppState>>,
    address: Address,
    table: Result<Path<String>, HttpRefusal>,
    asked: Asked,
) -> Response {
    // An address that is not text gets the page as well, which says that there is no such table.
    let found = async {
        let Path(table) = table.ok()?;
        table_preview(&app, address, &table).await
    };
    answer(&app, address, &asked, found).await
}

#[derive(Deserialize)]
pub(crate) struct StudyQuery {
    record: Option<String>,
    at: Option<u32>,
}

/// The page of a study, whose record may stand in the address.
pub(crate) async fn study_page(
    State(app): State<Arc<AppState>>,
    address: Address,
    query: Result<UrlQuery<StudyQuery>, HttpRefusal>,
    asked: Asked,
) -> Response {
    let found = async {
        let UrlQuery(StudyQuery { record, at }) = query.ok()?;
        record_preview(&record?, at)
    };
    answer(&app, address, &asked, found).await
}

/// The page of a saved study.
pub(crate) async fn saved_study_page(
    State(app): State<Arc<AppState>>,
    address: Address,
    study: Result<Path<String>, HttpRefusal>,
    asked: Asked,
) -> Response {
    let found = async {
        let Path(study) = study.ok()?;
        let row = app.saved_study(&study).await.ok()??;
        let picture = format!("/api/v1/studies/{}/picture/card", encoded(&study));
        Some(Preview { picture, ..record_preview(&row.record, None)? })
    };
    answer(&app, address, &asked, found).await
}

async fn answer(
    app: &AppState,
    address: Address,
    asked: &Asked,
    found: impl Future<Output = Option<Preview>>,
) -> Response {
    let Asked { headers, uri, peer } = asked;
    // A flood of pages is answered without looking anything up.
    let calm = app.addresses.may(address, Activity::Ask, &app.limits).is_ok();
    let preview =
        if calm { tokio::time::timeout(LONGEST, found).await.ok().flatten() } else { None };
    match (preview, base(app, headers, *peer)) {
        (Some(preview), Some(base)) => {
            let path = uri.path_and_query().map_or("/", |path| path.as_str());
            web::page_with_head(&tags(&preview, language(headers), &base, path))
        }
        _ => web::page("index.html", headers),
    }
}

async fn table_preview(app: &Arc<AppState>, address: Address, table: &str) -> Option<Preview> {
    let handle = app.registry.get(app, table, address).await.ok()?;
    let nobody = Credentials { who: None, token: None };
    let info = handle.query(|done| Query::Info { credentials: nobody, done }).await.ok()?;
    let game = sarsen_catalog::game(&info.game)?.spec();
    let [en, fr, ja] = Lang::ALL.map(|lang| seats_in(&info, lang));
    let names = phrase!("{en}", "{fr}", "{ja}");
    Some(Preview {
        title: joined(&game.name, &names),
        about: status_text(info.status),
        picture: format!("/api/v1/tables/{}/picture/card", encoded(table)),
    })
}

/// `Stonehenge: Ada – Bo`, in each language.
fn joined(name: &Phrase, rest: &Phrase) -> Phrase {
    let [en, fr, ja] = Lang::ALL.map(|lang| {
        let colon = if lang == Lang::Fr { " : " } else { ": " };
        format!("{}{colon}{}", name.in_lang(lang), rest.in_lang(lang))
    });
    phrase!("{en}", "{fr}", "{ja}")
}

fn seats_in(info: &TableInfo, lang: Lang) -> String {
    let name = |sitter: &Sitter| match sitter {
        Sitter::Person { name } => name.clone(),
        Sitter::Engine { level } => {
            let says = phrase!(
                "computer, level {level}",
                "ordinateur, niveau {level}",
                "コンピューター レベル{level}"
            );
            says.in_lang(lang).to_owned()
        }
        Sitter::Open => Phrase::new("open seat", "place libre", "空席").in_lang(lang).to_owned(),
    };
    let names: Vec<String> = info.seats.iter().map(|seat| name(&seat.sitter)).collect();
    names.join(" – ")
}

fn status_text(status: Status) -> Phrase {
    match status {
        Status::Waiting => Phrase::new(
            "A seat is free. Open the link to watch, or to sit down if you were invited.",
            "Une place est libre. Ouvrez le lien pour regarder, ou pour vous asseoir si l’on vous a invité.",
            "空席があります。リンクを開くと観戦できます。招待された方は着席できます。",
        ),
        Status::Playing => Phrase::new(
            "The game is under way. Open the link to watch.",
            "La partie est en cours. Ouvrez le lien pour la regarder.",
            "対局中です。リンクを開くと観戦できます。",
        ),
        Status::Over => Phrase::new(
            "The game is over. Open the link to see how it was played.",
            "La partie est terminée. Ouvrez le lien pour voir comment elle s’est jouée.",
            "対局は終了しました。リンクを開くと経過を見られます。",
        ),
    }
}

/// Only what can be read at a glance: whether the actions are legal, the picture will show.
fn record_preview(text: &str, at: Option<u32>) -> Option<Preview> {
    let record = study::read(text).ok()?;
    let game = sarsen_catalog::game_of(&record).ok()?.spec();
    let count = record.tokens().count();
    let at = at.map_or(count, |at| at as usize);
    if at > count {
        return None;
    }
    let place = match at {
        0 => Phrase::new("the beginning", "le début", "開始局面"),
        1 => Phrase::new("after 1 action", "après 1 action", "1手目まで"),
        _ => phrase!("after {at} actions", "après {at} actions", "{at}手目まで"),
    };
    Some(Preview {
        title: joined(&game.name, &place),
        about: Phrase::new(
            "A position to look at, step through and play on from.",
            "Une position à regarder, à parcourir et à continuer.",
            "局面を見て、手順をたどり、続きを指せます。",
        ),
        picture: format!("/api/v1/picture/card?record={}&at={at}", encoded(text)),
    })
}

/// Where this server is, as the asker calls it. A proxy that is believed says whether it was asked in secret.
fn base(app: &AppState, headers: &HeaderMap, peer: Option<IpAddr>) -> Option<String> {
    let host = access::host_of(headers)?;
    let proxied = peer.is_some_and(|peer| app.access.is_proxy(peer));
    let secure = proxied && headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
    Some(format!("{}://{host}", if secure { "https" } else { "http" }))
}

/// The first language of the asker that Sarsen speaks.
fn language(headers: &HeaderMap) -> Lang {
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let codes = wanted.unwrap_or_default().split(',').filter_map(|tag| tag.trim().get(..2));
    codes.filter_map(|code| code.to_ascii_lowercase().parse().ok()).next().unwrap_or_default()
}

fn tags(preview: &Preview, lang: Lang, base: &str, path: &str) -> String {
    let (title, about) = (preview.title.in_lang(lang), preview.about.in_lang(lang));
    let (width, height) = sarsen_picture::CARD;
    let pairs = [
        ("og:site_name", "Sarsen".to_owned()),
        ("og:type", "website".to_owned()),
        ("og:title", title.to_owned()),
        ("og:description", about.to_owned()),
        ("og:url", format!("{base}{}", without_invitation(path))),
        ("og:image", format!("{base}{}", preview.picture)),
        ("og:image:type", "image/png".to_owned()),
        ("og:image:width", width.to_string()),
        ("og:image:height", height.to_string()),
        ("og:image:alt", title.to_owned()),
    ];
    let mut tags = String::new();
    for (name, value) in pairs {
        let _ = writeln!(tags, "<meta property=\"{name}\" content=\"{}\" />", escaped(&value));
    }
    tags.push_str("<meta name=\"twitter:card\" content=\"summary_large_image\" />\n");
    tags
}

/// A table's address without the word of its invitation, which is for those who were sent it.
fn without_invitation(path: &str) -> &str {
    if path.starts_with("/t/") { path.split('?').next().unwrap_or(path) } else { path }
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}

/// A text as part of an address.
fn encoded(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            safe.push(char::from(byte));
        } else {
            let _ = write!(safe, "%{byte:02X}");
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(languages: &str) -> Lang {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_LANGUAGE, languages.parse().unwrap());
        language(&headers)
    }

    #[test]
    fn the_first_language_that_sarsen_speaks_is_used() {
        assert_eq!(asked("de-CH,fr-CH;q=0.9,en;q=0.8"), Lang::Fr);
        assert_eq!(asked("JA"), Lang::Ja);
        assert_eq!(asked("de"), Lang::En);
        assert_eq!(asked("é"), Lang::En);
        assert_eq!(language(&HeaderMap::new()), Lang::En);
    }

    #[test]
    fn names_cannot_leave_their_tag() {
        let preview = Preview {
            title: Phrase::new("\"><script>&'", "", ""),
            about: Phrase::new("", "", ""),
            picture: "/p".to_owned(),
        };
        let tags = tags(&preview, Lang::En, "http://localhost", "/t/x?invite=secret");
        assert!(tags.contains("&quot;&gt;&lt;script&gt;&amp;&#39;"), "{tags}");
        assert!(!tags.contains("<script") && !tags.contains("secret"), "{tags}");
    }
}
