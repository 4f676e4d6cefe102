//! What the machine takes from a turn, measured on the cores of a game and not on its programs. Pure: every figure is passed
//! in.
//!
//! A program can make its own threads wait for each other, and the kernel then reports that it waited for the core. What
//! nobody inside a game can make is time that *others* ran on its cores: the time that passed, less what the cores were
//! idle, less what everything that belongs to the game ran. That much is given back to a turn's deadline, and never more:
//! each error is taken in favour of the clock, so that what cannot be known is not excused.

use std::time::{Duration, Instant};

/// How much the sum of a core's idle times may be off, over any span: the kernel counts two kinds, each in hundredths of a
/// second, and rounds them down.
pub(crate) const GRAIN: Duration = Duration::from_millis(20);
/// The least that is worth giving back.
const LEAST: Duration = Duration::from_millis(1);
/// The most that is given back in one turn: so many times its limit, and a little for short ones. A machine that takes more
/// is not fit for games, and a program that hangs on it must lose some time.
const MOST: (u32, Duration) = (9, Duration::from_secs(1));

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
}

impl CoreTime {
    /// The least time that others must have kept these cores busy since an earlier reading: there was none in which one of
    /// them was free, and none in which the game itself used one. With several cores that is less than what a program of
    /// one thread may have lost.
    pub(crate) fn taken_since(&self, earlier: &CoreTime) -> Duration {
        let wall = self.from.saturating_duration_since(earlier.until);
        // Figures that do not move with the time tell nothing.
        let is_alive = self.ticked.saturating_sub(earlier.ticked) + GRAIN >= wall / 2;
        if !is_alive || self.cores != earlier.cores {
            return Duration::ZERO;
        }
        let idle = self.idle.saturating_sub(earlier.idle);
        let own = self.own_since(earlier);
        wall.saturating_sub(idle).saturating_sub(own).saturating_sub(GRAIN * self.cores)
    }

    /// The processor time of the game itself since an earlier reading.
    pub(crate) fn own_since(&self, earlier: &CoreTime) -> Duration {
        let [by_clock, by_account] = [0, 1].map(|i| self.own[i].saturating_sub(earlier.own[i]));
        by_clock.max(by_account)
    }
}

/// What the machine has taken from the current turn of one seat, and how much of it was given back.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct TurnTime {
    /// A reading not long before the turn began, or the first in it; `None` before there is one.
    base: Option<CoreTime>,
    /// When the part of the turn began to which the reading belongs.
    since: Option<Instant>,
    /// How long the program was seen asleep since then.
    slept: Duration,
    /// Given back since then.
    given: Duration,
    /// Given back in the parts of the turn before, while its core was not lent to others.
    before: Duration,
}

impl TurnTime {
    /// Begins a turn at `now`; `latest` is the last reading before it.
    pub(crate) fn begin(now: Instant, latest: Option<CoreTime>) -> TurnTime {
        TurnTime { base: latest, since: Some(now), ..TurnTime::default() }
    }

    /// Takes note of a reading; the first in a turn without one is what others are compared with.
    pub(crate) fn read(&mut self, reading: CoreTime) {
        if self.since.is_some() {
            self.base.get_or_insert(reading);
        }
    }

    /// Takes note that the program slept for so long: it missed nothing then.
    pub(crate) fn slept(&mut self, time: Duration) {
        self.slept += time;
    }

    /// The time by which the deadline is to be extended now, given a reading of this moment and the limit that the turn is
    /// under; it then counts as given.
    pub(crate) fn give(&mut self, now: &CoreTime, limit: Duration) -> Duration {
        let (Some(base), Some(since)) = (&self.base, self.since) else { return Duration::ZERO };
        // What others took before the turn began is not known apart: it may have been all of that time.
        let ahead = since.saturating_duration_since(base.until);
        let due = now.taken_since(base).saturating_sub(ahead + self.slept + self.given);
        let (times, more) = MOST;
        let due = due.min((limit * times + more).saturating_sub(self.total()));
        if due < LEAST {
            return Duration::ZERO;
        }
        self.given += due;
        due
    }

    /// Called when the core comes back after it was lent to other games: what these took is not the machine's doing, so the
    /// comparison starts over.
    pub(crate) fn start_over(&mut self, now: Instant, reading: Option<CoreTime>) {
        if self.since.is_some() {
            *self = TurnTime { before: self.total(), ..TurnTime::begin(now, reading) };
        }
    }

    /// All that was given back in the turn.
    pub(crate) fn total(&self) -> Duration {
        self.before + self.given
    }
}
