//! An event of a site: its file, what its journal holds, and the pages that were made of it.

use crate::answer::Content;
use crate::current_file::CurrentFile;
use crate::kept::KeptPages;
use crate::live::Belongs;
use crate::longest_known::LongestKnown;
use crate::names::Names;
use crate::published::Published;
use crate::rests::Rests;
use crate::shown_names::{Nicknames, ShownNames};
use crate::waiting_games::{Awaited, WaitingGames};
use leitai_arena::now_ms;
use leitai_core::{Lang, Sentence};
use leitai_hall::{
    EventChange, EventFile, EventObserver, Hall, History, RunningGames, StuckGames, SubmitRules,
};
use leitai_pages::event::{EventView, KnownGame, LongestMoves, Reasons, SiteLinks};
use leitai_pages::{EventCard, NextGame, Recent, Stand, Standing, StandingsCard};
use leitai_tournament::{CountedOutcome, Due, EntryId, Event, GameId, Section};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;
use tokio::sync::watch;

/// How long a page that was made is answered, whatever changed since.
const FRESH: Duration = Duration::from_secs(1);
/// Pages kept of one event.
const KEPT: usize = 64;
/// Games that come next on a projector.
const NEXT: usize = 6;
/// Lines of the standings on the first page.
const TOP: usize = 8;

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

/// What the journal holds.
pub(crate) struct Known {
    pub(crate) history: History,
    pub(crate) running: RunningGames,
    pub(crate) stuck: StuckGames,
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
        self.waiting.of(self, game)
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
        known.map_or_else(BTreeMap::new, |known| self.longest.of(self, known))
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

    /// The same in a list of events.
    pub(crate) fn card(&self) -> EventCard {
        let known = self.known();
        let card = EventCard {
            id: self.id.clone(),
            name: self.name.clone(),
            game: self.file().game.facts(),
            stand: Stand::Ahead,
            date: self.file().date.clone().unwrap_or_default(),
            place: self.file().place.clone().unwrap_or_default(),
            played: 0,
            total: 0,
            stuck: 0,
        };
        let Some(known) = known.as_ref() else { return card };
        let shown = self.published.shown();
        let state = shown.as_deref().unwrap_or(&known.history).event.state();
        let counted: usize = state.stages().iter().flat_map(|stage| &stage.sections).map(counted).sum();
        let (due, stuck) = (state.due().count(), known.stuck.now().len());
        let stand = if state.is_over() {
            Stand::Over
        } else if self.is_paused() {
            Stand::Paused
        } else if due == stuck && stuck > 0 {
            Stand::Stuck
        } else if due == 0 {
            Stand::Waiting
        } else {
            Stand::Running
        };
        EventCard { stand, played: counted, total: counted + due, stuck, ..card }
    }

    /// Games that are due.
    pub(crate) fn due(&self) -> usize {
        self.known().as_ref().map_or(0, |known| known.history.event.state().due().count())
    }

    /// Games that no worker could play.
    pub(crate) fn stuck(&self) -> usize {
        self.known().as_ref().map_or(0, |known| known.stuck.now().len())
    }

    /// The games that come next.
    pub(crate) fn next(&self) -> Vec<NextGame> {
        let known = self.known();
        let Some(known) = known.as_ref() else { return Vec::new() };
        let shown = self.published.shown();
        let event = &shown.as_deref().unwrap_or(&known.history).event;
        let state = event.state();
        let stuck = known.stuck.now();
        let is_played =
            |game: GameId| known.history.event.game(game).is_some() || known.running.contains(game);
        let waits = |due: &Due| !is_played(due.id) && !stuck.contains_key(&due.id);
        let waiting = state.due().filter(waits);
        let next = waiting.take(NEXT).map(|due| NextGame {
            id: self.names.game(&self.name, due.id),
            title: format!("{} – {}", event.name(due.first), event.name(due.second)),
        });
        next.collect()
    }

    /// The head of its standings; none before its first result.
    pub(crate) fn standings(&self) -> Option<StandingsCard> {
        let known = self.known();
        let shown = self.published.shown();
        let history = shown.as_deref().unwrap_or(&known.as_ref()?.history);
        let (event, state) = (&history.event, history.event.state());
        if event.games().is_empty() {
            return None;
        }
        let line = |ranked: &leitai_tournament::RankedEntry| {
            let form = form(event, ranked.entry);
            Standing {
                rank: ranked.place,
                name: event.name(ranked.entry).to_owned(),
                href: format!("/programs/{}-{}", self.id, ranked.entry),
                games: form.len(),
                form,
                points: ranked.points.map_or(String::new(), |points| points.to_string()),
            }
        };
        let rows = state.ranking().iter().take(TOP).map(line).collect();
        Some(StandingsCard { event: self.id.clone(), name: self.name.clone(), rows })
    }
}

fn counted(section: &Section) -> usize {
    section.matches().map(|it| it.games.len()).sum()
}

/// How an entry's games went, the latest last.
fn form(event: &Event, entry: EntryId) -> Vec<Recent> {
    let games = event.games().iter().filter(|game| game.first == entry || game.second == entry);
    let went = games.map(|game| match game.outcome {
        CountedOutcome::Draw => Recent::Drawn,
        CountedOutcome::Win(seat) if game.at(seat) == entry => Recent::Won,
        CountedOutcome::Win(_) | CountedOutcome::Nobody => Recent::Lost,
    });
    went.collect()
}

/// Keeps a site's event as its hall reports it.
pub(crate) struct Reporter<'a>(pub(crate) &'a SiteEvent);

impl EventObserver for Reporter<'_> {
    fn happened(&mut self, event: &Event, what: &EventChange<'_>) {
        // As it stood until now, where it was time for that.
        self.0.publish();
        if let Some(known) = self.0.write().as_mut() {
            match what {
                EventChange::Started(_) => {}
                EventChange::Played(played) => {
                    known.history.event = event.clone();
                    known.history.event.show_under(self.0.shown_names.now());
                    known.history.details.insert(played.result.id, played.details.clone());
                }
                EventChange::Ruled(_) => {
                    known.history.event = event.clone();
                    self.0.name_entries(&mut known.history.event);
                }
            }
        }
        self.0.change();
    }

    fn is_stuck(&mut self, game: GameId, why: &Sentence) {
        let game = game.to_string();
        crate::log::warn(
            "a game cannot be played",
            &[("event", &self.0.name), ("game", &game), ("why", &why.to_string())],
        );
        self.0.change();
    }

    fn is_renewed(&mut self, _: GameId) {
        self.0.change();
    }
}
