//! The people's nicknames, and the names under which entries are shown because of them.

use leitai_hall::account_of_each;
use leitai_store::Calling;
use leitai_tournament::{EntryId, Event};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The nicknames of the site's people, by number.
#[derive(Default)]
pub(crate) struct Nicknames {
    known: Mutex<Arc<BTreeMap<String, String>>>,
    door: Mutex<()>,
}

impl Nicknames {
    /// Stores everybody's nickname; returns whether anything is new. Removed people are distinguished by a number,
    /// in the order of their removal, which is the same in all events.
    pub(crate) fn take(&self, all: Vec<Calling>) -> bool {
        let mut removed = 0;
        let called = all.into_iter().map(|one| {
            removed += usize::from(one.removed_ms.is_some());
            let is_another = one.removed_ms.is_some() && removed > 1;
            (one.number, if is_another { format!("{} {removed}", one.nickname) } else { one.nickname })
        });
        let called: BTreeMap<_, _> = called.collect();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if **known == called {
            return false;
        }
        *known = Arc::new(called);
        true
    }

    /// Locked while nicknames are read and stored.
    pub(crate) fn door(&self) -> MutexGuard<'_, ()> {
        self.door.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The names under which entries of an event are shown, where they differ from the registered ones; no two are
    /// alike.
    pub(crate) fn of(&self, event: &Event) -> BTreeMap<EntryId, String> {
        let known = Arc::clone(&self.known.lock().unwrap_or_else(PoisonError::into_inner));
        let mut names = BTreeMap::new();
        for (entry, account) in account_of_each(event) {
            if let Some(nickname) = known.get(account).filter(|nickname| *nickname != event.name_kept(entry))
            {
                names.insert(entry, nickname.clone());
            }
        }
        let all = event.entries().iter().map(|entry| entry.id);
        let mut bearers: BTreeMap<String, u32> = BTreeMap::new();
        for entry in all {
            let name = names.get(&entry).map_or_else(|| event.name_kept(entry), String::as_str);
            *bearers.entry(name.to_owned()).or_default() += 1;
        }
        // Somebody's nickname may be the registered name of another entry.
        for (entry, name) in &mut names {
            while bearers.get(name).is_some_and(|bearers| *bearers > 1) {
                *name = format!("{name} ({entry})");
                *bearers.entry(name.clone()).or_default() += 1;
            }
        }
        names
    }
}
