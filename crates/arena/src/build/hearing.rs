//! A compiler's output while it runs.

use std::sync::atomic::{AtomicBool, Ordering};

/// Receives the output of a compiler while it runs, and may stop the compiler.
pub struct Hearing<'a> {
    /// Called with everything the compiler has printed so far: paths shortened, cut. Called several times a second on
    /// the building thread, whether or not there is more output, so it must return quickly.
    pub told: &'a dyn Fn(&str),
    /// Stops the compiler as soon as it is set. Nothing is built then, and the error says nothing about the sources.
    pub stop: &'a AtomicBool,
}

impl Hearing<'_> {
    /// Passes on the output so far; returns false once the compiler must stop.
    pub(super) fn goes_on(&self, words: &str) -> bool {
        (self.told)(words);
        !self.stop.load(Ordering::Relaxed)
    }
}
