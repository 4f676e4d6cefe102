//! The 60 points of the board and the links between them, computed at compile time.

use leitai_core::Seat;

/// A point: row 0–11 from the top (A–L), column 0–4 from the left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(u8);

/// A set of points, bit `index` for each.
pub(crate) type Points = u64;

impl Point {
    /// The number of points.
    pub const COUNT: usize = 60;
    /// The number of rows.
    pub const ROWS: u8 = 12;
    /// The number of columns.
    pub const COLUMNS: u8 = 5;

    /// The point of a row and a column, if the board has it.
    pub const fn new(row: u8, column: u8) -> Option<Point> {
        if row < Point::ROWS && column < Point::COLUMNS { Some(Point(row * 5 + column)) } else { None }
    }

    /// Every point, row by row.
    pub fn all() -> impl Iterator<Item = Point> {
        (0..Point::COUNT as u8).map(Point)
    }

    /// The index of the point, 0–59, row by row.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row, counted from the top.
    pub const fn row(self) -> u8 {
        self.0 / 5
    }

    /// The column, counted from the left.
    pub const fn column(self) -> u8 {
        self.0 % 5
    }

    /// Whether the point is a camp 行营, where a piece cannot be attacked.
    pub const fn is_camp(self) -> bool {
        let row = self.row();
        let from_edge = if row < 6 { row } else { 11 - row };
        matches!((from_edge, self.column()), (2 | 4, 1 | 3) | (3, 2))
    }

    /// Whether the point is a headquarters 大本营, which a piece cannot leave.
    pub const fn is_headquarters(self) -> bool {
        matches!((self.row(), self.column()), (0 | 11, 1 | 3))
    }

    /// The points where a side lays its pieces: from its front row to its back row, left to right as it sees
    /// them, without its camps.
    pub const fn homes(seat: Seat) -> &'static [Point; 25] {
        &HOMES[seat.index()]
    }

    /// The point as named by a seat that sees itself at the bottom: Second's board is turned by 180°. Applied
    /// twice, this returns the original point.
    #[must_use]
    pub const fn seen_by(self, seat: Seat) -> Point {
        match seat {
            Seat::First => self,
            Seat::Second => Point(Point::COUNT as u8 - 1 - self.0),
        }
    }

    pub(crate) const fn bit(self) -> Points {
        1 << self.0
    }

    /// The lowest point of a set, which must not be empty.
    pub(crate) const fn first_of(points: Points) -> Point {
        Point(points.trailing_zeros() as u8)
    }
}

/// Every point of a set, in order.
pub(crate) fn each(mut points: Points) -> impl Iterator<Item = Point> {
    std::iter::from_fn(move || {
        let next = (points != 0).then(|| Point::first_of(points))?;
        points &= points - 1;
        Some(next)
    })
}

/// Whether two points are joined, by road or rail.
const fn is_link(a: Point, b: Point) -> bool {
    let (down, right) = (a.row().abs_diff(b.row()), a.column().abs_diff(b.column()));
    match (down, right) {
        (0, 1) => true,
        // Mountains stand between the two sides' front rows in columns 1 and 3.
        (1, 0) => a.row() + b.row() != 11 || a.column().is_multiple_of(2),
        (1, 1) => a.is_camp() || b.is_camp(),
        _ => false,
    }
}

/// Whether two points are joined by rail.
const fn is_rail(a: Point, b: Point) -> bool {
    let inner = 1 <= a.row() && a.row() <= 10 && 1 <= b.row() && b.row() <= 10;
    is_link(a, b)
        && inner
        && (a.row() == b.row() && matches!(a.row(), 1 | 5 | 6 | 10)
            || a.column() == b.column()
                && (a.column().is_multiple_of(4) || a.row() + b.row() == 11 && a.column() == 2))
}

const fn camps() -> Points {
    let (mut set, mut i) = (0, 0);
    while i < Point::COUNT as u8 {
        if Point(i).is_camp() {
            set |= Point(i).bit();
        }
        i += 1;
    }
    set
}

