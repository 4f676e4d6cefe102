//! What programs are told, and when: at rest, and never outside their turns.

use super::input::Input;
use super::{RunningGame, reason};
use crate::chair::Chair;
use crate::conditions::Ponder;
use leitai_core::{Fault, Lines, Seat, Sentence};
use leitai_sandbox::NotLaunched;
use std::time::Instant;

impl RunningGame<'_> {
    /// Holds back what a program is told outside its turn until it is asked, or until the game is over: it has sent its
    /// answer, and may still be searching. Where programs may compute at any time they are told immediately.
    pub(super) fn keep_back(&mut self) {
        if self.conditions.ponder == Ponder::On || self.over().is_some() {
            return;
        }
        for seat in Seat::BOTH {
            if !self.owes(seat) {
                self.seats[seat].kept.append(&mut self.outbox.lines[seat]);
            }
        }
    }

    /// Sends what was held back and what the outbox contains. A program that exited as it may is started again for it
    /// while the game is running.
    pub(super) fn send(&mut self) {
        // A million blank lines cause a million calls.
        if self.outbox.lines.iter().chain(self.seats.iter().map(|state| &state.kept)).all(Lines::is_empty) {
            return;
        }
        for seat in Seat::BOTH {
            let is_over = self.over().is_some();
            if self.outbox.lines[seat].is_empty() && !(is_over || self.owes(seat)) {
                continue;
            }
            let mut lines = std::mem::take(&mut self.seats[seat].kept);
            lines.append(&mut self.outbox.lines[seat]);
            let sent = if lines.is_empty() { Ok(()) } else { self.tell(seat, &lines, is_over) };
            lines.clear();
            self.seats[seat].kept = lines;
            match sent {
                Ok(()) => {}
                Err(NotLaunched::Program(error)) => {
                    let reason = reason::not_started_again(&Sentence::of(&error));
                    self.fault(seat, Fault::NotReady, &reason, Instant::now());
                }
                Err(NotLaunched::Machine(error)) => self.broken = Some(Sentence::of(&error)),
            }
        }
    }

    /// Sends lines to a seat's program once it is at rest. Its output in response to lines that only inform does not
    /// count as an answer.
    fn tell(&mut self, seat: Seat, lines: &Lines, is_over: bool) -> Result<(), NotLaunched> {
        if self.seats[seat].rest.stirs && !is_over {
            self.wind_down(seat, false);
        }
        let state = &mut self.seats[seat];
        if let Chair::Far(far) = &mut state.chair {
            far.program.tell(lines.bytes());
            self.spoke(seat, true, lines.bytes());
            return Ok(());
        }
        let Some(process) = state.program_mut() else { return Ok(()) };
        let (informing, asking) = lines.parts();
        let has_ended = process.has_ended() && !is_over;
        if has_ended {
            process.start_again()?;
        }
        process.stdin.send(informing);
        if has_ended {
            state.input = Input::Fresh(None);
        }
        self.spoke(seat, true, informing);
        if !informing.is_empty() && !is_over {
            self.wind_down(seat, true);
            let Some(process) = self.seats[seat].program_mut() else { return Ok(()) };
            let mut heard = Vec::new();
            process.listen();
            while let Some(line) = process.inbox.line() {
                self.table.hear_unasked(seat, line);
                heard.extend(self.talk.is_some().then(|| line.to_vec()));
            }
            for line in &heard {
                self.spoke(seat, false, line);
            }
        }
        if let Some(process) = self.seats[seat].program_mut() {
            // From now on it may work on what it is asked, whether or not the stage gets on.
            let told = Instant::now();
            process.stdin.send(asking);
            self.seats[seat].told = Some(told).filter(|_| !asking.is_empty());
        }
        self.spoke(seat, true, asking);
        Ok(())
    }
}
