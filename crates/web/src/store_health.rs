//! Whether the store answers.

use crate::log;
use leitai_store::Database;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;
use tokio::time::timeout;

/// How long the store may take for its answer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);
/// How long an answer holds: whoever asks more often asks nobody.
pub(crate) const HOLDS: Duration = Duration::from_secs(1);

/// What is known of the store. Only one request at a time asks it, and the others wait for that answer.
#[derive(Default)]
pub(crate) struct StoreHealth(Mutex<Option<Known>>);

#[derive(Clone, Copy)]
struct Known {
    asked: Instant,
    /// Since when it has not answered.
    away_since: Option<Instant>,
}

impl StoreHealth {
    /// Since how long the store has not answered, at most a second ago; `None` if it does. Takes at most a second.
    pub(crate) async fn away(&self, database: &Database) -> Option<Duration> {
        let mut known = self.0.lock().await;
        let before = *known;
        if let Some(known) = before.filter(|known| known.asked.elapsed() < HOLDS) {
            return known.away_since.map(|since| since.elapsed());
        }
        let was_away = before.and_then(|known| known.away_since);
        let began = Instant::now();
        let why = match timeout(PATIENCE, database.answers()).await {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some(format!("no answer within {} s", PATIENCE.as_secs())),
        };
        match (&why, was_away) {
            (Some(why), None) => log::warn("the store does not answer", &[("why", why)]),
            (None, Some(since)) => {
                let took = since.elapsed().as_secs().to_string();
                log::warn("the store answers again", &[("after_s", &took)]);
            }
            _ => {}
        }
        let away_since = why.map(|_| was_away.unwrap_or(began));
        *known = Some(Known { asked: Instant::now(), away_since });
        away_since.map(|since| since.elapsed())
    }
}
