//! The position that players search: the stones in every window, updated incrementally.

use super::lines::{POINTS_OF, SIX, WINDOWS, through};
use crate::{Board, Point};
use leitai_core::Seat;

/// Value of a window without enemy stones by the number of own ones, for the side that has just moved.
const RESTS: [i32; 7] = [0, 1, 5, 14, 36, 40, 0];
/// The same for the side to move: a little more, up to windows that must be stopped anyway.
const MOVES: [i32; 7] = [0, 1, 7, 22, 60, 60, 0];
/// Own stones from which one turn can complete a window.
const FOUR: u8 = 4;

/// A set of windows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Set([u64; WINDOWS.div_ceil(64)]);

impl Set {
    fn put(&mut self, window: u16, is_in: bool) {
        let word = &mut self.0[usize::from(window / 64)];
        *word = *word & !(1 << (window % 64)) | u64::from(is_in) << (window % 64);
    }

    fn iter(&self) -> impl Iterator<Item = u16> + use<> {
        (0..).step_by(64).zip(self.0).flat_map(|(base, mut word)| {
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let window = base + word.trailing_zeros() as u16;
                    word &= word - 1;
                    window
                })
            })
        })
    }
}

/// The stones of both sides in each window, the windows that win next turn, and the total value.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Field {
    /// The seat whose stone is on each point, by index.
    cells: [Option<Seat>; Point::COUNT as usize],
    counts: [[u8; 2]; WINDOWS],
    /// Each side's windows with four or more stones and none of the enemy's.
    fours: [Set; 2],
    /// The value of each side's windows, first as the side that has just moved, then as the side to move.
    worth: [[i32; 2]; 2],
    /// The number of each side's windows with six stones.
    sixes: [u16; 2],
}

impl Field {
    /// The windows of a position.
    pub(super) fn new(board: &Board) -> Field {
        let mut field = Field {
            cells: [None; Point::COUNT as usize],
            counts: [[0; 2]; WINDOWS],
            fours: [Set::default(), Set::default()],
            worth: [[0; 2]; 2],
            sixes: [0; 2],
        };
        for seat in Seat::BOTH {
            board.stones(seat).iter().for_each(|point| field.place(seat, point.index()));
        }
        field
    }

    /// Adds a stone. Requires the point to be empty.
    pub(super) fn place(&mut self, seat: Seat, point: u16) {
        self.cells[usize::from(point)] = Some(seat);
        self.change(seat, point, |count| count + 1);
    }

    /// Removes a stone. Requires a stone of that seat on the point.
    pub(super) fn lift(&mut self, seat: Seat, point: u16) {
        self.cells[usize::from(point)] = None;
        self.change(seat, point, |count| count - 1);
    }

    /// Adds several stones.
    pub(super) fn place_all(&mut self, seat: Seat, points: &[u16]) {
        for point in points {
            self.place(seat, *point);
        }
    }

    /// Removes several stones.
    pub(super) fn lift_all(&mut self, seat: Seat, points: &[u16]) {
        for point in points {
            self.lift(seat, *point);
        }
    }

    fn change(&mut self, seat: Seat, point: u16, by: impl Fn(u8) -> u8) {
        let (me, other) = (seat.index(), seat.other().index());
        for window in through(point) {
            let counts = &mut self.counts[usize::from(*window)];
            let before = counts[me];
            let now = by(before);
            counts[me] = now;
            let theirs = counts[other];
            if theirs == 0 {
                for (worth, table) in self.worth[me].iter_mut().zip([&RESTS, &MOVES]) {
                    *worth += table[usize::from(now)] - table[usize::from(before)];
                }
                self.fours[me].put(*window, now >= FOUR);
                self.sixes[me] = self.sixes[me] + u16::from(now == 6) - u16::from(before == 6);
            } else if before == 0 || now == 0 {
                // The enemy's window is spoilt, or free of my stones again.
                let whole = now == 0;
                for (worth, table) in self.worth[other].iter_mut().zip([&RESTS, &MOVES]) {
                    let change = table[usize::from(theirs)];
                    *worth += if whole { change } else { -change };
                }
                self.fours[other].put(*window, whole && theirs >= FOUR);
            }
        }
    }

    /// Whether the point has no stone.
    pub(super) fn is_empty(&self, point: u16) -> bool {
        self.cells[usize::from(point)].is_none()
    }

