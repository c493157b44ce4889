//! `sarsen bench`.

use std::io::Write;

use crate::args::{Bench, BenchArgs};
use crate::output;

pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<()> {
    let table = match args.what {
        Bench::SunHands => sarsen_catalog::sun_hands(args.throws, args.seed),
    };
    let mut out = output::plain();
    out.write_all(table.as_bytes())?;
    out.flush()?;
    Ok(())
}
