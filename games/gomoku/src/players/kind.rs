//! What a stone makes altogether: the patterns of its four lines as one number, and what follows from them.

use super::pattern::Pattern;
use leitai_board::Bundles;
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
pub(super) const BUNDLES: usize = Bundles::count(Pattern::COUNT);

/// What is known of four patterns, by the number of their bundle.
pub(super) struct KnownBundles {
    /// The bundles.
    pub(super) bundles: Bundles,
    /// The kind of each bundle, by whether only exactly five counts.
    pub(super) kinds: [Box<[Kind; BUNDLES]>; 2],
    /// Whether a bundle has two open threes or more.
    pub(super) threes: Box<[bool; BUNDLES]>,
}

/// The only one.
pub(super) static KNOWN_BUNDLES: LazyLock<KnownBundles> = LazyLock::new(KnownBundles::new);

impl KnownBundles {
    fn new() -> KnownBundles {
        let bundles = Bundles::new(Pattern::COUNT as u8);
        let patterns =
            || bundles.patterns().iter().map(|bundle| bundle.map(|at| Pattern::ALL[usize::from(at)]));
        let kinds = [false, true].map(|exact| {
            let kinds: Vec<Kind> = patterns().map(|bundle| Kind::of(bundle, exact)).collect();
            kinds.try_into().expect("one for each bundle")
        });
        let three = |pattern: &&Pattern| matches!(pattern, Pattern::OpenThree | Pattern::WideThree);
        let threes: Vec<bool> = patterns().map(|bundle| bundle.iter().filter(three).count() >= 2).collect();
        let threes = threes.try_into().expect("one for each bundle");
        KnownBundles { bundles, kinds, threes }
    }
}
