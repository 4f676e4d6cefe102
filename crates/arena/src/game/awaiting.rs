//! Waits for what happens next in a game.
//!
//! Whoever is asked often answers at once. For the first moment of a turn the stage therefore sleeps in one read of that
//! program's output, which costs less than asking after every stream of both; whatever else happens waits that moment.

use super::RunningGame;
use crate::inbox::Fill;
use crate::poll::{self, Cause, Woken};
use crate::process::Process;
use leitai_core::Seat;
use std::time::Duration;

/// How long after its request an answer counts as one that comes at once.
const AT_ONCE: Duration = Duration::from_millis(1);
/// A deadline nearer than this could pass during the read: the timers of some kernels tick only every 10 ms.
const NEAR: Duration = Duration::from_millis(50);

impl RunningGame<'_> {
    /// Waits at most `patience` until something happens in a chair; a person's lines count only if `persons` says so.
    /// `until` is how long it is to the next deadline.
    pub(super) fn wait(&mut self, persons: [bool; 2], patience: Duration, until: Duration) -> [Woken; 2] {
        match self.answers_at_once() {
            Some(seat) if !patience.is_zero() && until > NEAR => self.await_answer(seat),
            _ => poll::wait([0, 1].map(|i| self.seats[i].chair.causes(persons[i])), patience),
        }
    }

    /// The seat of the program that has just been asked, if it is the only one and nothing is due but its answer.
    fn answers_at_once(&self) -> Option<Seat> {
        let seat = Seat::BOTH.into_iter().find(|seat| self.owes(*seat))?;
        let asked = self.clocks.asked(seat)?;
        let is_alone = !self.owes(seat.other());
        let are_quiet = self.seats.iter().all(|state| state.program().is_some_and(Process::may_be_awaited));
        (is_alone && are_quiet && asked.elapsed() < AT_ONCE).then_some(seat)
    }

    /// Waits for the output of one seat's program; what the other's has sent by then is read too.
    fn await_answer(&mut self, seat: Seat) -> [Woken; 2] {
        let mut woken = [Woken::default(); 2];
        for (seat, is_asked) in [(seat, true), (seat.other(), false)] {
            let Some(process) = self.seats[seat].program_mut() else { continue };
            let fill = if is_asked { process.await_output() } else { process.listen() };
            if fill != Fill::Nothing {
                woken[seat] = Woken::only(Cause::Said);
            } else if is_asked {
                break;
            }
        }
        woken
    }
}
