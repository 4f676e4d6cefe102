//! What bundles of patterns are worth.

use super::pattern::Pattern;
use leitai_board::{Bundles, Worths};
use std::sync::LazyLock;

/// The number of bundles.
pub(super) const BUNDLES: usize = Bundles::count(Pattern::COUNT);

/// The bundles of patterns by number.
pub(super) static BUNDLES_OF: LazyLock<Bundles> = LazyLock::new(|| Bundles::new(Pattern::COUNT as u8));

/// The worths of all bundles, by number.
pub(super) type Weights = [Worths; BUNDLES];

/// The fitted numbers: the worths of each bundle.
static FITTED: &[u8] = include_bytes!("weights.bin");

/// The weights of the players, fitted to own games (`games/connect6/benches/fit.rs`).
pub(super) static WEIGHTS: LazyLock<Box<Weights>> = LazyLock::new(|| {
    let weights: Vec<Worths> = Worths::read(FITTED).collect();
    weights.try_into().expect("one for each bundle")
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_are_read_as_they_were_written() {
        assert_eq!(FITTED.len(), BUNDLES * Worths::BYTES);
        assert!(FITTED.len() <= 200_000, "the whole evaluation stays small");
        assert_eq!(Worths::write(WEIGHTS.iter().copied()), FITTED);
    }
}
