//! Time slices for more games than cores: games take turns, so that no clock runs while the core works for another
//! game.

use crate::conditions::Ponder;
use crate::cores::available;
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

/// How long a game runs before waiting games are let in, between two turns: many turns of an instant program, and short
/// enough that many games progress concurrently.
const QUANTUM: Duration = Duration::from_millis(10);

/// Every set of cores on which games were placed in this process.
static PLACES: Mutex<BTreeMap<Vec<usize>, Arc<Cores>>> = Mutex::new(BTreeMap::new());

/// Cores that games share. As many games run at once as there are cores for them; first come, first served.
struct Cores(Mutex<Line>);

struct Line {
    free: usize,
    waiting: VecDeque<Arc<Waiting>>,
}

struct Waiting {
    thread: Thread,
    called: AtomicBool,
}

impl Cores {
    fn new(games: usize) -> Cores {
        Cores(Mutex::new(Line { free: games.max(1), waiting: VecDeque::new() }))
    }

    /// Joins the queue. Returns `None` if there is room immediately.
    fn enter(&self) -> Option<Arc<Waiting>> {
        let mut line = locked(&self.0);
        if line.free > 0 {
            line.free -= 1;
            return None;
        }
        let waiting = Arc::new(Waiting { thread: thread::current(), called: AtomicBool::new(false) });
        line.waiting.push_back(Arc::clone(&waiting));
        Some(waiting)
    }

    /// Leaves the cores and lets the next game in the queue in.
    fn leave(&self) {
        let mut line = locked(&self.0);
        match line.waiting.pop_front() {
            Some(next) => {
                next.called.store(true, Ordering::Release);
                next.thread.unpark();
            }
            None => line.free += 1,
        }
    }

    /// Stops waiting; the game may have been let in just now.
    fn give_up(&self, waiting: &Arc<Waiting>) {
        let mut line = locked(&self.0);
        line.waiting.retain(|other| !Arc::ptr_eq(other, waiting));
        drop(line);
        if waiting.called.load(Ordering::Acquire) {
            self.leave();
        }
    }

    fn is_wanted(&self) -> bool {
        !locked(&self.0).waiting.is_empty()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A game's share of the cores that its thread is pinned to; dropping it lets others in.
pub(crate) struct TimeSlice<'a> {
    cores: Arc<Cores>,
    /// When this game got the core, while it holds it.
    since: Option<Instant>,
    stop: &'a AtomicBool,
}

impl<'a> TimeSlice<'a> {
    /// A share of the cores that the calling thread may use; not held yet. Waiting ends when `stop` is raised.
    pub(crate) fn here(ponder: Ponder, stop: &'a AtomicBool) -> TimeSlice<'a> {
        let place = available();
        let games = if ponder == Ponder::On { place.len() / 2 } else { place.len() };
        let mut places = locked(&PLACES);
        let cores = places.entry(place).or_insert_with(|| Arc::new(Cores::new(games)));
        TimeSlice { cores: Arc::clone(cores), since: None, stop }
    }

    /// Waits until the game may run. Calls `meanwhile` at intervals, which returns the longest time until its next
    /// call, or `None` if the game no longer needs the core. Returns false in that case, or if a stop was requested.
    pub(crate) fn wait(&mut self, mut meanwhile: impl FnMut() -> Option<Duration>) -> bool {
        if self.since.is_none()
            && let Some(waiting) = self.cores.enter()
        {
            while !waiting.called.load(Ordering::Acquire) {
                let stopped = self.stop.load(Ordering::Relaxed);
                let Some(patience) = meanwhile().filter(|_| !stopped) else {
                    self.cores.give_up(&waiting);
                    return false;
                };
                thread::park_timeout(patience);
            }
        }
        self.since.get_or_insert_with(Instant::now);
        true
    }

    /// Lets others run until `until`, or until a stop is requested. Calls `meanwhile` at intervals, which returns the
    /// longest time until its next call, or `None` if there is nothing more to wait for.
    pub(crate) fn rest_until(&mut self, until: Instant, mut meanwhile: impl FnMut() -> Option<Duration>) {
        self.let_go();
        while !self.stop.load(Ordering::Relaxed) {
            let left = until.saturating_duration_since(Instant::now());
            let Some(patience) = meanwhile().filter(|_| !left.is_zero()) else { return };
            thread::park_timeout(patience.min(left));
        }
    }

    /// When the game got its core, if others are waiting for it.
    pub(crate) fn kept_from_others(&self) -> Option<Instant> {
        self.since.filter(|_| self.cores.is_wanted())
    }

    /// Whether it has run for as long as it may while others wait.
    pub(crate) fn is_over(&self) -> bool {
        self.since.is_none_or(|since| since.elapsed() > QUANTUM && self.cores.is_wanted())
    }

    /// Releases the core for others.
    pub(crate) fn let_go(&mut self) {
        if self.since.take().is_some() {
            self.cores.leave();
        }
    }
}

impl Drop for TimeSlice<'_> {
    fn drop(&mut self) {
        self.let_go();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intervals::STOP_CHECK;
    use std::sync::atomic::AtomicUsize;
    use std::sync::mpsc;

    fn slice<'a>(cores: &Arc<Cores>, stop: &'a AtomicBool) -> TimeSlice<'a> {
        TimeSlice { cores: Arc::clone(cores), since: None, stop }
    }

