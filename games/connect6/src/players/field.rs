//! The position that players search: the stones in every window, and which windows are within reach of six, kept line
//! by line. The windows of a line through a point are counted and sorted together, a byte each of one number.

use super::lines::{POINTS_OF, Run, SIX, WINDOWS, runs, through};
use super::stops::{Gaps, least};
use crate::{Board, Point};
use leitai_core::{Rng, Seat};
use std::sync::LazyLock;

/// Value of a window without enemy stones by the number of own ones, for the side that has just moved.
pub(super) const RESTS: [i32; 7] = [0, 1, 5, 14, 36, 40, 0];
/// The same for the side to move: a little more, up to windows that must be stopped anyway.
pub(super) const MOVES: [i32; 7] = [0, 1, 7, 22, 60, 60, 0];
/// The sets of windows that are kept: those with two, with three, and with four or more stones.
const SETS: usize = 3;
/// The set of windows with four or more stones.
const FOURS: usize = 2;
/// A one in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte.
const HIGH: u64 = 0x80 * ONES;
/// The bits of bytes that are at least two.
const SOME: u64 = 0xfe * ONES;

/// Random words by seat and point.
static KEYS: LazyLock<Box<[[u64; Point::COUNT as usize]; 2]>> = LazyLock::new(|| {
    let mut rng = Rng::new(0x5eed_c6c6);
    Box::new([(); 2].map(|()| std::array::from_fn(|_| rng.next())))
});

/// The highest bit of each byte that is zero, where none is above 128.
const fn zeros(bytes: u64) -> u64 {
    !(bytes + 0x7f * ONES) & HIGH
}

