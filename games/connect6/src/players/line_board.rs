//! The position that the strong players search: the stones in every window of six, and the code of every line through
//! every cell, updated by the few cells that a stone touches, with what a stone of either side would make anywhere.

use super::field::Field;
use super::pattern::{PATTERNS, Pattern, Patterns};
use super::weights::{BUNDLES_OF, WEIGHTS, Weights};
use crate::{Board, Point};
use leitai_board::{Bundles, LineCodes};
use leitai_core::Seat;

const SIDE: usize = Point::SIDE as usize;
const CELLS: usize = Point::COUNT as usize;

/// What a cell's four lines were before a stone changed one of them.
#[derive(Clone, Copy, Debug)]
struct Change {
    side: u8,
    cell: u16,
    shapes: u16,
}

/// A position where stones are placed and lifted in the reverse order of placing. Points are numbered by their index.
#[derive(Clone)]
pub(super) struct LineBoard {
    field: Field,
    patterns: &'static Patterns,
    bundles: &'static Bundles,
    weights: &'static Weights,
    codes: LineCodes<SIDE, SIDE, CELLS>,
    /// By side and cell: the patterns of the four directions, four bits each.
    shapes: [[u16; CELLS]; 2],
    /// By side: the worth of all empty cells, if it is to move and if not.
    sums: [[i32; 2]; 2],
    changes: Vec<Change>,
    /// How many changes there were before each stone.
    marks: Vec<u32>,
}

impl LineBoard {
    /// Computes what the stones of a board make.
    pub(super) fn new(board: &Board) -> LineBoard {
        let mut lines = LineBoard {
            field: Field::new(&Board::default()),
            patterns: &PATTERNS,
            bundles: &BUNDLES_OF,
            weights: &WEIGHTS,
            codes: LineCodes::new(),
            shapes: [[0; CELLS]; 2],
            sums: [[0; 2]; 2],
            changes: Vec::new(),
            marks: Vec::new(),
        };
        for side in [0, 1] {
            for cell in 0..CELLS {
                lines.shapes[side][cell] = lines.shapes_of(side, cell);
                lines.count(side, cell, 1);
            }
        }
        for seat in Seat::BOTH {
            board.stones(seat).iter().for_each(|point| lines.place(seat, point.index()));
        }
        lines
    }

    /// The patterns of a cell, from its codes.
    fn shapes_of(&self, side: usize, cell: usize) -> u16 {
        let pattern = |direction| self.patterns[self.codes.of(side, cell, direction)] as u16;
        (0..4).fold(0, |shapes, direction| shapes | pattern(direction) << (4 * direction))
    }

    /// Adds an empty cell's worth to the sums, or takes it away, with a `sign` of -1.
    fn count(&mut self, side: usize, cell: usize, sign: i32) {
        let worths = self.weights[self.bundles.number(self.shapes[side][cell])];
        self.sums[side][0] += sign * i32::from(worths.mover);
        self.sums[side][1] += sign * i32::from(worths.waiter);
    }

    /// Adds a stone. Requires the point to be empty.
    pub(super) fn place(&mut self, seat: Seat, point: u16) {
        self.marks.push(self.changes.len() as u32);
        for side in [0, 1] {
            self.count(side, point.into(), -1);
        }
        self.field.place(seat, point);
        let LineBoard { field, patterns, bundles, weights, codes, shapes, sums, changes, .. } = self;
        codes.place(seat.index(), point.into(), |cell, direction, codes| {
            if !field.is_empty(cell as u16) {
                return;
            }
            for (side, code) in codes.into_iter().enumerate() {
                let before = shapes[side][cell];
                let pattern = patterns.get(usize::from(code)).map_or(0, |pattern| *pattern as u16);
                let after = before & !(15 << (4 * direction)) | pattern << (4 * direction);
                if after != before {
                    changes.push(Change { side: side as u8, cell: cell as u16, shapes: before });
                    shapes[side][cell] = after;
                    change(&mut sums[side], weights, bundles, before, after);
                }
            }
        });
    }

    /// Removes the stone placed last, which must be this one.
    pub(super) fn lift(&mut self, seat: Seat, point: u16) {
        let mark = self.marks.pop().map_or(0, |mark| mark as usize);
        while self.changes.len() > mark {
            let Some(Change { side, cell, shapes }) = self.changes.pop() else { break };
            let side = usize::from(side);
            let before = std::mem::replace(&mut self.shapes[side][usize::from(cell)], shapes);
            change(&mut self.sums[side], self.weights, self.bundles, before, shapes);
        }
        self.codes.lift(seat.index(), point.into());
        self.field.lift(seat, point);
        // What the cell itself makes did not change: its codes have no digit of its own.
        for side in [0, 1] {
            self.count(side, point.into(), 1);
        }
    }

