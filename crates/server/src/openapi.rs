//! The OpenAPI description of the HTTP interface.

use axum::Json;
use sarsen_protocol as protocol;
use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Sarsen",
        description = "Tables for five games of standing stones. What happens at a table comes by WebSocket: see docs/protocol.md.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    paths(
        about, games, rules, create_player, me, rename, tables, create_table, table, join, token, record, past, story, study,
        close, history, create_study, saved_study, update_study, remove_study
    ),
    components(schemas(protocol::Refusal)),
    modifiers(&Bearer)
)]
struct Document;

struct Bearer;

impl utoipa::Modify for Bearer {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
        let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        if let Some(components) = &mut document.components {
            components.add_security_scheme("key", SecurityScheme::Http(scheme));
        }
    }
}

pub(crate) async fn document() -> Json<utoipa::openapi::OpenApi> {
    Json(Document::openapi())
}

#[utoipa::path(get, path = "/api/v1/about", responses((status = 200, body = protocol::About)))]
#[expect(dead_code, reason = "it stands for the handler in the document")]
fn about() {}

#[utoipa::path(get, path = "/api/v1/games", responses((status = 200, body = Vec<protocol::GameInfo>)))]
#[expect(dead_code, reason = "it stands for the handler in the document")]
fn games() {}

#[utoipa::path(get, path = "/api/v1/games/{game}/rules",
    params(("game" = String, Path), ("lang" = Option<String>, Query)),
    responses((status = 200, body = protocol::RulesText), (status = 404, body = protocol::Refusal)))]
#[expect(dead_code, reason = "it stands for the handler in the document")]
fn rules() {}

#[utoipa::path(post, path = "/api/v1/players", request_body = protocol::ChooseName,
    responses((status = 200, body = protocol::NewPlayer), (status = 400, body = protocol::Refusal)))]
#[expect(dead_code, reason = "it stands for the handler in the document")]
fn create_player() {}

#[utoipa::path(get, path = "/api/v1/players/me", security(("key" = [])),
    responses((status = 200, body = protocol::Player), (status = 401, body = protocol::Refusal)))]
#[expect(dead_code, reason = "it stands for the handler in the document")]
fn me() {}

#[utoipa::path(put, path = "/api/v1/players/me", security(("key" = [])), request_body = protocol::ChooseName,
    responses((status = 200, body = protocol::Player), (status = 401, body = protocol::Refusal)))]
#[expect(dead_code, reason = "it stands for the handler in the document")]
fn rename() {}

#[utoipa::path(get, path = "/api/v1/tables", security(("key" = [])),
    responses((status = 200, body = protocol::Tables), (status = 401, body = protocol::Refusal)))]
#[expect(dead_code, reason = "it stands for the handler in the document")]
fn tables() {}

#[utoipa::path(post, path = "/api/v1/tables", security(("key" = [])), request_body = protocol::CreateTable,
    responses((status = 200, body = protocol::Created), (status = 400, body = protocol::Refusal)))]
#[expect(dead_code, reason = "it stands for the handler in the document")]
fn create_table() {}

#[utoipa::path(get, path = "/api/v1/tables/{table}", params(("table" = String, Path)),
    responses((status = 200, body = protocol::TableInfo), (status = 404, body = protocol::Refusal)))]
#[expect(dead_code, reason = "it stands for the handler in the document")]
fn table() {}

#[utoipa::path(post, path = "/api/v1/tables/{table}/join", security(("key" = [])), params(("table" = String, Path)),
    request_body = protocol::Join,
    responses((status = 200, body = protocol::Joined), (status = 403, body = protocol::Refusal)))]
#[expect(dead_code, reason = "it stands for the handler in the document")]
fn join() {}

#[utoipa::path(post, path = "/api/v1/tables/{table}/token", security(("key" = [])), params(("table" = String, Path)),
    responses((status = 200, body = protocol::Joined), (status = 403, body = protocol::Refusal)))]
#[expect(dead_code, reason = "it stands for the handler in the document")]
fn token() {}

#[utoipa::path(get, path = "/api/v1/tables/{table}/record",
    params(("table" = String, Path), ("game" = Option<u32>, Query), ("match" = Option<bool>, Query)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 409, body = protocol::Refusal)))]
#[expect(dead_code, reason = "it stands for the handler in the document")]
fn record() {}

#[utoipa::path(get, path = "/api/v1/tables/{table}/past/{ply}",
    params(("table" = String, Path), ("ply" = u32, Path)),
    responses((status = 200, body = protocol::StudyPosition), (status = 409, body = protocol::Refusal)))]
#[expect(dead_code, reason = "it stands for the handler in the document")]
fn past() {}

#[utoipa::path(get, path = "/api/v1/tables/{table}/story",
    params(("table" = String, Path), ("after" = Option<u32>, Query)),
    responses((status = 200, body = protocol::Story), (status = 409, body = protocol::Refusal)))]
#[expect(dead_code, reason = "it stands for the handler in the document")]
fn story() {}

#[utoipa::path(post, path = "/api/v1/study", request_body = protocol::StudyAsk,
    responses((status = 200, body = protocol::StudyPosition), (status = 400, body = protocol::Refusal)))]
#[expect(dead_code, reason = "it stands for the handler in the document")]
fn study() {}

#[utoipa::path(post, path = "/api/v1/tables/{table}/close", security(("key" = [])), params(("table" = String, Path)),
    responses((status = 204), (status = 403, body = protocol::Refusal)))]
#[expect(dead_code, reason = "it stands for the handler in the document")]
fn close() {}

#[utoipa::path(get, path = "/api/v1/history", security(("key" = [])), params(("skip" = Option<u32>, Query)),
    responses((status = 200, body = protocol::History), (status = 401, body = protocol::Refusal)))]
#[expect(dead_code, reason = "it stands for the handler in the document")]
fn history() {}

#[utoipa::path(post, path = "/api/v1/studies", request_body = protocol::SaveStudy,
    responses((status = 200, body = protocol::StudySaved), (status = 400, body = protocol::Refusal)))]
#[expect(dead_code, reason = "it stands for the handler in the document")]
fn create_study() {}

#[utoipa::path(get, path = "/api/v1/studies/{study}", params(("study" = String, Path)),
    responses((status = 200, body = protocol::SavedStudy), (status = 404, body = protocol::Refusal)))]
#[expect(dead_code, reason = "it stands for the handler in the document")]
fn saved_study() {}

#[utoipa::path(put, path = "/api/v1/studies/{study}", security(("key" = [])), params(("study" = String, Path)),
    request_body = protocol::SaveStudy,
    responses((status = 200, body = protocol::StudySaved), (status = 403, body = protocol::Refusal)))]
#[expect(dead_code, reason = "it stands for the handler in the document")]
fn update_study() {}

#[utoipa::path(delete, path = "/api/v1/studies/{study}", security(("key" = [])), params(("study" = String, Path)),
    responses((status = 204), (status = 403, body = protocol::Refusal)))]
#[expect(dead_code, reason = "it stands for the handler in the document")]
fn remove_study() {}
