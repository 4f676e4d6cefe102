//! An event of a site: its file, what its journal holds, and the pages that were made of it.

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
use leitai_core::{Lang, Record, Sentence};
use leitai_hall::{EventFile, Hall, History, SubmitRules};
use leitai_pages::event::{EventView, KnownGame, LongestMoves, Reasons, SiteLinks};
use leitai_tournament::{Due, Event, GameId};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;
use tokio::sync::watch;

/// How long a page that was made is answered, whatever changed since.
const FRESH: Duration = Duration::from_secs(1);
/// Pages kept of one event.
const KEPT: usize = 64;

/// An event as the site shows it.
pub(crate) struct SiteEvent {
    /// Its address.
    pub(crate) id: String,
    /// Its name, which never changes.
    pub(crate) name: String,
    /// Its file, which may be changed.
    pub(crate) current: CurrentFile,
    /// Where its file is.
    pub(crate) source: PathBuf,
    /// Why it starts no game for now.
    pub(crate) rests: Rests,
    names: Arc<Names>,
    pub(crate) nicknames: Arc<Nicknames>,
    pub(crate) shown_names: ShownNames,
    known: RwLock<Option<Known>>,
    /// Counts the changes, from 1.
    version: watch::Sender<u64>,
    /// Why it does not go on.
    trouble: Mutex<Option<Sentence>>,
    pub(crate) pages: KeptPages,
    longest: LongestKnown,
    waiting: WaitingGames,
    /// What the public is told of it, and since when.
    pub(crate) published: Published,
}