    /// The stones in the windows.
    pub(super) const fn field(&self) -> &Field {
        &self.field
    }

    /// The stones in the windows, for a search that leaves them as they were.
    pub(super) const fn field_mut(&mut self) -> &mut Field {
        &mut self.field
    }

    /// The number of the bundle of patterns that a stone of the side makes on an empty point.
    pub(super) fn bundle(&self, seat: Seat, point: u16) -> usize {
        self.bundles.number(self.shapes[seat.index()][usize::from(point)])
    }

    /// Whether the empty point lies in a line with a stone that does not block it.
    fn is_near(&self, point: u16) -> bool {
        let strongest = |seat| self.bundles.patterns()[self.bundle(seat, point)][0];
        Seat::BOTH.into_iter().any(|seat| strongest(seat) > Pattern::WideOne as u8)
    }

    /// How early a stone of the side on an empty point is tried: the more it makes and keeps the other side from
    /// making.
    pub(super) fn promise(&self, seat: Seat, point: u16) -> i32 {
        let defence = self.weights[self.bundle(seat.other(), point)].defence;
        self.attack(seat, point) + i32::from(defence)
    }

    /// How early a stone of the side on an empty point is tried for what it makes alone.
    pub(super) fn attack(&self, seat: Seat, point: u16) -> i32 {
        i32::from(self.weights[self.bundle(seat, point)].attack)
    }

    /// The most promising empty points for a side, best first, at most `most`.
    pub(super) fn promising(&self, seat: Seat, most: usize) -> Vec<(i32, u16)> {
        self.best(most, |point| self.promise(seat, point))
    }

    /// The best empty points of a side for an attack, best first, at most `most`.
    pub(super) fn attacking(&self, seat: Seat, most: usize) -> Vec<(i32, u16)> {
        self.best(most, |point| self.attack(seat, point))
    }

    /// The empty points near stones with the highest worths, those first, at most `most`; elsewhere only if there are too
    /// few.
    fn best(&self, most: usize, worth: impl Fn(u16) -> i32) -> Vec<(i32, u16)> {
        let rank = |point: u16| (worth(point), point);
        let near = self.field.empty().filter(|point| self.is_near(*point));
        let mut points: Vec<(i32, u16)> = near.map(rank).collect();
        if points.len() < 2 {
            points = self.field.empty().map(rank).collect();
        }
        let order = |(worth, point): &(i32, u16)| (-worth, *point);
        if points.len() > most {
            points.select_nth_unstable_by_key(most, order);
            points.truncate(most);
        }
        points.sort_unstable_by_key(order);
        points
    }

    /// Calls `seen` with every empty point that a stone of the side on an empty point would change, each once, and with
    /// how early a second stone there would be tried.
    #[inline]
    pub(super) fn beside(&self, seat: Seat, point: u16, mut seen: impl FnMut(u16, i32)) {
        self.codes.foresee(seat.index(), point.into(), |cell, direction, codes| {
            if !self.field.is_empty(cell as u16) {
                return;
            }
            let after = |seat: Seat| {
                let code = usize::from(codes[seat.index()]);
                let before = self.shapes[seat.index()][cell];
                let pattern = self.patterns.get(code).map_or(0, |pattern| *pattern as u16);
                (before, before & !(15 << (4 * direction)) | pattern << (4 * direction))
            };
            let [(was, own), (had, theirs)] = [seat, seat.other()].map(after);
            if was != own || had != theirs {
                let attack = self.weights[self.bundles.number(own)].attack;
                let defence = self.weights[self.bundles.number(theirs)].defence;
                seen(cell as u16, i32::from(attack) + i32::from(defence));
            }
        });
    }

    /// The value of a quiet position for the side to move.
    pub(super) fn value(&self, seat: Seat) -> i32 {
        self.sums[seat.index()][0] - self.sums[seat.other().index()][1]
    }
}