/// One bit for each byte, from bytes of which only the highest bit may be set.
const fn gathered(high: u64) -> u64 {
    (high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// For windows with so many own and enemy stones, a byte each: which of them belong to each set, a bit for each.
#[inline]
fn sorted(own: u64, enemy: u64) -> [u64; SETS] {
    let free = zeros(enemy);
    let exactly = |stones: u64| zeros(own ^ (stones * ONES));
    [exactly(2), exactly(3), own + (0x80 - 4) * ONES].map(|high| gathered(high & free))
}

/// A set of windows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Set([u64; WINDOWS / 64]);

impl Set {
    /// Puts those of some windows in one line into the set that `bits` says, the others out of it.
    #[inline]
    fn put(&mut self, run: Run, bits: u64) {
        let (word, shift) = (usize::from(run.first / 64), run.first % 64);
        let run = !(u64::MAX << run.count);
        self.0[word] = (self.0[word] & !(run << shift)) | ((bits & run) << shift);
    }

    fn is_empty(&self) -> bool {
        self.0 == [0; WINDOWS / 64]
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

/// The stones of both sides in each window, and the windows that win next turn.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Field {
    /// The seat whose stone is on each point, by index.
    cells: [Option<Seat>; Point::COUNT as usize],
    /// By side: its stones in each window, and some bytes more, so that eight can be read from any of them.
    counts: [[u8; WINDOWS + 8]; 2],
    /// Each side's windows with two, with three, and with four or more stones, and none of the enemy's.
    sets: [[Set; SETS]; 2],
    /// The number of each side's windows with six stones.
    sixes: [u16; 2],
    keys: &'static [[u64; Point::COUNT as usize]; 2],
    key: u64,
}

impl Field {
    /// The windows of a position.
    pub(super) fn new(board: &Board) -> Field {
        let mut field = Field {
            cells: [None; Point::COUNT as usize],
            counts: [[0; WINDOWS + 8]; 2],
            sets: Default::default(),
            sixes: [0; 2],
            keys: &KEYS,
            key: 0,
        };
        for seat in Seat::BOTH {
            board.stones(seat).iter().for_each(|point| field.place(seat, point.index()));
        }
        field
    }

    /// Adds a stone. Requires the point to be empty.
    pub(super) fn place(&mut self, seat: Seat, point: u16) {
        self.cells[usize::from(point)] = Some(seat);
        self.key ^= self.keys[seat.index()][usize::from(point)];
        self.change(seat, point, |counts, stone| counts + stone);
    }

    /// Removes a stone. Requires a stone of that seat on the point.
    pub(super) fn lift(&mut self, seat: Seat, point: u16) {
        self.cells[usize::from(point)] = None;
        self.key ^= self.keys[seat.index()][usize::from(point)];
        self.change(seat, point, |counts, stone| counts - stone);
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

    #[inline]
    fn change(&mut self, seat: Seat, point: u16, by: impl Fn(u64, u64) -> u64) {
        let (me, other) = (seat.index(), seat.other().index());
        for run in runs(point) {
            let at = usize::from(run.first);
            let (before, theirs) = (self.bytes(me, at), self.bytes(other, at));
            let now = by(before, ONES & !(u64::MAX << (8 * run.count)));
            self.counts[me][at..at + 8].copy_from_slice(&now.to_le_bytes());
            if (before | now) & SOME != 0 {
                for (set, bits) in self.sets[me].iter_mut().zip(sorted(now, theirs)) {
                    set.put(*run, bits);
                }
                let sixes = |own: u64| ((own + (0x80 - 6) * ONES) & HIGH).count_ones() as u16;
                self.sixes[me] = self.sixes[me] + sixes(now) - sixes(before);
            }
            if theirs & SOME != 0 {
                for (set, bits) in self.sets[other].iter_mut().zip(sorted(theirs, now)) {
                    set.put(*run, bits);
                }
            }
        }
    }

    /// A side's stones in eight windows from one on, a byte each.
    #[inline]
    fn bytes(&self, side: usize, at: usize) -> u64 {
        self.counts[side][at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
    }

    /// The hash of the stones with two more of the seat on different empty points.
    pub(super) fn key_with(&self, seat: Seat, turn: [u16; 2]) -> u64 {
        turn.iter().fold(self.key, |key, point| key ^ self.keys[seat.index()][usize::from(*point)])
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
        let of = |seat: Seat| self.counts[seat.index()][usize::from(window)];
        (of(seat), of(seat.other()))
    }

    /// The windows that the seat can complete with two stones.
    pub(super) fn fours(&self, seat: Seat) -> impl Iterator<Item = u16> + use<> {
        self.sets[seat.index()][FOURS].iter()
    }

    /// The windows with exactly three stones of the seat and none of the enemy's.
    pub(super) fn threes(&self, seat: Seat) -> impl Iterator<Item = u16> + use<> {
        self.sets[seat.index()][1].iter()
    }

    /// The windows with exactly two stones of the seat and none of the enemy's.
    pub(super) fn twos(&self, seat: Seat) -> impl Iterator<Item = u16> + use<> {
        self.sets[seat.index()][0].iter()
    }

    /// The pairs of stones that make a window of the seat one that it can complete with two more, the lower point first; one
    /// that does so in several windows comes several times.
    pub(super) fn pairs(&self, seat: Seat) -> impl Iterator<Item = [u16; 2]> + '_ {
        self.twos(seat).flat_map(move |window| {
            self.gaps(window).flat_map(move |b| {
                self.gaps(window).take_while(move |a| *a != b).map(move |a| [a.min(b), a.max(b)])
            })
        })
    }

    /// Whether the seat has a window that it can complete with two stones.
    pub(super) fn has_fours(&self, seat: Seat) -> bool {
        !self.sets[seat.index()][FOURS].is_empty()
    }

    /// Whether the seat has a window with three stones.
    pub(super) fn has_threes(&self, seat: Seat) -> bool {
        !self.sets[seat.index()][1].is_empty()
    }

    /// A hash of the stones.
    pub(super) const fn key(&self) -> u64 {
        self.key
    }

    /// Whether the seat has six in a row.
    pub(super) fn has_six(&self, seat: Seat) -> bool {
        self.sixes[seat.index()] > 0
    }

    /// The window that the seat can complete with `left` stones, the one that begins at the first point.
    pub(super) fn win(&self, seat: Seat, left: u16) -> Option<u16> {
        let wins = |window: &u16| u16::from(self.counts(*window, seat).0) + left >= SIX as u16;
        self.fours(seat).filter(wins).min_by_key(|window| (POINTS_OF[usize::from(*window)][0], *window))
    }

    /// The stones with which the seat completes six with `left` more: as few as possible.
    pub(super) fn six(&self, seat: Seat, left: u16) -> Option<Vec<u16>> {
        if !self.has_fours(seat) {
            return None;
        }
        let window = self.fours(seat).max_by_key(|window| self.counts(*window, seat).0)?;
        (u16::from(self.counts(window, seat).0) + left >= SIX as u16).then(|| self.gaps(window).collect())
    }

    /// How much a stone of `seat` on an empty point changes the value of the windows for it.
    pub(super) fn gain(&self, seat: Seat, point: u16) -> i32 {
        let change = |window: u16| match self.counts(window, seat) {
            (mine, 0) => RESTS[usize::from(mine) + 1] - RESTS[usize::from(mine)],
            (0, theirs) => MOVES[usize::from(theirs)],
            _ => 0,
        };
        through(point).map(change).sum()
    }

    /// What the seat still needs in each window that it can complete with two stones.
    pub(super) fn threats(&self, seat: Seat) -> Vec<Gaps> {
        self.fours(seat).filter_map(|window| self.gaps_of(window)).collect()
    }

    /// The one or two empty points of a window that has four stones or five.
    fn gaps_of(&self, window: u16) -> Option<Gaps> {
        let mut gaps = self.gaps(window);
        gaps.next().map(|first| Gaps::of(first, gaps.next()))
    }

    /// The minimum number of stones the other side needs to stop every window that `seat` completes next turn: 0 to
    /// 2, or 3 for more than a turn has.
    pub(super) fn needed(&self, seat: Seat) -> u8 {
        if self.has_fours(seat) { least(&self.threats(seat)) } else { 0 }
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
