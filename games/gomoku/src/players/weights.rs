//! What bundles of patterns are worth: numbers fitted to own games (`games/gomoku/benches/fit.rs`).

use super::kind::BUNDLES;
use crate::Side;
use std::sync::LazyLock;

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

/// The worths of all bundles for a colour.
pub(super) type Weights = [Worths; BUNDLES];

/// Black under forbidden moves, white against it, and either where nothing is forbidden.
pub(super) const COLOURS: usize = 3;

/// The fitted numbers: the worths of each bundle as four numbers of two bytes, lowest byte first, colour by colour.
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
    let mut weights = vec![Worths::default(); BUNDLES];
    let numbers = FITTED.chunks_exact(8).skip(colour * BUNDLES);
    for (worths, bytes) in weights.iter_mut().zip(numbers) {
        let number = |i: usize| i16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]);
        *worths = Worths { mover: number(0), waiter: number(1), attack: number(2), defence: number(3) };
    }
    weights.try_into().expect("one for each bundle")
}

/// The bytes of these worths, as [`weights_of`] reads them.
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
        assert_eq!(FITTED.len(), COLOURS * BUNDLES * 8);
        assert!(FITTED.len() <= 200_000, "the whole evaluation stays small");
        let all = WEIGHTS.iter().flat_map(|weights| weights.iter().copied());
        assert_eq!(write(all), FITTED);
    }
}
