//! Following an event that another process runs.

use crate::error::HallError;
use crate::fold::Fold;
use crate::history::History;
use crate::shared_store::SharedStore;
use crate::store_runtime::StoreRuntime;
use leitai_store::{Journal, JournalReader, SqlJournal};
use std::path::Path;
use std::sync::Arc;

/// An event reconstructed from its journal, kept up to date by reading what was added. It writes nothing and takes no
/// lock. Calls wait for the disk or the database, so do not make them on a thread of an async runtime.
pub struct Follower {
    source: Source,
    fold: Fold,
}

/// Where the journal is.
enum Source {
    Store(Arc<StoreRuntime>, SqlJournal),
    File(JournalReader),
}

impl Follower {
    /// Follows an event in a store; nothing is read yet, and it need not have begun.
    pub fn in_store(shared: &SharedStore, event: &str) -> Result<Follower, HallError> {
        Ok(Follower::of(Source::Store(Arc::clone(&shared.runtime), shared.journal(event)?)))
    }

    /// Follows an event whose journal is the file `journal.jsonl` in this folder; nothing is read yet, and it need not
    /// have begun.
    pub fn in_folder(folder: &Path, event: &str) -> Follower {
        Follower::of(Source::File(JournalReader::new(&folder.join("journal.jsonl"), event)))
    }

    fn of(source: Source) -> Follower {
        Follower { source, fold: Fold::default() }
    }

    /// Reads what was added since the last call; returns false if there was nothing. An unavailable store is an error
    /// at once. After a store error the next call continues; after any other error it starts again from the beginning,
    /// and there is no history until then.
    pub fn follow(&mut self) -> Result<bool, HallError> {
        let added = match &mut self.source {
            Source::Store(runtime, journal) => runtime.wait(journal.entries(self.fold.seq()))?,
            Source::File(reader) => match reader.added() {
                Ok(added) => added,
                Err(error) => return Err(self.forget(error.into())),
            },
        };
        self.fold.take_in(added).map_err(|error| self.forget(error.into()))
    }

    fn forget(&mut self, error: HallError) -> HallError {
        self.fold = Fold::default();
        if let Source::File(reader) = &mut self.source {
            reader.begin_anew();
        }
        error
    }

    /// The event as read so far; `None` if it has not begun.
    pub fn history(&self) -> Option<&History> {
        self.fold.history()
    }

    /// As [`history`](Follower::history), when nothing more is to be read.
    pub fn into_history(self) -> Option<History> {
        self.fold.into_history()
    }

    /// The number of the last entry that was read; 0 if none was.
    pub fn seq(&self) -> u64 {
        self.fold.seq()
    }

    /// When the event began, in milliseconds since 1970-01-01 UTC, by the clock of the process that runs it.
    pub fn began(&self) -> Option<i64> {
        self.fold.began()
    }
}

#[cfg(test)]
mod tests;
