//! `sarsen replay`.

use std::io::Write;

use crate::args::ReplayArgs;
use crate::{input, output};

pub(crate) fn run(args: &ReplayArgs) -> anyhow::Result<()> {
    let mut out = output::plain();
    for record in input::records(&args.file)? {
        let position = input::replay(&args.file, &record?)?;
        let line = match args.position {
            true => position.position_string(),
            false => output::state_line(position.as_ref()),
        };
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(())
}
