//! What players say to each other: passed on and forgotten.

use std::time::Instant;

use sarsen_protocol::{Refusal, RefusalCode, Speech, Tell};
use sarsen_session::Observer;

use super::Actor;
use super::ask::own_seat;
use crate::http;
use crate::limits::Bucket;

/// How often a seat may say something, in the long run and at once.
const PER_SECOND: f64 = 1.0 / 3.0;
const AT_ONCE: f64 = 4.0;

impl Actor {
    /// Passes on what a player at this table says.
    pub(super) fn say(
        &mut self,
        observer: &Observer,
        number: Option<u8>,
        speech: Speech,
    ) -> Result<(), Refusal> {
        let seat = own_seat(number, observer, None)?;
        let now = Instant::now();
        let bucket = self.speeches.entry(seat);
        if !bucket.or_insert_with(|| Bucket::new(PER_SECOND, AT_ONCE, now)).take(now) {
            return Err(http::refuse(RefusalCode::TooFast));
        }
        self.tell_all(&Tell::Spoken { seat, speech });
        if let Some(cluster) = &self.app.cluster {
            cluster.tell_speech(self.table.id(), seat, speech);
        }
        Ok(())
    }
}
