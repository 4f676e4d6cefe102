//! Random playouts over the points that are safe for both sides; what is left after that is counted.

use super::field::{BITS, Field, beside, each};
use leitai_board::Point;
use leitai_core::{Rng, Seat};
use leitai_search::{Playout, expected, log_odds};

/// How many stones one side can still play on its private points: at least (whatever the other side does) and at most.
struct Private {
    least: u32,
    most: u32,
}

/// The number of games that a prior counts as.
const GAMES: f32 = 12.0;
/// How far a stone's gain must exceed the mean of all stones for a prior of 73%.
const SCALE: f32 = 8.0;
/// The value of a safe point gained or taken from the opponent.
const SAFE: i32 = 4;
/// The value of a future eye, by the number of stones that its walls still lack.
const EYE: [i32; 5] = [5, 3, 1, 0, 0];

impl Field {
    /// Counts what a side can still play once no point is safe for both.
    ///
    /// Its stones and private points form connected parts, which never join. As long as a part has a liberty besides
    /// the point to fill, the side can fill one more, since a stone is suicide only if it fills the last liberty of
    /// all. The side therefore fills every point, or all but one if the part has no liberty outside. An outside liberty
    /// that is safe for nobody stays for ever, while one that is safe for the opponent may be taken. Points that the
    /// opponent's stones touch, or may come to touch, can become captures: leaving just these open keeps the part
    /// alive, and the rest can be filled.
    fn private(&self, seat: Seat) -> Private {
        let (own, other) = (seat.index(), seat.other().index());
        let mut rest = self.safe[own];
        let touched = rest & beside(self.stones[other] | self.safe[other]);
        let ground = self.stones[own] | rest;
        let mut private = Private { least: 0, most: 0 };
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            loop {
                let grown = (part | beside(part)) & ground;
                if grown == part {
                    break;
                }
                part = grown;
            }
            let points = (part & rest).count_ones();
            let outside = beside(part) & self.empty & !part;
            let lasting = outside & !self.safe[other];
            private.most += points - u32::from(outside == 0);
            private.least += points - (part & touched).count_ones().max(u32::from(lasting == 0));
            rest &= !part;
        }
        private
    }

    /// The result for First by the private counts, and whether it is certain. No point may be safe for both sides.
    fn count(&self) -> (f32, bool) {
        let [mine, theirs] = [self.mover, self.mover.other()].map(|seat| self.private(seat));
        let is_certain = mine.least > theirs.most || mine.most <= theirs.least;
        let mover_wins = mine.least + mine.most > theirs.least + theirs.most;
        let first_wins = mover_wins == (self.mover == Seat::First);
        (if first_wins { 1.0 } else { 0.0 }, is_certain)
    }

    /// The value of a seat's eye on an empty point, assuming an additional stone of the seat on `added`.
    fn eye(&self, seat: usize, point: u128, added: u128) -> i32 {
        let walls = beside(point) & self.board;
        if walls & self.stones[1 - seat] == 0 {
            EYE[(walls & !(self.stones[seat] | added)).count_ones() as usize]
        } else {
            0
        }
    }

    /// The gain of a stone of the side on turn at a point: safe points and eyes, including those taken from the
    /// opponent.
    fn gain(&self, point: Point) -> i32 {
        let (own, other) = (self.mover.index(), self.mover.other().index());
        let stone = 1 << point.bit();
        let mut after = self.clone();
        after.put(usize::from(point.bit()));
        let lead =
            |field: &Field| field.safe[own].count_ones() as i32 - field.safe[other].count_ones() as i32;
        let mut gain = SAFE * (lead(&after) - lead(self));
        gain += self.eye(other, stone, 0) - self.eye(own, stone, 0);
        for hole in each(beside(stone) & self.empty) {
            gain += self.eye(own, hole, stone) - self.eye(own, hole, 0) + self.eye(other, hole, 0);
        }
        gain
    }
}

impl Playout for Field {
    fn play_out(&mut self, rng: &mut Rng, seen: &mut Vec<(Seat, Point)>) -> f32 {
        let mut field = self.clone();
        let mut order = [0; BITS];
        let mut count = 0;
        for point in each(field.shared()) {
            order[count] = point.trailing_zeros() as u8;
            count += 1;
        }
        // Safe points are only ever lost, so going through all of them once in random order draws uniformly from those
        // left.
        for i in 0..count {
            order.swap(i, i + rng.below(count - i));
            let point = order[i];
            if field.shared() >> point & 1 == 1 {
                seen.push((field.mover, Point::of_bit(point)));
                field.put(usize::from(point));
            }
        }
        field.count().0
    }

    fn settled(&mut self) -> Option<f32> {
        let (result, is_certain) = if self.shared() == 0 { self.count() } else { (0.5, false) };
        is_certain.then_some(result)
    }

