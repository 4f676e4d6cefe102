//! The account that a program keeps of its own time where the conversation does not tell it.

use leitai_core::{Clock, Pace, TimeLeft};
use std::time::Duration;

/// What a turn takes on the platform's side besides: transmitting the lines and waking up.
const UNSEEN: Duration = Duration::from_millis(2);
/// The most that getting ready takes, where it counts: a player is made within 0.3 s.
const READY: Duration = Duration::from_millis(400);

/// The limits that the program's user named, and what it has used of them in its own turns.
#[derive(Default)]
pub(crate) struct OwnClock {
    clock: Clock,
    used: Duration,
    /// The number of turns whose time was seen: where a program is started for each turn, only its current one.
    seen: u32,
}

impl OwnClock {
    pub(crate) fn of(clock: Clock) -> OwnClock {
        OwnClock { clock, ..OwnClock::default() }
    }

    /// Starts a new game.
    pub(crate) fn start(&mut self) {
        *self = OwnClock::of(self.clock);
    }

    /// Charges a part of a turn that took `spent`; `begins`: it was the first part of that turn.
    pub(crate) fn charge(&mut self, spent: Duration, begins: bool) {
        self.used += spent + UNSEEN;
        self.seen += u32::from(begins);
    }

    /// What is left before the turn that follows `played` others. Each turn that was not seen is assumed to have taken
    /// all the time it was allowed.
    pub(crate) fn left(&self, pace: &Pace, played: u32) -> TimeLeft {
        let mut used = self.used;
        for earlier in 0..played.saturating_sub(self.seen) {
            used += pace.share(&self.after(earlier, used), Duration::ZERO).1;
        }
        self.after(played, used)
    }

    /// What is left after `played` turns in which `used` was spent.
    fn after(&self, played: u32, used: Duration) -> TimeLeft {
        let increment = self.clock.increment.unwrap_or_default();
        let ready = if self.clock.start_counts { READY } else { Duration::ZERO };
        let game = self.clock.allowed(played).map(|allowed| allowed.saturating_sub(used + ready));
        let turns_to_go = self.clock.turns_to_go(played);
        TimeLeft { game, increment, turn: self.clock.turn, turns_to_go, played }
    }

    /// Whether any limit is named.
    pub(crate) fn is_limited(&self) -> bool {
        self.clock.game.is_some() || self.clock.turn.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: Pace = Pace::of(30);

    fn account(clock: &str) -> OwnClock {
        OwnClock::of(clock.parse().expect("a clock"))
    }

    #[test]
    fn own_turns_are_taken_off_and_increments_given_back() {
        let mut account = account("move=3s,game=20s,inc=500ms");
        assert_eq!(account.left(&PACE, 0).game, Some(Duration::from_secs(20)));
        account.charge(Duration::from_secs(2), true);
        // The second part of the same turn.
        account.charge(Duration::from_secs(1), false);
        let left = account.left(&PACE, 1);
        assert_eq!(left.game, Duration::from_millis(17_500).checked_sub(2 * UNSEEN));
        assert_eq!((left.turn, left.played), (Some(Duration::from_secs(3)), 1));
        assert_eq!(left.increment, Duration::from_millis(500));
        account.start();
        assert_eq!(account.left(&PACE, 0).game, Some(Duration::from_secs(20)));
    }

    #[test]
    fn nothing_is_left_rather_than_less() {
        let mut account = account("game=1s,counted");
        account.charge(Duration::from_secs(9), true);
        assert_eq!(account.left(&PACE, 1).game, Some(Duration::ZERO));
    }

    #[test]
    fn a_program_that_starts_for_each_turn_never_passes_the_clock() {
        let clock = Duration::from_secs(20);
        let mut used = Duration::ZERO;
        for played in 0..400 {
            // It estimates the turns that it does not remember, and uses all the time it may.
            let left = account("game=20s").left(&PACE, played);
            used += PACE.share(&left, Duration::from_secs(1)).1;
            assert!(used < clock, "turn {played}: {used:?}");
        }
        assert!(used > clock / 2, "{used:?}");
    }

    #[test]
    fn what_is_not_limited_is_not_known() {
        assert!(!OwnClock::default().is_limited() && account("move=1s").is_limited());
        assert_eq!(OwnClock::default().left(&PACE, 9), TimeLeft { played: 9, ..TimeLeft::default() });
    }
}
