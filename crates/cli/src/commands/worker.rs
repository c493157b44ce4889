//! `sarsen worker`: runs engines for servers.

use std::io::Write;
use std::sync::Arc;

use sarsen_server::bus::{Bus, BusUrl};
use sarsen_server::engine::SearchBackend;
use sarsen_server::worker::{WorkerOptions, work};

use crate::args::WorkerArgs;
use crate::commands::serve::{log, stopped};
use crate::output;

pub(crate) fn run(args: &WorkerArgs) -> anyhow::Result<()> {
    log(args.log, args.name.as_deref());
    let engines = args.endings.engines()?;
    let url: BusUrl = args.bus.read("--bus")?;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let name = args.name.clone().unwrap_or_else(|| format!("worker-{}", std::process::id()));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let bus = Bus::connect(&url, &name).await?;
        let mut out = output::plain();
        // If nobody reads standard output, work anyway.
        let _ = writeln!(out, "{name} works for {url}").and_then(|()| out.flush());
        let engine = Arc::new(SearchBackend::new(engines));
        let threads = args.engines.unwrap_or(cores);
        work(WorkerOptions { bus, engine, threads, name }, stopped()).await?;
        Ok(())
    })
}
