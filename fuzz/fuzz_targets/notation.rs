//! Reads any text as an action of every game.
//!
//! Properties: nothing panics; an action has one spelling that reads back to it.

#![no_main]

use std::fmt::Debug;
use std::str::FromStr;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    reads_back::<sarsen_stonehenge::Action>(text);
    reads_back::<sarsen_cathedral::Action>(text);
    reads_back::<sarsen_logan::Action>(text);
    reads_back::<sarsen_holes::Action>(text);
    reads_back::<sarsen_sun::Action>(text);
    let _ = text.parse::<sarsen_session::Seed>();
});

fn reads_back<A: FromStr + ToString + PartialEq + Debug>(text: &str) {
    let Ok(action) = text.parse::<A>() else { return };
    let written = action.to_string();
    assert!(!written.contains(char::is_whitespace) && !written.contains('?'), "{written}");
    assert_eq!(written.parse::<A>().ok(), Some(action), "`{text}` is written as `{written}`");
}
