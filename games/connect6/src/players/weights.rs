//! What bundles of patterns are worth.

use super::pattern::Pattern;
use leitai_board::Bundles;
use std::sync::LazyLock;

/// The number of bundles.
pub(super) const BUNDLES: usize = Bundles::count(Pattern::COUNT);

/// The bundles of patterns by number.
pub(super) static BUNDLES_OF: LazyLock<Bundles> = LazyLock::new(|| Bundles::new(Pattern::COUNT as u8));

/// What a point is worth by what a stone would make there, in two-hundredths of log-odds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Worths {
    /// In a position, if the side that would make it is to move.
    pub(super) mover: i16,
    /// In a position, if the other side is to move.
    pub(super) waiter: i16,
    /// As a promise, for the side that makes it.
    pub(super) attack: i16,
    /// As a promise, for the side that keeps the other from making it.
    pub(super) defence: i16,
}

/// The worths of all bundles, by number.
pub(super) type Weights = [Worths; BUNDLES];

/// The fitted numbers: the worths of each bundle as four numbers of two bytes, lowest byte first.
static FITTED: &[u8] = include_bytes!("weights.bin");

/// The weights of the players, fitted to own games (`games/connect6/benches/fit.rs`).
pub(super) static WEIGHTS: LazyLock<Box<Weights>> = LazyLock::new(|| {
    let mut weights = vec![Worths::default(); BUNDLES];
    for (worths, bytes) in weights.iter_mut().zip(FITTED.chunks_exact(8)) {
        let number = |i: usize| i16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]);
        *worths = Worths { mover: number(0), waiter: number(1), attack: number(2), defence: number(3) };
    }
    weights.try_into().expect("one for each bundle")
});

/// The bytes of these worths, as [`WEIGHTS`] reads them.
#[cfg(any(test, feature = "bench"))]
pub(super) fn write(worths: impl Iterator<Item = Worths>) -> Vec<u8> {
    let numbers = worths.flat_map(|worths| [worths.mover, worths.waiter, worths.attack, worths.defence]);
    numbers.flat_map(i16::to_le_bytes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_are_read_as_they_were_written() {
        assert_eq!(FITTED.len(), BUNDLES * 8);
        assert!(FITTED.len() <= 200_000, "the whole evaluation stays small");
        assert_eq!(write(WEIGHTS.iter().copied()), FITTED);
    }
}
