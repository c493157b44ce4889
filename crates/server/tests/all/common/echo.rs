//! The response time of the machine itself: threads that echo what they receive, without a server in between.
//!
//! Under other load no answer is immediate, however good the server is. So limits on its delays are multiples of an
//! echo's delay at the same time, and never less than on an idle machine.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// An echo that is queried repeatedly until it is stopped.
pub(crate) struct Echo {
    stop: Arc<AtomicBool>,
    asking: JoinHandle<Vec<Duration>>,
}

impl Echo {
    pub(crate) fn start() -> Echo {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut asked = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (mut heard, _) = listener.accept().unwrap();
        std::thread::spawn(move || {
            let mut byte = [0];
            while heard.read_exact(&mut byte).is_ok() && heard.write_all(&byte).is_ok() {}
        });
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let asking = std::thread::spawn(move || {
            let mut delays = Vec::new();
            while !stopped.load(Ordering::Relaxed) {
                let begun = Instant::now();
                // An action and its takeback are two round trips, too.
                for _ in 0..2 {
                    asked.write_all(&[1]).unwrap();
                    asked.read_exact(&mut [0]).unwrap();
                }
                delays.push(begun.elapsed());
                std::thread::sleep(Duration::from_millis(5));
            }
            delays
        });
        Echo { stop, asking }
    }

    /// The median and the maximum of its delays.
    pub(crate) fn stop(self) -> (Duration, Duration) {
        self.stop.store(true, Ordering::Relaxed);
        let mut delays = self.asking.join().unwrap();
        delays.sort_unstable();
        (delays[delays.len() / 2], delays[delays.len() - 1])
    }
}
