//! The clocks of a desk's machine, and whether it was asleep.
//!
//! A game's clocks run by the monotonic clock (for Linux `CLOCK_MONOTONIC`, which `Instant` is): it stands while the machine is
//! asleep, and does not move when the time of day is set. So nobody loses time to a lid that was closed. That time is the referee's
//! to give or not: the desk sees by another clock (`CLOCK_BOOTTIME`), which goes on meanwhile, how long it was, stops both clocks
//! and says so.

use leitai_sandbox::system::clocks;
use std::time::Duration;

/// The machine was asleep if it is this long or longer: the two clocks are not read at the same instant.
const ASLEEP: Duration = Duration::from_secs(2);

/// What the machine's clocks show at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct MachineClocks {
    /// The clock that stands while the machine is asleep.
    pub(super) awake: Duration,
    /// The clock that does not.
    pub(super) since_boot: Duration,
}

/// Where a desk reads the machine's clocks.
pub(super) trait ReadsClocks: Send + Sync {
    /// What they show now.
    fn read(&self) -> MachineClocks;
}

/// This machine.
pub(super) struct ThisMachine;

impl ReadsClocks for ThisMachine {
    fn read(&self) -> MachineClocks {
        MachineClocks { awake: clocks::of_machine_awake(), since_boot: clocks::of_machine_with_sleep() }
    }
}

/// Watches for a machine that was asleep.
pub(super) struct SleepWatch {
    /// How far the clock that does not stand was ahead of the other when it was looked at last.
    ahead: Duration,
}

impl SleepWatch {
    pub(super) fn begin(clocks: MachineClocks) -> SleepWatch {
        SleepWatch { ahead: clocks.since_boot.saturating_sub(clocks.awake) }
    }

    /// How long the machine was asleep since it was looked at last; `None` if it was not.
    pub(super) fn look(&mut self, clocks: MachineClocks) -> Option<Duration> {
        let ahead = clocks.since_boot.saturating_sub(clocks.awake);
        let asleep = ahead.checked_sub(self.ahead).filter(|asleep| *asleep >= ASLEEP)?;
        self.ahead = ahead;
        Some(asleep)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleep_is_what_one_clock_ran_and_the_other_did_not() {
        let at = |awake, since_boot| MachineClocks {
            awake: Duration::from_millis(awake),
            since_boot: Duration::from_millis(since_boot),
        };
        let mut watch = SleepWatch::begin(at(5_000, 7_000));
        assert_eq!(watch.look(at(5_400, 7_400)), None, "both run");
        assert_eq!(watch.look(at(9_000, 12_999)), None, "not read at one instant");
        assert_eq!(watch.look(at(9_400, 3_611_400)), Some(Duration::from_hours(1)), "an hour");
        assert_eq!(watch.look(at(9_800, 3_611_800)), None, "said once");
        let this = ThisMachine.read();
        assert!(this.awake.saturating_sub(this.since_boot) < ASLEEP, "{this:?}");
    }
}
