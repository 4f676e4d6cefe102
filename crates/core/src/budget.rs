//! How long a player may think: a pure function of the time left.

use std::time::Duration;

/// Of a turn that offers no choice, a search takes one in so many of the time and of the nodes.
const FOR_THE_ONLY_ONE: u32 = 10;

/// What one turn may cost. Players read no clock of their own: `elapsed` returns the time since the turn was asked
/// for.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The time that the turn is worth; a search may exceed it to finish work that pays off.
    pub aim: Duration,
    /// The time by which the player must have answered.
    pub never: Duration,
    /// Whether later turns gain what this one leaves. If not, thinking on costs nothing, and a player that keeps what it found
    /// gains by it.
    pub is_saved: bool,
    /// Whether somebody waits for the turn. If not, what is wanted is what the position is worth.
    pub is_awaited: bool,
    /// Most nodes that the player may search, over all acts of the turn.
    pub nodes: Option<u64>,
    /// Time spent so far; cheap enough to call every 0.2 ms.
    pub elapsed: &'a dyn Fn() -> Duration,
}

impl<'a> Budget<'a> {
    /// No limit at all: a search ends at its own depth. Nobody waits for it.
    pub const UNTIMED: Budget<'static> = Budget {
        aim: Duration::MAX,
        never: Duration::MAX,
        is_saved: true,
        is_awaited: false,
        nodes: None,
        elapsed: &|| Duration::ZERO,
    };

    /// The budget of a search that chooses among so many acts. Where there is only one and somebody waits, nothing is decided,
    /// and a tenth of what is left of the aim and of the nodes is enough: what is said of the act is then searched all the
    /// same.
    #[must_use]
    pub fn among(&self, acts: usize) -> Budget<'a> {
        if acts > 1 || !self.is_awaited {
            return *self;
        }
        let spent = (self.elapsed)();
        let aim = match self.aim {
            Duration::MAX => Duration::MAX,
            aim => (spent + aim.saturating_sub(spent) / FOR_THE_ONLY_ONE).min(aim),
        };
        let nodes = self.nodes.map(|nodes| nodes.div_ceil(FOR_THE_ONLY_ONE.into()));
        Budget { aim, nodes, ..*self }
    }

    /// Whether the time that the turn is worth is used up.
    pub fn is_used(&self) -> bool {
        (self.elapsed)() >= self.aim
    }

    /// Whether the player must answer now.
    pub fn is_exhausted(&self) -> bool {
        (self.elapsed)() >= self.never
    }
}

/// What is known of a seat's time when the seat is asked for a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeLeft {
    /// Left of the whole game, or up to the end of the period.
    pub game: Option<Duration>,
    /// Given back after each turn.
    pub increment: Duration,
    /// Limit of a single turn.
    pub turn: Option<Duration>,
    /// Turns until the next period begins, including this one.
    pub turns_to_go: Option<u32>,
    /// Turns that the seat has already played.
    pub played: u32,
}

impl TimeLeft {
    /// Whether time that a turn leaves is there in later turns: not where only the turn is limited.
    pub fn is_saved(&self) -> bool {
        self.game.is_some() || self.turn.is_none()
    }
}

/// How the turns of one seat share the time of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// Turns of one seat in a usual game.
    pub turns: u32,
    /// The value of a turn in each fifth of those turns, in tenths of an even share.
    pub fifths: [u32; 5],
}

/// A turn is never given more than the time left divided by this, or nearly its increment if that is more.
const MOST: u32 = 3;
/// Fewest turns still expected, however long the game already is.
const LEAST_TURNS: u32 = 8;
/// Kept back from every limit: time for the answer to reach the platform, and for a late look at the clock.
const KEPT: Duration = Duration::from_millis(50);
/// Kept back in addition, in hundredths of the limit.
const KEPT_SHARE: u32 = 2;
/// A turn may take this many times its worth when the search is in doubt.
const STRETCH: u32 = 3;

impl Pace {
    /// A quick start, then the usual pace, most in the decisive third, and less towards the end.
    pub const fn of(turns: u32) -> Pace {
        Pace { turns, fifths: [6, 12, 15, 10, 7] }
    }

    /// What this turn is worth, and what it may never exceed; `usual` if there is no limit. The result leaves room
    /// for the answer to reach the platform: `never` is below every limit, however little is left, and `aim` is not
    /// above `never`.
    pub fn share(&self, left: &TimeLeft, usual: Duration) -> (Duration, Duration) {
        let to_go = match left.turns_to_go {
            Some(turns) => turns.max(1),
            None => self.turns.saturating_sub(left.played).max(LEAST_TURNS.min(self.turns)).max(1),
        };
        let fifth = (left.played * 5 / self.turns.max(1)).min(4) as usize;
        let worth = self.fifths[fifth];
        let rest: u32 = match left.turns_to_go {
            Some(turns) => turns.max(1) * worth,
            None => (0..to_go)
                .map(|turn| self.fifths[((left.played + turn) * 5 / self.turns.max(1)).min(4) as usize])
                .sum(),
        };
        let game = left.game.map(|game| {
            let usable = below(game);
            let share = usable.saturating_sub(left.increment) * worth / rest.max(1);
            (
                (share + left.increment * 9 / 10).min(usable),
                (usable / MOST).max(left.increment * 9 / 10).min(usable),
            )
        });
        let turn = left.turn.map(below);
        let aim = match (game, turn) {
            (Some((aim, _)), Some(turn)) => aim.min(turn),
            (Some((aim, _)), None) => aim,
            // Only the turn is limited: unused time is lost, and a little is left for what follows the search.
            (None, Some(turn)) => turn / 20 * 19,
            (None, None) => usual,
        };
        let game_never = game.map(|(aim, most)| (aim * STRETCH).min(most));
        let never = [game_never, turn].into_iter().flatten().min().unwrap_or(usual * STRETCH);
        (aim.min(never), never)
    }
}

