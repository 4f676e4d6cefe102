//! The clocks of one game: whose clock is running, and when it runs out.

use crate::watch::SeatClock;
use leitai_core::{Clock, ClockChange, Left, Period, Seat, Sentence, SpentTime};
use std::time::{Duration, Instant};

/// The clocks of both seats. All times are passed in; nothing here reads a real clock.
pub(crate) struct Clocks {
    limits: [Clock; 2],
    /// How long after a limit an answer still counts.
    margin: Duration,
    /// When the seat was asked; `None` while it owes nothing.
    asked: [Option<Instant>; 2],
    /// What was used before the last request.
    spent: SpentTime,
    longest: [Duration; 2],
    /// Whether the current turn belongs to the start of the game.
    starting: [bool; 2],
}

/// A limit that was exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Passed {
    pub(crate) used: Duration,
    pub(crate) limit: Duration,
    pub(crate) of: Period,
}

impl Clocks {
    /// The clocks of a game of which so much has been used.
    pub(crate) fn new(limits: [Clock; 2], margin: Duration, spent: SpentTime) -> Self {
        Clocks { limits, margin, asked: [None; 2], spent, longest: [Duration::ZERO; 2], starting: [false; 2] }
    }

    /// How long the seat may take to get ready.
    pub(crate) fn start_limit(&self, seat: Seat) -> Option<Duration> {
        self.limits[seat].start
    }

    /// So many plies are complete.
    pub(crate) fn mark(&mut self, plies: u32) {
        self.spent.mark(plies);
    }

    /// Everything after so many plies was taken back: both clocks stop where they stood then.
    pub(crate) fn back(&mut self, plies: u32) {
        (self.asked, self.starting) = ([None; 2], [false; 2]);
        self.spent.back(plies);
    }

    /// Whether they were stopped by hand.
    pub(crate) fn stand(&self) -> bool {
        self.spent.stands
    }

    /// How long each clock has run since it was started: what a [stop](ClockChange::Stop) by hand counts as used.
    pub(crate) fn ran(&self, now: Instant) -> [u64; 2] {
        Seat::BOTH.map(|seat| {
            let counts = !self.starting[seat];
            if counts { self.spent(seat, now).as_micros() as u64 } else { 0 }
        })
    }

    /// They are changed by hand. Those that are stopped no longer run; whoever lets them go on starts them again. Changes
    /// nothing where that cannot be.
    pub(crate) fn change(&mut self, change: ClockChange) -> Result<(), Sentence> {
        self.spent.change(change, &self.limits)?;
        if let ClockChange::Stop { .. } = change {
            self.asked = [None; 2];
        }
        Ok(())
    }

    /// What was used before the last request.
    pub(crate) fn so_far(&self) -> &SpentTime {
        &self.spent
    }

    /// Charges the time taken to get ready, if it counts.
    pub(crate) fn got_ready(&mut self, seat: Seat, spent: Duration) {
        if self.limits[seat].start_counts {
            self.spent.game[seat] += spent;
        }
    }

    /// Starts the seat's clock; does nothing if it is already running.
    pub(crate) fn run(&mut self, seat: Seat, now: Instant) {
        self.asked[seat].get_or_insert(now);
    }

    /// Starts the seat's clock for its start: the limit of the start applies, and the game's time is not used.
    pub(crate) fn run_before_the_game(&mut self, seat: Seat, now: Instant) {
        self.starting[seat] = true;
        self.run(seat, now);
    }

    /// Stops the seat's clock when it has answered. `over` means that its turn is over, which earns it the increment.
    pub(crate) fn stop(&mut self, seat: Seat, now: Instant, over: bool) {
        let i = seat.index();
        if let Some(asked) = self.asked[i].take() {
            let spent = now.saturating_duration_since(asked);
            self.spent.turn[i] += spent;
            if !self.starting[i] {
                self.spent.game[i] += spent;
                self.spent.turns[i] += u32::from(over);
            }
        }
        if !self.starting[i] {
            self.longest[i] = self.longest[i].max(self.spent.turn[i]);
        }
        if over {
            self.spent.turn[i] = Duration::ZERO;
            self.starting[i] = false;
        }
    }

    /// The seat's turn is complete by the word of somebody else, before which its clock had stopped: it earns the increment.
    pub(crate) fn complete(&mut self, seat: Seat) {
        self.spent.acted(None, Duration::ZERO, Some(seat));
    }

    /// Excuses the seat, whose clock is running, for a time in which it could not work.
    pub(crate) fn excuse(&mut self, seat: Seat, time: Duration) {
        if let Some(asked) = &mut self.asked[seat] {
            *asked += time;
        }
    }

    /// Charges the seat for time used while its clock was not running.
    pub(crate) fn charge(&mut self, seat: Seat, used: Duration) {
        self.spent.turn[seat] += used;
        self.spent.game[seat] += used;
    }

    /// The start of the seat's current clock run, if its clock is running.
    pub(crate) fn asked(&self, seat: Seat) -> Option<Instant> {
        self.asked[seat]
    }

