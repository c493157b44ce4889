//! Checks that the document on the protocol names every message, and that its examples are valid.
#![allow(clippy::unwrap_used, reason = "a test ends where something unexpected happens")]

use sarsen_protocol::{Ask, Happening, Tell};

const PAGE: &str = include_str!("../../../docs/protocol.md");

/// Everything in backquotes that looks like a message.
fn examples() -> Vec<serde_json::Value> {
    let spans = PAGE.split('`').filter(|span| span.starts_with("{\"kind\""));
    let blocks = PAGE.split("```json").skip(1).filter_map(|rest| rest.split("```").next());
    let texts = spans.chain(blocks);
    texts.filter_map(|text| serde_json::from_str(text.trim()).ok()).collect()
}

/// The kinds of a type, as listed in its TypeScript file.
fn kinds(file: &str) -> Vec<String> {
    let path = format!("{}/../../web/src/protocol/{file}.ts", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let parts = text.split("\"kind\": \"").skip(1);
    parts.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

#[test]
fn every_message_of_a_client_is_shown_and_can_be_read() {
    let known = kinds("Ask");
    assert!(known.len() >= 15, "{known:?}");
    let examples = examples();
    for kind in known {
        let shown = examples.iter().filter(|example| example["kind"] == kind.as_str());
        let read =
            shown.filter(|example| serde_json::from_value::<Ask>((*example).clone()).is_ok());
        assert!(read.count() > 0, "no example of `{kind}` can be read");
    }
}

#[test]
fn every_message_of_the_server_is_shown() {
    let examples = examples();
    for kind in kinds("Tell") {
        let shown = examples.iter().any(|example| example["kind"] == kind.as_str());
        assert!(shown, "there is no example of `{kind}`");
    }
    for kind in ["accepted", "refused", "preview", "analysis", "presence", "pong", "closing"] {
        let shown = examples.iter().filter(|example| example["kind"] == kind);
        let read =
            shown.filter(|example| serde_json::from_value::<Tell>((*example).clone()).is_ok());
        assert!(read.count() > 0, "no example of `{kind}` can be read");
    }
}

#[test]
fn everything_that_happens_is_named() {
    let known = [kinds("Happening"), kinds("PublicEvent")].concat();
    for kind in &known {
        assert!(PAGE.contains(&format!("`{kind}`")), "`{kind}` is not named");
    }
    let is_known =
        |example: &serde_json::Value| known.iter().any(|kind| example["kind"] == kind.as_str());
    for example in examples().into_iter().filter(is_known) {
        serde_json::from_value::<Happening>(example).unwrap();
    }
}

#[test]
fn every_refusal_is_named() {
    let path = format!("{}/../../web/src/protocol/RefusalCode.ts", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let line = text.lines().find(|line| line.contains("export type")).unwrap();
    let codes: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
    assert!(codes.len() >= 20, "{codes:?}");
    for code in codes {
        assert!(PAGE.contains(&format!("`{code}`")), "`{code}` is not named");
    }
}
