//! Wins by threats, by proof numbers. After a double threat the defender plays exactly the pairs of stones that stop
//! everything. After a single threat a stone that stops it leaves the other stone free: with the first alone the attacker
//! must win by double threats, and the free stone is tried where it may change something about that win (Wu and Lin 2010).

use super::double_threats::double_threats;
use super::field::Field;
use super::single_threats::single_threats;
use super::stops::{Gaps, least, pairs, singles};
use super::vcdt::Vcdt;
use leitai_core::Seat;
use leitai_search::{ProofSearch, Prove, Task};

/// Most turns of both sides.
const DEEPEST: usize = 60;
/// Most turns of the attacker that are tried in one position: double threats, and single ones.
const WIDEST: usize = 40;
const SINGLES: usize = 24;
/// Turns tried for a win depth first in each position.
pub(super) const SHORT: u32 = 24;
/// Most free stones after a single threat that may be left without a win by double threats that is found at once.
const LOOSE: usize = 8;
/// Most single threats of one proof.
pub(super) const MOST_SINGLES: u8 = 2;
/// Part of the key when the defender is to move, and when white attacks, and for each single threat that is left.
const DEFENDER: u64 = 0xbf58_476d_1ce4_e5b9;
const WHITE: u64 = 0x94d0_49bb_1331_11eb;
const SINGLE: u64 = 0xd6e8_feb8_6659_fd93;

/// A turn of either side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Try {
    turn: [u16; 2],
    /// Whether it is a threat that one stone stops.
    is_single: bool,
}

/// One side's attack.
struct Attack<'a> {
    vcdt: &'a mut Vcdt,
    field: &'a mut Field,
    side: Seat,
    mover: Seat,
    /// How many single threats may still be made.
    singles: u8,
    stop: &'a dyn Fn() -> bool,
}

/// The turn with which `side`, to move with two stones, certainly wins, if a search of at most `most` positions finds it
/// before `stop` says to stop, with at most so many single threats one after another. The field is left unchanged. The turn is
/// one point twice where that completes six.
pub(super) fn prove(
    search: &mut ProofSearch,
    vcdt: &mut Vcdt,
    field: &mut Field,
    side: Seat,
    singles: u8,
    most: u64,
    stop: &dyn Fn() -> bool,
) -> Option<[u16; 2]> {
    if let Some(win) = vcdt.win(field, side, SHORT, true) {
        return Some(win.turn);
    }
    let mut attack = Attack { vcdt, field, side, mover: side, singles, stop };
    search.win(&mut attack, DEEPEST, most, stop).map(|tried| tried.turn)
}

impl Attack<'_> {
    /// The key of the position of these stones with `mover` to move.
    fn with(&self, stones: u64, mover: Seat, singles: u8) -> u64 {
        stones
            ^ if mover == self.side { 0 } else { DEFENDER }
            ^ if self.side == Seat::Second { WHITE } else { 0 }
            ^ SINGLE.wrapping_mul(singles.into())
    }

    fn attack(&mut self) -> Task<Try> {
        if self.vcdt.win(self.field, self.side, SHORT, true).is_some() {
            return Task::Won;
        }
        let mut threats = Vec::new();
        double_threats(self.field, self.side, WIDEST, true, &mut threats);
        if threats.first().is_some_and(|threat| threat.needed > 2) {
            return Task::Won;
        }
        let mut tries: Vec<Try> =
            threats.iter().map(|threat| Try { turn: threat.turn, is_single: false }).collect();
        if self.singles > 0 {
            let single = single_threats(self.field, self.side, SINGLES);
            tries.extend(single.into_iter().map(|turn| Try { turn, is_single: true }));
        }
        if tries.is_empty() { Task::Stopped } else { Task::Tries(tries) }
    }

    fn defence(&mut self) -> Task<Try> {
        if self.field.has_fours(self.side.other()) {
            return Task::Stopped;
        }
        let threats = self.field.threats(self.side);
        let mut answers = Vec::new();
        pairs(&threats, &mut answers);
        if least(&threats) == 1 && !self.free_stones(&threats, &mut answers) {
            return Task::Stopped;
        }
        // Two stones of which each stops everything were found from both.
        answers.sort_unstable();
        answers.dedup();
        let answer = |turn| Try { turn, is_single: false };
        if answers.is_empty() { Task::Won } else { Task::Tries(answers.into_iter().map(answer).collect()) }
    }

    /// Appends the answers of a stone that stops the threats by itself and a free one, but for those against which a win by
    /// double threats is found at once. Returns whether the attack may go on.
    fn free_stones(&mut self, threats: &[Gaps], answers: &mut Vec<[u16; 2]>) -> bool {
        let alone = answers.len();
        singles(threats).all(|stop| {
            let other = self.side.other();
            self.field.place(other, stop);
            let mut zone = self.vcdt.relevant(self.field, self.side, SHORT, true);
            if let Some(zone) = &mut zone {
                // The strongest stone is tried first: it is the last one of the list.
                zone.sort_by_cached_key(|point| (self.field.gain(other, *point), *point));
                while let Some(free) = zone.pop() {
                    self.field.place(other, free);
                    // A win in spite of this stone is one without it: what is not relevant to it need not be tried.
                    match self.vcdt.relevant(self.field, self.side, SHORT, true) {
                        Some(narrow) => zone.retain(|point| narrow.binary_search(point).is_ok()),
                        None => answers.push([stop.min(free), stop.max(free)]),
                    }
                    self.field.lift(other, free);
                    if answers.len() - alone > LOOSE {
                        break;
                    }
                    if (self.stop)() {
                        answers.extend(zone.drain(..).map(|free| [stop.min(free), stop.max(free)]));
                    }
                }
            }
            self.field.lift(other, stop);
            zone.is_some_and(|zone| zone.is_empty())
        })
    }
}

impl Prove for Attack<'_> {
    type Act = Try;

    fn key(&self) -> u64 {
        self.with(self.field.key(), self.mover, self.singles)
    }

    fn key_after(&self, tried: Try) -> u64 {
        let singles = self.singles - u8::from(tried.is_single);
        self.with(self.field.key_with(self.mover, tried.turn), self.mover.other(), singles)
    }

    fn task(&mut self, attacks: bool) -> Task<Try> {
        if attacks { self.attack() } else { self.defence() }
    }

    fn make(&mut self, tried: Try) {
        self.field.place_all(self.mover, &tried.turn);
        self.mover = self.mover.other();
        self.singles -= u8::from(tried.is_single);
    }

    fn take_back(&mut self, tried: Try) {
        self.mover = self.mover.other();
        self.field.lift_all(self.mover, &tried.turn);
        self.singles += u8::from(tried.is_single);
    }
}