    /// The reading of the seat's clock.
    pub(crate) fn shown(&self, seat: Seat) -> SeatClock {
        let i = seat.index();
        let left = self.allowed(seat).map(|limit| limit.saturating_sub(self.spent.game[i]));
        SeatClock { asked: self.asked[i], turn: self.spent.turn[i], left }
    }

    /// Whether either clock is running.
    pub(crate) fn is_running(&self) -> bool {
        self.asked.iter().any(Option::is_some)
    }

    /// Time since the seat was asked.
    pub(crate) fn spent(&self, seat: Seat, now: Instant) -> Duration {
        self.asked[seat].map_or(Duration::ZERO, |asked| now.saturating_duration_since(asked))
    }

    /// The time that the seat may use in the whole game, given the turns played so far.
    fn allowed(&self, seat: Seat) -> Option<Duration> {
        self.spent.allowed(seat, &self.limits[seat])
    }

    /// The limits that apply to the current turn, with what was used of each before the last request.
    fn limits(&self, seat: Seat) -> impl Iterator<Item = (Period, Duration, Duration)> {
        let i = seat.index();
        let Clock { start, turn, .. } = self.limits[i];
        let (start, [turn, game]) =
            if self.starting[i] { (start, [None; 2]) } else { (None, [turn, self.allowed(seat)]) };
        let limits = [
            (Period::Start, self.spent.turn[i], start),
            (Period::Turn, self.spent.turn[i], turn),
            (Period::Game, self.spent.game[i], game),
        ];
        limits.into_iter().filter_map(|(of, used, limit)| Some((of, used, limit?)))
    }

    /// The nearest limit of the seat's current turn, if its clock is running and limited.
    pub(crate) fn limit(&self, seat: Seat) -> Option<Duration> {
        self.asked[seat]?;
        let nearest = self.limits(seat).min_by_key(|(_, used, limit)| limit.saturating_sub(*used))?;
        Some(nearest.2)
    }

    /// When the seat's time is up, if its clock is running and limited.
    pub(crate) fn deadline(&self, seat: Seat) -> Option<Instant> {
        let left =
            self.limits(seat).map(|(_, used, limit)| (limit + self.margin).saturating_sub(used)).min()?;
        Some(self.asked[seat]? + left)
    }

    /// The limit that the seat has exceeded, if any.
    pub(crate) fn passed(&self, seat: Seat, now: Instant) -> Option<Passed> {
        if self.deadline(seat)? > now {
            return None;
        }
        let spent = self.spent(seat, now);
        let mut passed = self.limits(seat).map(|(of, used, limit)| Passed { of, used: used + spent, limit });
        passed.find(|passed| passed.used >= passed.limit + self.margin)
    }

    /// The time left for the whole game, for both seats.
    pub(crate) fn left(&self, now: Instant) -> Left {
        Seat::BOTH.map(|seat| {
            let running = if self.starting[seat] { Duration::ZERO } else { self.spent(seat, now) };
            let used = self.spent.game[seat] + running;
            self.allowed(seat).map(|limit| limit.saturating_sub(used))
        })
    }

