//! What a stone would make in a line, looked up: every window of ten cells round a point has its code.

use crate::shape::Shape;
use crate::stones::{CENTRE, REACH};
use std::sync::LazyLock;

/// What a stone makes in one line, the greater the better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub(super) enum Class {
    /// Nothing that counts.
    #[default]
    Plain,
    /// More than five, where that is not as good as five.
    Overline,
    /// One stone more makes a straight four.
    Three,
    /// One stone more makes five.
    Four,
    /// Two fours in one line.
    TwoFours,
    /// A four with two ends.
    StraightFour,
    /// Five.
    Five,
}

impl Class {
    /// How many there are.
    pub(super) const COUNT: usize = 7;

    fn of(shape: Shape) -> Class {
        match shape {
            Shape::Plain => Class::Plain,
            Shape::Overline => Class::Overline,
            Shape::Three(_) => Class::Three,
            Shape::Four => Class::Four,
            Shape::TwoFours => Class::TwoFours,
            Shape::StraightFour => Class::StraightFour,
            Shape::Five => Class::Five,
        }
    }
}

/// What a stone makes of a line, and what room for five it has there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Code {
    pub(super) class: Class,
    /// Over every five cells through the point without an enemy, a worth by how many are one's own.
    pub(super) room: u8,
}

/// Cells to one side of the point.
const HALF: u32 = (1 << REACH) - 1;
/// Ways to fill them.
const FILLED: usize = 243;

struct Codes {
    /// The number of the five cells of a side: by own stones, and gaps shifted above them.
    number: Vec<u16>,
    /// By whether only exactly five counts, and the numbers of both sides.
    codes: [Vec<Code>; 2],
}

static CODES: LazyLock<Codes> = LazyLock::new(Codes::new);

/// The code of a window of `own` stones and `gaps`; `exact`: only exactly five counts as five. The point's own cell does not
/// matter.
pub(super) fn code(own: u32, gaps: u32, exact: bool) -> Code {
    let codes = &*CODES;
    let number =
        |own: u32, gaps: u32| usize::from(codes.number[((own & HALF) | (gaps & HALF) << REACH) as usize]);
    let above = REACH + 1;
    codes.codes[usize::from(exact)][number(own, gaps) + FILLED * number(own >> above, gaps >> above)]
}

impl Codes {
    fn new() -> Codes {
        let mut number = vec![0; 1 << (2 * REACH)];
        let mut halves = Vec::with_capacity(FILLED);
        for filled in 0..FILLED {
            let cell = |k: u32| filled / 3_usize.pow(k) % 3;
            let set = |kind| (0..REACH).filter(|k| cell(*k) == kind).fold(0, |set, k| set | 1 << k);
            let (own, gaps): (u32, u32) = (set(1), set(2));
            number[(own | gaps << REACH) as usize] = filled as u16;
            halves.push((own, gaps));
        }
        let codes = [false, true].map(|exact| {
            let windows = halves.iter().flat_map(|above| halves.iter().map(move |below| (below, above)));
            let join = |below: u32, above: u32| below | above << (REACH + 1);
            windows
                .map(|(below, above)| {
                    let (own, gaps) = (join(below.0, above.0) | CENTRE, join(below.1, above.1));
                    Code { class: Class::of(Shape::of(own, gaps, exact)), room: room(own, own | gaps) }
                })
                .collect()
        });
        Codes { number, codes }
    }
}

/// A small worth for stones that may yet become five.
pub(super) fn room(own: u32, free: u32) -> u8 {
    const BY_STONES: [u8; 6] = [0, 1, 8, 24, 60, 0];
    let windows = (1..=5).map(|start| 0b11111 << start);
    let open = windows.filter(|window| free & window == *window);
    open.fold(0, |sum: u8, window| sum.saturating_add(BY_STONES[(own & window).count_ones() as usize]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Rng;

    #[test]
    fn a_code_is_the_shape_of_its_window() {
        let mut rng = Rng::new(1);
        for _ in 0..20_000 {
            let (a, b) = (rng.next() as u32, rng.next() as u32);
            let own = (a & b & 0x7ff) | CENTRE;
            let gaps = (b & !a & 0x7ff) & !CENTRE;
            for exact in [false, true] {
                let Code { class, room: found } = code(own, gaps, exact);
                assert_eq!(class, Class::of(Shape::of(own, gaps, exact)));
                assert_eq!(found, room(own, own | gaps));
            }
        }
    }
}
