//! The end of a game: nothing is left but separate chains and closed chains.
//!
//! A side that has to open one opens the shortest chain or the shortest closed chain: no other choice is better
//! (Buzzard and Ciere, "Playing simple loony dots and boxes endgames optimally", 2014). So a position is determined
//! by how many of each are gone.

/// Chains and closed chains, by length.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Strings {
    /// The number of chains of each length: open ones, then closed ones.
    counts: [[u8; LONGEST]; 2],
    /// The set of lengths that occur.
    lengths: [u32; 2],
}

/// One more than the greatest length.
const LONGEST: usize = 26;
/// One more than the most chains of a kind on a board.
const MOST: usize = 27;

impl Strings {
    /// Adds a chain of `boxes` boxes.
    pub(crate) fn insert(&mut self, boxes: usize, closed: bool) {
        self.counts[usize::from(closed)][boxes] += 1;
        self.lengths[usize::from(closed)] |= 1 << boxes;
    }

    /// Removes a chain, which must be present.
    pub(crate) fn remove(&mut self, boxes: usize, closed: bool) {
        let count = &mut self.counts[usize::from(closed)][boxes];
        *count -= 1;
        if *count == 0 {
            self.lengths[usize::from(closed)] &= !(1 << boxes);
        }
    }

    /// Whether there is a chain of `boxes` boxes.
    #[inline]
    pub(crate) const fn has(&self, boxes: usize, closed: bool) -> bool {
        self.lengths[closed as usize] >> boxes & 1 == 1
    }

    /// The length of the shortest chain with at least `least` boxes.
    #[inline]
    pub(crate) const fn shortest(&self, least: usize, closed: bool) -> Option<usize> {
        let lengths = self.lengths[closed as usize] >> least << least;
        if lengths == 0 { None } else { Some(lengths.trailing_zeros() as usize) }
    }

    /// The margin, from here to the end, of the side that has to open a chain.
    pub(crate) fn value(&self) -> i32 {
        let (chains, chain_count) = self.sorted(false);
        let (closed, closed_count) = self.sorted(true);
        // `values[n]`: the margin after the first `n` closed chains are gone, with the current chain and longer
        // ones left.
        let mut values = [0; MOST];
        for at in (0..=chain_count).rev() {
            for loops in (0..=closed_count).rev() {
                let by_chain = (at < chain_count).then(|| opened(chains[at], false, values[loops]));
                let by_loop = (loops < closed_count).then(|| opened(closed[loops], true, values[loops + 1]));
                values[loops] = by_chain.into_iter().chain(by_loop).max().unwrap_or(0);
            }
        }
        values[0]
    }

    /// The lengths in ascending order, and their number.
    fn sorted(&self, closed: bool) -> ([i32; MOST], usize) {
        let (mut sorted, mut found) = ([0; MOST], 0);
        let mut lengths = self.lengths[usize::from(closed)];
        while lengths != 0 {
            let boxes = lengths.trailing_zeros();
            lengths &= lengths - 1;
            for _ in 0..self.counts[usize::from(closed)][boxes as usize] {
                sorted[found] = boxes as i32;
                found += 1;
            }
        }
        (sorted, found)
    }
}

/// The margin of the side that opens a chain, if the side to move after it has the margin `rest`.
pub(crate) const fn opened(boxes: i32, closed: bool, rest: i32) -> i32 {
    match left_behind(boxes, closed) {
        0 => -(boxes + rest),
        left => -(boxes - left + (rest + left).abs()),
    }
}

/// How many boxes of a chain just opened the other side can leave in order to keep the turn after. A chain of two is
/// opened between its boxes, so that none can be left.
pub(crate) const fn left_behind(boxes: i32, closed: bool) -> i32 {
    match (boxes, closed) {
        (_, true) => 4,
        (3.., _) => 2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Rng;

    /// The value by trying every order of opening.
    fn plain(strings: Strings) -> i32 {
        let mut best = None;
        for closed in [false, true] {
            for boxes in 1..LONGEST {
                let mut rest = strings;
                if strings.has(boxes, closed) {
                    rest.remove(boxes, closed);
                    best = best.max(Some(opened(boxes as i32, closed, plain(rest))));
                }
            }
        }
        best.unwrap_or(0)
    }

    #[test]
    fn the_shortest_of_a_kind_is_enough() {
        let mut rng = Rng::new(11);
        for _ in 0..leitai_testkit::extent("LEITAI_STRINGS", 3_000, 100_000) {
            let (mut strings, mut left) = (Strings::default(), 25);
            for _ in 0..=rng.below(6) {
                let closed = rng.below(3) == 0;
                let boxes = if closed { 4 + 2 * rng.below(4) } else { 1 + rng.below(7) };
                if boxes <= left {
                    left -= boxes;
                    strings.insert(boxes, closed);
                }
            }
            assert_eq!(strings.value(), plain(strings), "{strings:?}");
        }
    }
}