    /// Time used in the whole game, and in the longest turn.
    pub(crate) fn used(&self, seat: Seat) -> (Duration, Duration) {
        (self.spent.game[seat], self.longest[seat])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(start: Instant, ms: u64) -> Instant {
        start + Duration::from_millis(ms)
    }

    #[test]
    fn a_turn_of_several_answers_has_one_limit() {
        let start = Instant::now();
        let mut clocks =
            Clocks::new(["move=2s".parse().expect("a clock"); 2], Duration::ZERO, SpentTime::default());
        clocks.run(Seat::First, start);
        clocks.stop(Seat::First, at(start, 1500), false);
        clocks.run(Seat::First, at(start, 1500));
        assert_eq!(clocks.deadline(Seat::First), Some(at(start, 2000)));
        assert!(clocks.passed(Seat::First, at(start, 1999)).is_none());
        let passed = clocks.passed(Seat::First, at(start, 2100)).expect("the turn took too long");
        assert_eq!((passed.used.as_millis(), passed.of), (2100, Period::Turn));
        clocks.stop(Seat::First, at(start, 1900), true);
        clocks.run(Seat::First, at(start, 5000));
        assert_eq!(clocks.deadline(Seat::First), Some(at(start, 7000)));
    }

    #[test]
    fn the_game_limit_adds_up_over_turns() {
        let start = Instant::now();
        let clock: Clock = "game=3s,counted".parse().expect("a clock");
        let mut clocks = Clocks::new([clock; 2], Duration::ZERO, SpentTime::default());
        clocks.got_ready(Seat::Second, Duration::from_millis(500));
        for i in 0..2 {
            clocks.run(Seat::Second, at(start, i * 5000));
            clocks.stop(Seat::Second, at(start, i * 5000 + 1000), true);
        }
        assert_eq!(
            clocks.left(at(start, 9000)),
            [Some(Duration::from_secs(3)), Some(Duration::from_millis(500))]
        );
        clocks.run(Seat::Second, at(start, 9000));
        assert_eq!(clocks.deadline(Seat::Second), Some(at(start, 9500)));
        let passed = clocks.passed(Seat::Second, at(start, 9500)).expect("time is up");
        assert_eq!(passed.of, Period::Game);
        assert_eq!(clocks.deadline(Seat::First), None);
    }

    #[test]
    fn each_turn_earns_the_increment_once() {
        let start = Instant::now();
        let clock: Clock = "game=100ms,inc=20ms".parse().expect("a clock");
        let mut clocks = Clocks::new([clock; 2], Duration::ZERO, SpentTime::default());
        let left = |clocks: &Clocks, ms| clocks.left(at(start, ms))[0].expect("a limit").as_millis();
        clocks.run(Seat::First, start);
        assert_eq!(clocks.deadline(Seat::First), Some(at(start, 100)), "nothing is earned before a turn");
        clocks.stop(Seat::First, at(start, 5), false);
        assert_eq!(left(&clocks, 5), 95, "a part of a turn");
        clocks.run(Seat::First, at(start, 5));
        clocks.stop(Seat::First, at(start, 10), true);
        assert_eq!(left(&clocks, 10), 110, "more than at first");
        clocks.run(Seat::First, at(start, 20));
        assert_eq!(left(&clocks, 50), 80);
        assert_eq!(clocks.deadline(Seat::First), Some(at(start, 130)));
        let passed = clocks.passed(Seat::First, at(start, 130)).expect("time is up");
        assert_eq!((passed.used.as_millis(), passed.limit.as_millis()), (120, 120), "all that it ever had");
        assert_eq!(clocks.left(start)[1], clock.game, "the other has not played");
    }

    #[test]
    fn the_limit_is_given_again_after_its_turns() {
        let start = Instant::now();
        let mut clocks =
            Clocks::new(["2/10".parse().expect("a clock"); 2], Duration::ZERO, SpentTime::default());
        let left = |clocks: &Clocks| clocks.left(start)[0].expect("a limit").as_secs();
        for expected in [9, 18, 17, 26] {
            clocks.run(Seat::First, start);
            clocks.stop(Seat::First, at(start, 1000), true);
            assert_eq!(left(&clocks), expected);
        }
    }

    #[test]
    fn an_answer_within_the_margin_counts() {
        let start = Instant::now();
        let mut clocks = Clocks::new(
            ["move=1s,game=3s".parse().expect("a clock"); 2],
            Duration::from_millis(50),
            SpentTime::default(),
        );
        clocks.run(Seat::First, start);
        assert_eq!(clocks.deadline(Seat::First), Some(at(start, 1050)));
        assert!(clocks.passed(Seat::First, at(start, 1049)).is_none());
        let passed = clocks.passed(Seat::First, at(start, 1050)).expect("it is over");
        assert_eq!((passed.limit, passed.used), (Duration::from_secs(1), Duration::from_millis(1050)));
        // What a turn takes of the margin is not available to the next one.
        for _ in 0..2 {
            clocks.run(Seat::First, start);
            clocks.stop(Seat::First, at(start, 1040), true);
        }
        clocks.run(Seat::First, start);
        assert_eq!(clocks.deadline(Seat::First), Some(at(start, 970)));
        assert_eq!(
            clocks.left(start)[0],
            Some(Duration::from_millis(920)),
            "programs are told nothing of it"
        );
    }

    #[test]
    fn what_is_excused_costs_no_time() {
        let start = Instant::now();
        let mut clocks = Clocks::new(
            ["move=1s,game=3s".parse().expect("a clock"); 2],
            Duration::ZERO,
            SpentTime::default(),
        );
        clocks.excuse(Seat::First, Duration::from_secs(9));
        clocks.run(Seat::First, start);
        clocks.excuse(Seat::First, Duration::from_millis(8600));
        assert_eq!(clocks.deadline(Seat::First), Some(at(start, 9600)));
        assert_eq!(clocks.left(at(start, 9000))[0], Some(Duration::from_millis(2600)));
    }

    #[test]
    fn what_belongs_to_the_start_uses_no_time_of_the_game() {
        let start = Instant::now();
        let clock: Clock = "start=5s,move=1s,game=3s,inc=1s".parse().expect("a clock");
        let mut clocks = Clocks::new([clock; 2], Duration::ZERO, SpentTime::default());
        clocks.run_before_the_game(Seat::First, start);
        assert_eq!(clocks.deadline(Seat::First), Some(at(start, 5000)));
        assert_eq!(clocks.left(at(start, 4000))[0], Some(Duration::from_secs(3)));
        let passed = clocks.passed(Seat::First, at(start, 5000)).expect("the start took too long");
        assert_eq!((passed.of, passed.limit.as_secs()), (Period::Start, 5));
        clocks.stop(Seat::First, at(start, 4000), true);
        assert_eq!(clocks.used(Seat::First), (Duration::ZERO, Duration::ZERO));
        assert_eq!(clocks.left(at(start, 4000))[0], Some(Duration::from_secs(3)), "and earns none");
        clocks.run(Seat::First, at(start, 4000));
        assert_eq!(clocks.deadline(Seat::First), Some(at(start, 5000)), "a turn of the game");
    }
}
