//! Observers of games being played.

use crate::assignment::Assignment;
use leitai_arena::Watch;

/// Gives each game an observer.
pub trait Spectators: Send + Sync {
    /// The observer of a game of this event that is about to start; called on the thread that plays it. The observer is
    /// dropped when the game is over, broken off or given back, before its result is stored or handed in.
    fn watch(&self, event: &str, assignment: &Assignment) -> Box<dyn Watch + Send>;
}

/// No observers.
impl Spectators for () {
    fn watch(&self, _: &str, _: &Assignment) -> Box<dyn Watch + Send> {
        Box::new(())
    }
}
