//! Wins by double threats, by proof numbers: the defender plays exactly the pairs of stones that stop everything.

use super::double_threats::double_threats;
use super::field::Field;
use super::stops::pairs;
use super::vcdt::Vcdt;
use leitai_core::Seat;
use leitai_search::{ProofSearch, Prove, Task};

/// Most turns of both sides.
const DEEPEST: usize = 60;
/// Most turns of the attacker that are tried in one position.
const WIDEST: usize = 40;
/// Turns tried for a win depth first in each position.
pub(super) const SHORT: u32 = 24;
/// Part of the key when the defender is to move, and when white attacks.
const DEFENDER: u64 = 0xbf58_476d_1ce4_e5b9;
const WHITE: u64 = 0x94d0_49bb_1331_11eb;

/// One side's attack.
struct Attack<'a> {
    vcdt: &'a mut Vcdt,
    field: &'a mut Field,
    side: Seat,
    mover: Seat,
}

/// The turn with which `side`, to move with two stones, certainly wins, if a search of at most `most` positions finds it
/// before `stop` says to stop. The field is left unchanged. The turn is one point twice where that completes six.
pub(super) fn prove(
    search: &mut ProofSearch,
    vcdt: &mut Vcdt,
    field: &mut Field,
    side: Seat,
    most: u64,
    stop: &dyn Fn() -> bool,
) -> Option<[u16; 2]> {
    if let Some(win) = vcdt.win(field, side, SHORT, true) {
        return Some(win.turn);
    }
    search.win(&mut Attack { vcdt, field, side, mover: side }, DEEPEST, most, stop)
}

impl Attack<'_> {
    /// The key of the position of these stones with `mover` to move.
    fn with(&self, stones: u64, mover: Seat) -> u64 {
        stones
            ^ if mover == self.side { 0 } else { DEFENDER }
            ^ if self.side == Seat::Second { WHITE } else { 0 }
    }

    fn attack(&mut self) -> Task<[u16; 2]> {
        if self.vcdt.win(self.field, self.side, SHORT, true).is_some() {
            return Task::Won;
        }
        let mut threats = Vec::new();
        double_threats(self.field, self.side, WIDEST, true, &mut threats);
        match threats.first() {
            None => Task::Stopped,
            Some(threat) if threat.needed > 2 => Task::Won,
            Some(_) => Task::Tries(threats.iter().map(|threat| threat.turn).collect()),
        }
    }

    fn defence(&self) -> Task<[u16; 2]> {
        if self.field.has_fours(self.side.other()) {
            return Task::Stopped;
        }
        let mut answers = Vec::new();
        pairs(&self.field.threats(self.side), &mut answers);
        if answers.is_empty() { Task::Won } else { Task::Tries(answers) }
    }
}

impl Prove for Attack<'_> {
    type Act = [u16; 2];

    fn key(&self) -> u64 {
        self.with(self.field.key(), self.mover)
    }

    fn key_after(&self, turn: [u16; 2]) -> u64 {
        self.with(self.field.key_with(self.mover, turn), self.mover.other())
    }

    fn task(&mut self, attacks: bool) -> Task<[u16; 2]> {
        if attacks { self.attack() } else { self.defence() }
    }

    fn make(&mut self, turn: [u16; 2]) {
        self.field.place_all(self.mover, &turn);
        self.mover = self.mover.other();
    }

    fn take_back(&mut self, turn: [u16; 2]) {
        self.mover = self.mover.other();
        self.field.lift_all(self.mover, &turn);
    }
}
