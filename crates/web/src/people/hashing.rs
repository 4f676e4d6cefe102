//! The queue for password hashes: no more at once than there are cores, and callers who would wait too long are
//! told to retry.

use crate::people::password::Cost;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// Callers who would wait longer are asked to come again.
const LONGEST: Duration = Duration::from_secs(8);

/// Makes hashes, a few at a time.
pub(crate) struct Hashing {
    cost: Cost,
    cores: usize,
    free: Arc<Semaphore>,
    /// How many are working or waiting.
    inside: AtomicUsize,
    /// How long one hash usually takes, in microseconds.
    usual_us: AtomicU64,
}

impl Hashing {
    pub(crate) fn new(cost: Cost, cores: usize) -> Hashing {
        let cores = cores.max(1);
        // The initial estimate is 50 ms.
        let usual_us = AtomicU64::new(50_000);
        Hashing { cost, cores, free: Arc::new(Semaphore::new(cores)), inside: AtomicUsize::new(0), usual_us }
    }

    /// Does work that costs about as much as a hash, off the threads that answer, or returns how long to wait
    /// before trying again.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(Cost) -> T + Send + 'static,
    ) -> Result<T, Duration> {
        let before = self.inside.fetch_add(1, Ordering::Relaxed);
        let inside = Inside(&self.inside);
        let wait = self.wait(before);
        if wait > LONGEST {
            return Err(wait);
        }
        let free = Arc::clone(&self.free);
        let Ok(held) = free.acquire_owned().await else { return Err(LONGEST) };
        let cost = self.cost;
        let done = tokio::task::spawn_blocking(move || {
            let began = Instant::now();
            let done = work(cost);
            drop(held);
            (done, began.elapsed())
        });
        let (done, took) = done.await.map_err(|_| LONGEST)?;
        let usual = self.usual_us.load(Ordering::Relaxed);
        self.usual_us.store((usual * 7 + took.as_micros() as u64) / 8, Ordering::Relaxed);
        drop(inside);
        Ok(done)
    }

    /// How long a caller waits behind this many others.
    fn wait(&self, before: usize) -> Duration {
        let rounds = (before / self.cores) as u64;
        Duration::from_micros(rounds * self.usual_us.load(Ordering::Relaxed))
    }
}

/// A place in the queue, released in any case, even if the client has gone.
struct Inside<'a>(&'a AtomicUsize);

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::future::join_all;

    #[tokio::test]
    async fn not_more_at_once_than_cores() {
        let hashing = Hashing::new(Cost::CHEAPEST, 2);
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let work = (0..12).map(|_| {
            let (now, most) = (Arc::clone(&now), Arc::clone(&most));
            hashing.work(move |_| {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(5));
                now.fetch_sub(1, Ordering::SeqCst);
            })
        });
        assert!(join_all(work).await.iter().all(Result::is_ok));
        assert_eq!(most.load(Ordering::SeqCst), 2);
        assert_eq!(hashing.inside.load(Ordering::Relaxed), 0);
    }

    #[tokio::test]
    async fn who_would_wait_for_long_is_told_when_to_come_again() {
        let hashing = Hashing::new(Cost::CHEAPEST, 1);
        hashing.usual_us.store(1_000_000, Ordering::Relaxed);
        hashing.inside.store(20, Ordering::Relaxed);
        let wait = hashing.work(|_| ()).await.expect_err("the line is long");
        assert_eq!(wait, Duration::from_secs(20));
        assert_eq!(hashing.inside.load(Ordering::Relaxed), 20, "he is not in it");
        hashing.inside.store(3, Ordering::Relaxed);
        assert!(hashing.work(|_| ()).await.is_ok());
    }
}
