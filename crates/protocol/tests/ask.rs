//! A message of a client is one flat object, as it has been since version 1.
#![allow(clippy::unwrap_used, reason = "a test ends where something unexpected happens")]

use sarsen_protocol::{Ask, AskKind};
use serde_json::{Value, json};

/// Every request as clients have always written it.
fn messages() -> Vec<Value> {
    let mut all = vec![
        json!({ "kind": "hello", "version": 1, "key": "k", "token": null, "since": 7 }),
        json!({ "kind": "act", "id": 3, "game": 1, "ply": 0, "action": "G4" }),
        json!({ "kind": "act", "game": 1, "ply": 0, "action": "G4" }),
        json!({ "kind": "preview", "id": 3, "action": "G4" }),
        json!({ "kind": "look", "id": 3, "seat": 2 }),
        json!({ "kind": "retry_engine", "id": 3 }),
        json!({ "kind": "end_unplayed", "id": 3 }),
        json!({ "kind": "say", "id": 3, "speech": "good_luck" }),
        json!({ "kind": "hint", "id": 3, "millis": 100 }),
        json!({ "kind": "analyse", "id": 3, "record": "", "at": 1, "lines": 2, "millis": 100 }),
        json!({ "kind": "analyse", "id": 3, "record": "", "at": null, "lines": null, "millis": null, "nodes": 500 }),
        json!({ "kind": "stop", "id": 3 }),
        json!({ "kind": "ping", "id": 3 }),
    ];
    for kind in [
        "resign",
        "offer_draw",
        "decline_draw",
        "take_back",
        "decline_takeback",
        "again",
        "decline_again",
        "leave",
    ] {
        all.push(json!({ "kind": kind }));
        all.push(json!({ "kind": kind, "id": 3, "seat": 1 }));
    }
    all
}

fn read(message: &Value) -> Result<Ask, serde_json::Error> {
    serde_json::from_str(&message.to_string())
}

#[test]
fn every_message_keeps_its_form() {
    for message in messages() {
        let ask = read(&message).unwrap();
        let id = message.get("id").and_then(Value::as_u64);
        let seat = message.get("seat").and_then(Value::as_u64);
        assert_eq!((ask.id.map(u64::from), ask.seat.map(u64::from)), (id, seat), "{message}");
        assert_eq!(serde_json::to_value(&ask).unwrap(), message);
    }
}

#[test]
fn what_is_optional_may_be_null_and_what_is_unknown_is_ignored() {
    let covered = read(&json!({ "kind": "look", "id": 4, "seat": null })).unwrap();
    assert_eq!(covered, Ask { id: Some(4), seat: None, kind: AskKind::Look });
    let resigned = read(&json!({ "kind": "resign", "id": null, "later": [1] })).unwrap();
    assert_eq!(resigned, AskKind::Resign.into());
}

#[test]
fn a_request_whose_answer_needs_an_id_is_unreadable_without_one() {
    let needs_id = ["preview", "hint", "analyse", "stop", "ping"];
    for message in messages() {
        let kind = message["kind"].as_str().unwrap().to_owned();
        let mut without = message;
        without.as_object_mut().unwrap().remove("id");
        assert_eq!(read(&without).is_err(), needs_id.contains(&kind.as_str()), "{without}");
    }
    for broken in [json!({}), json!({ "kind": "dance" }), json!({ "kind": "ping", "id": -1 })] {
        assert!(read(&broken).is_err(), "{broken}");
    }
}
