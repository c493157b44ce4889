//! The routes of the server.

mod answers;
mod errors;
mod history;
mod input;
pub(crate) mod keys;
mod open_tables;
mod openapi;
mod players;
mod push;
mod studies;
mod tables;
mod transfers;

use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use axum::{Extension, Json, Router};
use sarsen_core::Lang;
use sarsen_protocol::{About, GameInfo, MAX_MESSAGE_BYTES, RefusalCode, RulesText, VERSION};
use sarsen_session::refusals;
use serde::Deserialize;

use crate::accept::{Peer, Sender};
use crate::addresses::{Activity, Address};
use crate::app_state::AppState;
use crate::{access, connection, puzzles, share, study, web};
pub(crate) use errors::{HttpRefusal, confirm_write, internal, refuse, store_unavailable};
pub(crate) use input::{Body, Key, MaybeKey, Path, Query};

/// The largest request body: a record for study.
const MAX_BODY_BYTES: usize = 1 << 20;

/// The server as a router, without a socket.
pub fn app(app: Arc<AppState>) -> Router {
    let api = Router::new()
        .route("/about", get(about))
        .route("/games", get(games))
        .route("/games/{game}/rules", get(rules))
        .route("/players", post(players::create))
        .route("/players/me", get(players::me).put(players::rename))
        .route(
            "/players/me/transfer",
            get(transfers::state).post(transfers::create).delete(transfers::withdraw),
        )
        .route("/players/me/key", post(keys::replace))
        .route("/players/transfer", post(transfers::take))
        .route("/players/me/push", put(push::subscribe).delete(push::unsubscribe))
        .route("/open-tables", get(open_tables::list))
        .route("/tables", get(tables::list).post(tables::create))
        .route("/tables/{table}", get(tables::info))
        .route("/tables/{table}/join", post(tables::join))
        .route("/tables/{table}/token", post(tables::retoken))
        .route("/tables/{table}/record", get(tables::record))
        .route("/tables/{table}/past/{ply}", get(tables::past))
        .route("/tables/{table}/story", get(tables::story))
        .route("/tables/{table}/close", post(history::close))
        .route("/tables/{table}/picture/{format}", get(share::of_table))
        .route("/picture/{format}", get(share::of_record).post(share::of_posted_record))
        .route("/tables/{table}/socket", get(socket))
        .route("/history", get(history::list))
        .route("/studies", post(studies::create))
        .route("/studies/{study}", get(studies::get).put(studies::update).delete(studies::remove))
        .route("/studies/{study}/picture/{format}", get(share::of_study))
        .route("/puzzles", get(puzzles::list))
        .route("/puzzles/{game}/{number}", get(puzzles::show))
        .route("/puzzles/{game}/{number}/answer", post(puzzles::answer))
        .route("/puzzles/{game}/{number}/preview", post(puzzles::preview))
        .route("/study", post(study::study))
        .route("/study/socket", get(study_socket))
        .route("/openapi.json", get(openapi::document))
        .fallback(unknown)
        .layer(middleware::from_fn_with_state(Arc::clone(&app), answers::counted))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), not_too_fast));
    Router::new()
        .nest("/api/v1", api)
        .route("/api/{*rest}", get(unknown).post(unknown))
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz))
        .route("/metrics", get(metrics))
        .route("/t/{table}", get(share::table_page))
        .route("/study", get(share::study_page))
        .route("/studies/{study}", get(share::saved_study_page))
        .route("/embed/{*rest}", get(share::embed))
        .fallback(web::file)
        .layer(axum::extract::DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), for_this_server))
        .layer(middleware::map_response(secure))
        .with_state(app)
}

/// Rejects requests for foreign host names before anything else.
async fn for_this_server(
    State(app): State<Arc<AppState>>,
    request: Request,
    next: Next,
) -> Response {
    let local = request.extensions().get::<ConnectInfo<Peer>>();
    let local = local.and_then(|ConnectInfo(peer)| peer.local());
    match access::host_of(request.headers()) {
        Some(host) if !app.access.knows_host(host, local) => {
            (StatusCode::MISDIRECTED_REQUEST, OTHER_HOST).into_response()
        }
        _ => next.run(request).await,
    }
}

/// The answer to a foreign host name, addressed to the administrator.
const OTHER_HOST: &str = "This server does not answer to this name. Whoever runs it can add it: sarsen serve --host-name NAME\n\
    Ce serveur ne répond pas à ce nom. Son exploitant peut l’ajouter : sarsen serve --host-name NOM\n\
    このサーバーはこの名前に応答しません。管理者は次のように追加できます: sarsen serve --host-name 名前\n";

/// Applies the rate limit of the client's address.
async fn not_too_fast(
    State(app): State<Arc<AppState>>,
    address: Address,
    request: Request,
    next: Next,
) -> Result<Response, HttpRefusal> {
    app.addresses.may(address, Activity::Ask, &app.limits)?;
    Ok(next.run(request).await)
}

