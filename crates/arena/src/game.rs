//! Runs one game: a table, the two sides, their clocks.

mod accounting;
mod asking;
mod asking_again;
mod awaiting;
mod core_watch;
mod cpu_account;
mod deadline;
mod ended;
mod giving_back;
mod hearing;
mod input;
mod keyboard;
mod late;
mod leaving;
mod lend;
mod limit_met;
mod line_of_far;
mod mending;
mod nothing_more;
pub(crate) mod reason;
mod rest;
mod resting;
mod seat_state;
mod standing;
mod start;
mod staying;
mod taking_back;
mod telling;

use crate::chair::Chair;
use crate::clocks::Clocks;
use crate::conditions::Conditions;
use crate::error::StageError;
use crate::hold_up::OwnDelay;
use crate::intervals::{LOOK, STOP_CHECK};
use crate::poll::Cause;
use crate::process::Process;
use crate::resident::Resident;
use crate::talk::Kept;
use crate::time_slice::TimeSlice;
use crate::watch::{Seen, Watch};
use core_watch::CoreWatch;
pub use ended::Ended;
pub use late::Late;
use leitai_core::{Act, Fault, Lang, Lifecycle, Outbox, Outcome, QUESTION, Seat, Sentence, SpentTime, Table};
pub use limit_met::{LimitMet, limit_met};
use mending::Mending;
use seat_state::SeatState;
use std::io::Write;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a program that closed its output may take to exit, where the game continues once it has.
const LAST_BREATH: Duration = Duration::from_millis(30);
/// As `LAST_BREATH`, but where the game is lost and the machine delays the exit: the sentence that states how the
/// program exited waits for it.
const FAREWELL: Duration = Duration::from_millis(250);

/// A measure of progress: two equal values mean that nothing happened between them.
#[derive(Clone, Copy, PartialEq, Eq)]
struct GameProgress {
    cpu: [Duration; 2],
    plies: u32,
}

/// A running game.
pub(crate) struct RunningGame<'a> {
    table: &'a mut dyn Table,
    seats: [SeatState<'a>; 2],
    clocks: Clocks,
    /// The game's share of its cores; `None` if it never lends them to other games.
    slice: Option<TimeSlice<'a>>,
    /// Whether the game is waiting for its core.
    waits: bool,
    /// The game's progress when its programs were last seen asleep.
    progress: Option<GameProgress>,
    begun: Option<Instant>,
    /// The processor time at which a program that gets ready silently was last seen asleep.
    slept: Option<Duration>,
    conditions: &'a Conditions,
    core_watch: CoreWatch,
    /// How long the stage's own thread waited for the core.
    delay: OwnDelay,
    /// When the programs were last checked, and how many times.
    looked: Instant,
    looks: u32,
    late: Option<Late>,
    disturbed: Option<Duration>,
    /// Set if the sandbox failed: the machine's fault, so nobody may lose because of it.
    broken: Option<Sentence>,
    /// Set once a person has left.
    left: bool,
    /// Set once acts were taken back or a program was mended, and programs are to be started anew.
    starts_anew: bool,
    mending: Mending,
    /// Whose clocks ran when they were stopped by hand.
    resumes: [bool; 2],
    outbox: Outbox,
    record: &'a mut dyn Write,
    /// The part of the record that has not been written yet, or not been shown.
    buffer: Vec<u8>,
    /// How many bytes of it have been written.
    written: usize,
    /// Why the record could not be written.
    unwritten: Option<StageError>,
    shown: Shown,
    /// The conversation that has not been reported yet; `None` where nobody listens to it.
    talk: Option<Vec<Kept>>,
}

/// What a watcher has already seen.
#[derive(Default)]
struct Shown {
    /// How many bytes of the unwritten part of the record it has seen.
    bytes: usize,
    /// Whose clock was running, and since when.
    asked: [Option<Instant>; 2],
}

/// What became of a game.
pub(crate) enum Played {
    /// It is over; these programs stay after it.
    Over(Box<Ended>, [Option<Resident>; 2]),
    /// It was stopped, or a person left.
    Stopped,
    /// Acts were taken back: the programs are to be started anew, and the game goes on with these clocks.
    Back(SpentTime),
}

