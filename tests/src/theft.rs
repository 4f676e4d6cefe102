//! What a program uses while its opponent is to move, observed from outside: the processes' own clocks are read
//! whenever the turn passes.

use crate::machine::{bearers, processor_time};
use leitai_arena::Watch;
use leitai_core::{Actor, Seat, Table};
use std::collections::BTreeSet;
use std::fmt;
use std::time::{Duration, Instant};

/// Processor time that the stage attributes to the end of an answer.
const UNNOTICED: Duration = Duration::from_micros(200);

/// The processor time of one seat's program during the other's turns.
#[derive(Debug)]
pub struct Theft {
    tag: String,
    seat: Seat,
    /// Its processes so far: one whose first thread has exited no longer has a command line.
    known: BTreeSet<i32>,
    /// Its processor time when the other seat was asked, and the time of that.
    since: Option<(Duration, Instant)>,
    /// The processor time that it used during each turn of the other, and the length of that turn.
    turns: Vec<[Duration; 2]>,
}

impl Theft {
    /// For the attack of that game: its opponent is not given `game=TAG`.
    pub fn of(tag: &str, seat: Seat) -> Theft {
        Theft { tag: format!("game={tag}"), seat, known: BTreeSet::new(), since: None, turns: Vec::new() }
    }

    /// The processor time in the first turn of the other in which it used any; that in all later turns, and their total
    /// length.
    pub fn figures(&self) -> [Duration; 3] {
        let is_first = |turn: &[Duration; 2]| turn[0] > UNNOTICED;
        let first = self.turns.iter().position(is_first).unwrap_or(0);
        let later = self.turns.get(first + 1..).unwrap_or_default();
        let sum = |part: usize| later.iter().map(|turn| turn[part]).sum();
        [self.turns.get(first).map_or(Duration::ZERO, |turn| turn[0]), sum(0), sum(1)]
    }

    /// Errs if it used more than `most` milliseconds per second and more than the stage tolerates per turn.
    pub fn check(&self, most: u32) -> Result<(), String> {
        let [_, used, passed] = self.figures();
        let turns = self.turns.len().saturating_sub(1) as u32;
        let allowed = (passed * most / 1000).max(Duration::from_millis(1) * turns);
        if used > allowed { Err(format!("it stole {self}")) } else { Ok(()) }
    }
}

impl fmt::Display for Theft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, used, passed] = self.figures().map(|time| time.as_secs_f64() * 1e3);
        write!(f, "{first:.1} ms in the first turn, then {used:.1} ms in {passed:.0} ms")
    }
}

impl Watch for Theft {
    fn changed(&mut self, table: &dyn Table) {
        // The clocks are stopped: looking costs no one any time.
        self.known.extend(bearers(&self.tag));
        let used = || self.known.iter().map(|pid| processor_time(*pid)).sum::<Duration>();
        if let Some((before, at)) = self.since.take() {
            self.turns.push([used().saturating_sub(before), at.elapsed()]);
        }
        if table.turn().owes(Actor::Seat(self.seat.other())) && !table.turn().owes(Actor::Seat(self.seat)) {
            self.since = Some((used(), Instant::now()));
        }
    }
}
