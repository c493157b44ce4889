//! The queue of a database's writer. Many requests share one transaction.

use tokio::sync::{mpsc, oneshot};

use crate::{Answer, Batch, Note, PlayerRow, StoreError, StudyRow};

/// The most writes in one transaction. This bounds how long the first of them waits for the last.
pub(crate) const GROUP: usize = 512;

/// The capacity of the queue. Further writers wait for a free place, which slows down the tables instead of using up
/// memory.
const CAPACITY: usize = 4096;

/// What is to be written.
pub(crate) enum Write {
    Append(Batch),
    Player(PlayerRow),
    SeePlayer {
        player: String,
        seen: u64,
    },
    RemovePlayer {
        player: String,
        seen: u64,
    },
    Note(Note),
    RemoveNote {
        kind: String,
        id: String,
    },
    ExpireNotes {
        before: u64,
    },
    Digest {
        table: String,
        last: u32,
        digest: String,
    },
    Remove {
        table: String,
        changed: u64,
    },
    Study(StudyRow),
    UseStudy {
        id: String,
        used: u64,
    },
    RemoveStudy {
        id: String,
        used: u64,
    },
    /// Returns free pages to the file system.
    Shrink,
    /// Writes a row of constant size.
    Check,
    /// Writes nothing: everything that was sent before is durable when it is answered.
    Flush,
}

/// A write request.
pub(crate) struct Job {
    pub(crate) write: Write,
    done: oneshot::Sender<Result<(), StoreError>>,
}

impl Job {
    /// Answers the request. The caller may have gone; what was written stays.
    pub(crate) fn answer(self, answer: Result<(), StoreError>) {
        let _ = self.done.send(answer);
    }
}

/// The sending end of the queue.
#[derive(Clone)]
pub(crate) struct WriteQueue(mpsc::Sender<Job>);

impl WriteQueue {
    /// A queue, and its end for the writer.
    pub(crate) fn new() -> (WriteQueue, mpsc::Receiver<Job>) {
        let (jobs, waiting) = mpsc::channel(CAPACITY);
        (WriteQueue(jobs), waiting)
    }

    /// Sends a request; the answer comes when it is durable.
    pub(crate) fn send(&self, write: Write) -> Answer<()> {
        let (done, answer) = oneshot::channel();
        let jobs = self.0.clone();
        Box::pin(async move {
            jobs.send(Job { write, done }).await.map_err(|_| StoreError::Closed)?;
            answer.await.map_err(|_| StoreError::Closed)?
        })
    }
}
