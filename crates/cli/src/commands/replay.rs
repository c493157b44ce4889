//! `sarsen replay`.

use std::io::Write;

use crate::args::FileArgs;
use crate::{input, output};

pub(crate) fn run(args: &FileArgs) -> anyhow::Result<()> {
    let mut out = output::plain();
    for record in input::records(&args.file)? {
        let position = input::replay(&args.file, &record?)?;
        writeln!(out, "{}", output::state_line(position.as_ref()))?;
    }
    out.flush()?;
    Ok(())
}
