//! The squares of the board, and the steps between them.

use leitai_core::Seat;

/// One of the 25 squares; [`index`](Square::index) counts rows from the top left: A5 is 0, E1 is 24.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Square(u8);

/// The squares that a stone can step to.
struct Steps {
    to: [Square; 3],
    count: usize,
}

/// Indexed by seat and square. Red moves right, down and right-down; blue left, up and left-up.
static STEPS: [[Steps; Square::COUNT]; 2] = [steps(1), steps(-1)];

/// The six points on which a side lays its stones, by seat, starting from its corner.
const START: [[Square; 6]; 2] = [
    [Square(0), Square(1), Square(2), Square(5), Square(6), Square(10)],
    [Square(24), Square(23), Square(22), Square(19), Square(18), Square(14)],
];

impl Square {
    /// Squares on a side of the board.
    pub const SIDE: u8 = 5;
    /// Squares on the board.
    pub const COUNT: usize = 25;

    /// The square of that column from the left and row from the **top**, both from 0; `None` off the board.
    pub const fn new(column: u8, row: u8) -> Option<Square> {
        if column < Self::SIDE && row < Self::SIDE { Some(Square(row * Self::SIDE + column)) } else { None }
    }

    /// All 25 squares, in order of index.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..Self::COUNT as u8).map(Square)
    }

    /// The index, 0–24, row by row from the top left.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square with that index, which must be 0–24.
    pub(crate) const fn at(index: u8) -> Square {
        Square(index)
    }

    /// Column from the left, 0–4.
    pub const fn column(self) -> u8 {
        self.0 % Self::SIDE
    }

    /// Row from the top, 0–4.
    pub const fn row(self) -> u8 {
        self.0 / Self::SIDE
    }

    /// The corner that a side has to reach: E1 for red, A5 for blue.
    pub const fn goal(seat: Seat) -> Square {
        START[seat.other().index()][0]
    }

    /// The six points on which a side lays its stones, in the order of the rules.
    pub const fn start(seat: Seat) -> &'static [Square; 6] {
        &START[seat.index()]
    }

    /// The squares that a stone of that side can step to from here: three squares, one along an edge towards
    /// the goal, none on the goal.
    #[inline]
    pub const fn steps(self, seat: Seat) -> &'static [Square] {
        let steps = &STEPS[seat.index()][self.index()];
        steps.to.split_at(steps.count).0
    }

    /// The fewest steps that a stone of that side needs to reach its goal; steps may be diagonal.
    pub const fn distance(self, seat: Seat) -> u8 {
        let goal = Self::goal(seat);
        let (columns, rows) = (self.column().abs_diff(goal.column()), self.row().abs_diff(goal.row()));
        if columns > rows { columns } else { rows }
    }
}

/// The table for a side that moves by `way` (1 or −1) along columns and rows.
const fn steps(way: i8) -> [Steps; Square::COUNT] {
    let mut table = [const { Steps { to: [Square(0); 3], count: 0 } }; Square::COUNT];
    let mut from = 0;
    while from < table.len() {
        let (column, row) = (from as i8 % 5, from as i8 / 5);
        let to = [(column + way, row), (column, row + way), (column + way, row + way)];
        let mut i = 0;
        while i < to.len() {
            let (column, row) = to[i];
            if column >= 0
                && row >= 0
                && let Some(square) = Square::new(column as u8, row as u8)
            {
                let count = table[from].count;
                table[from].to[count] = square;
                table[from].count += 1;
            }
            i += 1;
        }
        from += 1;
    }
    table
}
