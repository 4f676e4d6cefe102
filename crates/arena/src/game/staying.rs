//! Programs that stay for the next game.

use super::RunningGame;
use crate::chair::Chair;
use crate::resident::Resident;
use leitai_core::{Outcome, Seat};
use std::time::Duration;

impl RunningGame<'_> {
    /// Called when the game begins: a program that is to stay for another game, and can, is not sent away at the end.
    pub(super) fn let_stay(&mut self) {
        for seat in Seat::BOTH {
            if matches!(&self.chairs[seat.index()], Chair::Program(process) if process.stays) {
                self.farewells[seat.index()] = self.table.stay(seat);
            }
        }
    }

    /// Called when the game is over: stops the programs that stay. One that lost by a fault, still owes an answer, or
    /// does not read its input does not stay.
    pub(super) fn pause_those_that_stay(&mut self, outcome: Option<Outcome>) {
        let faulty = outcome.and_then(Outcome::faulty);
        for seat in Seat::BOTH {
            let owes = self.clocks.asked(seat).is_some();
            let Some(farewell) = self.farewells[seat.index()].take() else { continue };
            let Chair::Program(process) = &mut self.chairs[seat.index()] else { continue };
            if faulty != Some(seat) && !owes && process.pause() {
                self.farewells[seat.index()] = Some(farewell);
            } else {
                process.stdin.send(farewell.bytes());
                self.spoke(seat, true, farewell.bytes());
            }
        }
    }

    /// The programs that stay.
    pub(super) fn residents(self) -> [Option<Resident>; 2] {
        let RunningGame { table, chairs, farewells, .. } = self;
        let mut seats = chairs.into_iter().zip(farewells).zip(Seat::BOTH).map(|((chair, farewell), seat)| {
            let (Chair::Program(process), Some(farewell)) = (chair, farewell) else { return None };
            Some(Resident::new(process, farewell, Duration::from_millis(table.grace_ms(seat))))
        });
        [seats.next().flatten(), seats.next().flatten()]
    }
}
