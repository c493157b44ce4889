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

/// The methods of [`Store`](crate::Store) that only put a [`Write`] into the queue: the same for all databases.
macro_rules! queued_writes {
    () => {
        fn append(&self, batch: Batch) -> Answer<()> {
            self.write(Write::Append(batch))
        }

        fn put_digest(&self, table: &str, last: u32, digest: &str) -> Answer<()> {
            let (table, digest) = (table.to_owned(), digest.to_owned());
            self.write(Write::Digest { table, last, digest })
        }

        fn remove(&self, table: &str, changed: u64) -> Answer<()> {
            let table = table.to_owned();
            self.write(Write::Remove { table, changed })
        }

        fn check(&self) -> Answer<()> {
            self.write(Write::Check)
        }

        fn put_player(&self, player: PlayerRow) -> Answer<()> {
            self.write(Write::Player(player))
        }

        fn see_player(&self, player: &str, seen: u64) -> Answer<()> {
            let player = player.to_owned();
            self.write(Write::SeePlayer { player, seen })
        }

        fn remove_player(&self, player: &str, seen: u64) -> Answer<()> {
            let player = player.to_owned();
            self.write(Write::RemovePlayer { player, seen })
        }

        fn put_study(&self, study: StudyRow) -> Answer<()> {
            self.write(Write::Study(study))
        }

        fn use_study(&self, id: &str, used: u64) -> Answer<()> {
            let id = id.to_owned();
            self.write(Write::UseStudy { id, used })
        }

        fn remove_study(&self, id: &str, used: u64) -> Answer<()> {
            let id = id.to_owned();
            self.write(Write::RemoveStudy { id, used })
        }

        fn put_note(&self, note: Note) -> Answer<()> {
            self.write(Write::Note(note))
        }

        fn remove_note(&self, kind: &str, id: &str) -> Answer<()> {
            let (kind, id) = (kind.to_owned(), id.to_owned());
            self.write(Write::RemoveNote { kind, id })
        }

        fn remove_expired_notes(&self, before: u64) -> Answer<()> {
            self.write(Write::ExpireNotes { before })
        }

        fn flush(&self) -> Answer<()> {
            self.write(Write::Flush)
        }
    };
}
pub(crate) use queued_writes;

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
