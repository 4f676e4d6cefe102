//! What programs send to the stage, and how they leave it.

use super::limit_met::limit_met;
use super::{FAREWELL, LAST_BREATH, RunningGame, reason};
use crate::exit::Exit;
use crate::inbox::{Fill, Flood};
use crate::process::NotRunning;
use crate::watch::Watch;
use leitai_core::{Actor, Due, FLOOD, Fault, Heard, Seat, StageFault};
use leitai_protocol::printable;
use leitai_sandbox::Size;
use std::time::{Duration, Instant};

/// The signal with which the stage's limits and the machine kill a program.
const KILLED: i32 = 9;

impl RunningGame<'_> {
    /// Handles one read of a program's output; `gone` means that the program has exited.
    pub(super) fn attend_program(&mut self, seat: Seat, gone: bool, woke: Instant, watch: &mut dyn Watch) {
        let Some(process) = self.seats[seat].program_mut() else { return };
        if gone {
            process.stdin.close();
        }
        // The launcher's message first: only then is the output the program's own.
        self.look_at_launch(seat, woke);
        let Some(process) = self.seats[seat].program_mut() else { return };
        if process.not_running().is_some() {
            return;
        }
        let fill = if process.has_more() { Fill::Some } else { process.listen() };
        // Whoever speaks was executed, even where something keeps the launcher's line open.
        if fill == Fill::Some && process.spoke() {
            self.executed(seat);
        }
        // What was said counts as said when it has been read, and not when it was announced.
        let now = Instant::now();
        self.settle_time(seat, now);
        self.check_time(seat, now);
        self.hear_lines(seat, now, watch);
        if self.over().is_some() {
            return;
        }
        if fill == Fill::Closed || (gone && fill == Fill::Nothing) {
            // The pipe contained all its output, even if another process still holds the pipe open.
            self.departed(seat, now, watch);
        }
    }

    /// Looks whether the seat's program has been executed, or could not be.
    pub(super) fn look_at_launch(&mut self, seat: Seat, now: Instant) {
        let Some(process) = self.seats[seat].program_mut() else { return };
        if process.look_at_launch() {
            self.executed(seat);
        } else if let Some(not) = process.not_running().cloned()
            && self.over().is_none()
        {
            self.did_not_start(seat, &not, now);
        }
    }

    /// Handles a program that could not be executed.
    fn did_not_start(&mut self, seat: Seat, not: &NotRunning, now: Instant) {
        match not {
            NotRunning::Sandbox(why) => self.broken = Some(why.clone()),
            NotRunning::Program(why) => self.fault(seat, Fault::NotReady, &reason::not_started(why), now),
        }
    }

    /// Handles a program that has exited or closed its output: if that is how it ends an answer, the game continues.
    fn departed(&mut self, seat: Seat, now: Instant, watch: &mut dyn Watch) {
        let may_leave = self.seats[seat].lifecycle.may_leave;
        let Some(process) = self.seats[seat].program_mut() else { return };
        if may_leave && matches!(process.exit(LAST_BREATH), None | Some(Exit::Code(0))) {
            process.inbox.finish();
            self.hear_lines(seat, now, watch);
            if self.over().is_some() {
                return;
            }
            let before = Due::at(self.table);
            let (spent, left) = (self.thought(seat, now), self.clocks.left(now));
            if let Some(heard) = self.table.left(seat, spent, left, &mut self.outbox) {
                // Sending starts it again, so it is killed first.
                if let Some(process) = self.seats[seat].program_mut() {
                    process.end(Duration::ZERO);
                }
                self.follow(seat, &heard, before, now, watch);
                self.send();
                return;
            }
        }
        self.crashed(seat, now);
    }

    /// Handles a program that has exited or closed its output without being allowed to.
    fn crashed(&mut self, seat: Seat, now: Instant) {
        let may_leave = self.seats[seat].lifecycle.may_leave;
        let Some(process) = self.seats[seat].program_mut() else { return };
        let (closed, mut exit) = (Instant::now(), process.exit(LAST_BREATH));
        // A program that exits closes its pipes first; then the kernel takes down its mounts, sleeping where no signal
        // reaches it.
        // A program of which no process is left is about to end too; one that is seen asleep twice has not.
        let mut slept = false;
        while exit.is_none() && closed.elapsed() < FAREWELL {
            let sleeps = !process.cell.is_gone() && process.cell.sleeps();
            if sleeps && slept {
                break;
            }
            slept = sleeps;
            exit = process.exit(LAST_BREATH);
        }
        if process.is_over_memory() {
            return self.ran_out_of_memory(seat, now);
        }
        if self.begun.is_some() && exit == Some(Exit::Signal(KILLED)) && process.is_ended_from_outside_alone()
        {
            // The machine had no memory left, or somebody interfered.
            self.disturbed = Some(Duration::ZERO);
        }
        // The details in its log (where in its source, and why) are for its author, whereas the reason is public.
        let log = process.last_words().unwrap_or_default();
        let left = self.with_half(seat, reason::left(exit, self.begun.is_some(), may_leave));
        let reason = limit_met(&log).map_or(left.clone(), |limit| left.and(&limit.said.into()));
        self.fault(seat, Fault::Crash, &reason, now);
    }

    /// For how long a seat has thought since it was asked; nothing while its clock runs for the referee's word.
    fn thought(&self, seat: Seat, now: Instant) -> Duration {
        if self.owes(seat) { self.clocks.spent(seat, now) } else { Duration::ZERO }
    }

    /// Handles every line in its inbox, as if said at `now`.
    pub(super) fn hear_lines(&mut self, seat: Seat, now: Instant, watch: &mut dyn Watch) {
        while self.over().is_none() {
            let Some(speaker) = self.seats[seat].speaker_mut() else { return };
            if speaker.is_behind() {
                return;
            }
            if let Some(flood) = speaker.flood() {
                match flood {
                    _ if !self.table.is_log(seat, speaker.inbox().half()) => {
                        return self.flooded(seat, flood, now);
                    }
                    Flood::Line(Size(most)) => speaker.inbox_mut().cut(most as usize),
                    // It will not count.
                    Flood::Turn(_) => {}
                }
            }
            let since = speaker.since().unwrap_or(now);
            if !speaker.inbox().has_line() {
                return;
            }
            // A program must not win by memory that it held only for a moment.
            if speaker.has_outgrown_memory(LAST_BREATH) {
                return self.ran_out_of_memory(seat, now);
            }
            let spent = if self.seats[seat].is_ready {
                self.thought(seat, now)
            } else {
                now.saturating_duration_since(since)
            };
            let Some(speaker) = self.seats[seat].speaker_mut() else { return };
            let Some(line) = speaker.inbox_mut().line() else { return };
            let before = Due::at(self.table);
            let left = self.clocks.left(now);
            let said = self.talk.is_some().then(|| line.to_vec());
            let is_log = self.table.is_log(seat, line);
            let heard = self.table.hear(seat, line, spent, left, &mut self.outbox);
            if is_log {
                speaker.inbox_mut().uncount();
            }
            self.spoke(seat, false, said.as_deref().unwrap_or_default());
            if heard == Heard::Ready {
                self.seats[seat].is_ready = true;
                self.clocks.got_ready(seat, spent);
                self.note_given(seat);
            }
            self.follow(seat, &heard, before, now, watch);
            self.send();
            if heard == Heard::Ready {
                self.settle(seat);
            }
        }
    }

    /// Handles a program that printed more than it may. The beginning of its last output is kept as evidence.
    fn flooded(&mut self, seat: Seat, flood: Flood, now: Instant) {
        let Some(speaker) = self.seats[seat].speaker() else { return };
        let begun = speaker.inbox().half();
        let begun = printable(&begun[..begun.len().min(reason::QUOTED)]);
        self.table.note(seat, FLOOD, &begun);
        let why = match flood {
            Flood::Line(Size(limit)) => StageFault::LongLine { limit },
            Flood::Turn(Size(limit)) => StageFault::LongTurn { limit },
        };
        self.fault(seat, why.fault(), &why.said(), now);
    }

    /// Acts on the table's verdict on a program's line.
    fn follow(&mut self, seat: Seat, heard: &Heard, before: Due, now: Instant, watch: &mut dyn Watch) {
        match heard {
            Heard::Nothing | Heard::Ready => {}
            Heard::Denied => self.keep_lines(),
            Heard::Again => {
                self.keep_lines();
                if let Some(speaker) = self.seats[seat].speaker_mut() {
                    speaker.inbox_mut().asked();
                }
            }
            Heard::Later => self.ask_later(seat, now),
            Heard::Acted | Heard::Over(_) => self.acted(Actor::Seat(seat), before, now, watch),
        }
    }
}
