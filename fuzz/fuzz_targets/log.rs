//! Reads any lines as the log of a table in a database, and replays it as a server does when it loads one.
//!
//! Properties: nothing panics; a table that can be loaded can be shown to everybody, listed, exported, and read back.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sarsen_core::{Seat, Viewer};
use sarsen_session::{Credentials, Digest, Event, Observer, Presence, Table, import};

fuzz_target!(|text: &str| {
    let _ = serde_json::from_str::<Digest>(text);
    let events: Result<Vec<Event>, _> = text.lines().map(serde_json::from_str).collect();
    let Ok(events) = events else { return };
    let Ok(table) = Table::replay("table", events.iter().cloned()) else { return };
    Table::missed("table", &events, 0, &Credentials::default()).expect("it replays");
    for seats in [vec![], vec![Seat::ONE], vec![Seat::TWO], vec![Seat::ONE, Seat::TWO]] {
        let observer = Observer { seats, looking: None };
        table.position(&observer);
        table.info(&observer, &Presence::default());
    }
    table.digest();
    table.record(table.games(), Viewer::Public);
    let records = table.export();
    let seed = "0".repeat(64).parse().expect("a seed");
    let _ = import(&records, seed, "invite", 0);
});
