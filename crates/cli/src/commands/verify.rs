//! `sarsen verify`: was the luck of a game what had been promised?

use std::io::Write;

use crate::args::FileArgs;
use crate::input::{self, BadInput};
use crate::output;

pub(crate) fn run(args: &FileArgs) -> anyhow::Result<()> {
    let mut out = output::plain();
    for (number, record) in (1_u32..).zip(input::records(&args.file)?) {
        let record = record?;
        if !sarsen_session::has_begun(&record) {
            writeln!(out, "a table that has not begun: there is no luck to check yet")?;
            continue;
        }
        let verified = sarsen_session::verify(&record).map_err(|error| {
            BadInput::error(format!("{}: record {number}: {error}", input::name(&args.file)))
        })?;
        writeln!(
            out,
            "the seed is the one that was promised; draws of chance checked: {}",
            verified.draws
        )?;
    }
    out.flush()?;
    Ok(())
}
