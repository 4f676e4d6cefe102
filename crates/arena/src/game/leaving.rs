//! How programs leave when their game is over.

use super::{RunningGame, cpu_account};
use leitai_core::{Outcome, Seat};
use std::time::{Duration, Instant};

impl RunningGame<'_> {
    /// Lets the programs exit, or stay for another game; their logs and exits go into the record. The stage does not
    /// wait for a program that lost by a fault.
    pub(super) fn shut_down(&mut self, outcome: Option<Outcome>) {
        let faulty = outcome.and_then(Outcome::faulty);
        self.pause_those_that_stay(outcome);
        let leaves = self.seats.each_ref().map(|state| state.farewell.is_none());
        for seat in Seat::BOTH.into_iter().filter(|seat| faulty != Some(*seat) && leaves[*seat]) {
            if let Some(process) = self.seats[seat].program_mut() {
                process.stdin.flush();
                process.stdin.close();
                // A suspended program must run to exit.
                process.cell.go();
            }
        }
        let parting = Instant::now();
        for seat in if faulty == Some(Seat::Second) { [Seat::Second, Seat::First] } else { Seat::BOTH } {
            let Some(process) = self.seats[seat].program_mut() else { continue };
            if !process.was_executed() {
                // It was never executed.
                process.end(Duration::ZERO);
                continue;
            }
            let grace = if faulty == Some(seat) { 0 } else { self.table.grace_ms(seat) };
            let grace = Duration::from_millis(grace).saturating_sub(parting.elapsed());
            let exit = leaves[seat].then(|| process.end(grace));
            let log = process.log();
            if !log.is_empty() {
                self.table.note(seat, "stderr", &log);
            }
            if let Some(exit) = exit {
                self.table.note(seat, "exit", &exit.to_string());
            }
            if process.is_confined() {
                self.table.note(seat, "usage", &cpu_account::usage(process));
            }
        }
    }
}
