//! The names under which the entries of an event are shown: their people's current nicknames, whatever the
//! registered names.
//!
//! A registered name is a key in the journal and never changes. It is replaced when an event is taken up for
//! display; pages, tables, lists and API responses are made from that. Names in records are replaced when a record
//! is read.

use leitai_core::Record;
use leitai_tournament::{EntryId, Event};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The names under which the entries of one event are shown, for its pages and for its games.
#[derive(Clone, Default)]
pub(crate) struct ShownNames {
    now: Arc<Mutex<Arc<BTreeMap<EntryId, String>>>>,
}

impl ShownNames {
    /// The current names.
    pub(crate) fn now(&self) -> Arc<BTreeMap<EntryId, String>> {
        Arc::clone(&self.held())
    }

    /// Shows entries under these names from now on; returns whether any changes.
    pub(crate) fn take(&self, names: BTreeMap<EntryId, String>) -> bool {
        let mut held = self.held();
        let is_new = **held != names;
        if is_new {
            *held = Arc::new(names);
        }
        is_new
    }

    fn held(&self) -> MutexGuard<'_, Arc<BTreeMap<EntryId, String>>> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Replaces the players' names in a record by those under which they are shown in this event.
pub(crate) fn rename(record: &mut Record, event: &Event) {
    for seat in &mut record.about.seats {
        if let Some(entry) = event.registered(&seat.name) {
            seat.name = event.name(entry).to_owned().into();
        }
    }
}
