//! Observers of a running event.

use crate::history::Played;
use leitai_core::Sentence;
use leitai_store::SecondPlaying;
use leitai_tournament::{Due, Event, GameId, Ruling};
use std::time::Duration;

/// A change in an event.
pub enum EventChange<'a> {
    /// A game was started: here, or by a worker that took it. A game that was given back is started again.
    Started(&'a Due),
    /// A game was played and its result stored.
    Played(&'a Played),
    /// A ruling was made and stored.
    Ruled(&'a Ruling),
}

/// An observer of a running event.
pub trait EventObserver {
    /// Called after each change; `event` includes it.
    fn happened(&mut self, event: &Event, what: &EventChange<'_>);

    /// Called when no worker could play a game. The rest of the event continues.
    fn is_stuck(&mut self, game: GameId, why: &Sentence);

    /// Called when this machine lacks something that any game needs, for this reason: no other game is begun for that
    /// long, and then it is tried again.
    fn rests(&mut self, _why: &Sentence, _lasting: Duration) {}

    /// Called when an operator retries such a game ([`Hall::renew`](crate::Hall::renew)).
    fn is_renewed(&mut self, _game: GameId) {}

    /// Called when a machine was paused because it failed games that others played.
    fn was_paused(&mut self, _machine: &str) {}

    /// Called when the outcome of a game's second playing is known. No result depends on it.
    fn was_played_twice(&mut self, _second: &SecondPlaying) {}
}
