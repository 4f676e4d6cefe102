//! What a stone makes altogether: the patterns of its four lines as one number, and what follows from them.

use super::pattern::Pattern;
use std::sync::LazyLock;

/// What a stone makes with all of its lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Kind {
    /// Nothing that has to be answered.
    Plain,
    /// One open three.
    Three,
    /// Two open threes or more, which may be forbidden to black.
    TwoThrees,
    /// One four.
    Four,
    /// One four and at least one open three.
    FourThree,
    /// A straight four, or two fours where they are allowed: five follows, whatever the answer.
    Open,
    /// Five.
    Five,
    /// An overline or two fours, forbidden to black.
    Forbidden,
}

impl Kind {
    /// The number of kinds.
    pub(super) const COUNT: usize = 8;

    /// The kind of these four patterns. `exact`: for black under forbidden moves.
    fn of(patterns: [Pattern; 4], exact: bool) -> Kind {
        let number = |of: &[Pattern]| patterns.iter().filter(|pattern| of.contains(pattern)).count();
        let threes = number(&[Pattern::OpenThree, Pattern::WideThree]);
        let fours = number(&[Pattern::Four, Pattern::StraightFour]) + 2 * number(&[Pattern::TwoFours]);
        if number(&[Pattern::Five]) > 0 {
            Kind::Five
        } else if exact && (fours >= 2 || number(&[Pattern::Overline]) > 0) {
            Kind::Forbidden
        } else if fours >= 2 || number(&[Pattern::StraightFour]) > 0 {
            Kind::Open
        } else {
            match (fours, threes) {
                (0, 0) => Kind::Plain,
                (0, 1) => Kind::Three,
                (0, _) => Kind::TwoThrees,
                (_, 0) => Kind::Four,
                _ => Kind::FourThree,
            }
        }
    }
}

/// The number of ways in which four lines can have patterns, whatever their order.
pub(super) const BUNDLES: usize = 2380;

/// What is known of four patterns, by the number of their bundle.
pub(super) struct Bundles {
    /// The number of the bundle, by the patterns of the four directions, four bits each.
    pub(super) number: Box<[u16; 1 << 16]>,
    /// The patterns of each bundle, the strongest first.
    #[cfg(test)]
    pub(super) patterns: Vec<[Pattern; 4]>,
    /// The kind of each bundle, by whether only exactly five counts.
    pub(super) kinds: [Box<[Kind; BUNDLES]>; 2],
    /// Whether a bundle has two open threes or more.
    pub(super) threes: Box<[bool; BUNDLES]>,
}

/// The only one.
pub(super) static BUNDLES_OF: LazyLock<Bundles> = LazyLock::new(Bundles::new);

impl Bundles {
    fn new() -> Bundles {
        let mut patterns = Vec::with_capacity(BUNDLES);
        let mut number: Box<[u16; 1 << 16]> = vec![0; 1 << 16].try_into().expect("that many");
        for shapes in 0..1_usize << 16 {
            let nibbles = [0, 4, 8, 12].map(|shift| shapes >> shift & 15);
            if nibbles.iter().any(|nibble| *nibble >= Pattern::COUNT) || !nibbles.is_sorted() {
                continue;
            }
            // Strongest first, as the number of the bundle is found for the sorted patterns alone.
            let mut bundle = nibbles.map(|nibble| Pattern::ALL[nibble]);
            bundle.reverse();
            number[shapes] = patterns.len() as u16;
            patterns.push(bundle);
        }
        for shapes in 0..1_usize << 16 {
            let mut nibbles = [0, 4, 8, 12].map(|shift| shapes >> shift & 15);
            if nibbles.iter().all(|nibble| *nibble < Pattern::COUNT) {
                nibbles.sort_unstable();
                let [a, b, c, d] = nibbles;
                number[shapes] = number[a | b << 4 | c << 8 | d << 12];
            }
        }
        let kinds = [false, true].map(|exact| {
            let kinds: Vec<Kind> = patterns.iter().map(|bundle| Kind::of(*bundle, exact)).collect();
            kinds.try_into().expect("one for each bundle")
        });
        let three = |pattern: &&Pattern| matches!(pattern, Pattern::OpenThree | Pattern::WideThree);
        let threes: Vec<bool> =
            patterns.iter().map(|bundle| bundle.iter().filter(three).count() >= 2).collect();
        let threes = threes.try_into().expect("one for each bundle");
        Bundles {
            number,
            #[cfg(test)]
            patterns,
            kinds,
            threes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_does_not_depend_on_the_order_of_its_lines() {
        let bundles = &*BUNDLES_OF;
        assert_eq!(bundles.patterns.len(), BUNDLES);
        for (number, patterns) in bundles.patterns.iter().enumerate() {
            let [a, b, c, d] = patterns.map(|pattern| pattern as usize);
            for [a, b, c, d] in [[a, b, c, d], [d, c, b, a], [b, d, a, c]] {
                assert_eq!(usize::from(bundles.number[a | b << 4 | c << 8 | d << 12]), number);
            }
        }
    }
}
