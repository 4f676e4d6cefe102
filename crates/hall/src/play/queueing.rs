//! Waiting for a table.

use super::play_error::PlayRefused;
use super::play_queue::{ASKS, MOST, Waiting};
use super::play_room::PlayRoom;
use super::play_wish::{Invitation, PlayWish};
use crate::locked::locked;
use crate::random_key::random_key;
use std::sync::Arc;
use std::time::Instant;

/// What somebody who waits is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum QueuePlace {
    /// So many are before them.
    Behind(usize),
    /// The game has begun.
    Begun(Invitation),
}

impl PlayRoom {
    /// Takes a place in the queue; one who already has one keeps it, with this wish. Returns its ticket.
    pub fn queue_up(&self, owner: &str, enough: usize, wish: &PlayWish) -> Result<String, PlayRefused> {
        if self.is_closed() {
            return Err(PlayRefused::Full);
        }
        wish.ruled()?;
        let mut all = locked(&self.queue.0);
        all.retain(|one| one.asked.elapsed() < ASKS);
        if let Some(own) = all.iter_mut().find(|one| one.owner == owner) {
            (own.wish, own.asked) = (wish.clone(), Instant::now());
            return Ok(own.ticket.clone());
        }
        if all.len() >= MOST {
            return Err(PlayRefused::Full);
        }
        let ticket = random_key(16);
        let (owner, wish) = (owner.to_owned(), wish.clone());
        all.push(Waiting { ticket: ticket.clone(), owner, enough, wish, asked: Instant::now() });
        Ok(ticket)
    }

    /// Asks for the place of a ticket; begins its game once there is a table. `None` if there is no such ticket of
    /// this owner, or nobody has asked for it for too long.
    pub fn queued(self: &Arc<Self>, ticket: &str, owner: &str) -> Option<Result<QueuePlace, PlayRefused>> {
        let (enough, wish) = {
            let mut all = locked(&self.queue.0);
            let own = all.iter_mut().find(|one| one.ticket == ticket && one.owner == owner)?;
            own.asked = Instant::now();
            (own.enough, own.wish.clone())
        };
        let begun = self.begin(owner, enough, &wish);
        if matches!(begun, Err(PlayRefused::Full)) {
            return Some(Ok(QueuePlace::Behind(self.queue.before(owner))));
        }
        self.queue.leave(owner);
        Some(begun.map(QueuePlace::Begun))
    }
}
