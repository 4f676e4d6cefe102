//! A cache of pages.

use crate::answer::Content;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Pages by their keys. While one is being remade, all others get its previous version.
pub(crate) struct KeptPages {
    most: usize,
    pages: Mutex<HashMap<String, Kept>>,
}

struct Kept {
    /// The version of the data that it was made from.
    version: u64,
    made: Instant,
    content: Arc<Content>,
    /// Whether it is being remade.
    is_being_made: bool,
}

impl Kept {
    fn ready(&self, version: u64, every: Duration) -> Option<Arc<Content>> {
        let is_good = self.version == version || self.made.elapsed() < every;
        (is_good || self.is_being_made).then(|| Arc::clone(&self.content))
    }
}

impl KeptPages {
    /// A cache of at most this many pages.
    pub(crate) fn new(most: usize) -> KeptPages {
        KeptPages { most, pages: Mutex::default() }
    }

    /// The page of a key, and whether it was cached. It is made if its data have another `version`, at most once in
    /// `every`; an error if making it fails.
    pub(crate) fn get<E>(
        &self,
        key: &str,
        version: u64,
        every: Duration,
        make: impl FnOnce() -> Result<Content, E>,
    ) -> Result<(Arc<Content>, bool), E> {
        {
            let mut pages = self.pages();
            if let Some(kept) = pages.get_mut(key) {
                if let Some(content) = kept.ready(version, every) {
                    return Ok((content, true));
                }
                kept.is_being_made = true;
            }
        }
        let made = Promise { kept: self, key };
        let content = Arc::new(make()?);
        std::mem::forget(made);
        let mut pages = self.pages();
        if pages.len() >= self.most && !pages.contains_key(key) {
            // Pages that are requested will soon be cached again.
            pages.clear();
        }
        let kept =
            Kept { version, made: Instant::now(), content: Arc::clone(&content), is_being_made: false };
        pages.insert(key.to_owned(), kept);
        Ok((content, false))
    }

    /// The page of a key if it need not be made; takes only a moment.
    pub(crate) fn ready(&self, key: &str, version: u64, every: Duration) -> Option<Arc<Content>> {
        self.pages().get(key)?.ready(version, every)
    }

    /// Forgets all pages, however fresh: their contents must not be seen any more.
    pub(crate) fn forget(&self) {
        self.pages().clear();
    }

    fn pages(&self) -> MutexGuard<'_, HashMap<String, Kept>> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// If making a page fails, by an error or a panic, this leaves it to the next request.
struct Promise<'a> {
    kept: &'a KeptPages,
    key: &'a str,
}

impl Drop for Promise<'_> {
    fn drop(&mut self) {
        if let Some(kept) = self.kept.pages().get_mut(self.key) {
            kept.is_being_made = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_hours(1);

    fn get(kept: &KeptPages, key: &str, version: u64, every: Duration, text: &str) -> (usize, bool) {
        let made = kept.get::<()>(key, version, every, || Ok(Content::new("text/plain", text)));
        let (content, was_there) = made.expect("it can be made");
        (content.len(), was_there)
    }

    #[test]
    fn a_page_is_made_when_something_has_changed_and_not_too_often() {
        let kept = KeptPages::new(2);
        assert_eq!(get(&kept, "a", 1, Duration::ZERO, "1"), (1, false));
        assert_eq!(get(&kept, "a", 1, Duration::ZERO, "22"), (1, true));
        assert_eq!(get(&kept, "a", 2, LONG, "22"), (1, true), "a moment ago");
        let ready = |version, every| kept.ready("a", version, every).map(|content| content.len());
        assert_eq!((ready(1, Duration::ZERO), ready(3, LONG)), (Some(1), Some(1)), "what is good is ready");
        assert_eq!((ready(3, Duration::ZERO), kept.ready("b", 2, LONG).is_none()), (None, true));
        assert_eq!(get(&kept, "a", 3, Duration::ZERO, "22"), (2, false));
    }

    #[test]
    fn a_failure_is_nobodys_page() {
        let kept = KeptPages::new(2);
        get(&kept, "a", 1, Duration::ZERO, "1");
        assert!(kept.get("a", 2, Duration::ZERO, || Err(())).is_err());
        assert_eq!(get(&kept, "a", 2, Duration::ZERO, "22"), (2, false));
    }

    #[test]
    fn no_more_are_kept_than_there_is_room_for() {
        let kept = KeptPages::new(2);
        for key in ["a", "b", "c"] {
            get(&kept, key, 1, LONG, "1");
        }
        assert!(kept.pages().len() <= 2);
        assert_eq!(get(&kept, "c", 1, LONG, "22"), (1, true));
    }

    #[test]
    fn while_one_makes_a_page_others_have_the_old_one() {
        let kept = KeptPages::new(2);
        get(&kept, "a", 1, Duration::ZERO, "1");
        let made = kept.get::<()>("a", 2, Duration::ZERO, || {
            assert_eq!(get(&kept, "a", 2, Duration::ZERO, "333"), (1, true));
            Ok(Content::new("text/plain", "22"))
        });
        assert!(made.is_ok_and(|(content, _)| content.len() == 2));
    }
}
