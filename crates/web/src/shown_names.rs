//! Under which names the entries of people are shown: under their present nicknames, whatever they are registered under.
//!
//! A registered name is a key in the journal and never changes. It is replaced here, where an event is taken up to be shown;
//! pages, tables, lists and answers of the API are made of that. Names of records are replaced where a record is read.

use crate::asked::Asked;
use crate::log;
use crate::site::Site;
use crate::site_event::SiteEvent;
use leitai_core::Record;
use leitai_hall::{History, Stop, account_of_each};
use leitai_store::Calling;
use leitai_tournament::{EntryId, Event};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How often it is looked whether somebody was renamed or removed by another process.
const EVERY: Duration = Duration::from_secs(1);

/// What the people of a site are called, by number.
#[derive(Default)]
pub(crate) struct Nicknames {
    known: Mutex<Arc<BTreeMap<String, String>>>,
    door: Mutex<()>,
}

impl Nicknames {
    /// Takes what everybody is called; whether that is anything new. Those who were removed are told apart by a number, in the
    /// order in which they were, which is the same in all events.
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

    /// Held by whoever reads them to take them.
    pub(crate) fn door(&self) -> MutexGuard<'_, ()> {
        self.door.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The names under which entries of an event are shown, where those are not the registered ones; no two alike.
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
        // Another entry is registered under what is somebody's nickname by now.
        for (entry, name) in &mut names {
            while bearers.get(name).is_some_and(|bearers| *bearers > 1) {
                *name = format!("{name} ({entry})");
                *bearers.entry(name.clone()).or_default() += 1;
            }
        }
        names
    }
}

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

impl SiteEvent {
    /// Tells the public what its journal had at that moment, under the names of now.
    pub(crate) fn restore(&self, shown: Option<History>, moment: i64) {
        self.published.restore(shown, moment);
        self.published.show_under(&self.shown_names.now());
    }

    /// Shows its entries under what their people are called now.
    pub(crate) fn call(&self) {
        if let Some(known) = self.write().as_mut()
            && self.name_entries(&mut known.history.event)
        {
            self.touch();
            self.pages.forget();
        }
    }

    /// Shows the entries of this event, and of what is published of it, under what their people are called; whether any was
    /// shown under another name before.
    pub(crate) fn name_entries(&self, event: &mut Event) -> bool {
        let is_new = self.shown_names.take(self.nicknames.of(event));
        let names = self.shown_names.now();
        if is_new {
            self.published.show_under(&names);
        }
        event.show_under(names);
        is_new
    }

    /// The name under which an entry is shown, by its registered one.
    pub(crate) fn shown_name(&self, registered: &str) -> String {
        let known = self.known();
        let event = known.as_ref().map(|known| &known.history.event);
        let shown = event.and_then(|event| Some(event.name(event.registered(registered)?)));
        shown.unwrap_or(registered).to_owned()
    }

    /// Writes the names into a record of one of its games under which its entries are shown.
    pub(crate) fn rename(&self, record: &mut Record) {
        if let Some(known) = self.known().as_ref() {
            rename(record, &known.history.event);
        }
    }
}

/// Writes the names into a record under which its players are shown in this event.
fn rename(record: &mut Record, event: &Event) {
    for seat in &mut record.about.seats {
        if let Some(entry) = event.registered(&seat.name) {
            seat.name = event.name(entry).to_owned().into();
        }
    }
}

/// Reads what everybody is called, and shows it so from now on. Where the store does not answer, that is done a little later.
fn look(site: &Site) {
    match site.events.call_anew() {
        Ok(true) => site.pages.forget(),
        Ok(false) => {}
        Err(error) => log::warn("nicknames cannot be read", &[("why", &error.to_string())]),
    }
}

/// Follows what other processes change of people's names, until the site is to stop.
pub(crate) fn keep(site: &Site, stop: &Stop) {
    while !stop.is_set() {
        look(site);
        thread::sleep(EVERY);
    }
}

/// Somebody was renamed or removed here: the answer to that comes when all pages show it.
pub(crate) async fn changed(asked: &Asked) {
    // What panics there is done a little later too.
    let _ = asked
        .aside(|site, _| {
            look(site);
            Ok(())
        })
        .await;
}

#[cfg(test)]
mod tried;
