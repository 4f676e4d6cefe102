//! An event of a site: its file, the contents of its journal, and its cached pages.

use crate::answer::Content;
use crate::current_file::CurrentFile;
use crate::kept::KeptPages;
use crate::known::Known;
use crate::live::Belongs;
use crate::longest_known::LongestKnown;
use crate::names::Names;
use crate::nicknames::Nicknames;
use crate::published::Published;
use crate::rests::Rests;
use crate::shown_names::{ShownNames, rename};
use crate::waiting_games::{Awaited, WaitingGames};
use leitai_arena::now_ms;
use leitai_core::{Record, Sentence};
use leitai_hall::{EventFile, Hall, History, SubmitRules, Zone};
use leitai_pages::event::{EventView, KnownGame, LongestMoves, Reasons, SiteLinks};
use leitai_tournament::{Due, Event, GameId};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;
use tokio::sync::watch;

/// How long a page is served before it is made again, whatever has changed.
const FRESH: Duration = Duration::from_secs(1);
/// How many pages are cached per event.
const KEPT: usize = 64;

/// An event for display on the site.
pub(crate) struct SiteEvent {
    /// Its address.
    pub(crate) id: String,
    /// Its name, which never changes.
    pub(crate) name: String,
    /// Its file, which may be changed.
    pub(crate) current: CurrentFile,
    /// Where its file is.
    pub(crate) source: PathBuf,
    /// Why it starts no games for now.
    pub(crate) rests: Rests,
    /// The zone of its times.
    zone: Zone,
    names: Arc<Names>,
    pub(crate) nicknames: Arc<Nicknames>,
    pub(crate) shown_names: ShownNames,
    known: RwLock<Option<Known>>,
    /// Counts the changes, from 1.
    version: watch::Sender<u64>,
    /// The version of what the public sees: while it is frozen, nothing that is played or handed in counts.
    shown: watch::Sender<u64>,
    /// Why it has stopped.
    trouble: Mutex<Option<Sentence>>,
    pub(crate) pages: KeptPages,
    longest: LongestKnown,
    waiting: WaitingGames,
    /// What the public sees of it, and since when.
    pub(crate) published: Published,
}

impl SiteEvent {
    pub(crate) fn new(
        (names, nicknames): (Arc<Names>, Arc<Nicknames>),
        zone: Zone,
        file: EventFile,
        source: PathBuf,
    ) -> SiteEvent {
        SiteEvent {
            published: Published::new(file.published_every),
            id: names.event(&file.name),
            name: file.name.clone(),
            current: CurrentFile::new(file, &source),
            source,
            rests: Rests::default(),
            zone,
            names,
            nicknames,
            shown_names: ShownNames::default(),
            known: RwLock::default(),
            version: watch::Sender::new(1),
            shown: watch::Sender::new(1),
            trouble: Mutex::default(),
            pages: KeptPages::new(KEPT),
            longest: LongestKnown::default(),
            waiting: WaitingGames::default(),
        }
    }

    /// The current contents of its file.
    pub(crate) fn file(&self) -> Arc<EventFile> {
        self.current.now()
    }

    /// Takes up the state of a hall.
    pub(crate) fn know(&self, hall: &Hall) {
        let mut history = History {
            begun: hall.begun().clone(),
            event: hall.event().clone(),
            details: hall.details().clone(),
        };
        self.current.has_begun(&history.begun);
        for game in history.event.games() {
            self.names.game(&history.begun.name, game.id);
        }
        // Visitors who saw one of these games before the server was restarted still have its address.
        for due in history.event.state().due() {
            self.names.game(&history.begun.name, due.id);
        }
        self.name_entries(&mut history.event);
        // Anything published about an earlier beginning is withdrawn: none of its games was due.
        let was = self.known().as_ref().map(|known| known.history.begun.clone());
        if was.as_ref().is_some_and(|was| *was != history.begun) {
            self.published.begin_anew();
        }
        self.published.look(&history, now_ms());
        *self.write() = Some(Known { running: hall.running(), stuck: hall.stuck(), history });
        if was.is_none() { self.change() } else { self.touch() }
    }

    /// Publishes the state that its journal had at that time, compared with one before, under the current names.
    pub(crate) fn restore(&self, shown: Option<History>, before: Option<&History>, moment: i64) {
        self.published.restore(shown, before, moment);
        self.published.show_under(&self.shown_names.now());
    }

