//! The stage of simulated games: each step in the order of a real game's, between any two of which it may lose the core.

use super::machine::{Machine, Micros};
use super::old_rule::OldTurn;
use crate::clocks::Clocks;
use crate::core_time::{CoreTime, absence, has_slept, is_worth_reading, next_reading, unseen};
use crate::intervals::LOOK;
use crate::turn_time::TurnTime;
use leitai_core::{Clock, Seat, SpentTime};
use std::time::{Duration, Instant};

/// How far a delay is tolerated, as it is by default.
pub(super) const TOLERANCE: Duration = Duration::from_millis(100);

/// Which rule a game is judged by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rule {
    /// The machine's time is given back.
    New,
    /// Games that the machine disturbed are played again.
    Old,
}

/// A figure of the kernel's that stands still.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Figure {
    Idle,
    Ticked,
    Clock,
    Account,
}

/// How games are set up.
#[expect(clippy::struct_excessive_bools, reason = "what is tried does not exclude each other")]
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    pub(super) rule: Rule,
    pub(super) limit: Micros,
    pub(super) turns: u32,
    /// The cores of a seat's program.
    pub(super) cores: usize,
    /// Whether programs are stopped until they are asked.
    pub(super) holds: bool,
    /// Whether everything that the programs use is counted.
    pub(super) counts: bool,
    /// Whether programs are started again for each turn.
    pub(super) restarts: bool,
    pub(super) frozen: Option<Figure>,
    /// Whether the stage loses the core between resuming a program and starting its clock.
    pub(super) stumbles: bool,
}

impl Setup {
    pub(super) fn new(limit: Micros, turns: u32) -> Setup {
        Setup {
            rule: Rule::New,
            limit,
            turns,
            cores: 1,
            holds: true,
            counts: true,
            restarts: false,
            frozen: None,
            stumbles: false,
        }
    }
}

/// An answer that counted: what its program had from when it could first work on it until the stage had read it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Accepted {
    pub(super) seat: usize,
    pub(super) own: Micros,
    pub(super) idle: Micros,
}

/// How a game went.
#[derive(Debug, Default)]
pub(super) struct Played {
    pub(super) accepted: Vec<Accepted>,
    /// Who lost on time, and whether the game is played again.
    pub(super) lost: Option<usize>,
    pub(super) again: bool,
    pub(super) given: Duration,
    /// What was given back to the turn that was lost.
    pub(super) given_last: Duration,
}

pub(super) struct Stage {
    pub(super) machine: Machine,
    setup: Setup,
    began: Instant,
    clocks: Clocks,
    turns: [TurnTime; 2],
    /// When the program on turn was last checked, and what its clock said.
    seen: Option<(Instant, Micros)>,
    latest: Option<CoreTime>,
    due: Instant,
    looked: Instant,
    old: OldTurn,
    frozen: Option<[Duration; 4]>,
    played: Played,
}

impl Stage {
    pub(super) fn new(machine: Machine, setup: Setup) -> Stage {
        let began = Instant::now();
        let limit = Clock { turn: Some(Duration::from_micros(setup.limit)), ..Clock::default() };
        Stage {
            machine,
            setup,
            began,
            clocks: Clocks::new([limit; 2], Duration::ZERO, SpentTime::default()),
            turns: [TurnTime::default(); 2],
            seen: None,
            latest: None,
            due: began,
            looked: began,
            old: OldTurn::default(),
            frozen: None,
            played: Played::default(),
        }
    }

    fn now(&self) -> Instant {
        self.began + Duration::from_micros(self.machine.now)
    }

    fn limit(&self) -> Duration {
        Duration::from_micros(self.setup.limit)
    }

    /// Plays the game to its end.
    pub(super) fn play(mut self) -> Played {
        if self.setup.rule == Rule::New {
            self.due = self.now();
            self.look(Seat::First, self.due);
        }
        for turn in 0..self.setup.turns {
            let seat = [Seat::First, Seat::Second][turn as usize % 2];
            self.ask(seat, turn + 1);
            while self.clocks.asked(seat).is_some() && self.played.lost.is_none() {
                self.step(seat);
            }
            if self.played.lost.is_some() {
                break;
            }
        }
        self.played
    }

    /// As the game's: what was noted first counts.
    fn ask(&mut self, seat: Seat, turn: u32) {
        let i = seat.index();
        self.machine.deadline[i] = None;
        self.machine.spend(10);
        let told = self.now();
        self.machine.send(i, turn);
        if !self.setup.holds {
            self.machine.mark(i, self.setup.cores);
        }
        self.machine.spend(10);
        let resumed = self.now();
        if self.setup.holds {
            self.machine.mark(i, self.setup.cores);
            self.machine.hold(i, false);
            self.machine.spend(10);
        }
        if self.setup.stumbles {
            self.machine.stumble();
            self.machine.spend(10);
        }
        if self.setup.restarts {
            // It is launched: who is asked before is on the clock from when that was permitted.
            self.machine.spend(400);
        }
        self.old = OldTurn::default();
        let since = if self.setup.holds { resumed } else { told };
        self.turns[i] = TurnTime::begin(since, self.latest);
        self.seen = None;
        self.clocks.run(seat, since);
        self.show_deadline(seat);
    }

    fn show_deadline(&mut self, seat: Seat) {
        let deadline =
            self.clocks.deadline(seat).map(|at| at.duration_since(self.began).as_micros() as Micros);
        self.machine.deadline[seat] = deadline;
    }

