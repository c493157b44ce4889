//! What several test programs use.

use sarsen_store::Batch;

/// One event of a table.
pub(crate) fn one_event(table: &str, number: u32) -> Batch {
    Batch {
        table: table.to_owned(),
        first: number,
        events: vec![format!("event {number}")],
        at: 1,
        people: None,
        wakes: false,
        due: None,
        listed_until: None,
        digest: "a digest".to_owned(),
    }
}