    /// Shows its entries under their people's current names.
    pub(crate) fn call(&self) {
        if let Some(known) = self.write().as_mut()
            && self.name_entries(&mut known.history.event)
        {
            self.change();
            self.pages.forget();
        }
    }

    /// Shows the entries of this event, and of its published state, under their people's current names; returns
    /// whether any name changed.
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

    /// Replaces the names in a record of one of its games by those under which its entries are shown.
    pub(crate) fn rename(&self, record: &mut Record) {
        if let Some(known) = self.known().as_ref() {
            rename(record, &known.history.event);
        }
    }

    /// Follows the number of changes: of all, for whoever has signed in, or of those that the public sees.
    pub(crate) fn changes(&self, all: bool) -> watch::Receiver<u64> {
        if all { self.version.subscribe() } else { self.shown.subscribe() }
    }

    /// The number of changes.
    pub(crate) fn version(&self) -> u64 {
        *self.version.borrow()
    }

    /// The number of the last change that the public sees.
    pub(crate) fn shown_version(&self) -> u64 {
        *self.shown.borrow()
    }

    /// Pauses or resumes it: while paused, it starts no games.
    pub(crate) fn pause(&self, paused: bool) {
        if self.rests.pause(paused) {
            self.change();
        }
    }

    /// Whether it is paused.
    pub(crate) fn is_paused(&self) -> bool {
        self.rests.is_paused()
    }

    /// Publishes its current state, if it is time.
    pub(crate) fn publish(&self) {
        let is_new = self.known().as_ref().is_some_and(|known| self.published.look(&known.history, now_ms()));
        if is_new {
            self.change();
        }
    }

    /// Freezes the published state as of a time, or reveals the current one.
    pub(crate) fn freeze(&self, since: Option<i64>) {
        match self.known().as_ref() {
            Some(known) => self.published.freeze(since, &known.history, now_ms()),
            None => self.published.begin(since),
        }
        self.change();
    }

    /// Stores why it has stopped, or that it continues.
    pub(crate) fn is_in_trouble(&self, why: Option<Sentence>) {
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = why;
        self.change();
    }

    /// Why it has stopped.
    pub(crate) fn trouble(&self) -> Option<Sentence> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether people submit programs to it.
    pub(crate) fn takes_programs(&self) -> bool {
        self.file().takes_programs()
    }

    /// The limits on submissions in its file; if that cannot be read, the previous ones.
    pub(crate) fn rules(&self) -> SubmitRules {
        self.take_up();
        self.file().submit.clone()
    }

    /// Takes up the current file, if it can be read and still is this event's.
    pub(crate) fn take_up(&self) {
        if self.current.look(&self.source) {
            self.published.tell_every(self.file().published_every);
            self.change();
        }
    }

    /// Applies a change made to its file here. Games ordered but not begun are cancelled, and ordered again under
    /// the new file.
    pub(crate) fn is_edited(&self) {
        self.take_up();
        self.rests.set_stale(true);
        self.change();
    }

    /// Signals that something was played, handed in or decided: to the public too, unless it is frozen.
    pub(crate) fn touch(&self) {
        self.version.send_modify(|version| *version += 1);
        if self.published.frozen().is_none() {
            self.shown.send_replace(self.version());
        }
    }

    /// Signals a change that everybody sees, frozen or not.
    pub(crate) fn change(&self) {
        self.version.send_modify(|version| *version += 1);
        self.shown.send_replace(self.version());
    }