#[utoipa::path(get, path = "/api/v1/about", operation_id = "about", tag = "server", responses((status = 200, body = About)))]
async fn about(State(app): State<Arc<AppState>>) -> Json<About> {
    Json(About {
        name: "sarsen".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        protocol: VERSION,
        now: app.sources.now(),
        open_tables: app.access.open_tables,
        push_key: app.push.as_ref().map(|push| push.options.key.public()),
    })
}

#[utoipa::path(get, path = "/api/v1/games", operation_id = "games", tag = "games", responses((status = 200, body = Vec<GameInfo>)))]
async fn games() -> Json<Vec<GameInfo>> {
    Json(sarsen_catalog::GAMES.iter().map(|game| GameInfo::from(game.spec())).collect())
}

#[derive(Deserialize)]
struct RulesQuery {
    lang: Option<String>,
}

#[utoipa::path(get, path = "/api/v1/games/{game}/rules", operation_id = "rules", tag = "games",
    params(("game" = String, Path), ("lang" = Option<String>, Query)),
    responses((status = 200, body = RulesText), (status = 404, body = sarsen_protocol::Refusal)))]
async fn rules(
    Path(id): Path<String>,
    Query(query): Query<RulesQuery>,
) -> Result<Json<RulesText>, HttpRefusal> {
    let game = sarsen_catalog::game(&id).ok_or_else(refusals::unknown_game)?;
    let lang: Lang = match query.lang {
        Some(code) => code.parse().map_err(|_| refuse(RefusalCode::BadMessage))?,
        None => Lang::En,
    };
    let markdown = game.spec().rules.in_lang(lang).to_owned();
    Ok(Json(RulesText { game: id, lang: lang.code().to_owned(), markdown }))
}

/// A socket with small buffers: thousands of them are idle most of the time.
fn upgrade(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .read_buffer_size(4 << 10)
        .write_buffer_size(4 << 10)
        // The welcome to the longest game has to fit.
        .max_write_buffer_size(2 << 20)
        // Accepts somewhat longer messages than allowed, so that they can be refused with a reason.
        .max_message_size(2 * MAX_MESSAGE_BYTES)
        .max_frame_size(2 * MAX_MESSAGE_BYTES)
}

async fn socket(
    State(app): State<Arc<AppState>>,
    address: Address,
    Path(table): Path<String>,
    Extension(sender): Extension<Sender>,
    headers: HeaderMap,
    socket: WebSocketUpgrade,
) -> Result<Response, HttpRefusal> {
    same_origin(&headers)?;
    sender.is(address);
    Ok(upgrade(socket).on_upgrade(move |socket| connection::run(app, address, table, socket)))
}

async fn study_socket(
    State(app): State<Arc<AppState>>,
    address: Address,
    Extension(sender): Extension<Sender>,
    headers: HeaderMap,
    socket: WebSocketUpgrade,
) -> Result<Response, HttpRefusal> {
    same_origin(&headers)?;
    sender.is(address);
    Ok(upgrade(socket).on_upgrade(move |socket| study::run(app, address, socket)))
}

/// Rejects pages of other sites. Programs other than browsers send no origin.
fn same_origin(headers: &HeaderMap) -> Result<(), HttpRefusal> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let Some(origin) = text(header::ORIGIN) else { return Ok(()) };
    let host = origin.split_once("://").map(|(_, host)| host);
    if host.is_some() && host == text(header::HOST) {
        Ok(())
    } else {
        Err(refuse(RefusalCode::NoRight).into())
    }
}

async fn healthz(State(app): State<Arc<AppState>>) -> Response {
    if app.is_healthy().await {
        "ok".into_response()
    } else {
        StatusCode::SERVICE_UNAVAILABLE.into_response()
    }
}

/// Whether a load balancer should send clients here. The state of the bus is reported, but a missing bus does not make
/// the node unready: it finds what others have written by itself.
async fn readyz(State(app): State<Arc<AppState>>) -> Response {
    let (ready, says) = app.readiness().await;
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(says)).into_response()
}

async fn metrics(State(app): State<Arc<AppState>>) -> Response {
    let plain = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (plain, app.metrics_text()).into_response()
}

async fn unknown() -> HttpRefusal {
    refuse(RefusalCode::UnknownAddress).into()
}

/// The content security policy with the sites that may frame the page.
macro_rules! policy {
    ($ancestors:literal) => {
        concat!(
            "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; ",
            "img-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'self'; object-src 'none'; ",
            "base-uri 'none'; form-action 'self'; frame-ancestors ",
            $ancestors
        )
    };
}

/// The content security policy: the page may only talk to its own origin. Scripts may set styles on single elements.
const POLICY: &str = policy!("'none'");

/// The same for the embedded board, which any site may frame.
pub(crate) const FRAMED_POLICY: &str = policy!("*");

async fn secure(mut response: Response) -> Response {
    let headers = response.headers_mut();
    // Older browsers know only this one; it cannot say "anywhere", so where framing is allowed it is left out.
    let framed =
        headers.get(header::CONTENT_SECURITY_POLICY).is_some_and(|own| own == FRAMED_POLICY);
    if !framed {
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    let mut set = |name, value| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    set(
        header::HeaderName::from_static("permissions-policy"),
        "camera=(), microphone=(), geolocation=()",
    );
    set(header::CACHE_CONTROL, "no-store");
    response
}
