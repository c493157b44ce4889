//! Time for benches: the CPU time of the thread, which a busy machine does not stretch.

use std::time::Duration;

use cpu_time::ThreadTime;

/// Runs `work` and gives its CPU time with its result.
pub fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = ThreadTime::now();
    let result = work();
    (start.elapsed(), result)
}

/// Whether this run is `cargo bench`; else it is `cargo test`, which only sees whether benches work.
pub fn is_bench() -> bool {
    std::env::args().any(|arg| arg == "--bench")
}