    fn waiting(cores: &Cores) -> usize {
        locked(&cores.0).waiting.len()
    }

    #[test]
    fn as_many_work_at_once_as_there_are_cores() {
        let (cores, stop) = (Arc::new(Cores::new(3)), AtomicBool::new(false));
        let (working, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..20 {
                scope.spawn(|| {
                    let mut slice = slice(&cores, &stop);
                    for _ in 0..50 {
                        assert!(slice.wait(|| Some(STOP_CHECK)));
                        most.fetch_max(working.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        thread::yield_now();
                        working.fetch_sub(1, Ordering::SeqCst);
                        slice.let_go();
                    }
                });
            }
        });
        assert!((1..=3).contains(&most.load(Ordering::SeqCst)));
        let line = locked(&cores.0);
        assert_eq!((line.free, line.waiting.len()), (3, 0), "all is given back");
    }

    #[test]
    fn first_come_first_served() {
        let (cores, stop) = (Arc::new(Cores::new(1)), AtomicBool::new(false));
        let mut holder = slice(&cores, &stop);
        assert!(holder.wait(|| Some(STOP_CHECK)));
        assert!(!holder.is_over() && holder.kept_from_others().is_none(), "nobody waits");
        let (send, receive) = mpsc::channel();
        thread::scope(|scope| {
            for number in 0..5 {
                let (send, cores, stop) = (send.clone(), &cores, &stop);
                scope.spawn(move || {
                    let mut slice = slice(cores, stop);
                    slice.wait(|| Some(STOP_CHECK));
                    send.send(number).expect("it listens");
                });
                while waiting(cores) <= number {
                    thread::yield_now();
                }
            }
            assert!(holder.kept_from_others().is_some());
            holder.let_go();
        });
        assert!(receive.try_iter().eq(0..5));
    }

    #[test]
    fn whoever_stops_keeps_nobody_waiting() {
        let (cores, stop, go_on) = (Arc::new(Cores::new(1)), AtomicBool::new(false), AtomicBool::new(false));
        let mut holder = slice(&cores, &go_on);
        assert!(holder.wait(|| Some(STOP_CHECK)));
        thread::scope(|scope| {
            let stopped = scope.spawn(|| slice(&cores, &stop).wait(|| Some(STOP_CHECK)));
            while waiting(&cores) == 0 {
                thread::yield_now();
            }
            stop.store(true, Ordering::Relaxed);
            assert!(!stopped.join().expect("it does not panic"));
        });
        holder.let_go();
        assert!(slice(&cores, &go_on).wait(|| Some(STOP_CHECK)), "it is free");
        let called = cores.enter();
        assert!(called.is_none());
        let waiting = cores.enter().expect("it is taken");
        cores.leave();
        cores.give_up(&waiting);
        assert!(cores.enter().is_none(), "called, and passed on");
    }
}
