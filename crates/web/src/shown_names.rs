//! Under which names the entries of an event are shown: under their people's present nicknames, whatever they are registered under.
//!
//! A registered name is a key in the journal and never changes. It is replaced where an event is taken up to be shown; pages,
//! tables, lists and answers of the API are made of that. Names of records are replaced where a record is read.

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
    /// Those of this moment.
    pub(crate) fn now(&self) -> Arc<BTreeMap<EntryId, String>> {
        Arc::clone(&self.held())
    }

    /// Shows entries under these from now on; whether any changes by that.
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

/// Writes the names into a record under which its players are shown in this event.
pub(crate) fn rename(record: &mut Record, event: &Event) {
    for seat in &mut record.about.seats {
        if let Some(entry) = event.registered(&seat.name) {
            seat.name = event.name(entry).to_owned().into();
        }
    }
}
