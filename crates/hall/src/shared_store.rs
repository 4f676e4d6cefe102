//! A store shared by an event and the workers that play its games.

use crate::contest::{AwardedContest, CONTEST_PREFIX, ContestFolds, ContestPlans, Latest};
use crate::error::HallError;
use crate::fold::Folds;
use crate::history::History;
use crate::store_runtime::StoreRuntime;
use leitai_core::{ContentHash, Words};
use leitai_store::{
    Actor, AdmittedOnly, AdmittedWorker, AdmittedWorkers, Audit, Blobs, Calling, CrewOrder, CrewSeen, Crews,
    Database, Deed, HeldBack, Journal, LeaseTerms, People, Queue, SecondPlaying, SecondPlayings, SqlJournal,
    StoreError, Submission, patiently,
};
use std::sync::Arc;
use std::time::Duration;

/// A database with the journals of events, the queue of their games, and their programs. One instance serves all events
/// and workers of a process: they share its connections and the thread that drives them.
pub struct SharedStore {
    pub(crate) runtime: Arc<StoreRuntime>,
    pub(crate) database: Database,
    pub(crate) terms: LeaseTerms,
    pub(crate) class: String,
    pub(crate) folds: Folds,
    pub(crate) contests: ContestFolds,
    pub(crate) plans: ContestPlans,
    pub(crate) awards: Latest<AwardedContest>,
}

/// Connections of a process that runs an event.
const CONNECTIONS: u32 = 8;

impl SharedStore {
    /// Opens `sqlite:PATH` or `postgres://USER@HOST/NAME`. `class` is the class of machines that play; `heartbeat` is
    /// the interval at which workers send heartbeats, and must be the same for all users of a store.
    pub fn open(address: &str, class: &str, heartbeat: Duration) -> Result<SharedStore, HallError> {
        SharedStore::opened(class, heartbeat, async || Database::open(address).await)
    }

    /// As [`SharedStore::open`], with two connections, for a process that only plays: there may be a thousand of those.
    /// Waits up to [`SharedStore::patience`] for a server that does not answer yet.
    pub fn for_workers(address: &str, class: &str, heartbeat: Duration) -> Result<SharedStore, HallError> {
        let terms = SharedStore::terms(heartbeat);
        SharedStore::opened(class, heartbeat, async || Database::open_once_up(address, 2, terms).await)
    }

    /// As [`SharedStore::open`], for a process that runs an event: waits up to [`SharedStore::patience`] for a server
    /// that does not answer yet, such as one that is restarting.
    pub fn for_events(address: &str, class: &str, heartbeat: Duration) -> Result<SharedStore, HallError> {
        let terms = SharedStore::terms(heartbeat);
        SharedStore::opened(class, heartbeat, async || {
            Database::open_once_up(address, CONNECTIONS, terms).await
        })
    }

    /// How long a worker waits for a store that does not answer.
    pub fn patience(heartbeat: Duration) -> Duration {
        SharedStore::terms(heartbeat).patience()
    }

    /// Its address without the password, for display, before it is opened.
    pub fn place_of(address: &str) -> Result<String, HallError> {
        Ok(Database::place_of(address)?)
    }

    /// An idle worker polls twenty times per heartbeat.
    fn terms(heartbeat: Duration) -> LeaseTerms {
        LeaseTerms { heartbeat, poll: heartbeat / 20, ..LeaseTerms::default() }
    }

    fn opened(
        class: &str,
        heartbeat: Duration,
        open: impl AsyncFnOnce() -> Result<Database, StoreError>,
    ) -> Result<SharedStore, HallError> {
        let runtime = StoreRuntime::start();
        let runtime = runtime.map_err(|error| HallError::System(Words::new("thread", "线程"), error))?;
        let database = runtime.wait(open())?;
        let terms = SharedStore::terms(heartbeat);
        // An admitted worker plays the class to which it was admitted.
        let class = database.admitted().map_or(class, |(_, class)| class).to_owned();
        let (folds, contests) = (Folds::default(), ContestFolds::default());
        let (plans, awards) = (ContestPlans::default(), Latest::default());
        Ok(SharedStore { runtime: Arc::new(runtime), database, terms, class, folds, contests, plans, awards })
    }

