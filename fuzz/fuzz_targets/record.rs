//! Reads any bytes as records, replays them by their game's rules, shows them, and writes them again.
//!
//! Properties: nothing panics; what can be read is written to a text that reads back to the same record; and a record
//! that replays can be shown to everybody.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sarsen_core::Viewer;
use sarsen_core::record::{Item, Reader, Record, SEPARATOR};

fuzz_target!(|bytes: &[u8]| {
    for record in Reader::new(bytes).flatten() {
        reads_back(&record);
        replays(&record);
    }
});

fn reads_back(record: &Record) {
    // On a line by itself this token would be the separator, and no game has it.
    if record.items().any(|item| matches!(item, Item::Action(token) if token.text == SEPARATOR)) {
        return;
    }
    let written = record.to_string();
    let again = Reader::new(written.as_bytes()).next().expect("a record").expect("well-formed");
    assert_eq!(written, again.to_string());
    let texts = |record: &Record| -> Vec<String> { record.tokens().map(|token| token.text.to_owned()).collect() };
    assert_eq!(texts(record), texts(&again));
    assert_eq!(record.items().count(), again.items().count());
}

fn replays(record: &Record) {
    let Ok(game) = sarsen_catalog::game_of(record) else { return };
    match game.replay(record) {
        Ok(position) => {
            position.legal();
            // Drawing takes a hundred times as long as reading: now and then is enough.
            if record.tokens().count() % 8 == 0 {
                position.show(Viewer::Public);
            }
        }
        Err(error) => {
            let _ = error.to_string();
            if let Ok(options) = sarsen_core::record::read_options(record, game.spec()) {
                let tokens: Vec<&str> = record.tokens().map(|token| token.text).collect();
                let _ = game.show_masked(&options, &tokens);
            }
        }
    }
}
