//! A boundary around each game: an internal fault of the stage in one game ends only that game.

use crate::error::StageError;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    /// How many boundaries this thread is within, and where it last panicked inside one.
    static WITHIN: Cell<u32> = const { Cell::new(0) };
    static PLACE: Cell<Option<String>> = const { Cell::new(None) };
}

/// Returns what `play` returns. A panic inside becomes a [`StageError::Panicked`] with its message and its location: it
/// ends `play` and nothing else. Values that `play` had borrowed must then be dropped without being read.
pub fn contained<T>(play: impl FnOnce() -> T) -> Result<T, StageError> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info: &PanicHookInfo<'_>| {
            if WITHIN.get() == 0 {
                return before(info);
            }
            // The code that set up the boundary reports the panic.
            PLACE.set(info.location().map(ToString::to_string));
        }));
    });
    WITHIN.set(WITHIN.get() + 1);
    let played = panic::catch_unwind(AssertUnwindSafe(play));
    WITHIN.set(WITHIN.get() - 1);
    played.map_err(|panic| {
        let words = panic.downcast_ref::<&str>().map(ToString::to_string);
        let words = words.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
        StageError::Panicked { words, place: PLACE.take().unwrap_or_default() }
    })
}

/// Raises the flag that stops games if the thread that waits for them panics; otherwise it would wait for all the games
/// still to come.
pub struct StopIfPanicking<'a>(pub &'a AtomicBool);

impl Drop for StopIfPanicking<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

impl StageError {
    /// Whether this is an internal fault of the stage, which ends only one game.
    pub fn is_panic(&self) -> bool {
        matches!(self, StageError::Panicked { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Lang;

    #[test]
    fn a_panic_is_told_with_its_words_and_its_place() {
        assert_eq!(contained(|| 7).ok(), Some(7));
        for (at, plant) in [(0, "a plain one".to_owned()), (1, format!("one with figures: {}", 2))] {
            let done: Result<(), _> =
                contained(|| if at == 0 { panic!("a plain one") } else { panic!("{plant}") });
            let error = done.expect_err("it panicked");
            let said = leitai_core::Sentence::of(&error);
            for lang in [Lang::En, Lang::Zh] {
                assert!(said.to(lang).contains(&plant) && said.to(lang).contains("boundary.rs:"), "{said:?}");
            }
        }
    }

    /// One boundary within another: the inner one catches the panic, and the outer one continues.
    #[test]
    fn the_innermost_boundary_takes_it() {
        let outer = contained(|| contained(|| panic!("within")).is_err());
        assert_eq!(outer.ok(), Some(true));
    }
}