    /// Its known state; `None` before it has begun.
    pub(crate) fn known(&self) -> RwLockReadGuard<'_, Option<Known>> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn write(&self) -> RwLockWriteGuard<'_, Option<Known>> {
        self.known.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The folder of its records: next to its file, with the same name.
    pub(crate) fn folder(&self) -> PathBuf {
        self.source.with_extension("")
    }

    /// The path of a finished game's record.
    pub(crate) fn record(&self, game: GameId) -> PathBuf {
        self.folder().join("games").join(format!("{game}.jsonl"))
    }

    /// The games being played now, wherever that is.
    pub(crate) fn running(&self) -> Vec<Due> {
        self.known().as_ref().map_or_else(Vec::new, |known| known.running.now())
    }

    /// A game that is still to be played or is being played.
    pub(crate) fn awaited(&self, game: GameId) -> Option<Awaited> {
        // Read first: changes after this are picked up by the next request.
        let version = self.version();
        let known = self.known();
        self.waiting.of(version, known.as_ref()?, game)
    }

    /// What a page of one of its games needs to know of the event.
    pub(crate) fn belongs(&self) -> Belongs {
        Belongs {
            event: Some((self.id.clone(), self.name.clone())),
            secrets: self.file().secrets,
            shown_every: self.file().shown_every,
            names: self.shown_names.clone(),
        }
    }

    /// The address of one of its games.
    pub(crate) fn game_address(&self, game: GameId) -> String {
        self.names.game(&self.name, game)
    }

    /// The longest moves of finished games, as far as they are known and may be shown.
    pub(crate) fn longest(&self, known: Option<&Known>) -> BTreeMap<GameId, LongestMoves> {
        let Some(known) = known else { return BTreeMap::new() };
        let path = |game| self.record(game);
        self.longest.of(&known.history, self.file().secrets, &path)
    }

    /// Shows it to the public, for the pages of events; `None` before it has begun.
    pub(crate) fn view<T>(&self, now: i64, show: impl FnOnce(&EventView<'_>) -> T) -> Option<T> {
        let known = self.known();
        let known = known.as_ref()?;
        let shown = self.published.shown();
        let history = shown.as_deref().unwrap_or(&known.history);
        Some(self.show(known, history, now, show))
    }

    /// Shows what the public knows of it; `None` before it has begun.
    pub(crate) fn public<T>(&self, show: impl FnOnce(&History) -> T) -> Option<T> {
        let known = self.known();
        let shown = self.published.shown();
        Some(show(shown.as_deref().unwrap_or(&known.as_ref()?.history)))
    }

    /// Shows its current state, regardless of publication: for organisers.
    pub(crate) fn view_now<T>(&self, show: impl FnOnce(&EventView<'_>) -> T) -> Option<T> {
        let known = self.known();
        let known = known.as_ref()?;
        Some(self.show(known, &known.history, now_ms(), show))
    }

    fn show<T>(
        &self,
        known: &Known,
        history: &History,
        now: i64,
        show: impl FnOnce(&EventView<'_>) -> T,
    ) -> T {
        let name = &history.begun.name;
        let short = |_: &str, game: GameId| Some(self.names.game(name, game));
        let mut running: Vec<_> = known.running.now().iter().map(|due| due.id).collect();
        let mut stuck: Vec<_> = known.stuck.now().into_keys().collect();
        if !std::ptr::eq(history, &raw const known.history) {
            // Games of an unpublished round must not reveal who meets in it.
            let due: BTreeSet<GameId> = history.event.state().due().map(|due| due.id).collect();
            // While it is frozen, nothing moves: what can be watched is on the first page and on the projector.
            let may_move = self.published.frozen().is_none();
            running.retain(|id| may_move && due.contains(id));
            stuck.retain(|id| may_move && due.contains(id));
        }
        let began = history.details.values().map(|how| how.ended).min();
        let (reasons, file) = (Reasons::new(), self.file());
        show(&EventView {
            id: &self.id,
            file: &file,
            history,
            began,
            now,
            zone: &self.zone,
            reasons: &reasons,
            running: &running,
            stuck: &stuck,
            unfolded: None,
            links: &SiteLinks { games: &short },
        })
    }

    /// What is known of a game that has a result.
    pub(crate) fn result(&self, game: GameId) -> Option<KnownGame> {
        self.view(now_ms(), |view| view.known(game)).flatten()
    }

    /// The page of a key, and whether it was cached.
    pub(crate) fn cached(
        &self,
        key: &str,
        make: impl FnOnce() -> Option<Content>,
    ) -> Option<(Arc<Content>, bool)> {
        self.pages.get(key, self.shown_version(), FRESH, || make().ok_or(())).ok()
    }

    /// The page of a key if it need not be made.
    pub(crate) fn ready(&self, key: &str) -> Option<Arc<Content>> {
        self.pages.ready(key, self.shown_version(), FRESH)
    }

    /// How many games are due.
    pub(crate) fn due(&self) -> usize {
        self.known().as_ref().map_or(0, |known| known.history.event.state().due().count())
    }

    /// How many games no worker could play.
    pub(crate) fn stuck(&self) -> usize {
        self.known().as_ref().map_or(0, |known| known.stuck.now().len())
    }
}
