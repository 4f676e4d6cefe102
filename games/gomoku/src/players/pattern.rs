//! What a stone makes in a line, told apart finely enough to evaluate by: every window of ten cells around a point has
//! its pattern in a table.

use std::sync::LazyLock;

/// What a stone makes in one line, in ascending order of strength: how many more stones it needs, and whether one
/// answer stops it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(super) enum Pattern {
    /// No five fits there any more.
    Dead,
    /// More than five, if that does not count as five.
    Overline,
    /// A one that becomes five only by way of a closed three.
    ClosedOne,
    /// A one that may become an open two.
    OpenOne,
    /// A two that may become a closed three.
    ClosedTwo,
    /// A two with one or two stones that make it an open three.
    OpenTwo,
    /// A two with three or more such stones.
    WideTwo,
    /// A three: one more stone makes a four.
    ClosedThree,
    /// A three that one particular stone makes a straight four.
    OpenThree,
    /// A three that either of two stones makes a straight four.
    WideThree,
    /// One more stone makes five.
    Four,
    /// Two fours in one line.
    TwoFours,
    /// A four that can become five at either end.
    StraightFour,
    /// Five.
    Five,
}

impl Pattern {
    /// The number of patterns.
    pub(super) const COUNT: usize = 14;

    /// All patterns, the weakest first.
    pub(super) const ALL: [Pattern; Pattern::COUNT] = [
        Pattern::Dead,
        Pattern::Overline,
        Pattern::ClosedOne,
        Pattern::OpenOne,
        Pattern::ClosedTwo,
        Pattern::OpenTwo,
        Pattern::WideTwo,
        Pattern::ClosedThree,
        Pattern::OpenThree,
        Pattern::WideThree,
        Pattern::Four,
        Pattern::TwoFours,
        Pattern::StraightFour,
        Pattern::Five,
    ];
}

/// How far a window extends to each side of its point.
pub(super) const SPAN: usize = 5;
/// The number of ways to fill the ten cells around a point with own stones, gaps and what blocks.
pub(super) const WINDOWS: usize = 59_049;
/// The value of the digit of each cell in a window's code, the farthest cell before the point first.
pub(super) const DIGITS: [u16; 2 * SPAN] = [1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19_683];
/// The digits of a window's code.
pub(super) const OWN: u16 = 1;
/// The other side's stone, or the edge.
pub(super) const BLOCKED: u16 = 2;

/// The pattern of every window, by its code.
pub(super) type Patterns = [Pattern; WINDOWS];

/// The patterns, by whether only exactly five counts.
static PATTERNS: LazyLock<[Box<Patterns>; 2]> = LazyLock::new(|| [false, true].map(patterns));

/// The patterns where `exact` says whether only exactly five counts as five.
pub(super) fn patterns_of(exact: bool) -> &'static Patterns {
    &PATTERNS[usize::from(exact)]
}

/// Adding a stone makes a code larger, so each window follows from windows that are computed already.
fn patterns(exact: bool) -> Box<Patterns> {
    let mut patterns: Box<Patterns> =
        vec![Pattern::Dead; WINDOWS].try_into().expect("as many as there are windows");
    for code in (0..WINDOWS).rev() {
        patterns[code] = pattern(&patterns, code, exact);
    }
    patterns
}

fn pattern(known: &Patterns, code: usize, exact: bool) -> Pattern {
    let digit = |i: usize| (code / usize::from(DIGITS[i]) % 3) as u16;
    let before = (0..SPAN).rev().take_while(|i| digit(*i) == OWN).count();
    let after = (SPAN..2 * SPAN).take_while(|i| digit(*i) == OWN).count();
    let length = before + 1 + after;
    if length == 5 || length > 5 && !exact {
        return Pattern::Five;
    }
    if length > 5 {
        return Pattern::Overline;
    }
    let gaps = (0..2 * SPAN).filter(|i| digit(*i) == 0);
    let mut made = [0_u8; Pattern::COUNT];
    for gap in gaps {
        made[known[code + usize::from(DIGITS[gap])] as usize] += 1;
    }
    let number = |of: &[Pattern]| of.iter().map(|pattern| made[*pattern as usize]).sum::<u8>();
    let threes = number(&[Pattern::OpenThree, Pattern::WideThree]);
    if number(&[Pattern::Five]) >= 2 {
        if length == 4 { Pattern::StraightFour } else { Pattern::TwoFours }
    } else if number(&[Pattern::Five]) == 1 {
        Pattern::Four
    } else if number(&[Pattern::StraightFour]) >= 2 {
        Pattern::WideThree
    } else if number(&[Pattern::StraightFour]) == 1 {
        Pattern::OpenThree
    } else if number(&[Pattern::Four, Pattern::TwoFours]) > 0 {
        Pattern::ClosedThree
    } else if threes >= 3 {
        Pattern::WideTwo
    } else if threes > 0 {
        Pattern::OpenTwo
    } else if number(&[Pattern::ClosedThree]) > 0 {
        Pattern::ClosedTwo
    } else if number(&[Pattern::OpenTwo, Pattern::WideTwo]) > 0 {
        Pattern::OpenOne
    } else if number(&[Pattern::ClosedTwo]) > 0 {
        Pattern::ClosedOne
    } else {
        Pattern::Dead
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;
    use crate::stones::CENTRE;

    /// Own stones and gaps of a window as the rules see it.
    fn window(code: usize) -> (u32, u32) {
        let digits = (0..2 * SPAN).map(|i| code / usize::from(DIGITS[i]) % 3);
        let bits = (0..2 * SPAN).map(|i| 1 << if i < SPAN { i } else { i + 1 });
        digits.zip(bits).fold((CENTRE, 0), |(own, gaps), (digit, bit)| match digit {
            0 => (own, gaps | bit),
            1 => (own | bit, gaps),
            _ => (own, gaps),
        })
    }

    #[test]
    fn every_window_has_the_shape_that_the_rules_see() {
        for exact in [false, true] {
            for (code, pattern) in patterns_of(exact).iter().enumerate() {
                let (own, gaps) = window(code);
                let agrees = match Shape::of(own, gaps, exact) {
                    Shape::Plain => *pattern < Pattern::OpenThree && *pattern != Pattern::Overline,
                    Shape::Overline => *pattern == Pattern::Overline,
                    Shape::Three(_) => matches!(pattern, Pattern::OpenThree | Pattern::WideThree),
                    Shape::Four => *pattern == Pattern::Four,
                    Shape::TwoFours => *pattern == Pattern::TwoFours,
                    Shape::StraightFour => *pattern == Pattern::StraightFour,
                    Shape::Five => *pattern == Pattern::Five,
                };
                assert!(agrees, "{own:011b} {gaps:011b} {exact} {pattern:?}");
            }
        }
    }

    #[test]
    fn a_point_without_room_for_five_is_dead() {
        for (code, pattern) in patterns_of(false).iter().enumerate() {
            let (own, gaps) = window(code);
            let room = (1..=5).any(|start| (own | gaps) >> start & 0b11111 == 0b11111);
            assert_eq!(*pattern == Pattern::Dead, !room, "{own:011b} {gaps:011b}");
        }
    }
}
