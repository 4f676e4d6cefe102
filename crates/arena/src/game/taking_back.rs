//! Acts that are taken back, by consent of both sides.

use super::RunningGame;
use crate::chair::Chair;
use crate::watch::Watch;
use leitai_core::{Act, Actor, Refusal, Seat, Sentence, Turn};
use std::time::{Duration, Instant};

impl RunningGame<'_> {
    /// Takes back everything after so many plies, as the person in this seat asks. The clocks go back to where they stood then;
    /// programs are started anew. `dice`: what the dice showed after them goes too.
    pub(super) fn take_back(&mut self, by: Seat, to: u32, dice: bool, now: Instant, watch: &mut dyn Watch) {
        let is_far = self.seats.iter().any(|state| matches!(state.chair, Chair::Far(_)));
        let back = Act::Back { by, to, dice };
        let done = if is_far {
            Err(Refusal::NotBack(Sentence::new(
                "a program on another machine cannot be started anew",
                "另一台机器上的程序无法重新启动",
            )))
        } else {
            self.table.act(back, Duration::ZERO, [None; 2], &mut self.outbox)
        };
        if let Err(refusal) = done {
            if let Chair::Person(person) = &mut self.seats[by].chair {
                person.refused(&refusal);
            }
            return;
        }
        self.clocks.back(to);
        for state in &mut self.seats {
            state.is_started = false;
        }
        self.keep_lines();
        self.show(now, watch);
        self.starts_anew = self.seats.iter().any(|state| state.program().is_some());
        if !self.starts_anew {
            let turn = self.table.turn();
            watch.changed(self.table);
            let owes = Seat::BOTH.map(|seat| turn.owes(Actor::Seat(seat)));
            if self.clocks.stand() {
                // Where layouts are entered for both, no clock runs unless it is started by hand.
                let lays = |seat| matches!(turn, Turn::Secret(_)) && self.waits_for_hand(seat);
                self.resumes = Seat::BOTH.map(|seat| owes[seat] && !lays(seat));
            } else {
                self.ask(|seat| owes[seat]);
            }
        }
    }
}
