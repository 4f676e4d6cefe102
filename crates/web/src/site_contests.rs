//! The contests of a site, by their addresses.

use crate::site_events::SiteEvents;
use leitai_arena::now_ms;
use leitai_hall::{CONTEST_PREFIX, DeedError, HallError, KeptContest};
use leitai_pages::ContestCard;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// For this long an address that is not known is not looked for again.
const ONCE: Duration = Duration::from_secs(1);

/// The contests that this process has seen. None ever goes.
#[derive(Default)]
pub(crate) struct SiteContests(Mutex<KnownContests>);

#[derive(Default)]
struct KnownContests {
    read: Option<Instant>,
    names: BTreeMap<String, String>,
    /// Each as it was read last, by address.
    last: BTreeMap<String, SiteContest>,
    /// The list as it was made last.
    cards: Vec<ContestCard>,
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

    /// All contests in a list, those that begin last first; while the store is away, as they were listed before.
    pub(crate) fn cards(&self, events: &SiteEvents) -> Vec<ContestCard> {
        match self.listed(events) {
            Ok(cards) => {
                self.known().cards.clone_from(&cards);
                cards
            }
            Err(_) => self.known().cards.clone(),
        }
    }

    fn listed(&self, events: &SiteEvents) -> Result<Vec<ContestCard>, HallError> {
        self.look(events)?;
        let names = self.known().names.clone();
        let mut cards = Vec::new();
        for id in names.keys() {
            let Some(SiteContest { name, kept, .. }) = self.find(events, id)? else { continue };
            let (contest, now_ms) = (&kept.contest, now_ms());
            cards.push(ContestCard {
                id: id.clone(),
                name,
                place: contest.terms().place.clone(),
                opens_ms: contest.terms().hours.first().map(|hours| hours.from_ms),
                sign_up: contest.sign_up(now_ms),
                teams: contest.teams().iter().filter(|team| team.withdrawn.is_none()).count(),
                games: contest.terms().games.len(),
                now_ms,
            });
        }
        cards.sort_by(|a, b| (b.opens_ms, &a.name).cmp(&(a.opens_ms, &b.name)));
        Ok(cards)
    }
}