    /// The points without a stone, in order of index.
    pub(super) fn empty(&self) -> impl Iterator<Item = u16> + '_ {
        (0..Point::COUNT).filter(|point| self.is_empty(*point))
    }

    /// The points of a window without a stone.
    pub(super) fn gaps(&self, window: u16) -> impl Iterator<Item = u16> + '_ {
        POINTS_OF[usize::from(window)].into_iter().filter(|point| self.is_empty(*point))
    }

    /// The number of own and of enemy stones in a window.
    pub(super) fn counts(&self, window: u16, seat: Seat) -> (u8, u8) {
        let counts = &self.counts[usize::from(window)];
        (counts[seat.index()], counts[seat.other().index()])
    }

    /// The windows that the seat can complete with two stones.
    pub(super) fn fours(&self, seat: Seat) -> impl Iterator<Item = u16> + use<> {
        self.fours[seat.index()].iter()
    }

    /// Whether the seat has six in a row.
    pub(super) fn has_six(&self, seat: Seat) -> bool {
        self.sixes[seat.index()] > 0
    }

    /// The first window that the seat can complete with `left` stones.
    pub(super) fn win(&self, seat: Seat, left: u16) -> Option<u16> {
        self.fours(seat).find(|window| u16::from(self.counts(*window, seat).0) + left >= SIX as u16)
    }

    /// The value of the position for `seat`, which has just moved: the other side is to move.
    pub(super) fn value(&self, seat: Seat) -> i32 {
        self.worth[seat.index()][0] - self.worth[seat.other().index()][1]
    }

    /// How much a stone of `seat` on an empty point changes its [`value`](Field::value).
    pub(super) fn gain(&self, seat: Seat, point: u16) -> i32 {
        let change = |window: &u16| match self.counts(*window, seat) {
            (mine, 0) => RESTS[usize::from(mine) + 1] - RESTS[usize::from(mine)],
            (0, theirs) => MOVES[usize::from(theirs)],
            _ => 0,
        };
        through(point).iter().map(change).sum()
    }

    /// The minimum number of stones the other side needs to stop every window that `seat` completes next turn: 0 to
    /// 2, or 3 for more than a turn has.
    pub(super) fn needed(&self, seat: Seat) -> u8 {
        let mut fours = [0; 32];
        let mut count = 0;
        for window in self.fours(seat) {
            if count == fours.len() {
                return 3;
            }
            fours[count] = window;
            count += 1;
        }
        (0..3).find(|stones| self.can_stop(&fours[..count], *stones, [u16::MAX; 2])).unwrap_or(3)
    }

    /// Whether `stones` more stones can be placed so that every window contains one of them or of `stops`.
    fn can_stop(&self, fours: &[u16], stones: u8, stops: [u16; 2]) -> bool {
        let is_open =
            |window: &&u16| !POINTS_OF[usize::from(**window)].iter().any(|point| stops.contains(point));
        let Some(window) = fours.iter().find(is_open) else { return true };
        let mut stops = stops;
        stones > 0
            && self.gaps(*window).any(|point| {
                stops[usize::from(stones) - 1] = point;
                self.can_stop(fours, stones - 1, stops)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::{Actor, Position, Rng, State};
    use leitai_testkit::extent;

    /// An incrementally updated [`Field`] equals one built from scratch, and sees the same wins as the rules.
    #[test]
    fn a_field_agrees_with_the_rules_over_random_games() {
        for seed in 0..extent("CONNECT6_FIELDS", 60, 10_000) {
            let (mut board, mut rng) = (Board::initial(&()), Rng::new(seed));
            let (mut field, mut played) = (Field::new(&board), Vec::new());
            while let Some(by @ Actor::Seat(seat)) = board.turn().next() {
                // Stay near the middle, where stones meet.
                let point = loop {
                    let near = [rng.below(7), rng.below(7)].map(|k| 6 + k as u16);
                    let point = Point::new(near[0], near[1]).expect("on the board");
                    if board.at(point).is_none() && board.placed() < 40 {
                        break point;
                    }
                    if board.placed() >= 40 {
                        break board.random_move(by, &mut rng).expect("nobody has won");
                    }
                };
                let wins = field.win(seat, board.stones_left()).is_some();
                let can = (0..Point::COUNT).filter_map(Point::at).any(|point| board.wins(seat, point));
                assert!(wins || !can);
                board.play(by, &point);
                field.place(seat, point.index());
                played.push((seat, point.index()));
                assert_eq!(
                    Seat::BOTH.map(|seat| field.has_six(seat)),
                    Seat::BOTH.map(|seat| board.winner() == Some(seat))
                );
                assert!(field.empty().eq(board.empty().iter().map(Point::index)));
            }
            assert_eq!(field, Field::new(&board));
            while let Some((seat, point)) = played.pop() {
                field.lift(seat, point);
            }
            assert_eq!(field, Field::new(&Board::initial(&())));
        }
    }

    #[test]
    fn three_threats_apart_need_three_stones() {
        let mut field = Field::new(&Board::initial(&()));
        // Fours against the edge of the board have one window each.
        for (fours, row) in [0, 9, 18].into_iter().enumerate() {
            assert_eq!(usize::from(field.needed(Seat::First)), fours);
            (0..4).for_each(|x| field.place(Seat::First, row * Point::SIDE + x));
        }
        assert_eq!((field.needed(Seat::First), field.needed(Seat::Second)), (3, 0));
    }
}
