//! How far a side is from joining its borders: the fewest stones it must add, and where they would go.
//!
//! Distance is counted in waves from one border to the other over sets of cells. A bridge (two cells with two
//! empty common neighbours) counts as joined where that is asked: whichever of the two the enemy takes, the
//! other joins.

use crate::Stones;
use leitai_core::Seat;

/// Rows of the largest board and one beyond either end.
const ROWS: usize = 21;

/// Steps to the six neighbours, in the order around a cell: columns, rows.
const STEPS: [(i8, i8); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

/// A set of cells with a frame around them: bit `x + 1` of row `y + 1`. The frame holds the borders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Field([u32; ROWS]);

impl Field {
    const EMPTY: Field = Field([0; ROWS]);

    fn of(stones: &Stones) -> Field {
        let mut field = Field::EMPTY;
        field.0[1..20].iter_mut().zip(stones.rows()).for_each(|(framed, row)| *framed = row << 1);
        field
    }

    /// The two borders of a seat on a board of `size` by `size`, as lines of the frame.
    fn borders(seat: Seat, size: u8) -> [Field; 2] {
        let last = usize::from(size) + 1;
        let line = |at: usize| match seat {
            Seat::First => Field(std::array::from_fn(|y| if y == at { (4 << size) - 1 } else { 0 })),
            Seat::Second => Field(std::array::from_fn(|y| if y <= last { 1 << at } else { 0 })),
        };
        [line(0), line(last)]
    }

    /// Every cell moved by a step of at most two columns and rows; what leaves the frame is lost.
    fn moved(&self, (dx, dy): (i8, i8)) -> Field {
        let mut field = Field::EMPTY;
        let (from, to) = (usize::from(dy.min(0).unsigned_abs()), usize::from(dy.max(0).unsigned_abs()));
        for (target, row) in field.0[to..].iter_mut().zip(&self.0[from..]) {
            *target = if dx < 0 { row >> -dx } else { row << dx };
        }
        field
    }

    fn zip(&self, other: &Field, f: impl Fn(u32, u32) -> u32) -> Field {
        Field(std::array::from_fn(|y| f(self.0[y], other.0[y])))
    }

    fn or(&self, other: &Field) -> Field {
        self.zip(other, |a, b| a | b)
    }

    fn and(&self, other: &Field) -> Field {
        self.zip(other, |a, b| a & b)
    }

    fn without(&self, other: &Field) -> Field {
        self.zip(other, |a, b| a & !b)
    }

    fn is_empty(&self) -> bool {
        *self == Field::EMPTY
    }

    fn len(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }
}

/// The shortest ways of a side from border to border.
pub(crate) struct Paths {
    /// Stones it must add; none where the enemy has cut it off.
    pub(crate) steps: Option<u32>,
    /// How many empty cells lie on a shortest way.
    pub(crate) width: u32,
}

/// What a side has to go through.
struct Ground {
    own: Field,
    empty: Field,
    /// For each of the six bridges its far ends whose two common neighbours with the near end are empty.
    bridges: [((i8, i8), Field); 6],
}

impl Paths {
    /// The ways of `seat` with stones `own` over the cells `empty` on a board of `size` by `size`.
    pub(crate) fn new(seat: Seat, own: &Stones, empty: &Stones, size: u8, with_bridges: bool) -> Paths {
        let borders = Field::borders(seat, size);
        let empty = Field::of(empty);
        let own = Field::of(own).or(&borders[0]).or(&borders[1]);
        let bridges = std::array::from_fn(|i| {
            let (a, b) = (STEPS[i], STEPS[(i + 1) % 6]);
            let carriers = if with_bridges { empty.moved(a).and(&empty.moved(b)) } else { Field::EMPTY };
            ((a.0 + b.0, a.1 + b.1), carriers)
        });
        let ground = Ground { own, empty, bridges };
        let there = ground.waves(&borders[0], &borders[1]);
        let Some(there) = there else { return Paths { steps: None, width: 0 } };
        // Both ends count the stone on the cell itself, so the waves meet one step beyond.
        let back = ground.waves(&borders[1], &borders[0]).unwrap_or_default();
        let meet = |(one, other): (&Field, &Field)| one.and(other).len();
        let width = there.iter().zip(back.iter().rev()).map(meet).sum();
        Paths { steps: Some(there.len() as u32), width }
    }
}

impl Ground {
    /// The empty cells that can be the last of one stone, of two, and so on, on the way from a border, until
    /// the other is reached; none if it cannot be.
    fn waves(&self, from: &Field, to: &Field) -> Option<Vec<Field>> {
        let mut waves = Vec::new();
        let mut reached = self.joined(from);
        while reached.and(to).is_empty() {
            let wave = self.near(&reached).and(&self.empty).without(&reached);
            if wave.is_empty() {
                return None;
            }
            reached = self.joined(&reached.or(&wave));
            waves.push(wave);
        }
        Some(waves)
    }

    /// `cells` and the own stones joined to them.
    fn joined(&self, cells: &Field) -> Field {
        let mut joined = *cells;
        loop {
            let more = joined.or(&self.near(&joined).and(&self.own));
            if more == joined {
                return joined;
            }
            joined = more;
        }
    }

    /// What lies one step or one bridge from `cells`.
    fn near(&self, cells: &Field) -> Field {
        let beside = STEPS.iter().fold(Field::EMPTY, |near, step| near.or(&cells.moved(*step)));
        let across =
            |near: Field, (step, carriers): &((i8, i8), Field)| near.or(&cells.moved(*step).and(carriers));
        self.bridges.iter().fold(beside, across)
    }
}
