//! What the public sees of an event: its current state, its state when last published, or when it was frozen.

use leitai_hall::History;
use leitai_tournament::{EntryId, GameId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The interval over which places are compared if every result is shown at once.
const USUAL: Duration = Duration::from_mins(10);

/// The places of entries; those without one are absent.
pub(crate) type Places = BTreeMap<EntryId, u32>;

/// What the public may not have of a game while its event is frozen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HeldBack {
    /// All of it: nobody knew that the two would meet.
    Game,
    /// How it ends: it was drawn but not over. It can be watched while it is played.
    Result,
}

/// The published state of an event.
pub(crate) struct Published {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    /// The time between two publications; `None` publishes at once.
    every: Option<Duration>,
    /// Since when it has been frozen, in milliseconds since 1970-01-01 UTC.
    frozen: Option<i64>,
    /// The time of the last publication: a multiple of the interval since 1970, so that it is the same on every
    /// machine.
    at: Option<i64>,
    /// The published state; `None` for the current state.
    shown: Option<Arc<History>>,
    /// The games that were due in that state, once somebody asks while it is frozen.
    due: Option<BTreeSet<GameId>>,
    /// The places in the latest publication.
    places: Places,
    /// The places in the publication before that.
    before: Places,
}

impl Published {
    pub(crate) fn new(every: Option<Duration>) -> Published {
        Published { kept: Mutex::new(Kept { every, ..Kept::default() }) }
    }

    /// The time between two publications; `None` publishes at once.
    pub(crate) fn every(&self) -> Option<Duration> {
        self.kept().every
    }

    /// Changes the publication interval: the published state stays until the next publication, and with no interval
    /// nothing is held back unless frozen.
    pub(crate) fn tell_every(&self, every: Option<Duration>) {
        let mut kept = self.kept();
        if kept.every == every {
            return;
        }
        kept.every = every;
        kept.at = None;
        if every.is_none() && kept.frozen.is_none() {
            kept.shown = None;
        }
    }

    /// Since when it has been frozen.
    pub(crate) fn frozen(&self) -> Option<i64> {
        self.kept().frozen
    }

    /// The moment whose state is shown; `None` if results are shown at once.
    pub(crate) fn at(&self) -> Option<i64> {
        let kept = self.kept();
        kept.frozen.map(|since| kept.shown_at(since)).or(kept.at.filter(|_| kept.every.is_some()))
    }

    /// What the public may not have of a game; `None` if nothing is held back.
    pub(crate) fn held_back(&self, game: GameId) -> Option<HeldBack> {
        let mut kept = self.kept();
        let shown = Arc::clone(kept.shown.as_ref().filter(|_| kept.frozen.is_some())?);
        if shown.event.game(game).is_some() {
            return None;
        }
        let due = kept.due.get_or_insert_with(|| shown.event.state().due().map(|due| due.id).collect());
        Some(if due.contains(&game) { HeldBack::Result } else { HeldBack::Game })
    }

    /// The published state; `None` for the current state.
    pub(crate) fn shown(&self) -> Option<Arc<History>> {
        self.kept().shown.clone()
    }

    /// The places in the previous publication.
    pub(crate) fn before(&self) -> Places {
        self.kept().before.clone()
    }

    /// The places with which those who see the current state compare it: while it is frozen, the frozen ones.
    pub(crate) fn before_now(&self) -> Places {
        let kept = self.kept();
        match kept.shown.as_deref().filter(|_| kept.frozen.is_some()) {
            Some(frozen) => places(frozen),
            None => kept.before.clone(),
        }
    }

    /// Restores a freeze from before the server was started.
    pub(crate) fn begin(&self, frozen: Option<i64>) {
        self.kept().frozen = frozen;
    }

    /// The time whose state should be published, if nothing is published yet, and that of the publication before.
    pub(crate) fn wanted(&self, now: i64) -> Option<[i64; 2]> {
        let kept = self.kept();
        if kept.shown.is_some() {
            return None;
        }
        let moment = kept.frozen.map(|since| kept.shown_at(since));
        let moment = moment.or(kept.every.map(|_| kept.mark(now)))?;
        Some([moment, kept.mark(moment) - kept.step()])
    }

