//! How a game ended, and how its programs leave.

use super::{Late, RunningGame, cpu_account};
use crate::chair::Chair;
use leitai_core::{Outcome, Seat, Sentence};
use std::time::{Duration, Instant};

/// The outcome of a finished game and its figures.
#[derive(Clone, PartialEq, Debug)]
pub struct Ended {
    /// The result.
    pub outcome: Outcome,
    /// The reason, as a sentence with figures.
    pub reason: Sentence,
    /// Number of completed plies.
    pub plies: u32,
    /// For each seat, the time used in total and in its longest turn.
    pub used: [(Duration, Duration); 2],
    /// For each seat, the processor time of its program in this game, from start to end; zero for a person.
    pub cpu: [Duration; 2],
    /// The digest of its positions: equal where the same was played.
    pub digest: String,
    /// Wall time from the first request to the last answer.
    pub played: Duration,
    /// What the loser's program did while its time ran out, where it lost by that.
    pub late: Option<Late>,
    /// Set if the machine, not the loser, was at fault: for how long it kept the loser or the stage from running, or
    /// zero if someone other than the stage killed the program. The result is meaningless; play the game again.
    pub disturbed: Option<Duration>,
}

impl RunningGame<'_> {
    /// The programs leave, or stay for another game; what they logged and how they left goes into the record. A program that lost by a
    /// fault is not waited for.
    pub(super) fn shut_down(&mut self, outcome: Option<Outcome>) {
        let faulty = outcome.and_then(Outcome::faulty);
        self.pause_those_that_stay(outcome);
        let leaves = self.farewells.each_ref().map(Option::is_none);
        for seat in Seat::BOTH.into_iter().filter(|seat| faulty != Some(*seat) && leaves[seat.index()]) {
            if let Chair::Program(process) = &mut self.chairs[seat.index()] {
                process.stdin.flush();
                process.stdin.close();
                // A suspended program must run to leave.
                process.cell.go();
            }
        }
        let parting = Instant::now();
        for seat in if faulty == Some(Seat::Second) { [Seat::Second, Seat::First] } else { Seat::BOTH } {
            let Chair::Program(process) = &mut self.chairs[seat.index()] else { continue };
            if !process.was_executed() {
                // It was never executed.
                process.end(Duration::ZERO);
                continue;
            }
            let grace = if faulty == Some(seat) { 0 } else { self.table.grace_ms(seat) };
            let grace = Duration::from_millis(grace).saturating_sub(parting.elapsed());
            let exit = leaves[seat.index()].then(|| process.end(grace));
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
