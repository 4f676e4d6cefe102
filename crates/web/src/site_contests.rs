//! The contests of a site, by their addresses.

use crate::site_events::SiteEvents;
use leitai_arena::now_ms;
use leitai_hall::{CONTEST_PREFIX, DeedError, HallError, KeptContest, SharedStore};
use leitai_pages::ContestCard;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// For this long an address that is not known is not looked for again.
const ONCE: Duration = Duration::from_secs(1);

/// How long a page waits for the list of contests, and how often it looks.
const PATIENCE: Duration = Duration::from_millis(300);
const LOOK: Duration = Duration::from_millis(2);

/// The contests that this process has seen. None ever goes.
#[derive(Default)]
pub(crate) struct SiteContests(Arc<Mutex<KnownContests>>);

#[derive(Default)]
struct KnownContests {
    read: Option<Instant>,
    names: BTreeMap<String, String>,
    /// Each as it was read last, by address.
    last: BTreeMap<String, SiteContest>,
    /// All of them as they were read last, each with its name.
    all: Vec<(String, Arc<KeptContest>)>,
    /// Since when they are being read.
    reading: Option<Instant>,
}

/// A contest of the site.
#[derive(Clone)]
pub(crate) struct SiteContest {
    /// Its address.
    pub(crate) id: String,
    /// Its name.
    pub(crate) name: String,
    /// It as it stood when it was asked for.
    pub(crate) kept: Arc<KeptContest>,
}

impl SiteContests {
    /// The address of a contest.
    pub(crate) fn address(events: &SiteEvents, name: &str) -> String {
        events.address(&format!("{CONTEST_PREFIX}{name}"))
    }

    fn known(&self) -> MutexGuard<'_, KnownContests> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The name of a contest that was seen before.
    pub(crate) fn seen(&self, id: &str) -> Option<String> {
        self.known().names.get(id).cloned()
    }

    /// The contest of an address; `None` if there is none. While the store is away, as it was read last.
    pub(crate) fn find(&self, events: &SiteEvents, id: &str) -> Result<Option<SiteContest>, HallError> {
        let is_fresh = self.known().read.is_some_and(|read| read.elapsed() < ONCE);
        if self.seen(id).is_none() && !is_fresh {
            self.look(events)?;
        }
        let Some(name) = self.seen(id) else { return Ok(None) };
        match events.shared().contest(&name) {
            Ok(kept) => {
                let found = SiteContest { id: id.to_owned(), name, kept };
                self.known().last.insert(id.to_owned(), found.clone());
                Ok(Some(found))
            }
            // What was read before can be looked at; nothing can be done meanwhile.
            Err(DeedError::Hall(error)) => self.known().last.get(id).cloned().map(Some).ok_or(error),
            Err(_) => Ok(None),
        }
    }

    /// Reads which contests there are. Waits for the store.
    pub(crate) fn look(&self, events: &SiteEvents) -> Result<(), HallError> {
        let names = events.shared().contests()?;
        let names = names.into_iter().map(|name| (SiteContests::address(events, &name), name)).collect();
        let mut known = self.known();
        (known.read, known.names) = (Some(Instant::now()), names);
        Ok(())
    }

    /// All contests in a list, those that begin last first; while the store is away, as they were read before.
    pub(crate) fn cards(&self, events: &SiteEvents) -> Vec<ContestCard> {
        let mut cards = Vec::new();
        for (name, kept) in self.all(events.shared()) {
            let (contest, now_ms) = (&kept.contest, now_ms());
            cards.push(ContestCard {
                id: SiteContests::address(events, &name),
                name,
                place: contest.terms().place.clone(),
                opens_ms: contest.terms().hours.first().map(|hours| hours.from),
                sign_up: contest.sign_up(now_ms),
                teams: contest.teams().iter().filter(|team| team.withdrawn.is_none()).count(),
                games: contest.terms().games.len(),
                now_ms,
            });
        }
        cards.sort_by(|a, b| (b.opens_ms, &a.name).cmp(&(a.opens_ms, &b.name)));
        cards
    }

    /// All contests, read anew. Nobody waits long for a store that does not answer: then they are as they were read last.
    fn all(&self, shared: &Arc<SharedStore>) -> Vec<(String, Arc<KeptContest>)> {
        let mut known = self.known();
        let began = known.reading.unwrap_or_else(Instant::now);
        if known.reading.is_none() {
            let (shared, contests) = (Arc::clone(shared), Arc::clone(&self.0));
            let read = move || {
                let all = read_all(&shared);
                let mut known = contests.lock().unwrap_or_else(PoisonError::into_inner);
                known.reading = None;
                if let Ok(all) = all {
                    known.all = all;
                }
            };
            if thread::Builder::new().name("leitai-contests".to_owned()).spawn(read).is_err() {
                return known.all.clone();
            }
            known.reading = Some(began);
        }
        drop(known);
        loop {
            let known = self.known();
            if known.reading != Some(began) || began.elapsed() >= PATIENCE {
                return known.all.clone();
            }
            drop(known);
            thread::sleep(LOOK);
        }
    }
}

/// All contests of a store. Waits for it.
fn read_all(shared: &SharedStore) -> Result<Vec<(String, Arc<KeptContest>)>, DeedError> {
    let names = shared.contests()?.into_iter();
    names.map(|name| shared.contest(&name).map(|kept| (name, kept))).collect()
}
