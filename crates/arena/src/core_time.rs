//! What the machine takes from a turn, measured on the cores of a game and not on its programs. Pure: every figure is passed
//! in.
//!
//! A program can make its own threads wait for each other, and the kernel then reports that it waited for the core. What
//! nobody inside a game can make is time that *others* ran on its cores: the time that passed, less what the cores were
//! idle, less what everything that belongs to the game ran. That much is given back to a turn's deadline, and never more:
//! each error is taken in favour of the clock, so that what cannot be known is not excused.

use crate::intervals::LOOK;
use std::time::{Duration, Instant};

/// How much the sum of a core's idle times may be off, over any span: the kernel counts two kinds, each in hundredths of a
/// second, and rounds them down.
pub(crate) const GRAIN: Duration = Duration::from_millis(20);
/// How long a thread may have run on a core since its clock was last brought up to date, where it is read from another one:
/// that happens at ticks, and the slowest have a hundred a second.
const TICK: Duration = Duration::from_millis(10);
/// The least that is worth giving back.
pub(crate) const LEAST: Duration = Duration::from_millis(1);
/// Processor time that a program may use between two checks and still have slept.
const DOZING: Duration = Duration::from_micros(20);
/// Reading may cost the game one part in so many of its time: the kernel's text grows with the machine.
const SPARING: u32 = 200;

/// What the kernel reports of the cores of a seat at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CoreTime {
    /// Between which moments it was read: the stage itself may lose the core in between.
    pub(crate) from: Instant,
    /// See [`from`](CoreTime::from).
    pub(crate) until: Instant,
    /// How long these cores were idle since the machine was started, summed.
    pub(crate) idle: Duration,
    /// How long they did anything at all, idling included, by the kernel's ticks, summed: it stands still where the
    /// kernel's figures are not real ones.
    pub(crate) ticked: Duration,
    /// Processor time of everything that belongs to the game and may run on these cores, by two accounts of the kernel's:
    /// what the larger one says counts, so that neither can stand still unnoticed.
    pub(crate) own: [Duration; 2],
    /// How many cores they are.
    pub(crate) cores: u32,
    /// Whether programs of the game may run on a core while the stage reads this on another.
    pub(crate) is_beside: bool,
}

impl CoreTime {
    /// The least time that others must have taken from a program since an earlier reading, while it was seen asleep for
    /// `slept`: in none of it one of these cores was free, in none the game itself used one, and in none the program slept.
    /// A core is free only while the program sleeps, so the longer of the two counts. With several cores that is less than
    /// what a program of one thread may have lost.
    pub(crate) fn taken_since(&self, earlier: &CoreTime, slept: Duration) -> Duration {
        let wall = self.from.saturating_duration_since(earlier.until);
        // Figures that do not move with the time tell nothing.
        let is_alive = self.ticked.saturating_sub(earlier.ticked) + GRAIN >= wall * self.cores / 2;
        if !is_alive || self.cores != earlier.cores {
            return Duration::ZERO;
        }
        let idle = self.idle.saturating_sub(earlier.idle);
        let own = self.own_since(earlier);
        wall.saturating_sub(idle.max(slept)).saturating_sub(own).saturating_sub(self.grain())
    }

    /// By how much the figures may be off in favour of the program.
    fn grain(&self) -> Duration {
        (if self.is_beside { GRAIN + TICK } else { GRAIN }) * self.cores
    }

    /// The processor time of the game itself since an earlier reading.
    pub(crate) fn own_since(&self, earlier: &CoreTime) -> Duration {
        let [by_clock, by_account] = [0, 1].map(|i| self.own[i].saturating_sub(earlier.own[i]));
        // The second account of each program is rounded down. What it only caught up on since is no new work.
        let behind = earlier.own[0].saturating_sub(earlier.own[1]).min(GRAIN * 2);
        by_clock.max(by_account.saturating_sub(behind))
    }
}

/// Whether a program has slept between two checks: it did nothing (`worked`) but what timers of run-times do, and does not
/// wait for a core.
pub(crate) fn has_slept(worked: Duration, is_runnable: impl FnOnce() -> bool) -> bool {
    worked <= DOZING && !is_runnable()
}

/// Whether an answer that took so long is worth a reading: from one that took less than the grain nothing can be known to
/// have been taken.
pub(crate) fn is_worth_reading(spent: Duration) -> bool {
    spent > GRAIN + LEAST
}

/// When the next check is to read, after one that ended at `now` and cost so much processor time.
pub(crate) fn next_reading(now: Instant, cost: Duration) -> Instant {
    now + (cost * SPARING).max(LOOK)
}

/// For how long the stage must have been kept from acting, if that is more than is tolerated: it came `late` to a deadline
/// and then found an answer that may have been given in time, or had not looked before that for so long (`unseen`), beyond
/// what it waits between two looks. While the game's own programs worked (`own`) it was not absent, since they may have
/// kept it waiting for the core. The shorter the limit, the less is tolerated.
pub(crate) fn absence(
    late: Duration,
    unseen: Duration,
    own: Duration,
    limit: Duration,
    tolerance: Duration,
) -> Option<Duration> {
    let absent = late.max(unseen).saturating_sub(own);
    Some(absent).filter(|absent| *absent > tolerance.min(limit / 2))
}

/// How long ago the stage looked last, at `looked`, beyond what may pass between two looks while it waits for at most
/// `longest` at a time.
pub(crate) fn unseen(looked: Instant, now: Instant, longest: Duration) -> Duration {
    now.saturating_duration_since(looked).saturating_sub(longest * 2)
}
