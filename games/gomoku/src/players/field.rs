//! The position that players search: what a stone of either side would make on every empty point, updated
//! incrementally.

use super::codes::{Class, Code, Codes};
use crate::forbidden::{Judgement, judge};
use crate::stones::{REACH, STEPS};
use crate::{Bans, Board, Point, Side, Stones};

const POINTS: usize = Point::COUNT as usize;

/// A set of points, by index.
pub(super) type Set = [u64; 4];

/// The points of a set, in order of index.
pub(super) fn each(set: Set) -> impl Iterator<Item = Point> {
    [0, 64, 128, 192].into_iter().zip(set).flat_map(|(base, mut word)| {
        std::iter::from_fn(move || {
            (word != 0).then(|| {
                let index = base + word.trailing_zeros() as u8;
                word &= word - 1;
                Point::new(index % Point::SIDE, index / Point::SIDE)
            })?
        })
    })
}

fn put(set: &mut Set, at: usize, is_in: bool) {
    set[at / 64] = set[at / 64] & !(1 << (at % 64)) | u64::from(is_in) << (at % 64);
}

/// A position where stones are placed in turn.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Field {
    stones: [Stones; 2],
    /// Whether black is bound by forbidden moves.
    bans: bool,
    /// By side: the codes of windows.
    tables: [Codes; 2],
    /// By side, point and direction; points with a stone have empty codes.
    codes: [Vec<[Code; 4]>; 2],
    /// By side: the empty points whose best line is of at least this class, from [`Class::Three`] on.
    best: [[Set; Class::COUNT]; 2],
    /// By side: the number of lines of each class through empty points.
    lines: [[i32; Class::COUNT]; 2],
    /// By side: the total room.
    room: [i32; 2],
}

impl Field {
    /// Computes what the stones of a board make.
    pub(super) fn new(board: &Board) -> Field {
        let bans = board.rules().bans != Bans::Off;
        let mut field = Field {
            stones: [Stones::default(); 2],
            bans,
            tables: [bans, false].map(Codes::new),
            codes: [vec![[Code::default(); 4]; POINTS], vec![[Code::default(); 4]; POINTS]],
            best: [[[0; 4]; Class::COUNT]; 2],
            lines: [[0; Class::COUNT]; 2],
            room: [0; 2],
        };
        for point in Point::all() {
            for direction in 0..4 {
                field.look(point, direction);
            }
        }
        for side in Side::BOTH {
            board.stones(side).iter().for_each(|point| field.place(side, point));
        }
        field
    }

    /// Adds a stone. Requires the point to be empty.
    pub(super) fn place(&mut self, side: Side, point: Point) {
        self.stones[side as usize].insert(point);
        self.change(point);
    }

    /// Removes a stone. Requires a stone of that side on the point.
    pub(super) fn lift(&mut self, side: Side, point: Point) {
        self.stones[side as usize].remove(point);
        self.change(point);
    }

    fn change(&mut self, point: Point) {
        for (direction, (dx, dy)) in STEPS.into_iter().enumerate() {
            self.look(point, direction);
            for k in 1..=REACH as i8 {
                for step in [k, -k] {
                    if let Some(near) = point.shifted(step * dx, step * dy)
                        && self.is_empty(near)
                    {
                        self.look(near, direction);
                    }
                }
            }
        }
    }

    /// Recomputes the line through a point in a direction.
    fn look(&mut self, point: Point, direction: usize) {
        let at = usize::from(point.index());
        let is_empty = self.is_empty(point);
        for side in Side::BOTH {
            let (own, other) = (&self.stones[side as usize], &self.stones[side.other() as usize]);
            let now = if is_empty {
                self.tables[side as usize]
                    .get(own.window(point, direction), own.gaps(other, point, direction))
            } else {
                Code::default()
            };
            let codes = &mut self.codes[side as usize][at];
            let before = std::mem::replace(&mut codes[direction], now);
            if before == now {
                continue;
            }
            self.room[side as usize] += i32::from(now.room) - i32::from(before.room);
            if before.class == now.class {
                continue;
            }
            let lines = &mut self.lines[side as usize];
            lines[before.class as usize] -= 1;
            lines[now.class as usize] += 1;
            let best = codes.iter().map(|code| code.class).max().unwrap_or_default();
            for (class, set) in self.best[side as usize].iter_mut().enumerate().skip(Class::Three as usize) {
                put(set, at, best as usize >= class);
            }
        }
    }