/// The part of a limit that may be used.
fn below(limit: Duration) -> Duration {
    // At least a quarter, however little is left: an answer at once is better than none.
    limit.saturating_sub(KEPT + limit * KEPT_SHARE / 100).max(limit / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: Pace = Pace::of(30);
    const SECOND: Duration = Duration::from_secs(1);

    /// Plays `turns` turns that use their full aim, and checks that none exceeds the clock.
    fn spent(clock: Duration, increment: Duration, turns: u32) -> Duration {
        let mut left = TimeLeft { game: Some(clock), increment, ..TimeLeft::default() };
        for played in 0..turns {
            left.played = played;
            let (aim, never) = PACE.share(&left, SECOND);
            let game = left.game.expect("it has a clock");
            assert!(aim <= never && never < game, "turn {played}: {aim:?} {never:?} of {game:?}");
            left.game = Some(game.saturating_sub(aim) + increment);
        }
        (clock + increment * turns).saturating_sub(left.game.expect("it has a clock"))
    }

    #[test]
    fn a_game_of_the_usual_length_uses_most_of_the_clock_and_a_long_one_not_all() {
        let clock = Duration::from_mins(15);
        assert!(spent(clock, Duration::ZERO, 30) > clock * 7 / 10, "{:?}", spent(clock, Duration::ZERO, 30));
        spent(clock, Duration::ZERO, 500);
    }

    #[test]
    fn an_increment_carries_a_long_game() {
        spent(2 * SECOND, Duration::from_millis(20), 1000);
    }

    #[test]
    fn never_is_below_every_limit_however_little_is_left() {
        for ms in [1, 2, 10, 40, 60, 200, 2000] {
            let limit = Duration::from_millis(ms);
            for left in [
                TimeLeft { turn: Some(limit), ..TimeLeft::default() },
                TimeLeft { game: Some(limit), ..TimeLeft::default() },
                TimeLeft { game: Some(limit), increment: SECOND, ..TimeLeft::default() },
                TimeLeft { game: Some(100 * SECOND), turn: Some(limit), ..TimeLeft::default() },
                TimeLeft { game: Some(limit), turns_to_go: Some(1), ..TimeLeft::default() },
                TimeLeft { game: Some(limit), played: 900, ..TimeLeft::default() },
            ] {
                let (aim, never) = PACE.share(&left, SECOND);
                assert!(aim <= never && never < limit, "{left:?}: {aim:?} {never:?}");
            }
        }
    }

    #[test]
    fn the_middle_of_a_game_gets_more_than_its_beginning() {
        let at = |played, game| {
            let left = TimeLeft { game: Some(Duration::from_secs(game)), played, ..TimeLeft::default() };
            PACE.share(&left, SECOND).0
        };
        assert!(at(0, 900) * 3 / 2 < at(12, 600));
    }

    #[test]
    fn where_there_is_no_choice_a_tenth_is_enough_if_somebody_waits() {
        let elapsed = || SECOND;
        let table = Budget {
            aim: 11 * SECOND,
            never: 20 * SECOND,
            is_awaited: true,
            nodes: Some(1_001),
            elapsed: &elapsed,
            ..Budget::UNTIMED
        };
        let of = |budget: Budget<'_>| (budget.aim, budget.never, budget.nodes);
        assert_eq!(of(table.among(1)), (2 * SECOND, 20 * SECOND, Some(101)));
        assert_eq!(of(table.among(2)), of(table));
        assert_eq!(of(Budget { is_awaited: false, ..table }.among(1)), of(table));
        let late = Budget { aim: SECOND / 2, ..table };
        assert_eq!(late.among(1).aim, late.aim, "it is used up already");
        let untimed = Budget { is_awaited: true, ..Budget::UNTIMED };
        assert_eq!(of(untimed.among(1)), of(untimed));
    }

    #[test]
    fn a_limit_of_each_turn_alone_is_used() {
        let left = TimeLeft { turn: Some(2 * SECOND), ..TimeLeft::default() };
        let (aim, never) = PACE.share(&left, SECOND);
        assert!(aim > SECOND * 9 / 5 * 19 / 20 && never < 2 * SECOND, "{aim:?} {never:?}");
    }
}