    /// Its address without the password, for display.
    pub fn place(&self) -> &str {
        self.database.place()
    }

    /// Its address without the password, in the form given to workers.
    pub fn address(&self) -> String {
        let place = self.place();
        if place.contains("://") { place.to_owned() } else { format!("sqlite:{place}") }
    }

    /// Everything that was submitted to an event, with its source, in the order of submission. That it is read leaves
    /// a line in the audit list first.
    pub fn sources(&self, by: Actor<'_>, event: &str) -> Result<Vec<(Submission, Vec<u8>)>, HallError> {
        let audit = Audit::new(self.database.clone());
        self.runtime.wait(audit.add(by, Deed::ReadSource, event, &serde_json::json!({})))?;
        let all = self.submitted(event, None)?.into_iter();
        all.map(|one| self.source(&one).map(|source| (one, source))).collect()
    }

    /// The database, for a site's other data.
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// An event reconstructed from its journal, and when it began (milliseconds since 1970-01-01 UTC). Errors with
    /// [`HallError::NoEvent`] if it has not begun in this store.
    pub fn history(&self, event: &str) -> Result<(History, i64), HallError> {
        let journal = self.journal(event)?;
        let lines = self.runtime.wait(patiently(self.terms, async || journal.entries(0).await))?;
        let began = lines.first().map_or(0, |line| line.at_ms);
        match History::read(lines)? {
            Some(history) => Ok((history, began)),
            None => Err(self.no_event(event)?),
        }
    }

    /// An event as its journal had it at a moment (milliseconds since 1970-01-01 UTC), or as it began if that was
    /// later. `None` if it has not begun.
    pub fn history_at(&self, event: &str, moment: i64) -> Result<Option<History>, HallError> {
        let journal = self.journal(event)?;
        let mut lines = self.runtime.wait(patiently(self.terms, async || journal.entries(0).await))?;
        // Later lines depend on earlier ones, whatever the clocks of their writers, so the first later line ends the
        // list.
        let later = lines.iter().skip(1).position(|line| line.at_ms > moment);
        lines.truncate(later.map_or(usize::MAX, |later| later + 1));
        Ok(History::read(lines)?)
    }

    /// Makes the games held by workers of this name available again at once, and returns how many there were: for a
    /// process that replaces workers it knows to be dead.
    pub fn bury(&self, crew: &str) -> Result<usize, HallError> {
        let queue = self.queue();
        Ok(self.runtime.wait(patiently(self.terms, async || queue.bury(&self.class, crew).await))?)
    }

    /// The worker processes of this store, by machine.
    pub fn crews(&self) -> Result<Vec<CrewSeen>, HallError> {
        let crews = Crews::new(self.database.clone(), self.terms);
        Ok(self.runtime.wait(patiently(self.terms, async || crews.list().await))?)
    }

    /// Machines whose workers get no games.
    pub fn held_back(&self) -> Result<Vec<HeldBack>, HallError> {
        let crews = Crews::new(self.database.clone(), self.terms);
        Ok(self.runtime.wait(patiently(self.terms, async || crews.held_back().await))?)
    }

    /// At most `most` games that two machines played differently, the newest first.
    pub fn differing(&self, most: u32) -> Result<Vec<SecondPlaying>, HallError> {
        let all = SecondPlayings::new(self.database.clone());
        Ok(self.runtime.wait(patiently(self.terms, async || all.differing(most).await))?)
    }

    /// The name under which this process was admitted as a worker; `None` if it has full access to the store.
    pub fn admitted(&self) -> Option<&str> {
        self.database.admitted().map(|(name, _)| name)
    }

    /// The class of machines that play.
    pub fn class(&self) -> &str {
        &self.class
    }

    /// Admits a worker to the games of this class, in the name of `by`; returns the role under which the token signs
    /// in.
    pub fn admit_worker(&self, by: Actor<'_>, name: &str, token: &str) -> Result<String, HallError> {
        let all = AdmittedWorkers::new(self.database.clone(), self.terms);
        Ok(self.runtime.wait(all.admit(by, name, &self.class, token))?)
    }

