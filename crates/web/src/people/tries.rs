//! Limits on tries: a number at once, then one per interval.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The maximum number of keys. If more would be counted at a time, those who have the least to wait for are forgotten,
/// so that nobody who is made to wait is let off by others who come.
const MOST: usize = 1 << 16;

/// Tries by key.
pub(crate) struct Tries<K> {
    at_once: u32,
    every: Duration,
    most: usize,
    keys: Mutex<Keys<K>>,
}

/// When each key has all its tries again; one that has is not kept.
struct Keys<K> {
    whole: HashMap<K, Instant>,
    in_order: BTreeSet<(Instant, K)>,
}

impl<K: Clone + Eq + Hash + Ord> Tries<K> {
    /// `at_once` tries at once, and one more after each `every`.
    pub(crate) fn new(at_once: u32, every: Duration) -> Tries<K> {
        let keys = Keys { whole: HashMap::new(), in_order: BTreeSet::new() };
        Tries { at_once, every, most: MOST, keys: Mutex::new(keys) }
    }

    /// Takes a try, or returns how long to wait for the next. A refusal leaves no trace.
    pub(crate) fn take(&self, key: &K, now: Instant) -> Result<(), Duration> {
        let mut keys = self.keys();
        keys.forget_whole(now);
        let whole = keys.whole.get(key).copied().unwrap_or(now) + self.every;
        let most = now + self.every * self.at_once;
        if whole > most {
            return Err(whole - most);
        }
        if keys.whole.len() >= self.most && !keys.whole.contains_key(key) {
            let first = keys.in_order.first().map(|(_, key)| key.clone());
            keys.set(&first.unwrap_or_else(|| key.clone()), None);
        }
        keys.set(key, Some(whole));
        Ok(())
    }

    /// Gives back a try that did not count.
    pub(crate) fn give_back(&self, key: &K) {
        let mut keys = self.keys();
        let whole = keys.whole.get(key).and_then(|whole| whole.checked_sub(self.every));
        keys.set(key, whole);
    }

    /// Forgets earlier tries.
    pub(crate) fn forget(&self, key: &K) {
        self.keys().set(key, None);
    }

    fn keys(&self) -> MutexGuard<'_, Keys<K>> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Clone + Eq + Hash + Ord> Keys<K> {
    fn set(&mut self, key: &K, whole: Option<Instant>) {
        let was = match whole {
            Some(whole) => self.whole.insert(key.clone(), whole),
            None => self.whole.remove(key),
        };
        if let Some(was) = was {
            self.in_order.remove(&(was, key.clone()));
        }
        self.in_order.extend(whole.map(|whole| (whole, key.clone())));
    }

    fn forget_whole(&mut self, now: Instant) {
        while self.in_order.first().is_some_and(|(whole, _)| *whole <= now) {
            if let Some((_, key)) = self.in_order.pop_first() {
                self.whole.remove(&key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_at_once_then_one_after_each_pause() {
        let (tries, now) = (Tries::new(3, Duration::from_mins(1)), Instant::now());
        for _ in 0..3 {
            assert_eq!(tries.take(&"a", now), Ok(()));
        }
        assert_eq!(tries.take(&"a", now), Err(Duration::from_mins(1)));
        assert_eq!(tries.take(&"b", now), Ok(()), "each key for itself");
        let later = now + Duration::from_secs(45);
        assert_eq!(tries.take(&"a", later), Err(Duration::from_secs(15)));
        assert_eq!(tries.take(&"a", later + Duration::from_secs(15)), Ok(()));
        let rested = later + Duration::from_hours(10);
        for _ in 0..3 {
            assert_eq!(tries.take(&"a", rested), Ok(()));
        }
        assert!(tries.take(&"a", rested).is_err(), "no more than at once");
        tries.give_back(&"a");
        assert_eq!(tries.take(&"a", rested), Ok(()));
        tries.forget(&"a");
        assert_eq!(tries.take(&"a", rested), Ok(()));
    }

    /// A full table forgets, but nobody who waits; the control is that all who have little to wait for are not kept.
    #[test]
    fn whoever_waits_is_not_let_off_by_those_who_come() {
        let (mut tries, now) = (Tries::new(3, Duration::from_mins(1)), Instant::now());
        tries.most = 1_000;
        for _ in 0..3 {
            tries.take(&u32::MAX, now).expect("one of three");
        }
        for number in 0..5_000 {
            assert_eq!(tries.take(&number, now), Ok(()));
            assert!(tries.take(&u32::MAX, now).is_err(), "after {number} others");
        }
        let keys = tries.keys();
        assert_eq!((keys.whole.len(), keys.in_order.len()), (1_000, 1_000));
        drop(keys);
        // Each of these took one try and has two left, whether or not that one is still known.
        assert_eq!(tries.take(&0, now), Ok(()));
        assert_eq!(tries.take(&u32::MAX, now + Duration::from_mins(3)), Ok(()));
        assert_eq!(tries.keys().whole.len(), 1, "those who need not wait any more are forgotten");
    }

    #[test]
    fn a_refusal_leaves_no_trace() {
        let (tries, now) = (Tries::new(1, Duration::from_mins(1)), Instant::now());
        tries.take(&1, now).expect("the first");
        for _ in 0..100 {
            assert_eq!(tries.take(&1, now), Err(Duration::from_mins(1)));
        }
        assert_eq!(tries.take(&1, now + Duration::from_mins(1)), Ok(()));
    }
}