    fn step(&mut self, seat: Seat) {
        let until = self.clocks.deadline(seat).map_or(LOOK, |at| at.saturating_duration_since(self.now()));
        let until = self.machine.now + until.min(LOOK).as_micros() as Micros;
        self.machine.wait(until);
        let now = self.now();
        self.check_time(seat, now);
        if now.saturating_duration_since(self.looked) >= LOOK {
            self.looked = now;
            self.look(seat, now);
        }
        if self.played.lost.is_none() && self.machine.said[seat] > 0 {
            self.attend(seat);
        }
    }

    /// As the game's check of a program on turn.
    fn look_at_sleep(&mut self, seat: Seat) {
        self.machine.spend(2);
        let now = self.now();
        let is_frozen = self.setup.frozen == Some(Figure::Clock);
        let clock = if is_frozen { 0 } else { self.machine.clock(seat.index()) };
        if let Some((at, before)) = self.seen.replace((now, clock)) {
            let worked = Duration::from_micros(clock.saturating_sub(before));
            if has_slept(worked, || self.machine.is_runnable(seat.index())) {
                self.turns[seat].slept(now.saturating_duration_since(at));
            }
        }
    }

    fn look(&mut self, seat: Seat, now: Instant) {
        self.machine.spend(3);
        if self.setup.rule == Rule::Old {
            self.old.look(&self.machine, seat.index());
            return;
        }
        self.look_at_sleep(seat);
        if now >= self.due {
            let began = self.machine.of_stage();
            self.latest = self.read();
            let cost = Duration::from_micros(self.machine.of_stage() - began);
            self.due = next_reading(now, cost);
            if let Some(reading) = self.latest {
                self.turns.iter_mut().for_each(|turn| turn.read(reading));
            }
        }
    }

    fn attend(&mut self, seat: Seat) {
        let i = seat.index();
        self.machine.spend(5);
        self.machine.said[i] = 0;
        let now = self.now();
        let [own, idle] = self.machine.since_marked(i, self.setup.cores);
        if self.setup.rule == Rule::New && is_worth_reading(self.clocks.spent(seat, now)) {
            self.give_back(seat);
        }
        self.check_time(seat, now);
        if self.played.lost.is_some() {
            return;
        }
        self.clocks.stop(seat, now, true);
        self.played.given += std::mem::take(&mut self.turns[i]).total();
        self.played.accepted.push(Accepted { seat: i, own, idle });
        self.machine.asked[i] = None;
        if self.setup.holds {
            self.machine.spend(20);
            self.machine.hold(i, true);
        }
    }

    fn check_time(&mut self, seat: Seat, now: Instant) {
        let is_past = |stage: &Stage| stage.clocks.deadline(seat).is_some_and(|at| now >= at);
        if self.played.lost.is_some() || !is_past(self) {
            return;
        }
        if self.setup.rule == Rule::New {
            self.give_back(seat);
        }
        let Some(passed) = self.clocks.passed(seat, now) else { return };
        let late = passed.used.saturating_sub(passed.limit);
        let has_said = self.machine.said[seat] > 0;
        self.played.again = match self.setup.rule {
            Rule::New => self.unheard(seat, late, now).is_some(),
            Rule::Old => self.old.delayed(&self.machine, seat.index(), self.limit(), late, has_said),
        };
        self.played.given_last = self.turns[seat].total();
        self.played.lost = Some(seat.index());
    }

    fn give_back(&mut self, seat: Seat) {
        self.look_at_sleep(seat);
        let Some(reading) = self.read() else { return };
        let limit = self.limit();
        let more = self.turns[seat].give(&reading, limit);
        if !more.is_zero() {
            self.clocks.excuse(seat, more);
            self.show_deadline(seat);
        }
    }

    fn unheard(&mut self, seat: Seat, late: Duration, now: Instant) -> Option<Duration> {
        self.machine.spend(5);
        if self.machine.said[seat] == 0 {
            return None;
        }
        let counted = self.latest.and_then(|before| Some(self.read()?.own_since(&before)));
        let unseen = unseen(self.looked, now, LOOK);
        absence(late, unseen, counted.unwrap_or(Duration::MAX), self.limit(), TOLERANCE)
    }

    fn read(&mut self) -> Option<CoreTime> {
        if !self.setup.counts {
            return None;
        }
        let from = self.now();
        self.machine.spend(6);
        let [idle, ticked] = self.machine.figures(self.setup.cores);
        self.machine.spend(6);
        let stage = self.machine.of_stage();
        let mut own = [0; 2];
        for seat in 0..2 {
            own[0] += self.machine.clock(seat);
            self.machine.spend(2);
            own[1] += self.machine.account(seat);
            self.machine.spend(4);
        }
        let until = self.now();
        let mut figures = [idle, ticked, own[0] + stage, own[1] + stage].map(Duration::from_micros);
        let frozen = *self.frozen.get_or_insert(figures);
        if let Some(figure) = self.setup.frozen {
            if figure == Figure::Idle {
                // They are part of what was counted.
                figures[Figure::Ticked as usize] -= figures[0].saturating_sub(frozen[0]);
            }
            figures[figure as usize] = frozen[figure as usize];
        }
        let [idle, ticked, by_clock, by_account] = figures;
        let (cores, is_beside) = (self.setup.cores as u32, self.setup.cores > 1);
        Some(CoreTime { from, until, idle, ticked, own: [by_clock, by_account], cores, is_beside })
    }
}
