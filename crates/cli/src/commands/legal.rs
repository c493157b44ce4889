//! `sarsen legal`.

use std::io::Write;

use crate::args::RecordArgs;
use crate::{input, output};

pub(crate) fn run(args: &RecordArgs) -> anyhow::Result<()> {
    let position = input::replay(&args.file, &input::record(args)?)?;
    let mut out = output::plain();
    for line in position.legal().lines() {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(())
}
