//! Bit operations on machine words, which the sets of points are built from.

const BYTES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = BYTES << 7;

/// The position of the `n`-th set bit in a sequence of words, both counted from 0 at the lowest bit; `None` if
/// fewer are set.
///
/// Has no branch that depends on the bits, since every move of a random game calls this function.
pub const fn nth_bit(words: &[u64], n: u32) -> Option<u32> {
    let (mut at, mut before, mut total, mut i) = (0, 0, 0, 0);
    while i < words.len() {
        total += words[i].count_ones();
        let is_past = total <= n;
        at += is_past as usize;
        before = if is_past { total } else { before };
        i += 1;
    }
    if n < total { Some(64 * at as u32 + nth_of_word(words[at], (n - before) as u64)) } else { None }
}

/// Narrows down the position by counting the set bits of ever smaller parts of the word. Requires more than
/// `left` set bits.
const fn nth_of_word(word: u64, mut left: u64) -> u32 {
    let pairs = word - (word >> 1 & (BYTES * 0x55));
    let fours = (pairs & (BYTES * 0x33)) + (pairs >> 2 & (BYTES * 0x33));
    // Byte `i`: how many bits are set in the bytes up to it, 64 at most.
    let up_to = ((fours + (fours >> 4)) & (BYTES * 0x0f)).wrapping_mul(BYTES);
    // Byte `i` keeps its top bit where that count exceeds `left`: the first such byte holds the wanted bit.
    let more = ((up_to | TOPS) - (left + 1) * BYTES) & TOPS;
    let mut place = more.trailing_zeros() & !7;
    left -= up_to << 8 >> place & 0xff;
    let parts = [(fours, 4, 0xf), (pairs, 2, 0x3), (word, 1, 0x1)];
    let mut i = 0;
    while i < parts.len() {
        let (counts, width, mask) = parts[i];
        let low = counts >> place & mask;
        let is_past = left >= low;
        left -= if is_past { low } else { 0 };
        place += if is_past { width } else { 0 };
        i += 1;
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_bit_is_the_nth_from_below() {
        let mixed = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let row = |i: u64| [mixed(i), mixed(i + 1) & mixed(i + 2), 0, mixed(i + 3) & mixed(i) & mixed(i + 4)];
        let rows = (0..500).map(row).chain([[0, 1, 1 << 63, u64::MAX], [TOPS, BYTES, 0, 0], [0; 4]]);
        for words in rows {
            let set = (0..256).filter(|bit| words[*bit as usize / 64] >> (bit % 64) & 1 == 1);
            let expected: Vec<u32> = set.collect();
            for n in 0..256 {
                assert_eq!(nth_bit(&words, n), expected.get(n as usize).copied(), "{words:#x?}");
            }
            assert_eq!(nth_bit(&words, u32::MAX), None);
        }
    }
}