    /// Publishes the state that the journal had at that time, compared with one before.
    pub(crate) fn restore(&self, shown: Option<History>, before: Option<&History>, moment: i64) {
        let Some(shown) = shown else { return };
        let mut kept = self.kept();
        kept.places = places(&shown);
        kept.before = before.map(places).unwrap_or_default();
        kept.at = Some(kept.mark(moment));
        kept.shown = Some(Arc::new(shown));
    }

    /// Forgets what was published: the event has begun anew, and none of its games was due before.
    pub(crate) fn begin_anew(&self) {
        let mut kept = self.kept();
        (kept.shown, kept.at, kept.due) = (None, None, None);
        kept.places.clear();
        kept.before.clear();
    }

    /// Publishes the current state if it is time; returns whether the public sees anything new.
    pub(crate) fn look(&self, history: &History, now: i64) -> bool {
        let mut kept = self.kept();
        let mark = kept.mark(now);
        if kept.frozen.is_some() {
            // An event frozen before it began shows its beginning.
            if kept.shown.is_none() {
                kept.shown = Some(Arc::new(history.clone()));
            }
            return false;
        }
        if kept.at == Some(mark) {
            return false;
        }
        // A clock that was set back publishes nothing twice.
        if kept.at.is_some_and(|at| at > mark && at - mark < 2 * kept.step()) {
            return false;
        }
        kept.at = Some(mark);
        kept.before = std::mem::replace(&mut kept.places, places(history));
        if kept.every.is_some() {
            kept.shown = Some(Arc::new(history.clone()));
        }
        true
    }

    /// Freezes the event as of a time; `None` reveals its current state, at the time `now`.
    pub(crate) fn freeze(&self, since: Option<i64>, history: &History, now: i64) {
        let mut kept = self.kept();
        if kept.frozen.is_some() == since.is_some() {
            return;
        }
        (kept.frozen, kept.due) = (since, None);
        if since.is_some() {
            if kept.shown.is_none() {
                kept.shown = Some(Arc::new(history.clone()));
            }
            return;
        }
        // Shows who moved while it was frozen, until the next publication.
        kept.at = Some(kept.mark(now));
        kept.before = kept.shown.as_deref().map(places).unwrap_or_default();
        kept.places = places(history);
        kept.shown = kept.every.map(|_| Arc::new(history.clone()));
    }