    /// Corrects the mean of random playouts: early in the game they are far too uncertain, later less so; they
    /// underrate Second, and mostly overrate the side on turn. Fitted by logistic regression on 2,000 positions from
    /// games between two `medium` players.
    fn expected(&self, mean: f32) -> f32 {
        let late = (self.stones[0] | self.stones[1]).count_ones() as f32 / 40.0;
        let mover = 0.22 * late - 0.31;
        let mover = if self.mover == Seat::First { mover } else { -mover };
        expected((3.85 - 2.26 * late).max(0.6) * log_odds(mean) + mover - 0.34)
    }

    fn priors(&mut self, acts: &[Point], out: &mut Vec<(f32, f32)>) {
        let gains: Vec<i32> = acts.iter().map(|act| self.gain(*act)).collect();
        let mean = gains.iter().sum::<i32>() as f32 / acts.len() as f32;
        out.extend(gains.iter().map(|gain| {
            let above = (*gain as f32 - mean) / SCALE;
            (expected(above), GAMES)
        }));
    }

    fn slot(&self, act: Point) -> usize {
        usize::from(act.bit())
    }

    const SLOTS: usize = BITS;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Rules};
    use leitai_core::{Actor, Position};
    use leitai_search::{Hand, Walk, Which};
    use std::collections::HashMap;

    /// The result for First under best play, found by exhaustive search.
    fn minimax(field: &mut Field, known: &mut HashMap<u64, f32>) -> f32 {
        let seat = match field.hand() {
            Hand::Over(result) => return result,
            Hand::Seat(seat) => seat,
            Hand::Dice => unreachable!("there are no dice"),
        };
        if let Some(result) = known.get(&field.key()) {
            return *result;
        }
        let mut acts = Vec::new();
        field.acts(Which::All, &mut acts);
        let won = if seat == Seat::First { 1.0 } else { 0.0 };
        let mut best = 1.0 - won;
        for act in acts {
            let undo = field.make(act);
            best = minimax(field, known);
            field.take_back(act, undo);
            if best.to_bits() == f32::to_bits(won) {
                break;
            }
            best = 1.0 - won;
        }
        known.insert(field.key(), best);
        best
    }

    /// Whenever the count claims to be certain, exhaustive search agrees with it.
    #[test]
    fn a_certain_count_is_the_result_under_best_play() {
        let mut rng = Rng::new(2);
        let (mut certain, mut uncertain) = (0, 0);
        for game in 0..leitai_testkit::cases(400) {
            let [width, height] = [[9, 9], [5, 5], [7, 4], [9, 2]][game as usize % 4];
            let rules = Rules::new(width, height).expect("sides of 1 to 9");
            let mut field = Field::of(&Board::initial(&rules));
            let mut acts = Vec::new();
            while let Hand::Seat(_) = field.hand() {
                if field.shared() == 0 && field.safe.iter().all(|safe| safe.count_ones() < 9) {
                    match field.settled() {
                        Some(result) => {
                            let whole = minimax(&mut field.clone(), &mut HashMap::new());
                            assert_eq!(result.to_bits(), whole.to_bits(), "{field:?}");
                            certain += 1;
                        }
                        None => uncertain += 1,
                    }
                    break;
                }
                acts.clear();
                field.acts(Which::All, &mut acts);
                field.make(acts[rng.below(acts.len())]);
            }
        }
        assert!(certain > 50, "{certain} certain, {uncertain} not");
    }

    #[test]
    fn a_game_played_out_leaves_the_position_and_names_its_stones() {
        let mut rng = Rng::new(3);
        let board = Board::initial(&Rules::default());
        let mut field = Field::of(&board);
        let before = field.clone();
        let mut wins = 0.0;
        for _ in 0..200 {
            let mut seen = Vec::new();
            wins += field.play_out(&mut rng, &mut seen);
            assert_eq!(field, before);
            let mut by_rules = board;
            for (seat, point) in seen {
                by_rules.try_play(Actor::Seat(seat), &point).expect("a legal act");
            }
            assert!(
                (by_rules.safe(Seat::First) & by_rules.safe(Seat::Second)).is_empty(),
                "somebody shares a point"
            );
        }
        assert!((60.0..140.0).contains(&wins), "{wins} of 200 for First");
    }

    /// Corner eyes come first, since they cost only two stones.
    #[test]
    fn before_anything_is_tried_a_stone_beside_a_corner_looks_best() {
        let mut field = Field::of(&Board::initial(&Rules::default()));
        let (mut acts, mut priors) = (Vec::new(), Vec::new());
        field.acts(Which::All, &mut acts);
        field.priors(&acts, &mut priors);
        let best = priors.iter().map(|(result, _)| *result).fold(0.0, f32::max);
        let named = acts.iter().zip(&priors).filter(|(_, (result, _))| *result >= best);
        let named: Vec<(u8, u8)> = named.map(|(point, _)| (point.x(), point.y())).collect();
        assert!(named.contains(&(0, 1)) && named.contains(&(8, 7)) && named.len() == 8, "{named:?}");
    }
}
