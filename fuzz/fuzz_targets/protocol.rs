//! Reads any bytes as what a client may send: messages on sockets and bodies of requests.
//!
//! Properties: nothing panics; what can be read is written to JSON that reads back to the same message.

#![no_main]

use std::fmt::Debug;

use libfuzzer_sys::fuzz_target;
use sarsen_protocol::{
    Ask, ChooseName, CreateTable, Hello, Join, NewPlayer, PushEndpoint, PushSubscription, PuzzleTry, SaveStudy,
    StudyAsk, TakeTransfer, Tell,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

fuzz_target!(|bytes: &[u8]| {
    reads_back::<Ask>(bytes);
    reads_back::<Hello>(bytes);
    reads_back::<CreateTable>(bytes);
    reads_back::<Join>(bytes);
    reads_back::<NewPlayer>(bytes);
    reads_back::<ChooseName>(bytes);
    reads_back::<StudyAsk>(bytes);
    reads_back::<SaveStudy>(bytes);
    reads_back::<PuzzleTry>(bytes);
    reads_back::<TakeTransfer>(bytes);
    reads_back::<PushSubscription>(bytes);
    reads_back::<PushEndpoint>(bytes);
    // What other programs read from a server.
    let _ = serde_json::from_slice::<Tell>(bytes);
});

fn reads_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(bytes: &[u8]) {
    let Ok(message) = serde_json::from_slice::<T>(bytes) else { return };
    let written = serde_json::to_vec(&message).expect("messages are plain data");
    let again: T = serde_json::from_slice(&written).expect("what was written can be read");
    assert_eq!(again, message);
}
