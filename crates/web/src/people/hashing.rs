//! The threads that make password hashes: a fixed number, each with a memory of its own that it uses again and again,
//! and a line before them in which nobody waits for long.

use crate::people::password::{Cost, Hasher};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use tokio::time::timeout;

/// Callers who would wait longer are asked to come again.
const LONGEST: Duration = Duration::from_secs(8);
/// The most threads. Each keeps 19 MiB, and makes about 20 hashes a second.
const MOST_THREADS: usize = 4;

/// How many threads make hashes on a machine with this many cores: the other half is left for those who watch, since a hash
/// takes a core for as long as it lasts, and most of the memory's bandwidth.
pub(crate) fn threads_on(cores: usize) -> usize {
    (cores / 2).clamp(1, MOST_THREADS)
}

/// The line in which a caller waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lane {
    /// Before the spare one.
    Usual,
    /// For callers from where too much came: whatever the others leave.
    Spare,
}

type Work = Box<dyn FnOnce(&mut Hasher) + Send>;

/// Makes hashes, a few at a time.
pub(crate) struct Hashing {
    line: Arc<Line>,
    threads: usize,
}

struct Line {
    waiting: Mutex<Waiting>,
    comes: Condvar,
    /// How long one hash usually takes, in microseconds.
    usual_us: AtomicU64,
}

#[derive(Default)]
struct Waiting {
    lanes: [VecDeque<Work>; 2],
    working: usize,
    is_over: bool,
}

impl Hashing {
    pub(crate) fn new(cost: Cost, cores: usize) -> Hashing {
        let threads = threads_on(cores);
        // The initial estimate is 50 ms.
        let usual_us = AtomicU64::new(50_000);
        let line = Arc::new(Line { waiting: Mutex::default(), comes: Condvar::new(), usual_us });
        for _ in 0..threads {
            let line = Arc::clone(&line);
            thread::spawn(move || line.work(Hasher::new(cost)));
        }
        Hashing { line, threads }
    }

    /// Does work that costs about as much as a hash, off the threads that answer, or returns how long to wait
    /// before trying again.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        lane: Lane,
        work: impl FnOnce(&mut Hasher) -> T + Send + 'static,
    ) -> Result<T, Duration> {
        let (done, comes) = oneshot::channel();
        {
            let mut waiting = self.line.waiting();
            let wait = self.wait(&waiting, lane);
            if wait > LONGEST {
                return Err(wait);
            }
            waiting.lanes[lane as usize].push_back(Box::new(move |hasher| {
                // Nobody waits for it any more if the client has gone.
                if !done.is_closed() {
                    let _ = done.send(work(hasher));
                }
            }));
        }
        self.line.comes.notify_one();
        // The spare line may stand still for as long as the other does not.
        let patience = if lane == Lane::Spare { LONGEST } else { 4 * LONGEST };
        timeout(patience, comes).await.ok().and_then(Result::ok).ok_or(LONGEST)
    }

    /// How many callers wait.
    #[cfg(test)]
    pub(crate) fn waiting(&self) -> usize {
        self.line.waiting().lanes.iter().map(VecDeque::len).sum()
    }

    /// How long a caller waits behind those who are there.
    fn wait(&self, waiting: &Waiting, lane: Lane) -> Duration {
        let before: usize = waiting.lanes[..=lane as usize].iter().map(VecDeque::len).sum();
        let rounds = ((waiting.working + before) / self.threads) as u64;
        Duration::from_micros(rounds * self.line.usual_us.load(Ordering::Relaxed))
    }
}

impl Drop for Hashing {
    fn drop(&mut self) {
        self.line.waiting().is_over = true;
        self.line.comes.notify_all();
    }
}