impl<'a> RunningGame<'a> {
    /// Seats two chairs at a table. [`sit`](Table::sit) has already been called for its seats with `outbox`, and
    /// returned what they may do; persons need no dialect.
    pub(crate) fn new(
        table: &'a mut dyn Table,
        outbox: Outbox,
        chairs: [(Chair<'a>, Lifecycle); 2],
        clocks: Clocks,
        conditions: &'a Conditions,
        slice: Option<TimeSlice<'a>>,
        record: &'a mut dyn Write,
    ) -> Self {
        let [(first, of_first), (second, of_second)] = chairs;
        RunningGame {
            seats: [
                SeatState::new(Seat::First, first, of_first, &clocks),
                SeatState::new(Seat::Second, second, of_second, &clocks),
            ],
            slept: None,
            table,
            clocks,
            slice,
            waits: false,
            progress: None,
            begun: None,
            conditions,
            core_watch: CoreWatch::here(conditions),
            delay: OwnDelay::here(),
            looked: Instant::now(),
            looks: 0,
            late: None,
            disturbed: None,
            broken: None,
            left: false,
            starts_anew: false,
            mending: Mending::Never,
            resumes: [false; 2],
            outbox,
            record,
            buffer: Vec::new(),
            written: 0,
            unwritten: None,
            shown: Shown::default(),
            talk: None,
        }
    }

    /// Plays the game to its end, or until `stop` is raised, a person leaves or acts are taken back. The record is written as
    /// it grows; where a person or a program far away sits, each line before anybody is shown what it says. Whatever happens, no process of the game
    /// remains except those of programs that stay, which are returned.
    pub(crate) fn play(mut self, stop: &AtomicBool, watch: &mut dyn Watch) -> Result<Played, StageError> {
        match panic::catch_unwind(AssertUnwindSafe(|| self.play_on(stop, watch))) {
            Ok(ended) => Ok(match ended? {
                Some(ended) => Played::Over(Box::new(ended), self.residents()),
                None if self.starts_anew => Played::Back(self.clocks.so_far().clone()),
                None => Played::Stopped,
            }),
            Err(panicked) => {
                // What was taken from the table consists of whole lines.
                let _ = self.record.write_all(&self.buffer[self.written..]);
                panic::resume_unwind(panicked)
            }
        }
    }

    fn play_on(&mut self, stop: &AtomicBool, watch: &mut dyn Watch) -> Result<Option<Ended>, StageError> {
        self.talk = watch.hears_talk().then(Vec::new);
        if !self.stand_still(stop, watch) {
            return self.unwritten.take().map_or(Ok(None), Err);
        }
        self.execute_next();
        self.begin_if_ready(watch);
        self.send();
        let mut finished = self.over();
        while finished.is_none() {
            if stop.load(Ordering::Relaxed) || !self.stand_still(stop, watch) || !self.step(watch) {
                self.keep_lines();
                return self.unwritten.take().map_or(Ok(None), Err);
            }
            if let Some(why) = self.unwritten.take() {
                return Err(why);
            }
            if let Some(why) = self.broken.take() {
                return Err(StageError::Launch(why));
            }
            finished = self.over();
            if self.shown.bytes > 64 << 10 {
                let shown = self.shown.bytes;
                let written = self.written.min(shown);
                self.record.write_all(&self.buffer[written..shown]).map_err(StageError::record)?;
                self.buffer.drain(..shown);
                (self.shown.bytes, self.written) = (0, self.written - written);
            }
        }
        let played = self.begun.map_or(Duration::ZERO, |begun| begun.elapsed());
        // How it exited must not depend on whether it reads its defeat before it is ended.
        if let Some(loser) = finished.and_then(Outcome::faulty) {
            self.stop(loser);
        }
        self.send();
        self.shut_down(finished);
        // The core is released only once nothing of the game is running.
        self.slice = None;
        if let Some((delay, loser)) = self.disturbed.zip(finished.and_then(Outcome::faulty)) {
            self.table.note(loser, QUESTION, &format!("{} ms", delay.as_millis()));
        }
        self.table.seal();
        self.table.record(&mut self.buffer);
        let clocks = Seat::BOTH.map(|seat| self.clocks.shown(seat));
        let lines = &self.buffer[self.shown.bytes..];
        watch.grew(&Seen { lines, at: Instant::now(), clocks, over: true });
        self.tell_talk(watch);
        self.record.write_all(&self.buffer[self.written..]).map_err(StageError::record)?;
        self.buffer.clear();
        let reason = self.table.end().map_or_else(Sentence::default, |end| end.reason.clone());
        watch.ended(&reason);
        Ok(finished.map(|outcome| Ended {
            outcome,
            reason,
            plies: self.table.plies(),
            used: Seat::BOTH.map(|seat| self.clocks.used(seat)),
            cpu: self
                .seats
                .each_mut()
                .map(|state| state.program_mut().map_or(Duration::ZERO, Process::cpu_of_game)),
            digest: self.table.digest(),
            played,
            late: self.late,
            given_back: self.seats.each_ref().map(|state| state.given),
            disturbed: self.disturbed,
        }))
    }

    fn over(&self) -> Option<Outcome> {
        self.table.turn().outcome()
    }

    /// Writes every line so far where a person or a program far away sits: nothing is shown to anybody that could be lost.
    fn keep_lines(&mut self) {
        let is_here = |state: &SeatState<'_>| matches!(state.chair, Chair::Program(_));
        if self.seats.iter().all(is_here) || self.unwritten.is_some() {
            return;
        }
        self.table.record(&mut self.buffer);
        let new = &self.buffer[self.written..];
        if !new.is_empty() {
            let kept = self.record.write_all(new).and_then(|()| self.record.flush());
            self.unwritten = kept.err().map(StageError::record);
            self.written = self.buffer.len();
        }
    }

    /// Waits for the next event and handles it; returns false if a person left, or if programs are to be started anew.
    fn step(&mut self, watch: &mut dyn Watch) -> bool {
        // A person's typed-ahead lines wait until they are asked for; a program's output waits until the program has
        // read its input.
        let waits = Seat::BOTH.map(|seat| match &self.seats[seat].chair {
            Chair::Person(person) => person.typing().borrow().has_line() && self.listens_to(seat),
            Chair::Program(process) => process.has_more() && !process.stdin.is_behind(),
            Chair::Far(far) => far.inbox.has_line(),
        });
        let gone = |seat: Seat| match &self.seats[seat].chair {
            Chair::Person(person) => person.typing().borrow().ended(),
            Chair::Program(_) | Chair::Far(_) => false,
        };
        if Seat::BOTH.into_iter().any(|seat| gone(seat) && self.owes(seat) && !waits[seat]) {
            return false;
        }
        let until =
            self.next_deadline().map_or(STOP_CHECK, |at| at.saturating_duration_since(Instant::now()));
        let waiting = if waits == [false; 2] { until.min(self.longest_wait()) } else { Duration::ZERO };
        let persons = Seat::BOTH.map(|seat| !gone(seat) && self.listens_to(seat));
        let woken = self.wait(persons, waiting, until);
        let now = Instant::now();
        // A missed deadline is final, whatever is in the pipe by then.
        for seat in Seat::BOTH {
            self.check_time(seat, now);
            self.look_at_line(seat, now);
        }
        if now.saturating_duration_since(self.looked) >= LOOK {
            self.look(now);
            self.share(now, watch);
        }
        self.look_at_wordless(now);
        self.ask_again(now);
        // The seat that owes nothing comes first: its output was written before the other's answer was handled.
        let order = if self.owes(Seat::First) { [Seat::Second, Seat::First] } else { Seat::BOTH };
        for seat in order {
            let [said, gone, launched] =
                [Cause::Said, Cause::Gone, Cause::Launched].map(|cause| woken[seat].by(cause));
            if self.over().is_some() || !(said || gone || launched || waits[seat]) {
                continue;
            }
            match &self.seats[seat].chair {
                Chair::Program(_) => self.attend_program(seat, gone, now, watch),
                Chair::Person(_) => self.attend_person(seat, said, now, watch),
                Chair::Far(_) => self.attend_far(seat, watch),
            }
            if self.left || self.starts_anew {
                return false;
            }
        }
        // Only now: anything a program sent after its opening words was sent before it was asked.
        self.begin_if_ready(watch);
        for seat in Seat::BOTH {
            if let Some(process) = self.seats[seat].program_mut() {
                if woken[seat].by(Cause::Logged) {
                    process.drain_log();
                }
                if woken[seat].by(Cause::Room) {
                    process.stdin.flush();
                }
                let took = process.held_up();
                if self.over().is_none()
                    && let Some(held_up) = self.delay.blame(took)
                {
                    let why = reason::held_up(held_up, OwnDelay::tolerated());
                    self.fault(seat, Fault::StolenTime, &why, Instant::now());
                }
            }
        }
        self.show(now, watch);
        true
    }

    /// Keeps a part of the conversation for the listener.
    fn spoke(&mut self, seat: Seat, is_sent: bool, text: &[u8]) {
        if let Some(talk) = self.talk.as_mut().filter(|_| !text.is_empty()) {
            talk.push(Kept { at: Instant::now(), seat, is_sent, text: text.to_vec() });
        }
    }

    /// Reports the parts of the conversation kept so far.
    fn tell_talk(&mut self, watch: &mut dyn Watch) {
        for kept in self.talk.iter_mut().flat_map(|talk| talk.drain(..)) {
            watch.spoke(&kept.spoke());
        }
    }

    /// Shows a watcher what was added to the record, and whose clock is running.
    fn show(&mut self, now: Instant, watch: &mut dyn Watch) {
        self.tell_talk(watch);
        self.table.record(&mut self.buffer);
        let asked = Seat::BOTH.map(|seat| self.clocks.asked(seat));
        let lines = &self.buffer[self.shown.bytes..];
        if lines.is_empty() && asked == self.shown.asked {
            return;
        }
        let clocks = Seat::BOTH.map(|seat| self.clocks.shown(seat));
        // What follows a rest between two plies came when the rest ended, not with the ply before it.
        let at = now.max(self.looked);
        if watch.grew(&Seen { lines, at, clocks, over: false }) {
            self.shown = Shown { bytes: self.buffer.len(), asked };
        }
    }

    fn fault(&mut self, seat: Seat, fault: Fault, reason: &Sentence, now: Instant) {
        if self.is_mended(seat, fault, reason, now) {
            return;
        }
        self.note_given(seat);
        self.clocks.stop(seat, now, true);
        let is_named = reason.to(Lang::En).starts_with(fault.words().en);
        let reason = if is_named { reason.clone() } else { fault.because(reason) };
        let act = Act::Fault(seat, fault, &reason);
        let _ = self.table.act(act, Duration::ZERO, [None; 2], &mut self.outbox);
    }
}