    /// Shows the published state under these names from now on.
    pub(crate) fn show_under(&self, names: &Arc<BTreeMap<EntryId, String>>) {
        if let Some(shown) = &mut self.kept().shown {
            Arc::make_mut(shown).event.show_under(Arc::clone(names));
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn mark(&self, now: i64) -> i64 {
        now.div_euclid(self.step()) * self.step()
    }

    /// The moment whose state is shown if it is frozen since then.
    fn shown_at(&self, since: i64) -> i64 {
        if self.every.is_some() { self.mark(since) } else { since }
    }

    fn step(&self) -> i64 {
        self.every.unwrap_or(USUAL).as_millis() as i64
    }
}

fn places(history: &History) -> Places {
    let ranking = history.event.state().ranking();
    ranking.into_iter().filter_map(|ranked| Some((ranked.entry, ranked.place?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_hall::EventFile;
    use leitai_tournament::{CountedOutcome, Event, How, RecordedGame, Seat, Seed};
    use std::path::Path;

    /// An event of three after this many of its games, each won by the higher number.
    fn after(games: usize) -> History {
        let text = "name = 'cup'\ngame = 'hex'\nentries = [{ name = 'a', program = 'random' }, \
                    { name = 'b', program = 'random' }, { name = 'c', program = 'random' }]\n";
        let file = EventFile::parse(text, "cup.toml", Path::new("/")).expect("an event");
        let begun = file.begun(|| Seed::new("1"));
        let mut event =
            Event::new(begun.plan.clone(), begun.entries.clone(), begun.seed.clone()).expect("a plan");
        for _ in 0..games {
            let due = event.state().due().next().expect("a game");
            let seat = if due.first > due.second { Seat::First } else { Seat::Second };
            let (id, first, second) = (due.id, due.first, due.second);
            let outcome = CountedOutcome::Win(seat);
            event
                .record(RecordedGame { id, first, second, outcome, how: How::Played, faults: [0; 2] })
                .expect("it is due");
        }
        History { begun, event, details: BTreeMap::new() }
    }

    /// How many games the public sees, if not all.
    fn known(published: &Published) -> Option<usize> {
        published.shown().map(|history| history.event.games().len())
    }

    #[test]
    fn a_board_is_published_at_whole_times_and_not_between() {
        let published = Published::new(Some(Duration::from_mins(10)));
        let ten = 600_000;
        assert_eq!(
            published.wanted(5 * ten + 7),
            Some([5 * ten, 4 * ten]),
            "after a restart it is as it was published"
        );
        published.restore(Some(after(1)), None, 5 * ten);
        assert_eq!((known(&published), published.at()), (Some(1), Some(5 * ten)));
        assert!(!published.look(&after(3), 6 * ten - 1), "not yet");
        assert_eq!(known(&published), Some(1));
        let before = places(&after(1));
        assert!(published.look(&after(3), 6 * ten));
        assert_eq!((known(&published), published.at()), (Some(3), Some(6 * ten)));
        assert_eq!(published.before(), before, "it is compared with what was told before");
        assert!(!published.look(&after(4), 6 * ten + 1));
        // A clock set back by a little publishes nothing twice; one that was far off does not stop publication.
        assert!(!published.look(&after(4), 5 * ten));
        assert!(published.look(&after(4), ten));
        assert_eq!((known(&published), published.wanted(ten)), (Some(4), None));
    }

    #[test]
    fn at_once_is_at_once() {
        let published = Published::new(None);
        assert_eq!(published.wanted(7), None);
        published.look(&after(1), 0);
        assert_eq!((known(&published), published.at()), (None, None));
        published.look(&after(4), 600_000);
        assert_eq!((known(&published), published.before()), (None, places(&after(1))));
    }

    #[test]
    fn nothing_new_is_told_while_it_is_frozen() {
        let minute = 60_000;
        for every in [None, Some(Duration::from_mins(1))] {
            let published = Published::new(every);
            published.look(&after(1), 0);
            published.freeze(Some(30_000), &after(2), 30_000);
            let frozen = known(&published);
            assert_eq!(frozen, Some(if every.is_some() { 1 } else { 2 }));
            // What is published by the minute is shown as of the minute.
            let moment = if every.is_some() { 0 } else { 30_000 };
            assert!(!published.look(&after(4), 10 * minute) && !published.look(&after(5), 100 * minute));
            assert_eq!((known(&published), published.at()), (frozen, Some(moment)));
            // After a restart it is shown as it was then, with the same arrows.
            let again = Published::new(every);
            again.begin(Some(30_000));
            let step = if every.is_some() { minute } else { 10 * minute };
            assert_eq!(again.wanted(100 * minute), Some([moment, -step]));
            again.restore(Some(after(2)), None, moment);
            assert!(!again.look(&after(5), 100 * minute));
            assert_eq!((known(&again), again.before()), (Some(2), published.before()));
            let places = places(&after(frozen.expect("it was")));
            assert_eq!(published.before_now(), places, "organisers compare with the board as frozen");
            published.freeze(None, &after(5), 100 * minute);
            assert_eq!(known(&published), every.map(|_| 5));
            published.look(&after(5), 100 * minute + 1);
            assert_eq!(published.before(), places, "who moved is seen, and not only for a moment");
            published.look(&after(5), 110 * minute);
            assert_eq!(published.before(), super::places(&after(5)), "until the next publication");
        }
    }

    #[test]
    fn of_a_game_it_is_known_what_was_known_of_it_when_it_was_frozen() {
        let published = Published::new(None);
        let ids: Vec<_> = after(3).event.games().iter().map(|game| game.id).collect();
        let held = |ids: &[GameId]| ids.iter().map(|id| published.held_back(*id)).collect::<Vec<_>>();
        assert_eq!(held(&ids), [None; 3]);
        published.freeze(Some(1), &after(1), 1);
        let was = after(1);
        for id in ids {
            let is_over = was.event.game(id).is_some();
            assert_eq!(published.held_back(id), (!is_over).then_some(HeldBack::Result), "{id}");
        }
        let later = "1.0.e0-e1.g0".parse().expect("a game");
        assert_eq!(published.held_back(later), Some(HeldBack::Game), "nobody knows of it");
        published.freeze(None, &after(3), 2);
        assert_eq!(published.held_back(later), None);
    }
}