    /// Sets the most games that an admitted worker may hold at once, in the name of `by`; `None` for what it reports,
    /// within bounds. Returns false if there is no worker of that name.
    pub fn limit_worker(&self, by: Actor<'_>, name: &str, most: Option<u32>) -> Result<bool, HallError> {
        let all = AdmittedWorkers::new(self.database.clone(), self.terms);
        Ok(self.runtime.wait(all.limit(by, name, most))?)
    }

    /// Which games go only to admitted workers, and since when (milliseconds since 1970-01-01 UTC).
    pub fn admitted_only(&self) -> Result<Vec<(AdmittedOnly, i64)>, HallError> {
        Ok(self.runtime.wait(patiently(self.terms, async || AdmittedOnly::list(&self.database).await))?)
    }

    /// Restricts games to admitted workers, or opens them to all again, in the name of `by`; returns false if nothing
    /// changed.
    pub fn demand_admitted(&self, by: Actor<'_>, what: &AdmittedOnly, on: bool) -> Result<bool, HallError> {
        Ok(self.runtime.wait(what.demand(&self.database, by, on))?)
    }

    /// Revokes a worker's token, in the name of `by`; returns false if it has none.
    pub fn revoke_worker(&self, by: Actor<'_>, name: &str) -> Result<bool, HallError> {
        let all = AdmittedWorkers::new(self.database.clone(), self.terms);
        Ok(self.runtime.wait(all.revoke(by, name))?)
    }

    /// The workers that may sign in with a token, by name.
    pub fn admitted_workers(&self) -> Result<Vec<AdmittedWorker>, HallError> {
        let all = AdmittedWorkers::new(self.database.clone(), self.terms);
        Ok(self.runtime.wait(patiently(self.terms, async || all.list().await))?)
    }

    /// Gives an order to the workers of a machine, in the name of `by`; returns false if nothing changed.
    pub fn order_crews(&self, by: Actor<'_>, machine: &str, order: CrewOrder) -> Result<bool, HallError> {
        let crews = Crews::new(self.database.clone(), self.terms);
        Ok(self.runtime.wait(patiently(self.terms, async || crews.order(by, machine, order).await))?)
    }

    /// Compares nicknames with each other as this version does.
    pub fn compare_nicknames_anew(&self) -> Result<(), HallError> {
        let people = People::new(self.database.clone());
        Ok(self.runtime.wait(patiently(self.terms, async || people.compare_nicknames_anew().await))?)
    }

    /// The public names of all who have a nickname or were removed.
    pub fn callings(&self) -> Result<Vec<Calling>, HallError> {
        let people = People::new(self.database.clone());
        Ok(self.runtime.wait(patiently(self.terms, async || people.callings().await))?)
    }

    /// The events that have begun in this store.
    pub(crate) fn events(&self) -> Result<Vec<String>, HallError> {
        let ask = async || SqlJournal::events(&self.database).await;
        let mut all = self.runtime.wait(patiently(self.terms, ask))?;
        all.retain(|name| !name.starts_with(CONTEST_PREFIX));
        Ok(all)
    }

    /// The error for an unknown event, which lists those that exist.
    pub(crate) fn no_event(&self, event: &str) -> Result<HallError, HallError> {
        let (event, place) = (event.to_owned(), self.place().to_owned());
        Ok(HallError::NoEvent { event, place, there: self.events()? })
    }

    /// Stores a program's contents for an event that uses it.
    pub(crate) fn put(&self, event: &str, contents: &[u8]) -> Result<ContentHash, StoreError> {
        let blobs = self.blobs();
        self.runtime.wait(patiently(self.terms, async || blobs.put(event, contents).await))
    }

    /// Stored contents, verified by their hash.
    pub(crate) fn get(&self, digest: ContentHash) -> Result<Vec<u8>, StoreError> {
        let blobs = self.blobs();
        self.runtime.wait(patiently(self.terms, async || blobs.get(digest).await))
    }

    pub(crate) fn blobs(&self) -> Blobs {
        Blobs::new(self.database.clone())
    }

    pub(crate) fn journal(&self, event: &str) -> Result<SqlJournal, StoreError> {
        SqlJournal::new(self.database.clone(), event)
    }

    pub(crate) fn queue(&self) -> Queue {
        Queue::new(self.database.clone(), self.terms)
    }
}