impl Line {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works until there is no site any more.
    fn work(&self, mut hasher: Hasher) {
        loop {
            let mut waiting = self.waiting();
            let work = loop {
                if let Some(work) = waiting.lanes.iter_mut().find_map(VecDeque::pop_front) {
                    break work;
                }
                if waiting.is_over {
                    return;
                }
                waiting = self.comes.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            };
            waiting.working += 1;
            drop(waiting);
            let began = Instant::now();
            // A panic ends one caller's request, who then gets no answer, and not the thread.
            let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work(&mut hasher)));
            let usual = self.usual_us.load(Ordering::Relaxed);
            let took = began.elapsed().as_micros() as u64;
            if done.is_ok() && took > 0 {
                self.usual_us.store((usual * 7 + took) / 8, Ordering::Relaxed);
            }
            self.waiting().working -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::future::{join, join_all};
    use std::sync::atomic::AtomicUsize;

    #[tokio::test]
    async fn not_more_at_once_than_half_the_cores() {
        let hashing = Hashing::new(Cost::CHEAPEST, 4);
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let work = (0..12).map(|_| {
            let (now, most) = (Arc::clone(&now), Arc::clone(&most));
            hashing.work(Lane::Usual, move |_| {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                thread::sleep(Duration::from_millis(5));
                now.fetch_sub(1, Ordering::SeqCst);
            })
        });
        assert!(join_all(work).await.iter().all(Result::is_ok));
        assert_eq!(most.load(Ordering::SeqCst), 2);
    }

    #[tokio::test]
    async fn who_would_wait_for_long_is_told_when_to_come_again() {
        let hashing = Hashing::new(Cost::CHEAPEST, 1);
        hashing.line.usual_us.store(1_000_000, Ordering::Relaxed);
        hashing.line.waiting().working = 20;
        let wait = hashing.work(Lane::Usual, |_| ()).await.expect_err("the line is long");
        assert_eq!(wait, Duration::from_secs(20));
        assert!(hashing.line.waiting().lanes[0].is_empty(), "he is not in it");
        hashing.line.waiting().working = 3;
        assert!(hashing.work(Lane::Usual, |_| ()).await.is_ok());
    }

    /// However many came before in the spare line, and the control: in the same line they come in order.
    #[tokio::test]
    async fn the_usual_line_goes_first() {
        for (lane, place) in [(Lane::Usual, 1), (Lane::Spare, 20)] {
            let hashing = Hashing::new(Cost::CHEAPEST, 1);
            let order = Arc::new(Mutex::new(Vec::new()));
            let work = |lane, name| {
                let order = Arc::clone(&order);
                hashing.work(lane, move |_| {
                    thread::sleep(Duration::from_millis(5));
                    order.lock().expect("nobody failed").push(name);
                })
            };
            let many = join_all((0..20).map(|number| work(Lane::Spare, number)));
            let (many, one) = join(many, work(lane, 99)).await;
            assert!(many.iter().all(Result::is_ok) && one.is_ok());
            let at = order.lock().expect("nobody failed").iter().position(|name| *name == 99);
            // The thread may have taken the first before the last came.
            assert!(at.is_some_and(|at| at <= place && at + 1 >= place), "{lane:?}: {at:?}");
        }
    }

    #[tokio::test]
    async fn a_panic_ends_no_thread_and_a_caller_who_left_costs_nothing() {
        let hashing = Hashing::new(Cost::CHEAPEST, 1);
        assert!(hashing.work(Lane::Usual, |_| panic!("on purpose")).await.is_err());
        let worked = Arc::new(AtomicUsize::new(0));
        let long = hashing.work(Lane::Usual, |_| thread::sleep(Duration::from_millis(50)));
        let counted = Arc::clone(&worked);
        let left = hashing.work(Lane::Usual, move |_| counted.fetch_add(1, Ordering::SeqCst));
        let left = timeout(Duration::from_millis(5), left);
        let (long, left) = join(long, left).await;
        assert!(long.is_ok() && left.is_err());
        assert!(hashing.work(Lane::Usual, |_| ()).await.is_ok(), "the thread is there");
        assert_eq!(worked.load(Ordering::SeqCst), 0);
    }
}
