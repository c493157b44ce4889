//! `sarsen legal`.

use std::io::Write;

use crate::args::PositionArgs;
use crate::{input, output};

pub(crate) fn run(args: &PositionArgs) -> anyhow::Result<()> {
    let position = input::position(args)?;
    let mut out = output::plain();
    for line in position.legal().lines() {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(())
}
