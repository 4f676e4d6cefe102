//! What organisers read a moment ago.

use leitai_store::Deed;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// For this long another look at the same is not another line: pages follow what they show.
const ONCE: Duration = Duration::from_mins(10);

/// Who read what, whose, and where.
type Reading = (String, &'static str, String, String);

/// What was read, and when.
#[derive(Default)]
pub(crate) struct Readings(Mutex<HashMap<Reading, Instant>>);

fn reading(by: &str, deed: Deed, about: &str, details: &Value) -> Reading {
    (by.to_owned(), deed.name(), about.to_owned(), details.to_string())
}

impl Readings {
    /// Whether this is new; from now on it is not.
    pub(super) fn is_new(&self, by: &str, deed: Deed, about: &str, details: &Value) -> bool {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, at| at.elapsed() < ONCE);
        if known.contains_key(&reading(by, deed, about, details)) {
            return false;
        }
        known.insert(reading(by, deed, about, details), Instant::now());
        true
    }

    /// It was not noted after all.
    pub(super) fn forget(&self, by: &str, deed: Deed, about: &str, details: &Value) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&reading(by, deed, about, details));
    }
}