    /// Whether only exactly five counts for the side.
    fn is_exact(&self, side: Side) -> bool {
        self.bans && side == Side::Black
    }

    /// Whether the point has no stone.
    pub(super) fn is_empty(&self, point: Point) -> bool {
        !self.stones[0].has(point) && !self.stones[1].has(point)
    }

    /// The empty points that have a stone within two steps.
    pub(super) fn near(&self) -> impl Iterator<Item = Point> {
        let [black, white] = &self.stones;
        let mut rows = [0_u16; Point::SIDE as usize + 4];
        for y in 0..Point::SIDE {
            let row = black.row(y) | white.row(y);
            let wide = row | row << 1 | row << 2 | row >> 1 | row >> 2;
            for near in &mut rows[usize::from(y)..usize::from(y) + 5] {
                *near |= wide;
            }
        }
        self.empty().filter(move |point| rows[usize::from(point.y()) + 2] >> point.x() & 1 == 1)
    }

    /// The points without a stone.
    pub(super) fn empty(&self) -> impl Iterator<Item = Point> {
        let [black, white] = &self.stones;
        crate::stones::empty(black, white)
    }

    /// The empty points where a stone of the side makes a line of that class or better. Requires a class of three or
    /// better.
    pub(super) fn making(&self, side: Side, class: Class) -> Set {
        self.best[side as usize][class as usize]
    }

    /// The best line that a stone of the side makes on the point, which must be empty.
    pub(super) fn best(&self, side: Side, point: Point) -> Class {
        let codes = &self.codes[side as usize][usize::from(point.index())];
        codes.iter().map(|code| code.class).max().unwrap_or_default()
    }

    /// Whether a stone of the side makes five on the point, which must be empty.
    pub(super) fn makes_five(&self, side: Side, point: Point) -> bool {
        self.best(side, point) == Class::Five
    }

    /// Whether the side is forbidden to play the point, which must be empty.
    pub(super) fn is_forbidden(&self, side: Side, point: Point) -> bool {
        if !self.is_exact(side) {
            return false;
        }
        let (mut threes, mut fours, mut overline) = (0, 0, false);
        for code in &self.codes[side as usize][usize::from(point.index())] {
            match code.class {
                Class::Plain => {}
                Class::Overline => overline = true,
                Class::Three => threes += 1,
                Class::Four | Class::StraightFour => fours += 1,
                Class::TwoFours => fours += 2,
                Class::Five => return false,
            }
        }
        let [black, white] = &self.stones;
        overline || fours >= 2 || threes >= 2 && matches!(judge(black, white, point), Judgement::Forbidden(_))
    }

    /// Whether a stone of the side makes a straight four or two fours there, which wins unless the other side makes
    /// five first. Requires an empty point where the stone is not forbidden.
    pub(super) fn makes_two_fours(&self, side: Side, point: Point) -> bool {
        let fours =
            self.codes[side as usize][usize::from(point.index())].iter().map(|code| match code.class {
                Class::Four => 1,
                Class::TwoFours | Class::StraightFour => 2,
                _ => 0,
            });
        fours.sum::<u32>() >= 2
    }

