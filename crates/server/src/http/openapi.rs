//! The OpenAPI description of the HTTP interface, generated from the attributes of the handlers.

use axum::Json;
use sarsen_protocol as protocol;
use utoipa::OpenApi;

use super::{history, keys, open_tables, players, push, studies, tables, transfers};
use crate::share::pictures;
use crate::{puzzles, study};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Sarsen",
        description = "Tables for five games of standing stones. What happens at a table comes by WebSocket: see docs/protocol.md.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    paths(
        super::about, super::games, super::rules, players::create, players::me, players::rename, keys::replace, tables::list, tables::create,
        tables::info, tables::join, tables::retoken, tables::record, tables::past, tables::story, study::study,
        history::close, history::list, studies::create, studies::get, studies::update, studies::remove,
        puzzles::list, puzzles::show, puzzles::answer, puzzles::preview, transfers::create, transfers::state,
        transfers::withdraw, transfers::take, push::subscribe, push::unsubscribe, open_tables::list,
        pictures::of_table, pictures::of_study, pictures::of_record, pictures::of_posted_record
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
