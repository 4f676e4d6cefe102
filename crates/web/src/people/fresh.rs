//! Credentials made a moment ago: shown again for some minutes to the session that made them, and to nobody else.
//! They are only in memory: the store has their hash, and pages with them are not cached.

use crate::people::secret::Token;
use leitai_core::ContentHash;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long they are shown.
pub(crate) const SHOWN: Duration = Duration::from_mins(15);

/// By session and subject: when it was made, and the thing itself.
type Kept<T> = HashMap<(ContentHash, String), (Instant, Arc<T>)>;

/// Things just made, by session and subject.
pub(crate) struct Fresh<T> {
    kept: Mutex<Kept<T>>,
    /// Serialises those who make such things: of two, the later is the one that is valid and shown.
    pub(crate) door: tokio::sync::Mutex<()>,
}

impl<T> Default for Fresh<T> {
    fn default() -> Fresh<T> {
        Fresh { kept: Mutex::default(), door: tokio::sync::Mutex::default() }
    }
}

impl<T: Send + Sync + 'static> Fresh<T> {
    /// Keeps what a session has made for a subject, replacing what it made for it before; forgotten once it is no
    /// longer shown, whether or not anybody asks.
    pub(crate) fn keep(self: &Arc<Fresh<T>>, session: &Token, of: &str, made: T) {
        self.kept_at(Instant::now(), session, of, made);
        let fresh = Arc::clone(self);
        tokio::spawn(async move {
            tokio::time::sleep(SHOWN).await;
            fresh.forget(Instant::now());
        });
    }

    /// What this session made for a subject, and how long it will still be shown.
    pub(crate) fn get(&self, session: &Token, of: &str) -> Option<(Arc<T>, Duration)> {
        self.got_at(Instant::now(), session, of)
    }

    fn kept_at(&self, now: Instant, session: &Token, of: &str, made: T) {
        self.forget(now);
        self.kept().insert((session.digest(), of.to_owned()), (now, Arc::new(made)));
    }

    fn got_at(&self, now: Instant, session: &Token, of: &str) -> Option<(Arc<T>, Duration)> {
        let kept = self.kept();
        let (at, made) = kept.get(&(session.digest(), of.to_owned()))?;
        let left = SHOWN.checked_sub(now.saturating_duration_since(*at)).filter(|left| !left.is_zero())?;
        Some((Arc::clone(made), left))
    }

    fn forget(&self, now: Instant) {
        self.kept().retain(|_, (at, _)| now.saturating_duration_since(*at) < SHOWN);
    }

    fn kept(&self) -> MutexGuard<'_, Kept<T>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_shown_for_a_while_to_who_made_it() {
        let (fresh, now) = (Fresh::<u8>::default(), Instant::now());
        let [one, other] = [Token::random(), Token::random()];
        fresh.kept_at(now, &one, "2501", 7);
        let got = |after: Duration, by: &Token, of: &str| {
            fresh.got_at(now + after, by, of).map(|(made, left)| (*made, left))
        };
        assert_eq!(got(Duration::ZERO, &one, "2501"), Some((7, SHOWN)));
        let second = Duration::from_secs(1);
        let late = SHOWN.saturating_sub(second);
        assert_eq!(got(late, &one, "2501"), Some((7, second)), "as often as it is asked for");
        assert_eq!((got(second, &other, "2501"), got(second, &one, "2502")), (None, None));
        assert_eq!(got(SHOWN, &one, "2501"), None);
        // The newer one is shown; the expired one is no longer in memory.
        fresh.kept_at(now + second, &one, "2501", 8);
        assert_eq!(got(SHOWN, &one, "2501"), Some((8, second)));
        fresh.kept_at(now + SHOWN + second, &other, "", 9);
        assert_eq!(fresh.kept().len(), 1);
    }
}