const fn joined(rails: bool) -> [Points; Point::COUNT] {
    let mut table = [0; Point::COUNT];
    let mut a = 0;
    while a < Point::COUNT as u8 {
        let mut b = 0;
        while b < Point::COUNT as u8 {
            if if rails { is_rail(Point(a), Point(b)) } else { is_link(Point(a), Point(b)) } {
                table[a as usize] |= Point(b).bit();
            }
            b += 1;
        }
        a += 1;
    }
    table
}

/// The points along the rails from each point to the right, down, left and up, as far as they go straight.
const fn rays() -> [[Points; 4]; Point::COUNT] {
    const BY: [i8; 4] = [1, 5, -1, -5];
    let mut table = [[0; 4]; Point::COUNT];
    let mut from = 0;
    while from < Point::COUNT as i8 {
        let mut way = 0;
        while way < 4 {
            let mut at = from;
            let mut next = at + BY[way];
            while next >= 0 && next < Point::COUNT as i8 && is_rail(Point(at as u8), Point(next as u8)) {
                table[from as usize][way] |= 1 << next;
                at = next;
                next += BY[way];
            }
            way += 1;
        }
        from += 1;
    }
    table
}

const fn homes() -> [[Point; 25]; 2] {
    let mut table = [[Point(0); 25]; 2];
    let (mut i, mut home) = (30, 0);
    while i < Point::COUNT as u8 {
        if !Point(i).is_camp() {
            table[0][home] = Point(i);
            table[1][home] = Point(i).seen_by(Seat::Second);
            home += 1;
        }
        i += 1;
    }
    table
}

static HOMES: [[Point; 25]; 2] = homes();
static RAYS: [[Points; 4]; Point::COUNT] = rays();
static RAILS: [Points; Point::COUNT] = joined(true);
/// The points that each point is joined to, by road or rail.
pub(crate) static LINKS: [Points; Point::COUNT] = joined(false);
/// Every camp.
pub(crate) const CAMPS: Points = camps();

/// The points where a straight run along the rails can end: all up to and including the first occupied one.
pub(crate) fn straight(from: Point, taken: Points) -> Points {
    let [right, down, left, up] = RAYS[from.index()];
    let mut reach = right | down | left | up;
    for (way, ray) in [right, down].into_iter().enumerate() {
        if ray & taken != 0 {
            reach &= !RAYS[(ray & taken).trailing_zeros() as usize][way];
        }
    }
    for (way, ray) in [left, up].into_iter().enumerate() {
        if ray & taken != 0 {
            reach &= !RAYS[63 - (ray & taken).leading_zeros() as usize][way + 2];
        }
    }
    reach
}

/// The points where a run along the rails with any turns can end: all that are joined through unoccupied
/// points.
pub(crate) fn winding(from: Point, taken: Points) -> Points {
    let mut reach = RAILS[from.index()];
    let mut new = reach & !taken;
    while new != 0 {
        let next = RAILS[Point::first_of(new).index()];
        new &= new - 1;
        new |= next & !reach & !taken;
        reach |= next;
    }
    reach & !from.bit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_133_links_and_35_of_them_are_rails() {
        let ends = |table: &[Points; Point::COUNT]| table.iter().map(|set| set.count_ones()).sum::<u32>();
        assert_eq!((ends(&LINKS) / 2, ends(&RAILS) / 2), (133, 35));
    }

    #[test]
    fn no_camp_and_no_headquarters_is_on_a_rail() {
        assert_eq!(CAMPS.count_ones(), 10);
        for point in Point::all().filter(|point| point.is_camp() || point.is_headquarters()) {
            assert_eq!(RAILS[point.index()], 0, "{point:?}");
        }
    }

    #[test]
    fn the_front_rows_are_joined_in_columns_0_2_and_4_only() {
        for column in 0..5 {
            let [above, below] = [5, 6].map(|row| Point::new(row, column).expect("a point"));
            assert_eq!(LINKS[above.index()] & below.bit() != 0, column % 2 == 0);
        }
    }

    #[test]
    fn links_go_both_ways() {
        for (a, b) in Point::all().flat_map(|a| Point::all().map(move |b| (a, b))) {
            assert_eq!(LINKS[a.index()] & b.bit() != 0, LINKS[b.index()] & a.bit() != 0);
        }
    }
}
