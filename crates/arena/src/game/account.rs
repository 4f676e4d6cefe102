//! What programs use while a game is on: memory, processor time, the machine's own delays. Looked at every few
//! milliseconds, so that an answer that comes at once costs nothing.

use super::reason::{self, seconds};
use super::{Chair, LOOK_UP, Stage};
use crate::clocks::Period;
use crate::conditions::Ponder;
use crate::process::Process;
use crate::slice::Slice;
use leitai_core::{Fault, Seat};
use leitai_sandbox::{Level, Size};
use std::fs;
use std::time::{Duration, Instant};

/// How long programs are not looked at.
pub(super) const LOOK: Duration = Duration::from_millis(5);
/// What a program that waits may use to get there.
const SETTLING: Duration = Duration::from_millis(2);

/// One seat's program since it was last asked, or since it answered.
#[derive(Clone, Copy, Default)]
pub(super) struct Account {
    /// Processor time and delay at the first look of the period; none before it.
    since: Option<Mark>,
    /// Processor time of the turn in progress, and of the game, up to the last answer.
    turn: Duration,
    game: Duration,
    /// Is it stopped?
    held: bool,
    /// When the game began, and at the last look.
    begun: Option<Mark>,
    last: Option<Mark>,
}

#[derive(Clone, Copy)]
struct Mark {
    at: Instant,
    cpu: Duration,
    delay: Duration,
    /// The delay of the stage's own thread.
    own: Duration,
}

impl Stage<'_> {
    /// How long the stage waits at most before it looks after the programs.
    pub(super) fn longest_wait(&self) -> Duration {
        let is_wanted = || self.slice.as_ref().and_then(Slice::kept_from_others).is_some();
        if self.conditions.sandbox.level() == Level::Off && !is_wanted() { LOOK_UP } else { LOOK }
    }

    /// Looks at both programs.
    pub(super) fn look(&mut self, now: Instant) {
        self.looked = now;
        self.share(now);
        for seat in Seat::BOTH {
            let Chair::Program(process) = &mut self.chairs[seat.index()] else { continue };
            if process.has_ended() || self.over().is_some() {
                continue;
            }
            let Chair::Program(process) = &mut self.chairs[seat.index()] else { continue };
            if process.is_over_memory() {
                self.ran_out_of_memory(seat, now);
            } else if self.begun.is_none() {
                // Its start has a limit of its own.
            } else if self.owes(seat) && !self.waits {
                self.look_at_work(seat, now);
            } else {
                self.look_at_rest(seat);
            }
        }
    }

    fn look_at_work(&mut self, seat: Seat, now: Instant) {
        let Some(mark) = self.mark(seat) else { return };
        let account = &mut self.accounts[seat.index()];
        account.last = Some(mark);
        let since = *account.since.get_or_insert(mark);
        let used = mark.cpu.saturating_sub(since.cpu);
        let limits = [
            (self.conditions.cpu_turn, account.turn + used, false),
            (self.conditions.cpu_game, account.game + used, true),
        ];
        let passed = limits.into_iter().find(|(limit, used, _)| limit.is_some_and(|limit| *used > limit));
        if let Some((Some(limit), used, of_the_game)) = passed {
            self.fault(seat, Fault::TimeLimit, &reason::overworked(used, limit, of_the_game), now);
        }
    }

    /// Whoever is not asked and works all the same is stopped, where that is not allowed.
    fn look_at_rest(&mut self, seat: Seat) {
        let held = self.accounts[seat.index()].held;
        if self.conditions.ponder == Ponder::On || held || self.conditions.sandbox.level() == Level::Off {
            return;
        }
        let Some(mark) = self.mark(seat) else { return };
        let account = &mut self.accounts[seat.index()];
        account.last = Some(mark);
        let since = *account.since.get_or_insert(mark);
        if mark.cpu.saturating_sub(since.cpu) > SETTLING {
            account.held = true;
            if let Chair::Program(process) = &mut self.chairs[seat.index()] {
                process.cell.hold();
            }
        }
    }

    /// The seat answered; `over`: its turn is over.
    pub(super) fn answered(&mut self, seat: Seat, over: bool) {
        if self.accounts[seat.index()].since.is_some() {
            let now = self.mark(seat);
            let account = &mut self.accounts[seat.index()];
            let used = Mark::used(account.since, now);
            account.turn += used;
            account.game += used;
        }
        let account = &mut self.accounts[seat.index()];
        account.since = None;
        if over {
            account.turn = Duration::ZERO;
        }
    }

    /// The seat is asked now: what its program used while it was not is charged.
    pub(super) fn wake(&mut self, seat: Seat) {
        let i = seat.index();
        if self.accounts[i].held {
            let used = Mark::used(self.accounts[i].since, self.mark(seat));
            self.clocks.charge(seat, used);
            if let Chair::Program(process) = &mut self.chairs[i] {
                process.cell.go();
            }
        }
        self.accounts[i].held = false;
        self.accounts[i].since = None;
    }

    pub(super) fn ran_out_of_memory(&mut self, seat: Seat, now: Instant) {
        let Chair::Program(process) = &mut self.chairs[seat.index()] else { return };
        let limit = process.cell.limits().memory;
        self.fault(seat, Fault::MemoryLimit, &reason::over_memory(limit), now);
    }

    /// Processor time of the period in progress, if it was looked at.
    pub(super) fn worked(&mut self, seat: Seat) -> Option<Duration> {
        let since = self.accounts[seat.index()].since?;
        Some(self.mark(seat)?.cpu.saturating_sub(since.cpu))
    }

    /// The game begins: what delays the programs from now on may cost them the whole game's time.
    pub(super) fn open_accounts(&mut self) {
        for seat in Seat::BOTH {
            self.accounts[seat.index()].begun = self.mark(seat);
        }
    }

    /// For how long the machine did not let the program or the stage run, if that is more than is tolerated: in the
    /// period in progress, or, where the limit of the whole game was passed, a tenth of it in the whole game. `limit`
    /// is the one that was passed; a short one tolerates little.
    pub(super) fn delayed(&mut self, seat: Seat, limit: Duration, of: Period) -> Option<Duration> {
        let now = self.mark(seat)?;
        let account = self.accounts[seat.index()];
        if let (Period::Game, Some(begun)) = (of, account.begun) {
            let delay = now.delay_since(&begun) + now.own.saturating_sub(begun.own);
            // What it used itself the machine did not take.
            let delay = delay.min(limit.saturating_sub(now.cpu.saturating_sub(begun.cpu)));
            if delay > limit / 10 {
                return Some(delay);
            }
        }
        let of_the_program = match account.since.or(account.last) {
            Some(since) => now.delay_since(&since),
            // Since its start.
            None if self.begun.is_none() => now.delay_since(&Mark::start(self.since(seat)?, now.own)),
            None => Duration::ZERO,
        };
        // The stage looks every few milliseconds, unless it is not run itself.
        let unseen = now.at.saturating_duration_since(self.looked).saturating_sub(self.longest_wait());
        let delay = of_the_program.max(unseen);
        Some(delay).filter(|delay| *delay > self.conditions.tolerance.min(limit / 2))
    }

    fn mark(&mut self, seat: Seat) -> Option<Mark> {
        let Chair::Program(process) = &mut self.chairs[seat.index()] else { return None };
        let (cpu, delay) = (process.cell.cpu(), process.cell.delay());
        Some(Mark { at: Instant::now(), cpu, delay, own: own_delay() })
    }
}

