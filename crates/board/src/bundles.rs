//! Four patterns, one for each line through a cell, as one number whatever their order.

/// The numbers of the bundles of four patterns.
pub struct Bundles {
    /// By the patterns of the four directions, four bits each: the number of the bundle.
    numbers: Box<[u16; 1 << 16]>,
    /// The patterns of each bundle, the highest first.
    patterns: Vec<[u8; 4]>,
}

impl Bundles {
    /// How many bundles `patterns` patterns, at most 16, make.
    pub const fn count(patterns: usize) -> usize {
        patterns * (patterns + 1) * (patterns + 2) * (patterns + 3) / 24
    }

    /// The bundles of `patterns` patterns, at most 16.
    pub fn new(patterns: u8) -> Bundles {
        let mut bundles = Vec::with_capacity(Self::count(patterns.into()));
        let mut numbers: Box<[u16; 1 << 16]> = vec![0; 1 << 16].try_into().expect("that many");
        let nibbles = |shapes: usize| [0, 4, 8, 12].map(|shift| (shapes >> shift & 15) as u8);
        let all = |nibbles: &[u8; 4]| nibbles.iter().all(|nibble| *nibble < patterns);
        for shapes in 0..1_usize << 16 {
            let mut bundle = nibbles(shapes);
            if all(&bundle) && bundle.is_sorted() {
                // Highest first, as the number of the bundle is found for the sorted patterns alone.
                bundle.reverse();
                numbers[shapes] = bundles.len() as u16;
                bundles.push(bundle);
            }
        }
        for shapes in 0..1_usize << 16 {
            let mut bundle = nibbles(shapes);
            if all(&bundle) {
                bundle.sort_unstable();
                let [a, b, c, d] = bundle.map(usize::from);
                numbers[shapes] = numbers[a | b << 4 | c << 8 | d << 12];
            }
        }
        Bundles { numbers, patterns: bundles }
    }

    /// The number of the bundle of these patterns, four bits each.
    #[inline]
    pub fn number(&self, shapes: u16) -> usize {
        usize::from(self.numbers[usize::from(shapes)])
    }

    /// The patterns of each bundle, by its number, the highest first.
    pub fn patterns(&self) -> &[[u8; 4]] {
        &self.patterns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_does_not_depend_on_the_order_of_its_lines() {
        for count in [14, 16] {
            let bundles = Bundles::new(count);
            assert_eq!(bundles.patterns().len(), Bundles::count(count.into()));
            for (number, patterns) in bundles.patterns().iter().enumerate() {
                let [a, b, c, d] = patterns.map(u16::from);
                for [a, b, c, d] in [[a, b, c, d], [d, c, b, a], [b, d, a, c]] {
                    assert_eq!(bundles.number(a | b << 4 | c << 8 | d << 12), number);
                }
            }
        }
    }
}