impl SiteEvent {
    pub(crate) fn new(
        names: Arc<Names>,
        nicknames: Arc<Nicknames>,
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
            names,
            nicknames,
            shown_names: ShownNames::default(),
            known: RwLock::default(),
            version: watch::Sender::new(1),
            trouble: Mutex::default(),
            pages: KeptPages::new(KEPT),
            longest: LongestKnown::default(),
            waiting: WaitingGames::default(),
        }
    }

    /// Its file, as it stands now.
    pub(crate) fn file(&self) -> Arc<EventFile> {
        self.current.now()
    }

    /// Takes up what a hall knows.
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
        // Whoever looked at one of them before the server was started again still has its address.
        for due in history.event.state().due() {
            self.names.game(&history.begun.name, due.id);
        }
        self.name_entries(&mut history.event);
        // What the public was told of another beginning is told no more: none of its games was due.
        let was = self.known().as_ref().map(|known| known.history.begun.clone());
        if was.is_some_and(|was| was != history.begun) {
            self.published.begin_anew();
        }
        self.published.look(&history, now_ms());
        *self.write() = Some(Known { running: hall.running(), stuck: hall.stuck(), history });
        self.change();
    }

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

    /// Follows the number of changes.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// The number of changes.
    pub(crate) fn version(&self) -> u64 {
        *self.version.borrow()
    }

    /// Starts no game from now on, or goes on.
    pub(crate) fn pause(&self, paused: bool) {
        if self.rests.pause(paused) {
            self.change();
        }
    }

    /// Is it paused?
    pub(crate) fn is_paused(&self) -> bool {
        self.rests.is_paused()
    }

    /// Tells the public how it stands, where it is time for that.
    pub(crate) fn publish(&self) {
        let is_new = self.known().as_ref().is_some_and(|known| self.published.look(&known.history, now_ms()));
        if is_new {
            self.change();
        }
    }

    /// Tells the public nothing new from this moment on, or how it stands.
    pub(crate) fn freeze(&self, since: Option<i64>) {
        match self.known().as_ref() {
            Some(known) => self.published.freeze(since, &known.history),
            None => self.published.begin(since),
        }
        self.change();
    }

    /// Says why it does not go on, or that it does.
    pub(crate) fn is_in_trouble(&self, why: Option<Sentence>) {
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = why;
        self.change();
    }

    /// Why it does not go on.
    pub(crate) fn trouble(&self) -> Option<Sentence> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Is it one to which people hand in programs?
    pub(crate) fn takes_programs(&self) -> bool {
        self.file().takes_programs()
    }

    /// What may be handed in, as its file says it now; where that cannot be read, what it said before.
    pub(crate) fn rules(&self) -> SubmitRules {
        self.take_up();
        self.file().submit.clone()
    }

    /// Takes up what its file says now, where that can be read and is still this event.
    pub(crate) fn take_up(&self) {
        if self.current.look(&self.source) {
            self.published.tell_every(self.file().published_every);
            self.change();
        }
    }

    /// Its file was changed here: what it says holds from now on. What is ordered and not begun is called off, and ordered
    /// again by it.
    pub(crate) fn is_edited(&self) {
        self.take_up();
        self.rests.set_stale(true);
        self.change();
    }

    /// Something of it changed that its journal does not tell.
    pub(crate) fn touch(&self) {
        self.change();
    }

    fn change(&self) {
        self.version.send_modify(|version| *version += 1);
    }

    /// What is known; none before it has begun.
    pub(crate) fn known(&self) -> RwLockReadGuard<'_, Option<Known>> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn write(&self) -> RwLockWriteGuard<'_, Option<Known>> {
        self.known.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where its records are: beside its file, in a folder of that name.
    pub(crate) fn folder(&self) -> PathBuf {
        self.source.with_extension("")
    }

    /// The record of a game that is over.
    pub(crate) fn record(&self, game: GameId) -> PathBuf {
        self.folder().join("games").join(format!("{game}.jsonl"))
    }

    /// The games that are played now, wherever that is.
    pub(crate) fn running(&self) -> Vec<Due> {
        self.known().as_ref().map_or_else(Vec::new, |known| known.running.now())
    }

    /// A game that is to be played, or is played.
    pub(crate) fn awaited(&self, game: GameId) -> Option<Awaited> {
        // First: what changes from here on is reckoned by whoever asks next.
        let version = self.version();
        let known = self.known();
        self.waiting.of(version, known.as_ref()?, game)
    }

    /// What a page needs of it for one of its games.
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

    /// The longest moves of the games that are over, as far as they are known and may be.
    pub(crate) fn longest(&self, known: Option<&Known>) -> BTreeMap<GameId, LongestMoves> {
        let Some(known) = known else { return BTreeMap::new() };
        let path = |game| self.record(game);
        self.longest.of(&known.history, self.file().secrets, &path)
    }

    /// Shows it as the pages of events are made; none before it has begun.
    pub(crate) fn view<T>(&self, now: i64, lang: Lang, show: impl FnOnce(&EventView<'_>) -> T) -> Option<T> {
        let known = self.known();
        let known = known.as_ref()?;
        let shown = self.published.shown();
        let history = shown.as_deref().unwrap_or(&known.history);
        Some(self.show(known, history, now, lang, show))
    }

    /// The same as it stands, whatever was published: for organisers.
    pub(crate) fn view_now<T>(&self, lang: Lang, show: impl FnOnce(&EventView<'_>) -> T) -> Option<T> {
        let known = self.known();
        let known = known.as_ref()?;
        Some(self.show(known, &known.history, now_ms(), lang, show))
    }

    fn show<T>(
        &self,
        known: &Known,
        history: &History,
        now: i64,
        lang: Lang,
        show: impl FnOnce(&EventView<'_>) -> T,
    ) -> T {
        let name = &history.begun.name;
        let short = |_: &str, game: GameId| Some(self.names.game(name, game));
        let mut running: Vec<_> = known.running.now().iter().map(|due| due.id).collect();
        let mut stuck: Vec<_> = known.stuck.now().into_keys().collect();
        if !std::ptr::eq(history, &raw const known.history) {
            // Who meets in a round that is not published is not told by its games.
            let due: BTreeSet<GameId> = history.event.state().due().map(|due| due.id).collect();
            running.retain(|id| due.contains(id));
            stuck.retain(|id| due.contains(id));
        }
        let time = |at: i64| crate::time::said(at, lang);
        let began = history.details.values().map(|how| how.ended).min();
        let (reasons, file) = (Reasons::new(), self.file());
        show(&EventView {
            id: &self.id,
            file: &file,
            history,
            began,
            now,
            time: &time,
            reasons: &reasons,
            running: &running,
            stuck: &stuck,
            links: &SiteLinks { games: &short },
        })
    }

    /// What is known of a game that has a result.
    pub(crate) fn result(&self, game: GameId) -> Option<KnownGame> {
        self.view(now_ms(), Lang::En, |view| view.known(game)).flatten()
    }

    /// The page of a key, and whether it was there.
    pub(crate) fn page(
        &self,
        key: &str,
        make: impl FnOnce() -> Option<Content>,
    ) -> Option<(Arc<Content>, bool)> {
        self.pages.get(key, self.version(), FRESH, || make().ok_or(())).ok()
    }

    /// The page of a key where it need not be made.
    pub(crate) fn ready(&self, key: &str) -> Option<Arc<Content>> {
        self.pages.ready(key, self.version(), FRESH)
    }

    /// Games that are due.
    pub(crate) fn due(&self) -> usize {
        self.known().as_ref().map_or(0, |known| known.history.event.state().due().count())
    }

    /// Games that no worker could play.
    pub(crate) fn stuck(&self) -> usize {
        self.known().as_ref().map_or(0, |known| known.stuck.now().len())
    }
}
