//! What the machine has taken from one turn, and how much of it was given back.

#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;

use crate::core_time::{CoreTime, LEAST};
use std::time::{Duration, Instant};

/// The most that is given back in one turn: so many times its limit, and some seconds, as long as a host may stop a machine. One
/// that takes more is not fit for games.
const MOST: (u32, Duration) = (9, Duration::from_secs(10));

/// What the machine has taken from the current turn of one seat, and how much of it was given back.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct TurnTime {
    /// The last reading before the turn began, and the first in it: what was taken since either is known to have been
    /// taken, so the larger counts.
    bases: [Option<CoreTime>; 2],
    /// When the part of the turn began to which the readings belong; `None` outside turns.
    since: Option<Instant>,
    /// How long the program was seen asleep since then.
    slept: Duration,
    /// Given back since then.
    given: Duration,
    /// Given back in the parts of the turn before, while its core was not lent to others.
    before: Duration,
    /// Whether the core is lent to other games.
    is_lent: bool,
}

impl TurnTime {
    /// Begins a turn at `now`; `latest` is the last reading before it.
    pub(crate) fn begin(now: Instant, latest: Option<CoreTime>) -> TurnTime {
        TurnTime { bases: [latest, None], since: Some(now), ..TurnTime::default() }
    }

    /// Takes note of a reading.
    pub(crate) fn read(&mut self, reading: CoreTime) {
        if self.since.is_some_and(|since| since <= reading.from) && !self.is_lent {
            self.bases[1].get_or_insert(reading);
        }
    }

    /// Takes note that the program slept for so long: it missed nothing then.
    pub(crate) fn slept(&mut self, time: Duration) {
        self.slept += time;
    }

    /// The time by which the deadline is to be extended now, given a reading of this moment and the limit that the turn is
    /// under; it then counts as given.
    pub(crate) fn give(&mut self, now: &CoreTime, limit: Duration) -> Duration {
        let Some(since) = self.since.filter(|_| !self.is_lent) else { return Duration::ZERO };
        let taken = self.bases.iter().flatten().map(|base| {
            // What others took before the turn began is not known apart: it may have been all of that time.
            let ahead = since.saturating_duration_since(base.until);
            now.taken_since(base, self.slept).saturating_sub(ahead)
        });
        let due = taken.max().unwrap_or_default().saturating_sub(self.given);
        let (times, more) = MOST;
        let due = due.min((limit * times + more).saturating_sub(self.total()));
        if due < LEAST {
            return Duration::ZERO;
        }
        self.given += due;
        due
    }

    /// Called when the core is lent to other games: what these take is not the machine's doing, so nothing is given back
    /// until it [comes back](TurnTime::start_over).
    pub(crate) fn lend(&mut self) {
        self.is_lent = self.since.is_some();
    }

    /// Called when the core comes back after it was lent to other games: the comparison starts over.
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
