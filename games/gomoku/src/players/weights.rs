//! What bundles of patterns are worth: numbers fitted to own games (`games/gomoku/benches/fit.rs`).

use super::kind::BUNDLES;
use crate::Side;
use leitai_board::Worths;
use std::sync::LazyLock;

/// The worths of all bundles for a colour.
pub(super) type Weights = [Worths; BUNDLES];

/// Black under forbidden moves, white against it, and either where nothing is forbidden.
pub(super) const COLOURS: usize = 3;

/// The fitted numbers: the worths of each bundle, colour by colour.
static FITTED: &[u8] = include_bytes!("weights.bin");

static WEIGHTS: LazyLock<[Box<Weights>; COLOURS]> = LazyLock::new(|| [0, 1, 2].map(weights));

/// The weights of both sides, black's first. `bans`: black is bound by forbidden moves.
pub(super) fn weights_of(bans: bool) -> [&'static Weights; 2] {
    Side::BOTH.map(|side| &*WEIGHTS[colour_of(bans, side)])
}

/// The index of a side's weights.
pub(super) const fn colour_of(bans: bool, side: Side) -> usize {
    match (bans, side) {
        (true, Side::Black) => 0,
        (true, Side::White) => 1,
        (false, _) => 2,
    }
}

fn weights(colour: usize) -> Box<Weights> {
    let weights: Vec<Worths> = Worths::read(FITTED).skip(colour * BUNDLES).take(BUNDLES).collect();
    weights.try_into().expect("one for each bundle")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_are_read_as_they_were_written() {
        assert_eq!(FITTED.len(), COLOURS * BUNDLES * Worths::BYTES);
        assert!(FITTED.len() <= 200_000, "the whole evaluation stays small");
        let all = WEIGHTS.iter().flat_map(|weights| weights.iter().copied());
        assert_eq!(Worths::write(all), FITTED);
    }
}