/// Updates a side's sums where the patterns of an empty cell change.
#[inline]
fn change(sums: &mut [i32; 2], weights: &Weights, bundles: &Bundles, before: u16, after: u16) {
    let (old, new) = (&weights[bundles.number(before)], &weights[bundles.number(after)]);
    sums[0] += i32::from(new.mover) - i32::from(old.mover);
    sums[1] += i32::from(new.waiter) - i32::from(old.waiter);
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::{Actor, Position, Rng, State};
    use leitai_testkit::extent;

    /// Whether everything that is kept agrees with the codes, and with a board where the same stones were placed in
    /// another order.
    fn assert_right(kept: &LineBoard, placed: &[(Seat, u16)]) {
        let mut fresh = LineBoard::new(&Board::default());
        placed.iter().rev().for_each(|(seat, point)| fresh.place(*seat, *point));
        assert_eq!(kept.codes, fresh.codes);
        assert_eq!(kept.field, fresh.field);
        assert_eq!(kept.sums, fresh.sums);
        for cell in kept.field.empty().map(usize::from) {
            for side in [0, 1] {
                assert_eq!(kept.shapes[side][cell], kept.shapes_of(side, cell));
                assert_eq!(kept.shapes[side][cell], fresh.shapes[side][cell]);
            }
        }
    }

    /// 100,000 stones placed and taken back, crowded.
    #[test]
    fn what_is_kept_is_what_is_found_from_scratch() {
        let steps = extent("CONNECT6_STEPS", 100_000, 10_000_000);
        let mut rng = Rng::new(3);
        let mut lines = LineBoard::new(&Board::default());
        let mut placed: Vec<(Seat, u16)> = Vec::new();
        for step in 0..steps {
            if placed.len() < 300 && rng.below(100) < 51 {
                let cells: Vec<u16> = lines.field().empty().collect();
                let point = cells[rng.below(cells.len())];
                let seat = Seat::BOTH[rng.below(2)];
                lines.place(seat, point);
                placed.push((seat, point));
            } else if let Some((seat, point)) = placed.pop() {
                lines.lift(seat, point);
            }
            if step % 200 == 0 {
                assert_right(&lines, &placed);
            }
        }
        while let Some((seat, point)) = placed.pop() {
            lines.lift(seat, point);
        }
        assert_right(&lines, &placed);
    }

    /// What a stone is said to change without being placed is what it changes.
    #[test]
    fn what_is_foreseen_beside_a_stone_is_what_placing_it_makes() {
        let (mut rng, mut seen) = (Rng::new(4), 0);
        for _ in 0..20 {
            let mut lines = LineBoard::new(&Board::default());
            for _ in 0..60 {
                let cells: Vec<u16> = lines.field().empty().collect();
                let (seat, point) = (Seat::BOTH[rng.below(2)], cells[rng.below(cells.len())]);
                let mut foreseen = Vec::new();
                lines.beside(seat, point, |cell, promise| foreseen.push((cell, promise)));
                let before = lines.shapes;
                lines.place(seat, point);
                let changes = |cell: &u16| {
                    [0, 1].iter().any(|side| {
                        lines.shapes[*side][usize::from(*cell)] != before[*side][usize::from(*cell)]
                    })
                };
                let made: Vec<(u16, i32)> = lines
                    .field()
                    .empty()
                    .filter(changes)
                    .map(|cell| (cell, lines.promise(seat, cell)))
                    .collect();
                foreseen.sort_unstable();
                seen += made.len();
                assert_eq!(foreseen, made);
            }
        }
        assert!(seen > 5_000, "{seen} points");
    }

    /// A stone makes six where the patterns say so, and nowhere else.
    #[test]
    fn patterns_agree_with_the_rules_over_random_games() {
        for seed in 0..extent("CONNECT6_FIELDS", 60, 10_000) {
            let (mut board, mut rng) = (Board::default(), Rng::new(seed));
            let mut lines = LineBoard::new(&board);
            while let Some(by @ Actor::Seat(seat)) = board.turn().next() {
                for (point, side) in
                    board.empty().iter().flat_map(|point| Seat::BOTH.map(|seat| (point, seat)))
                {
                    let shapes = lines.shapes[side.index()][usize::from(point.index())];
                    let six = (0..4).any(|direction| shapes >> (4 * direction) & 15 == 15);
                    assert_eq!(six, board.wins(side, point));
                }
                let near: Vec<Point> = board
                    .empty()
                    .iter()
                    .filter(|point| (5..14).contains(&point.x()) && (5..14).contains(&point.y()))
                    .collect();
                if near.is_empty() {
                    break;
                }
                let point = near[rng.below(near.len())];
                board.play(by, &point);
                lines.place(seat, point.index());
            }
        }
    }
}
