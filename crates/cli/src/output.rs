//! Writing to standard output, buffered, with errors returned: a full disk is an error, a closed pipe an end.

use std::io::{self, BufWriter, Write};

use anstream::AutoStream;
use sarsen_catalog::Position;
use sarsen_core::Turn;

/// Standard output for plain text.
pub(crate) fn plain() -> BufWriter<io::StdoutLock<'static>> {
    BufWriter::new(io::stdout().lock())
}

/// Standard output for text with colours, which are dropped where they are not wanted.
pub(crate) fn colored(text: &str) -> io::Result<()> {
    let mut out = AutoStream::auto(io::stdout()).lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// What `sarsen replay` says of a position.
pub(crate) fn state_line(position: &dyn Position) -> String {
    match position.turn() {
        Turn::Seat(seat) => format!("to act: seat {seat}"),
        Turn::Chance => "chance".to_owned(),
        Turn::Over(outcome) => match position.score() {
            None => format!("over: {outcome}"),
            Some(score) => {
                let points: Vec<_> = score.iter().map(ToString::to_string).collect();
                format!("over: {outcome} score {}", points.join(" "))
            }
        },
    }
}