impl Mark {
    /// When a program was started that nobody has looked at.
    fn start(at: Instant, own: Duration) -> Mark {
        Mark { at, cpu: Duration::ZERO, delay: Duration::ZERO, own }
    }

    /// Processor time between two looks, if there were two.
    fn used(since: Option<Mark>, now: Option<Mark>) -> Duration {
        since.zip(now).map_or(Duration::ZERO, |(since, now)| now.cpu.saturating_sub(since.cpu))
    }

    /// How long the program or the stage was not let run. While the program worked, its threads were not kept waiting
    /// by the machine, but by each other, and so was the stage, which shares their core.
    fn delay_since(&self, since: &Mark) -> Duration {
        let worked = self.cpu.saturating_sub(since.cpu);
        let idle = self.at.saturating_duration_since(since.at).saturating_sub(worked);
        let kept = self.delay.saturating_sub(since.delay);
        kept.max(self.own.saturating_sub(since.own)).min(idle)
    }
}

/// What a program used, for the record.
pub(super) fn usage(process: &Process) -> String {
    let used = process.used();
    let memory = Size(process.cell.peak().max(1)).mb();
    format!("{} of processor time, {memory} MB of memory", seconds(used.cpu))
}

/// How long this thread was runnable and not run, so far.
fn own_delay() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let waited = text.split_ascii_whitespace().nth(1).and_then(|text| text.parse().ok());
    Duration::from_nanos(waited.unwrap_or(0))
}
