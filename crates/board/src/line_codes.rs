//! The line through every cell in each direction as one number, kept by the few cells that a stone touches.

/// How far a line is looked at to each side of its cell.
pub const SPAN: usize = 5;
/// The number of ways to fill the ten cells around a cell with own stones, gaps and what blocks.
pub const LINES: usize = 59_049;
/// The value of the digit of each cell in a code, the farthest cell before the middle first.
pub const DIGITS: [u16; 2 * SPAN] = [1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19_683];
/// The digit of an own stone; a gap is 0.
pub const OWN: u16 = 1;
/// The digit of the other side's stone, or of what is beyond the edge.
pub const BLOCKED: u16 = 2;

/// What each side's stone adds, times a digit's value, to both codes of a cell.
const STONE: [u32; 2] = [OWN as u32 | (BLOCKED as u32) << 16, BLOCKED as u32 | (OWN as u32) << 16];

/// The codes of all lines of a square board with `SIDE` cells a side whose rows begin `STRIDE` cells apart. `CELLS` is
/// at least the number of the last cell, plus one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineCodes<const SIDE: usize, const STRIDE: usize, const CELLS: usize> {
    /// By cell and direction: the code as side 0 sees it, and above it as side 1 does.
    codes: Box<[[u32; 4]; CELLS]>,
}

impl<const SIDE: usize, const STRIDE: usize, const CELLS: usize> LineCodes<SIDE, STRIDE, CELLS> {
    /// Steps in the four directions: along a row, down a column, falling, rising.
    const STEPS: [usize; 4] = [1, STRIDE, STRIDE + 1, STRIDE - 1];
    /// By cell and direction: how many cells follow before and after, at most [`SPAN`]. What rises begins at the top
    /// right.
    const ROOM: [[[u8; 2]; 4]; CELLS] = Self::room();

    const fn room() -> [[[u8; 2]; 4]; CELLS] {
        const WAYS: [[i32; 2]; 4] = [[1, 0], [0, 1], [1, 1], [-1, 1]];
        let mut room = [[[0; 2]; 4]; CELLS];
        let mut at = 0;
        while at < SIDE * SIDE * 4 * 2 * SPAN {
            let (k, end) = ((at % SPAN) as i32 + 1, at / SPAN % 2);
            let (direction, place) = (at / (2 * SPAN) % 4, at / (8 * SPAN));
            let by = if end == 0 { -k } else { k };
            let x = (place % SIDE) as i32 + by * WAYS[direction][0];
            let y = (place / SIDE) as i32 + by * WAYS[direction][1];
            if x >= 0 && x < SIDE as i32 && y >= 0 && y < SIDE as i32 {
                room[place / SIDE * STRIDE + place % SIDE][direction][end] += 1;
            }
            at += 1;
        }
        room
    }

    /// The codes of the empty board.
    pub fn new() -> Self {
        let mut codes = Box::new([[0; 4]; CELLS]);
        for (codes, room) in codes.iter_mut().zip(&Self::ROOM) {
            for (code, [before, after]) in codes.iter_mut().zip(room) {
                let beyond =
                    DIGITS[..SPAN - usize::from(*before)].iter().chain(&DIGITS[SPAN + usize::from(*after)..]);
                let blocked: u32 = beyond.map(|digit| u32::from(BLOCKED * digit)).sum();
                *code = blocked | blocked << 16;
            }
        }
        LineCodes { codes }
    }

    /// The code of a cell in a direction as a side, 0 or 1, sees it.
    #[inline]
    pub fn of(&self, side: usize, cell: usize, direction: usize) -> usize {
        usize::from((self.codes[cell][direction] >> (16 * side)) as u16)
    }

