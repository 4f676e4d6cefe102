//! Who looks on while games are played.

use crate::assignment::Assignment;
use leitai_arena::Watch;

/// Gives each game an observer.
pub trait Spectators: Send + Sync {
    /// The observer of a game of this event that is about to start, asked for on the thread that plays it. It is dropped
    /// when the game is over, broken off or given back: before its result is kept or handed in.
    fn watch(&self, event: &str, assignment: &Assignment) -> Box<dyn Watch + Send>;
}

/// Nobody looks on.
impl Spectators for () {
    fn watch(&self, _: &str, _: &Assignment) -> Box<dyn Watch + Send> {
        Box::new(())
    }
}
