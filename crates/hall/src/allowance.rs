//! What an entry may still submit.

use crate::error::HallError;
use crate::event_file::SubmitRules;
use crate::history::History;
use crate::shared_store::SharedStore;
use leitai_core::{Sentence, sentence};
use leitai_store::patiently;
use leitai_tournament::EntryId;
use std::time::Duration;

/// The period over which used time is summed, in milliseconds.
pub(crate) const DAY_MS: i64 = 86_400_000;

/// What an entry may still submit, at one moment by the store's clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// The moment: milliseconds since 1970-01-01 UTC.
    pub now_ms: i64,
    /// Time until submissions open; `None` once they are open.
    pub opens_in: Option<Duration>,
    /// Time until submissions close, if they have a closing time.
    pub closes_in: Option<Duration>,
    /// Whether submissions are closed.
    pub is_closed: bool,
    /// Time until the minimum interval after the last submission is over; `None` if it is.
    pub wait: Option<Duration>,
    /// Time that the entry's programs used in its games of the last 24 hours.
    pub used: Duration,
    /// Time until `used` falls below the limit; `None` if it is below.
    pub rest: Option<Duration>,
}

impl SharedStore {
    /// The clock by which submission limits are enforced: milliseconds since 1970-01-01 UTC.
    pub fn now(&self) -> Result<i64, HallError> {
        let all = self.submissions();
        Ok(self.runtime.wait(patiently(self.terms, async || all.now().await))?)
    }
}

impl Allowance {
    /// What an entry may submit at a moment; `entry` is `None` for a person who has not entered yet, and `last` is the
    /// time of the last submission.
    pub fn new(
        history: &History,
        entry: Option<EntryId>,
        rules: &SubmitRules,
        now: i64,
        last: Option<i64>,
    ) -> Allowance {
        let until = |at: i64| (at > now).then(|| Duration::from_millis((at - now) as u64));
        let limits = rules.limits();
        let is_over = limits.closes_ms.is_some_and(|closes| closes <= now);
        let rest = rules.day_time.zip(entry).and_then(|(most, entry)| exhausted(history, entry, now, most));
        Allowance {
            now_ms: now,
            opens_in: limits.opens_ms.and_then(until),
            closes_in: limits.closes_ms.and_then(until),
            is_closed: is_over || history.event.is_closed(),
            // Computed as in the store, including for a clock that was set back.
            wait: last.and_then(|last| until(now + limits.least_ms - (now - last).max(0))),
            used: entry.map_or(Duration::ZERO, |entry| used_since(history, entry, now - DAY_MS)),
            rest: rest.map(|ms| Duration::from_millis(ms.max(0) as u64)),
        }
    }

    /// Whether a submission would be accepted at this moment.
    pub fn is_open(&self) -> bool {
        !self.is_closed && self.opens_in.is_none() && self.wait.is_none() && self.rest.is_none()
    }
}

/// The times used by an entry's programs in milliseconds, each with the end of its game.
pub(crate) fn uses(history: &History, entry: EntryId, since: i64) -> impl Iterator<Item = (i64, u64)> {
    history.event.games().iter().filter_map(move |game| {
        let how = history.details.get(&game.id).filter(|how| how.ended > since)?;
        Some((how.ended, how.used_ms?[game.seat_of(entry)?.index()]))
    })
}

/// Time that an entry's programs used in games that ended after a moment.
pub(crate) fn used_since(history: &History, entry: EntryId, since: i64) -> Duration {
    Duration::from_millis(uses(history, entry, since).map(|(_, used)| used).sum())
}

/// Milliseconds until an entry's programs fall below their 24-hour limit; `None` if they are below it now.
pub(crate) fn exhausted(history: &History, entry: EntryId, now: i64, most: Duration) -> Option<i64> {
    exhausted_by(uses(history, entry, now - DAY_MS).collect(), now, most)
}

/// The same, of these uses of the last 24 hours.
pub(crate) fn exhausted_by(mut uses: Vec<(i64, u64)>, now: i64, most: Duration) -> Option<i64> {
    let most = most.as_millis() as u64;
    uses.sort_unstable();
    let mut used: u64 = uses.iter().map(|(_, used)| used).sum();
    let mut free = None;
    for (ended, of_one) in uses {
        if used < most {
            break;
        }
        used -= of_one;
        free = Some(ended + DAY_MS - now);
    }
    free
}

/// A duration in a readable unit, rounded up.
pub fn lasting(time: Duration) -> Sentence {
    let seconds = time.as_millis().div_ceil(1000);
    match seconds {
        0..=90 => sentence!("{seconds} s", "{seconds} 秒"),
        91..5400 => {
            let minutes = seconds.div_ceil(60);
            sentence!("{minutes} min", "{minutes} 分钟")
        }
        _ => {
            let (hours, minutes) = (seconds.div_ceil(60) / 60, seconds.div_ceil(60) % 60);
            if hours >= 48 {
                let (days, hours) = (hours / 24, hours % 24);
                return sentence!("{days} days {hours} h", "{days} 天 {hours} 小时");
            }
            sentence!("{hours} h {minutes:02} min", "{hours} 小时 {minutes:02} 分")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Lang;

    #[test]
    fn times_are_said_in_a_fitting_unit() {
        for (ms, en, zh) in [
            (1, "1 s", "1 秒"),
            (90_000, "90 s", "90 秒"),
            (90_001, "2 min", "2 分钟"),
            (5_399_000, "90 min", "90 分钟"),
            (5_400_000, "1 h 30 min", "1 小时 30 分"),
            (200_000_000, "2 days 7 h", "2 天 7 小时"),
        ] {
            let said = lasting(Duration::from_millis(ms));
            assert_eq!((said.to(Lang::En), said.to(Lang::Zh)), (en, zh));
        }
    }
}