    /// Adds a stone of a side, 0 or 1, to an empty cell. Calls `changed` with each cell and direction that sees it, and
    /// with both codes it has now.
    #[inline]
    pub fn place(&mut self, side: usize, cell: usize, mut changed: impl FnMut(usize, usize, [u16; 2])) {
        let stone = STONE[side];
        Self::each(cell, |near, direction, digit| {
            let code = &mut self.codes[near][direction];
            *code = code.wrapping_add(stone * digit);
            changed(near, direction, [*code as u16, (*code >> 16) as u16]);
        });
    }

    /// Calls `seen` as [`place`](Self::place) would, with the codes as that stone would make them, and adds none.
    #[inline]
    pub fn foresee(&self, side: usize, cell: usize, mut seen: impl FnMut(usize, usize, [u16; 2])) {
        let stone = STONE[side];
        Self::each(cell, |near, direction, digit| {
            let code = self.codes[near][direction].wrapping_add(stone * digit);
            seen(near, direction, [code as u16, (code >> 16) as u16]);
        });
    }

    /// Removes a stone of a side, 0 or 1.
    #[inline]
    pub fn lift(&mut self, side: usize, cell: usize) {
        let stone = STONE[side];
        Self::each(cell, |near, direction, digit| {
            let code = &mut self.codes[near][direction];
            *code = code.wrapping_sub(stone * digit);
        });
    }

    /// Every cell and direction that sees the cell, with the value of its digit there.
    #[inline]
    fn each(cell: usize, mut sees: impl FnMut(usize, usize, u32)) {
        for (direction, step) in Self::STEPS.into_iter().enumerate() {
            let [before, after] = Self::ROOM[cell][direction];
            // From a cell before the stone, the stone is after it, and the other way round.
            let mut near = cell;
            for digit in &DIGITS[SPAN..SPAN + usize::from(before)] {
                near -= step;
                sees(near, direction, u32::from(*digit));
            }
            near = cell;
            for digit in DIGITS[SPAN - usize::from(after)..SPAN].iter().rev() {
                near += step;
                sees(near, direction, u32::from(*digit));
            }
        }
    }
}

impl<const SIDE: usize, const STRIDE: usize, const CELLS: usize> Default for LineCodes<SIDE, STRIDE, CELLS> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Rng;

    /// The code of a cell, read off the board.
    fn read(stones: &[Option<usize>], cell: i32, way: (i32, i32), side: usize) -> usize {
        let (x, y) = (cell % 16, cell / 16);
        let digit = |k: i32| {
            let (x, y) = (x + k * way.0, y + k * way.1);
            if !(0..15).contains(&x) || !(0..15).contains(&y) {
                return BLOCKED;
            }
            match stones[(y * 16 + x) as usize] {
                None => 0,
                Some(owner) => {
                    if owner == side {
                        OWN
                    } else {
                        BLOCKED
                    }
                }
            }
        };
        let cells = (-(SPAN as i32)..=SPAN as i32).filter(|k| *k != 0);
        cells.zip(DIGITS).map(|(k, value)| usize::from(digit(k) * value)).sum()
    }

    #[test]
    fn codes_say_what_is_on_the_board() {
        let mut rng = Rng::new(4);
        let mut codes = LineCodes::<15, 16, 240>::new();
        let mut stones = vec![None; 240];
        let mut placed = Vec::new();
        for step in 0..2_000 {
            let cell = 16 * rng.below(15) + rng.below(15);
            if stones[cell].is_none() && placed.len() < 150 {
                let side = rng.below(2);
                codes.place(side, cell, |_, _, _| ());
                stones[cell] = Some(side);
                placed.push(cell);
            } else if let Some(cell) = placed.pop() {
                codes.lift(stones[cell].take().expect("a stone"), cell);
            }
            if step % 50 > 0 {
                continue;
            }
            for cell in (0..240).filter(|cell| cell % 16 < 15) {
                for (direction, way) in [(1, 0), (0, 1), (1, 1), (-1, 1)].into_iter().enumerate() {
                    for side in 0..2 {
                        let read = read(&stones, cell, way, side);
                        assert_eq!(codes.of(side, cell as usize, direction), read);
                    }
                }
            }
        }
    }
}
