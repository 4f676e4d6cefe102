//! Hashes of runs of tokens, and the choice of those that are kept.

use crate::token::Token;

/// The factor by which the hash is multiplied for each further token.
const BASE: u64 = 0x0000_0100_0000_01b3;

fn add(hash: u64, code: u32) -> u64 {
    hash.wrapping_mul(BASE).wrapping_add(spread(u64::from(code)))
}

/// The hash of each run of `length` tokens, in order.
pub(crate) fn runs(tokens: &[Token], length: usize) -> Vec<u64> {
    if tokens.len() < length {
        return Vec::new();
    }
    let top = (1..length).fold(1_u64, |power, _| power.wrapping_mul(BASE));
    let first = |tokens: &[Token]| tokens.iter().fold(0, |hash, token| add(hash, token.code));
    let mut hash: u64 = first(&tokens[..length]);
    let mut all = Vec::with_capacity(tokens.len() - length + 1);
    all.push(spread(hash));
    for (old, new) in tokens.iter().zip(&tokens[length..]) {
        hash = add(hash.wrapping_sub(spread(u64::from(old.code)).wrapping_mul(top)), new.code);
        all.push(spread(hash));
    }
    all
}

/// Mixes the bits (the last step of `MurmurHash3`), so that each of several hashes is equally likely to be the
/// smallest.
fn spread(mut bits: u64) -> u64 {
    bits ^= bits >> 33;
    bits = bits.wrapping_mul(0xff51_afd7_ed55_8ccd);
    bits ^= bits >> 33;
    bits = bits.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    bits ^ (bits >> 33)
}

/// The places that winnowing keeps: the last of the smallest hashes of each window, each once.
pub(crate) fn winnowed(runs: &[u64], window: usize) -> Vec<u32> {
    let mut kept: Vec<u32> = Vec::with_capacity(2 * runs.len() / (window + 1) + 1);
    let mut keep = |place: usize| {
        if kept.last() != Some(&(place as u32)) {
            kept.push(place as u32);
        }
    };
    let mut least = 0;
    for (end, hash) in runs.iter().enumerate() {
        let begin = (end + 1).saturating_sub(window);
        if least < begin {
            // The last of the smallest remaining hashes, which is the newest among equals.
            least = (begin..=end).rev().min_by_key(|place| runs[*place]).unwrap_or(end);
        } else if *hash <= runs[least] {
            least = end;
        }
        if end + 1 >= window || end + 1 == runs.len() {
            keep(least);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(codes: &[u32]) -> Vec<Token> {
        codes.iter().map(|code| Token { code: *code, start: 0, end: 1 }).collect()
    }

    /// Computed from scratch: the rightmost smallest hash of every window.
    fn plainly(runs: &[u64], window: usize) -> Vec<u32> {
        let windows = if runs.len() < window { 1 } else { runs.len() - window + 1 };
        let mut kept: Vec<u32> = (0..windows.min(runs.len()))
            .map(|begin| {
                let end = (begin + window).min(runs.len());
                (begin..end).rev().min_by_key(|place| runs[*place]).expect("a window") as u32
            })
            .collect();
        kept.dedup();
        kept
    }

    proptest! {
        #[test]
        fn what_rolls_is_what_is_made_anew(codes in proptest::collection::vec(0..5_u32, 0..80), length in 1..12_usize) {
            let tokens = of(&codes);
            let rolled = runs(&tokens, length);
            prop_assert_eq!(rolled.len(), (tokens.len() + 1).saturating_sub(length));
            for (place, hash) in rolled.iter().enumerate() {
                prop_assert_eq!(*hash, runs(&tokens[place..place + length], length)[0]);
            }
        }

        #[test]
        fn winnowing_keeps_the_last_least_of_each_window(hashes in proptest::collection::vec(0..6_u64, 0..60), window in 1..9_usize) {
            prop_assert_eq!(winnowed(&hashes, window), plainly(&hashes, window));
        }

        /// The guarantee: if two sources share `length + window - 1` tokens, some fingerprint of them is kept in both.
        #[test]
        fn a_long_enough_passage_is_never_missed(
            shared in proptest::collection::vec(0..4_u32, 17..30),
            before in proptest::collection::vec(0..9_u32, 0..40),
            after in proptest::collection::vec(0..9_u32, 0..40),
        ) {
            let (length, window) = (10, 8);
            let prints = |codes: &[u32]| {
                let all = runs(&of(codes), length);
                winnowed(&all, window).into_iter().map(|place| all[place as usize]).collect::<Vec<_>>()
            };
            let one = prints(&[&before[..], &shared, &after].concat());
            let other = prints(&[&after[..], &shared, &before, &before].concat());
            prop_assert!(one.iter().any(|print| other.contains(print)));
        }
    }
}
