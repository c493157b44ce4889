//! `sarsen completions`.

use std::io::Write;

use clap::CommandFactory;

use crate::args::{Args, CompletionsArgs};
use crate::output;

pub(crate) fn run(args: &CompletionsArgs) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "sarsen", &mut script);
    let mut out = output::plain();
    out.write_all(&script)?;
    out.flush()?;
    Ok(())
}
