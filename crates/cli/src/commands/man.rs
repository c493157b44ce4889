//! `sarsen man`: manual pages from the same descriptions as `--help`.

use std::io::Write;

use anyhow::Context;
use clap::CommandFactory;

use crate::args::Args;
use crate::output;
use crate::play_args::ManArgs;

pub(crate) fn run(args: &ManArgs) -> anyhow::Result<()> {
    let Some(folder) = &args.out else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Args::command()).render(&mut page)?;
        let mut out = output::plain();
        out.write_all(&page)?;
        out.flush()?;
        return Ok(());
    };
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    clap_mangen::generate_to(Args::command(), folder).with_context(|| folder.display().to_string())
}
