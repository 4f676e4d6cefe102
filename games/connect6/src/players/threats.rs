//! Wins by threats alone: each turn of the attacker forces a reply with both stones, until one cannot be answered.
//!
//! The defender is given more than it has: a stone on every point that stops something. What wins even so is a real
//! win.

use super::lines::through;
use super::valued_field::ValuedField;
use leitai_core::{Budget, Seat};
use std::cmp::Reverse;

/// Most turns of the attacker.
const DEEPEST: u32 = 12;
/// Turns considered in each position: the most valuable ones.
const WIDEST: usize = 24;

/// Turns tried between two checks of the clock.
const LOOK: u64 = 64;

/// A search for a win by threats.
pub(super) struct Threats<'a> {
    pub(super) field: &'a mut ValuedField,
    /// Turns that the search may still try.
    pub(super) left: u64,
    pub(super) budget: &'a Budget<'a>,
}

impl Threats<'_> {
    /// A turn with which `seat`, to move with two stones, certainly wins, if this search finds one.
    pub(super) fn win(&mut self, seat: Seat) -> Option<[u16; 2]> {
        (1..=DEEPEST).find_map(|depth| self.attack(seat, depth))
    }

    fn attack(&mut self, seat: Seat, depth: u32) -> Option<[u16; 2]> {
        let mut going = Vec::new();
        for turn in self.turns(seat) {
            // An exhausted budget stays exhausted, and `left` no longer changes, so every later check stops as well.
            if self.left == 0 || self.left.is_multiple_of(LOOK) && self.budget.is_exhausted() {
                return None;
            }
            self.left -= 1;
            self.field.place_all(seat, &turn);
            let needed =
                if self.field.fours(seat.other()).next().is_none() { self.field.needed(seat) } else { 0 };
            let value = self.field.value(seat);
            self.field.lift_all(seat, &turn);
            match needed {
                3 => return Some(turn),
                2 if depth > 1 => going.push((Reverse(value), turn)),
                _ => {}
            }
        }
        going.sort_unstable();
        going.truncate(WIDEST);
        going.into_iter().map(|(_, turn)| turn).find(|turn| self.goes_on(seat, *turn, depth))
    }

    /// Whether the attack succeeds however this turn is stopped.
    fn goes_on(&mut self, seat: Seat, turn: [u16; 2], depth: u32) -> bool {
        self.field.place_all(seat, &turn);
        let mut stops: Vec<u16> =
            self.field.fours(seat).flat_map(|window| self.field.gaps(window).collect::<Vec<_>>()).collect();
        stops.sort_unstable();
        stops.dedup();
        self.field.place_all(seat.other(), &stops);
        let won = !self.field.has_six(seat.other()) && self.attack(seat, depth - 1).is_some();
        self.field.lift_all(seat.other(), &stops);
        self.field.lift_all(seat, &turn);
        won
    }

    /// Turns that may make two threats: pairs of points that each make a four, and pairs that make one together.
    fn turns(&self, seat: Seat) -> Vec<[u16; 2]> {
        let (mut singles, mut pairs) = (Vec::new(), Vec::new());
        for point in self.field.empty() {
            let own = |window: &u16| self.field.counts(*window, seat);
            if through(point).any(|window| matches!(own(&window), (3.., 0))) {
                singles.push(point);
            }
            for window in through(point).filter(|window| own(window) == (2, 0)) {
                // Takes each pair of a window once, from its lower point.
                pairs.extend(
                    self.field.gaps(window).filter(|other| *other > point).map(|other| [point, other]),
                );
            }
        }
        pairs.extend(singles.iter().enumerate().flat_map(|(i, a)| singles[i + 1..].iter().map(|b| [*a, *b])));
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Point};
    use leitai_core::Rng;
    use leitai_testkit::extent;

    #[test]
    fn two_threes_win_and_one_does_not() {
        let mut field = ValuedField::new(&Board::default());
        (6..9).for_each(|x| field.place(Seat::First, 6 * Point::SIDE + x));
        assert_eq!(
            Threats { field: &mut field, left: 20_000, budget: &Budget::UNTIMED }.win(Seat::First),
            None
        );
        (6..9).for_each(|x| field.place(Seat::First, 11 * Point::SIDE + x));
        let won = Threats { field: &mut field, left: 20_000, budget: &Budget::UNTIMED }.win(Seat::First);
        assert_eq!(won.map(|turn| turn.map(|point| point / Point::SIDE)), Some([6, 11]));
    }

    /// After any reply that stops the first turn, the attacker still has a win.
    #[test]
    fn a_win_stands_against_every_answer() {
        let (mut found, mut deep) = (0, 0);
        for seed in 0..extent("CONNECT6_WINS", 60, 2000) {
            let mut rng = Rng::new(seed);
            let mut field = ValuedField::new(&Board::default());
            for stone in 0..15 + rng.below(10) {
                let point = (6 + rng.below(8) as u16) * Point::SIDE + 6 + rng.below(8) as u16;
                if field.is_empty(point) {
                    field.place(Seat::BOTH[stone % 2], point);
                }
            }
            let seat = Seat::First;
            if Seat::BOTH.iter().any(|seat| field.fours(*seat).next().is_some()) {
                continue;
            }
            let Some(turn) =
                (Threats { field: &mut field, left: 20_000, budget: &Budget::UNTIMED }).win(seat)
            else {
                continue;
            };
            found += 1;
            field.place_all(seat, &turn);
            let mut stops: Vec<u16> =
                field.fours(seat).flat_map(|window| field.gaps(window).collect::<Vec<_>>()).collect();
            stops.sort_unstable();
            stops.dedup();
            for (i, a) in stops.iter().enumerate() {
                for b in &stops[i + 1..] {
                    field.place_all(seat.other(), &[*a, *b]);
                    let won = field.win(seat, 2).is_some();
                    assert!(
                        won || (Threats { field: &mut field, left: 20_000, budget: &Budget::UNTIMED })
                            .win(seat)
                            .is_some(),
                        "{seed}"
                    );
                    deep += u32::from(!won);
                    field.lift_all(seat.other(), &[*a, *b]);
                }
            }
        }
        assert!(found > 5 && deep > 5, "{found} wins, {deep} answers that stop the first threats");
    }
}
