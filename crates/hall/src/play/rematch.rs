//! Playing the same again: whoever asks first begins the game, and the other side is shown its seat there.

use super::peoples_game::TakenSeat;
use super::play_error::PlayRefused;
use super::play_room::PlayRoom;
use super::play_wish::{Invitation, Rival};
use crate::locked::locked;
use leitai_core::Seat;
use std::sync::Arc;

impl PlayRoom {
    /// Begins the same again once a game is over, or sits down where the other side has begun it; `swaps` asks for the
    /// other seat, where the other side has not. `enough` is as for [`PlayRoom::begin`].
    pub fn again(
        self: &Arc<Self>,
        seat: &TakenSeat,
        owner: &str,
        enough: usize,
        swaps: bool,
    ) -> Result<Invitation, PlayRefused> {
        if seat.board().now().end.is_none() {
            return Err(PlayRefused::Runs);
        }
        let game = &seat.game;
        // Held until both seats are known: only one of two who ask at the same time begins it.
        let mut next = locked(&game.next);
        if let Some(begun) = &next[seat.seat()] {
            return Ok(begun.clone());
        }
        let begun = self.begin(owner, enough, &game.wish.again(seat.seat(), swaps))?;
        next[seat.seat()] = Some(begun.clone());
        let other = seat.seat().other();
        let key = match game.wish.rival {
            Rival::Person | Rival::Program => {
                self.seat(&begun.id, &begun.key, owner)?.and_then(|own| own.invites().map(str::to_owned))
            }
            Rival::Level(_) | Rival::Entered(_) | Rival::Oneself => None,
        };
        if let Some(key) = key {
            next[other] = Some(Invitation { id: begun.id.clone(), key });
            drop(next);
            game.seats[other].iter().for_each(|far| far.board.ring());
        }
        Ok(begun)
    }
}

impl TakenSeat {
    /// The seat of this side in the game that the other has begun after this one.
    pub fn next(&self) -> Option<Invitation> {
        let at: Seat = self.seat();
        locked(&self.game.next)[at].clone()
    }
}
