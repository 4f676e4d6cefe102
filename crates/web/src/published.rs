//! What the public sees of an event: its current state, its state when last published, or when it was frozen.

use leitai_hall::History;
use leitai_tournament::EntryId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The interval over which places are compared if every result is shown at once.
const USUAL: Duration = Duration::from_mins(10);

/// The places of entries; those without one are absent.
pub(crate) type Places = BTreeMap<EntryId, u32>;

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

    /// When it was last published; `None` if results are shown at once.
    pub(crate) fn at(&self) -> Option<i64> {
        let kept = self.kept();
        kept.frozen.or(kept.at.filter(|_| kept.every.is_some()))
    }

    /// The published state; `None` for the current state.
    pub(crate) fn shown(&self) -> Option<Arc<History>> {
        self.kept().shown.clone()
    }

    /// The places in the previous publication.
    pub(crate) fn before(&self) -> Places {
        self.kept().before.clone()
    }

    /// Restores a freeze from before the server was started.
    pub(crate) fn begin(&self, frozen: Option<i64>) {
        self.kept().frozen = frozen;
    }

    /// The time whose state should be published, if nothing is published yet.
    pub(crate) fn wanted(&self, now: i64) -> Option<i64> {
        let kept = self.kept();
        if kept.shown.is_some() {
            return None;
        }
        kept.frozen.or(kept.every.map(|_| kept.mark(now)))
    }

    /// Publishes the state that the journal had at that time.
    pub(crate) fn restore(&self, shown: Option<History>, moment: i64) {
        let Some(shown) = shown else { return };
        let (places, mut kept) = (places(&shown), self.kept());
        kept.places.clone_from(&places);
        kept.before = places;
        kept.at = Some(kept.mark(moment));
        kept.shown = Some(Arc::new(shown));
    }

    /// Forgets what was published: the event has begun anew, and none of its games was due before.
    pub(crate) fn begin_anew(&self) {
        let mut kept = self.kept();
        (kept.shown, kept.at) = (None, None);
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

    /// Freezes the event as of a time; `None` reveals its current state.
    pub(crate) fn freeze(&self, since: Option<i64>, history: &History) {
        let mut kept = self.kept();
        if kept.frozen.is_some() == since.is_some() {
            return;
        }
        kept.frozen = since;
        if since.is_some() {
            if kept.shown.is_none() {
                kept.shown = Some(Arc::new(history.clone()));
            }
            return;
        }
        // Shows who moved while it was frozen.
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
        assert_eq!(published.wanted(5 * ten + 7), Some(5 * ten), "after a restart it is as it was published");
        published.restore(Some(after(1)), 5 * ten);
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
        for every in [None, Some(Duration::from_mins(1))] {
            let published = Published::new(every);
            published.look(&after(1), 0);
            published.freeze(Some(30_000), &after(2));
            let frozen = known(&published);
            assert_eq!(frozen, Some(if every.is_some() { 1 } else { 2 }));
            assert!(!published.look(&after(4), 600_000) && !published.look(&after(5), 6_000_000));
            assert_eq!((known(&published), published.at()), (frozen, Some(30_000)));
            // After a restart it is shown as it was then.
            let again = Published::new(every);
            again.begin(Some(30_000));
            assert_eq!(again.wanted(6_000_000), Some(30_000));
            again.restore(Some(after(2)), 30_000);
            assert!(!again.look(&after(5), 6_000_000));
            assert_eq!(known(&again), Some(2));
            published.freeze(None, &after(5));
            assert_eq!(known(&published), every.map(|_| 5));
            assert_eq!(published.before(), places(&after(frozen.expect("it was"))), "who moved is seen");
        }
    }
}
