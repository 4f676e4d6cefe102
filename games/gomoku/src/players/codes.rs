//! Looks up what a stone would make in a line: every window of ten cells around a point has its code.

use crate::shape::Shape;
use crate::stones::{CENTRE, REACH};
use std::sync::LazyLock;

/// What a stone makes in one line, in ascending order of strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub(super) enum Class {
    /// Nothing that matters.
    #[default]
    Plain,
    /// More than five, if that does not count as five.
    Overline,
    /// One more stone makes a straight four.
    Three,
    /// One more stone makes five.
    Four,
    /// Two fours in one line.
    TwoFours,
    /// A four that can become five at either end.
    StraightFour,
    /// Five.
    Five,
}

impl Class {
    /// The number of classes.
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

/// What a stone makes in a line, and the room it has there for five.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Code {
    pub(super) class: Class,
    /// A value summed over every five cells through the point that hold no enemy stone, by the number of own stones.
    pub(super) room: u8,
}

/// The cells on one side of the point.
const HALF: u32 = (1 << REACH) - 1;
/// The number of ways to fill these cells.
const FILLED: usize = 243;

/// The number of the five cells on one side, indexed by own stones, with gaps shifted above them.
static NUMBERS: [u16; 1 << (2 * REACH)] = {
    let mut numbers = [0; 1 << (2 * REACH)];
    let mut filled = 0;
    while filled < FILLED {
        let (own, gaps) = half(filled);
        numbers[(own | gaps << REACH) as usize] = filled as u16;
        filled += 1;
    }
    numbers
};

/// The codes, by whether only exactly five counts, and by the numbers of both sides.
static CODES: LazyLock<[Vec<Code>; 2]> = LazyLock::new(|| [false, true].map(codes));

/// The codes of all windows, as a plain slice, so that a lookup takes no lock.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Codes(&'static [Code]);

impl Codes {
    /// `exact`: only exactly five counts as five.
    pub(super) fn new(exact: bool) -> Codes {
        Codes(&CODES[usize::from(exact)])
    }

    /// The code of a window with `own` stones and `gaps`. The point's own cell does not matter.
    pub(super) fn get(self, own: u32, gaps: u32) -> Code {
        let number =
            |own: u32, gaps: u32| usize::from(NUMBERS[((own & HALF) | (gaps & HALF) << REACH) as usize]);
        let above = REACH + 1;
        self.0[number(own, gaps) + FILLED * number(own >> above, gaps >> above)]
    }
}

/// The own stones and gaps of five cells that are filled according to this number.
const fn half(filled: usize) -> (u32, u32) {
    let (mut own, mut gaps, mut rest, mut k) = (0, 0, filled, 0);
    while k < REACH {
        match rest % 3 {
            1 => own |= 1 << k,
            2 => gaps |= 1 << k,
            _ => {}
        }
        rest /= 3;
        k += 1;
    }
    (own, gaps)
}

fn codes(exact: bool) -> Vec<Code> {
    let windows = (0..FILLED).flat_map(|above| (0..FILLED).map(move |below| (half(below), half(above))));
    let join = |below: u32, above: u32| below | above << (REACH + 1);
    windows
        .map(|(below, above)| {
            let (own, gaps) = (join(below.0, above.0) | CENTRE, join(below.1, above.1));
            Code { class: Class::of(Shape::of(own, gaps, exact)), room: room(own, own | gaps) }
        })
        .collect()
}

/// A small value for stones that may still become five.
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
                let Code { class, room: found } = Codes::new(exact).get(own, gaps);
                assert_eq!(class, Class::of(Shape::of(own, gaps, exact)));
                assert_eq!(found, room(own, own | gaps));
            }
        }
    }
}
