//! Limits on tries: a number at once, then one per interval.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The maximum number of keys; those that have recovered are forgotten first.
const MOST: usize = 20_000;

/// Tries by key.
pub(crate) struct Tries {
    at_once: u32,
    every: Duration,
    keys: Mutex<HashMap<String, Bucket>>,
}

struct Bucket {
    left: f64,
    at: Instant,
}

impl Tries {
    /// `at_once` tries at once, and one more after each `every`.
    pub(crate) fn new(at_once: u32, every: Duration) -> Tries {
        Tries { at_once, every, keys: Mutex::default() }
    }

    /// Takes a try, or returns how long to wait for the next.
    pub(crate) fn take(&self, key: &str, now: Instant) -> Result<(), Duration> {
        let mut keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        if keys.len() >= MOST && !keys.contains_key(key) {
            keys.retain(|_, bucket| self.left(bucket, now) < f64::from(self.at_once));
            if keys.len() >= MOST {
                keys.clear();
            }
        }
        let full = Bucket { left: f64::from(self.at_once), at: now };
        let bucket = keys.entry(key.to_owned()).or_insert(full);
        let left = self.left(bucket, now);
        *bucket = Bucket { left, at: now };
        if left < 1.0 {
            return Err(self.every.mul_f64(1.0 - left));
        }
        bucket.left -= 1.0;
        Ok(())
    }

    /// Gives back a try that was not a failure.
    pub(crate) fn give_back(&self, key: &str) {
        let mut keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bucket) = keys.get_mut(key) {
            bucket.left += 1.0;
        }
    }

    /// Forgets earlier failures.
    pub(crate) fn forget(&self, key: &str) {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner).remove(key);
    }

    fn left(&self, bucket: &Bucket, now: Instant) -> f64 {
        let came = now.saturating_duration_since(bucket.at).as_secs_f64() / self.every.as_secs_f64();
        (bucket.left + came).min(f64::from(self.at_once))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_at_once_then_one_after_each_pause() {
        let (tries, now) = (Tries::new(3, Duration::from_mins(1)), Instant::now());
        for _ in 0..3 {
            assert_eq!(tries.take("a", now), Ok(()));
        }
        assert_eq!(tries.take("a", now), Err(Duration::from_mins(1)));
        assert_eq!(tries.take("b", now), Ok(()), "each key for itself");
        let later = now + Duration::from_secs(45);
        assert_eq!(tries.take("a", later), Err(Duration::from_secs(15)));
        assert_eq!(tries.take("a", later + Duration::from_secs(15)), Ok(()));
        let rested = later + Duration::from_hours(10);
        for _ in 0..3 {
            assert_eq!(tries.take("a", rested), Ok(()));
        }
        assert!(tries.take("a", rested).is_err(), "no more than at once");
        tries.give_back("a");
        assert_eq!(tries.take("a", rested), Ok(()));
        tries.forget("a");
        assert_eq!(tries.take("a", rested), Ok(()));
    }

    #[test]
    fn what_is_kept_in_mind_is_bounded() {
        let (tries, now) = (Tries::new(1, Duration::from_mins(1)), Instant::now());
        for i in 0..MOST + 10 {
            let _ = tries.take(&i.to_string(), now);
        }
        assert!(tries.keys.lock().expect("nobody failed").len() <= MOST);
    }
}
