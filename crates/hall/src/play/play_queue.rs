//! The queue of those who wait for a table: first come, first served, for as long as they ask.

use super::play_wish::PlayWish;
use crate::locked::locked;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Whoever waits asks at least so often, or has gone.
pub(super) const ASKS: Duration = Duration::from_secs(30);
/// How many may wait.
pub(super) const MOST: usize = 200;

/// Somebody who waits for a table.
pub(super) struct Waiting {
    pub(super) ticket: String,
    pub(super) owner: String,
    pub(super) enough: usize,
    pub(super) wish: PlayWish,
    pub(super) asked: Instant,
}

/// Those who wait, the first first.
#[derive(Default)]
pub(super) struct PlayQueue(pub(super) Mutex<Vec<Waiting>>);

impl PlayQueue {
    /// How many tables are promised to others before this one's turn.
    pub(super) fn before(&self, owner: &str) -> usize {
        let mut all = locked(&self.0);
        all.retain(|one| one.asked.elapsed() < ASKS);
        all.iter().take_while(|one| one.owner != owner).count()
    }

    /// Gives up the place of somebody who has a table, or will get none.
    pub(super) fn leave(&self, owner: &str) {
        locked(&self.0).retain(|one| one.owner != owner);
    }
}
