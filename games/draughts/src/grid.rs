//! The 32 dark squares as bits, row by row from the top: bit `4 × row + column / 2`. Neighbouring rows are
//! offset by one column, so a diagonal step is one shift in even rows and a different one in odd rows.

use crate::Square;

const EVEN: u32 = 0x0f0f_0f0f;
const ODD: u32 = !EVEN;
/// Column 0 is dark only in odd rows, column 7 only in even ones.
const LEFT: u32 = 0x1010_1010;
const RIGHT: u32 = 0x0808_0808;

/// The top row.
pub(crate) const TOP: u32 = 0x0000_000f;
/// The bottom row.
pub(crate) const BOTTOM: u32 = 0xf000_0000;

/// A diagonal direction.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    UpLeft,
    UpRight,
    DownLeft,
    DownRight,
}

use Way::{DownLeft, DownRight, UpLeft, UpRight};

impl Way {
    pub(crate) const ALL: [Way; 4] = [UpLeft, UpRight, DownLeft, DownRight];

    pub(crate) const fn back(self) -> Way {
        match self {
            UpLeft => DownRight,
            UpRight => DownLeft,
            DownLeft => UpRight,
            DownRight => UpLeft,
        }
    }
}

/// Moves all of `bits` one step; bits that leave the board are dropped.
#[inline]
pub(crate) const fn step(bits: u32, way: Way) -> u32 {
    match way {
        UpLeft => (bits & EVEN) >> 4 | (bits & ODD & !LEFT) >> 5,
        UpRight => (bits & ODD) >> 4 | (bits & EVEN & !RIGHT) >> 3,
        DownLeft => (bits & EVEN) << 4 | (bits & ODD & !LEFT) << 3,
        DownRight => (bits & ODD) << 4 | (bits & EVEN & !RIGHT) << 5,
    }
}

/// One jump from a square: the bits jumped over and landed on, both zero if the jump would leave the board.
#[derive(Clone, Copy)]
pub(crate) struct Jump {
    pub(crate) over: u32,
    pub(crate) land: u32,
}

/// The four jumps from each dark square.
pub(crate) static JUMPS: [[Jump; 4]; 32] = {
    let mut jumps = [[Jump { over: 0, land: 0 }; 4]; 32];
    let mut from = 0;
    while from < 32 {
        let mut way = 0;
        while way < 4 {
            let over = step(1 << from, Way::ALL[way]);
            let land = step(over, Way::ALL[way]);
            if land != 0 {
                jumps[from][way] = Jump { over, land };
            }
            way += 1;
        }
        from += 1;
    }
    jumps
};

/// The squares of `bits`, from the top.
pub(crate) fn squares(bits: u32) -> impl Iterator<Item = Square> {
    let mut rest = bits;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let square = Square::dark(rest.trailing_zeros() as usize);
            rest &= rest - 1;
            square
        })
    })
}
