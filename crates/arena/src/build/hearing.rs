//! A compiler's words while they come.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whoever hears a compiler while it runs, and may end it.
pub struct Hearing<'a> {
    /// Is told all that the compiler has said so far: paths shortened, cut. Several times a second, on the building thread, whether
    /// or not there is more: it returns quickly.
    pub told: &'a dyn Fn(&str),
    /// Ends the compiler as soon as it is set. What was built then is nothing, and the error says nothing of the sources.
    pub stop: &'a AtomicBool,
}

impl Hearing<'_> {
    /// Hears what was said so far; false once the compiler is to end.
    pub(super) fn goes_on(&self, words: &str) -> bool {
        (self.told)(words);
        !self.stop.load(Ordering::Relaxed)
    }
}
