//! What a running game knows of one seat.

use super::cpu_account::CpuAccount;
use super::input::Input;
use super::rest::Rest;
use crate::chair::Chair;
use crate::clocks::Clocks;
use crate::process::Process;
use crate::speaker::Speaker;
use leitai_core::{Lifecycle, Lines, Seat};
use std::time::{Duration, Instant};

/// A seat of a running game.
pub(super) struct SeatState<'a> {
    pub(super) chair: Chair<'a>,
    /// How long its program may take to get ready.
    pub(super) start: Option<Duration>,
    /// When it was asked, if that was before its program was executed, in which case its time runs from when that was
    /// permitted.
    pub(super) unexecuted: Option<Instant>,
    /// How long the game has waited for its launcher, so far as that was said.
    pub(super) delayed_launch: Duration,
    /// When its program was last sent a request, until its clock runs.
    pub(super) told: Option<Instant>,
    /// Whether its clock, where it is started by hand, has been in this turn.
    pub(super) is_started: bool,
    /// When its program is asked once more, since it could not answer.
    pub(super) asked_later: Option<Instant>,
    /// What its program may do.
    pub(super) lifecycle: Lifecycle,
    pub(super) is_ready: bool,
    /// Whether it is ready, and at rest until asked.
    pub(super) is_settled: bool,
    pub(super) account: CpuAccount,
    pub(super) rest: Rest,
    /// What was given back to its finished turns.
    pub(super) given: Duration,
    /// What its program was told outside its turns and has not been sent yet.
    pub(super) kept: Lines,
    /// Whether its program waits for the end of its input.
    pub(super) input: Input,
    /// The message that dismisses a program that would stay for another game.
    pub(super) farewell: Option<Lines>,
}

impl<'a> SeatState<'a> {
    /// A seat before the game, with its occupant, or before a game goes on.
    pub(super) fn new(seat: Seat, chair: Chair<'a>, lifecycle: Lifecycle, clocks: &Clocks) -> SeatState<'a> {
        let is_person = matches!(chair, Chair::Person(_));
        SeatState {
            chair,
            start: clocks.start_limit(seat),
            unexecuted: None,
            delayed_launch: Duration::ZERO,
            told: None,
            is_started: !clocks.so_far().turn[seat].is_zero(),
            asked_later: None,
            is_ready: is_person || lifecycle.says_nothing_first,
            lifecycle,
            is_settled: is_person,
            account: CpuAccount::default(),
            rest: Rest::default(),
            given: Duration::ZERO,
            kept: Lines::default(),
            input: Input::Fresh(None),
            farewell: None,
        }
    }

    /// The program of this machine in it, if one sits there.
    pub(super) fn program(&self) -> Option<&Process> {
        match &self.chair {
            Chair::Program(process) => Some(process),
            Chair::Person(_) | Chair::Far(_) => None,
        }
    }

    /// As [`program`](SeatState::program).
    pub(super) fn program_mut(&mut self) -> Option<&mut Process> {
        match &mut self.chair {
            Chair::Program(process) => Some(process),
            Chair::Person(_) | Chair::Far(_) => None,
        }
    }

    /// Whoever speaks there in lines of a dialect; `None` where a person sits.
    pub(super) fn speaker(&self) -> Option<&dyn Speaker> {
        match &self.chair {
            Chair::Program(process) => Some(&**process),
            Chair::Far(far) => Some(far),
            Chair::Person(_) => None,
        }
    }

    /// As [`speaker`](SeatState::speaker).
    pub(super) fn speaker_mut(&mut self) -> Option<&mut dyn Speaker> {
        match &mut self.chair {
            Chair::Program(process) => Some(&mut **process),
            Chair::Far(far) => Some(far),
            Chair::Person(_) => None,
        }
    }

    /// The processor time that its program has used so far; a person uses none.
    pub(super) fn cpu(&mut self) -> Duration {
        self.program_mut().map_or(Duration::ZERO, |process| process.cell.cpu())
    }
}
