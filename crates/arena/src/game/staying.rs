//! Programs that stay for the next game.

use super::RunningGame;
use super::seat_state::SeatState;
use crate::chair::Chair;
use crate::resident::Resident;
use leitai_core::{Outcome, Seat};
use std::time::Duration;

impl RunningGame<'_> {
    /// Called when the game begins: a program that is to stay for another game, and can, is not sent away at the end.
    pub(super) fn let_stay(&mut self) {
        for seat in Seat::BOTH {
            if self.seats[seat].program().is_some_and(|process| process.stays) {
                self.seats[seat].farewell = self.table.stay(seat);
            }
        }
    }

    /// Called when the game is over: stops the programs that stay. One that lost by a fault, still owes an answer, or
    /// does not read its input does not stay.
    pub(super) fn pause_those_that_stay(&mut self, outcome: Option<Outcome>) {
        let faulty = outcome.and_then(Outcome::faulty);
        for seat in Seat::BOTH {
            let owes = self.clocks.asked(seat).is_some();
            let Some(farewell) = self.seats[seat].farewell.take() else { continue };
            let Some(process) = self.seats[seat].program_mut() else { continue };
            if faulty != Some(seat) && !owes && process.pause() {
                self.seats[seat].farewell = Some(farewell);
            } else {
                process.stdin.send(farewell.bytes());
                self.spoke(seat, true, farewell.bytes());
            }
        }
    }

    /// The programs that stay.
    pub(super) fn residents(self) -> [Option<Resident>; 2] {
        let mut of_seat = Seat::BOTH.into_iter();
        self.seats.map(|SeatState { chair, farewell, .. }| {
            let grace = of_seat.next().map_or(0, |seat| self.table.grace_ms(seat));
            let (Chair::Program(process), Some(farewell)) = (chair, farewell) else { return None };
            Some(Resident::new(process, farewell, Duration::from_millis(grace)))
        })
    }
}
