//! Dice and lots that nobody can foresee and anybody can check afterwards.

use sha2::{Digest as _, Sha256};

/// Draws that follow from a seed of 256 bits. Draw `k` (from 0) is the first 16 bytes of
/// SHA-256(seed ‖ k as 8 bytes, big-endian), read as a big-endian number, modulo the total weight: the bias
/// is below 2⁻⁹⁰. The seed is published when the game is over, its SHA-256 before it begins.
///
/// Draws are counted over the whole record: a take-back does not rewind them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dice {
    seed: [u8; 32],
    drawn: u64,
}

impl Dice {
    /// Dice that follow from `seed`.
    pub const fn new(seed: [u8; 32]) -> Self {
        Dice { seed, drawn: 0 }
    }

    /// Dice from a seed's 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Self> {
        if text.len() != 64 {
            return None;
        }
        let nibble = |digit: u8| char::from(digit).to_digit(16);
        let mut seed = [0; 32];
        for (byte, digits) in seed.iter_mut().zip(text.as_bytes().chunks(2)) {
            *byte = (nibble(digits[0])? << 4 | nibble(digits[1])?) as u8;
        }
        Some(Dice::new(seed))
    }

    /// The seed, as 64 lower-case hexadecimal digits.
    pub fn seed(&self) -> String {
        hex(&self.seed)
    }

    /// The SHA-256 of the seed, in the same form; it is published before the game.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.seed))
    }

    /// The next draw: an index into `weights`, with probability in proportion to them. Requires a positive sum.
    pub fn draw(&mut self, weights: impl Iterator<Item = u32> + Clone) -> usize {
        let mut hash = Sha256::new();
        hash.update(self.seed);
        hash.update(self.drawn.to_be_bytes());
        self.drawn += 1;
        let bytes = hash.finalize();
        let number = bytes[..16].iter().fold(0u128, |number, byte| number << 8 | u128::from(*byte));
        let total: u128 = weights.clone().map(u128::from).sum();
        let mut rest = number % total;
        for (i, weight) in weights.map(u128::from).enumerate() {
            if rest < weight {
                return i;
            }
            rest -= weight;
        }
        unreachable!("the rest is below the sum of the weights")
    }
}

fn hex(bytes: &[u8]) -> String {
    let nibbles = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    nibbles.filter_map(|nibble| char::from_digit(nibble.into(), 16)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_reads_back_and_gives_the_same_draws() {
        let mut dice = Dice::new(std::array::from_fn(|i| i as u8));
        let mut again = Dice::from_hex(&dice.seed()).expect("64 digits");
        let draws: Vec<_> = (0..100).map(|_| dice.draw([1; 6].into_iter())).collect();
        assert_eq!(draws, (0..100).map(|_| again.draw([1; 6].into_iter())).collect::<Vec<_>>());
        assert_ne!(dice.commitment(), dice.seed());
        assert_eq!(Dice::from_hex("12"), None);
        for pair in ["xx", "+8", " 8"] {
            assert_eq!(Dice::from_hex(&pair.repeat(32)), None, "{pair}");
        }
    }

    /// SHA-256 of 32 zero bytes is a published value; so is the first draw from it by the rule above.
    #[test]
    fn the_commitment_is_the_plain_sha_256() {
        let dice = Dice::new([0; 32]);
        assert_eq!(dice.commitment(), "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
    }

    #[test]
    fn draws_follow_the_weights() {
        let mut dice = Dice::new([7; 32]);
        let mut counts = [0; 4];
        for _ in 0..10_000 {
            counts[dice.draw([1, 0, 2, 1].into_iter())] += 1;
        }
        assert_eq!(counts[1], 0);
        for (count, share) in [(counts[0], 2500), (counts[2], 5000), (counts[3], 2500)] {
            assert!(i32::abs(count - share) < 200, "{counts:?}");
        }
    }
}