    /// The value of what a stone of the side makes there; 0 if it is forbidden.
    pub(super) fn made(&self, side: Side, point: Point) -> i32 {
        let codes = &self.codes[side as usize][usize::from(point.index())];
        let (mut total, mut fours, mut threes, mut overline) = (0, 0, 0, false);
        for code in codes {
            total += i32::from(code.room)
                + match code.class {
                    Class::Plain | Class::Overline => 0,
                    Class::Three => 1_000,
                    Class::Four => 900,
                    Class::TwoFours | Class::StraightFour => TWO_FOURS,
                    Class::Five => return FIVE,
                };
            fours += u32::from(code.class == Class::Four);
            threes += u32::from(code.class == Class::Three);
            overline |= code.class == Class::Overline;
        }
        // A single line is forbidden only if it is an overline or makes two fours.
        if (overline || fours + threes >= 2 || total >= TWO_FOURS) && self.is_forbidden(side, point) {
            return 0;
        }
        total
            + match (fours, threes) {
                (2.., _) => TWO_FOURS,
                (1, 1..) => 30_000,
                (_, 2..) => 9_000,
                _ => 0,
            }
    }

    /// The value of a stone of the side on an empty point: what it makes, and a little less what it keeps the other
    /// side from making.
    pub(super) fn worth(&self, side: Side, point: Point) -> i32 {
        let stopped = match self.made(side.other(), point) {
            FIVE.. => FIVE / 4,
            theirs => theirs / 3,
        };
        2 * (self.made(side, point) + stopped) - i32::from(point.ring())
    }

    /// The value of a quiet position for the side to move, from the lines and the room of both sides.
    pub(super) fn value(&self, side: Side) -> i32 {
        let lines = |side: Side, weights: [i32; Class::COUNT]| {
            let lines = self.lines[side as usize].iter().zip(weights);
            lines.map(|(count, weight)| count * weight).sum::<i32>() + self.room[side as usize] / 4
        };
        lines(side, [0, 0, 45, 30, 60, 150, 0]) * 5 / 4 - lines(side.other(), [0, 0, 30, 24, 50, 100, 0])
    }
}

/// The value of a five.
const FIVE: i32 = 1_000_000;
const TWO_FOURS: i32 = 100_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Move, Phase, Rules, Start};
    use leitai_core::{Actor, Position, Rng, State};
    use leitai_testkit::extent;

    /// Random games with crowded stones: forbidden points, fives and all incremental data agree with the rules.
    #[test]
    fn a_field_agrees_with_the_rules_over_random_games() {
        for seed in 0..extent("GOMOKU_FIELDS", 60, 10_000) {
            let bans = [Bans::Automatic, Bans::Off][seed as usize % 2];
            let rules = Rules { start: Start::Free, bans, ..Rules::default() };
            let (mut board, mut rng) = (Board::initial(&rules), Rng::new(seed));
            let (mut field, mut played) = (Field::new(&board), Vec::new());
            while let Phase::Play(play) = *board.phase() {
                let side = play.side;
                for point in board.empty() {
                    let judged = board.judge(point);
                    let bound = side == Side::Black && matches!(judged, Judgement::Forbidden(_));
                    assert_eq!(field.is_forbidden(side, point), bound, "{point:?} in {board:?}");
                }
                let fives = board.empty().filter(|point| match side {
                    Side::Black => board.judge(*point) == Judgement::Five,
                    Side::White => board.stones(side).makes_five(*point),
                });
                assert!(each(field.making(side, Class::Five)).eq(fives));
                assert!(field.empty().eq(board.empty()));
                let all: Vec<Point> = board.empty().collect();
                let near: Vec<Point> = all.iter().copied().filter(|point| point.ring() <= 3).collect();
                let from = if near.is_empty() { &all } else { &near };
                let point = from[rng.below(from.len())];
                let by = Actor::Seat(board.seat(side));
                assert_eq!(board.check(by, &Move::Place(point)), Ok(()));
                board.play(by, &Move::Place(point));
                field.place(side, point);
                played.push((side, point));
            }
            assert_eq!(field, Field::new(&board));
            while let Some((side, point)) = played.pop() {
                field.lift(side, point);
            }
            assert_eq!(field, Field::new(&Board::initial(&rules)));
        }
    }
}
