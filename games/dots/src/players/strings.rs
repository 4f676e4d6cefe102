//! The end of a game: nothing is left but chains and closed chains, apart from each other.
//!
//! Whoever has to open one opens the shortest chain or the shortest closed one: no other choice is better (Buzzard and
//! Ciere, "Playing simple loony dots and boxes endgames optimally", 2014). So a position is how many of each are gone.

/// Chains and closed chains, by length.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Strings {
    chains: [u8; LONGEST],
    closed: [u8; LONGEST],
}

/// One more than the longest.
const LONGEST: usize = 26;
/// Most chains of a kind on a board, and one more.
const MOST: usize = 27;

impl Strings {
    /// Puts in a chain of so many boxes.
    pub(crate) fn insert(&mut self, boxes: usize, closed: bool) {
        let of_kind = if closed { &mut self.closed } else { &mut self.chains };
        of_kind[boxes] += 1;
    }

    /// The margin of the side that has to open one, from here to the end.
    pub(crate) fn value(&self) -> i32 {
        let (chains, chain_count) = sorted(&self.chains);
        let (closed, closed_count) = sorted(&self.closed);
        // The margin after the first so many closed ones are gone, of those with the chain at hand and longer ones.
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
}

/// The margin of the side that opens a chain, when whoever moves after it has `rest`.
pub(crate) const fn opened(boxes: i32, closed: bool, rest: i32) -> i32 {
    match left_behind(boxes, closed) {
        0 => -(boxes + rest),
        left => -(boxes - left + (rest + left).abs()),
    }
}

/// How many boxes of a chain just opened the other side can leave, for the sake of the turn after. A chain of two is
/// opened between its boxes, so that none can be left.
pub(crate) const fn left_behind(boxes: i32, closed: bool) -> i32 {
    match (boxes, closed) {
        (_, true) => 4,
        (3.., _) => 2,
        _ => 0,
    }
}

/// The lengths, the shortest first, and how many.
fn sorted(counts: &[u8; LONGEST]) -> ([i32; MOST], usize) {
    let (mut lengths, mut found) = ([0; MOST], 0);
    for (boxes, count) in counts.iter().enumerate() {
        for _ in 0..*count {
            lengths[found] = boxes as i32;
            found += 1;
        }
    }
    (lengths, found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Rng;

    /// By every order of opening.
    fn plain(strings: Strings) -> i32 {
        let mut best = None;
        for closed in [false, true] {
            for boxes in 1..LONGEST {
                let mut rest = strings;
                let of_kind = if closed { &mut rest.closed } else { &mut rest.chains };
                if of_kind[boxes] > 0 {
                    of_kind[boxes] -= 1;
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
