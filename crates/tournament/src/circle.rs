//! The circle method: everyone meets everyone, without a stored table.

/// A round robin among `count` places, numbered from 0: only that number is stored.
///
/// With an even number of places the last stays fixed and the others rotate; an odd number is made even by an empty
/// place, whose opponent rests. Every two places meet once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Circle {
    count: u32,
}

impl Circle {
    /// A round robin among `count` places.
    pub fn new(count: u32) -> Self {
        Circle { count }
    }

    fn places(self) -> u32 {
        self.count + self.count % 2
    }

    /// The number of rounds: one fewer than the places, or as many as the places if their number is odd.
    pub fn rounds(self) -> u32 {
        if self.count < 2 { 0 } else { self.places() - 1 }
    }

    /// The number of pairs in all.
    pub fn pairs(self) -> u64 {
        let n = u64::from(self.count);
        n * n.saturating_sub(1) / 2
    }

    /// The pairs of a round. The first of each pair is 甲方; over all rounds everyone is 甲方 half the time, give
    /// or take one.
    pub fn round(self, round: u32) -> impl Iterator<Item = (u32, u32)> {
        let (turning, count) = (self.rounds(), self.count);
        (0..self.places() / 2).filter_map(move |table| {
            let (a, b) = match table {
                0 if round.is_multiple_of(2) => (round, turning),
                0 => (turning, round),
                _ => ((round + table) % turning, (round + turning - table) % turning),
            };
            (a < count && b < count).then_some((a, b))
        })
    }

    /// Who rests in a round.
    pub fn rests(self, round: u32) -> Option<u32> {
        (self.count % 2 == 1 && self.count > 1).then_some(round)
    }

    /// The round in which two places meet.
    pub fn round_of(self, a: u32, b: u32) -> u32 {
        let turning = self.rounds();
        if b == turning {
            return a;
        }
        if a == turning {
            return b;
        }
        // 2 · round = a + b in the odd ring; half the number of places is the inverse of 2.
        (u64::from(a + b) * u64::from(turning.div_ceil(2)) % u64::from(turning)) as u32
    }

    /// Whether `a` is the first of its pair with `b`, computed directly; agrees with [`Circle::round`].
    pub fn is_first(self, a: u32, b: u32) -> bool {
        let turning = self.rounds();
        if b == turning {
            return a.is_multiple_of(2);
        }
        if a == turning {
            return b % 2 == 1;
        }
        (a + turning - self.round_of(a, b)) % turning <= turning / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn every_two_meet_once_and_nobody_twice_in_a_round() {
        for count in 0..=40 {
            let circle = Circle::new(count);
            let mut met = BTreeMap::new();
            for round in 0..circle.rounds() {
                let mut here: Vec<_> = circle.round(round).flat_map(|(a, b)| [a, b]).collect();
                here.extend(circle.rests(round));
                here.sort_unstable();
                assert_eq!(here, (0..count).collect::<Vec<_>>(), "{count} places, round {round}");
                for (a, b) in circle.round(round) {
                    assert!(met.insert((a.min(b), a.max(b)), a).is_none(), "{count}: {a} and {b} met before");
                    assert_eq!((circle.round_of(a, b), circle.round_of(b, a)), (round, round));
                    assert!(circle.is_first(a, b) && !circle.is_first(b, a), "{count}: {a} against {b}");
                }
            }
            assert_eq!(met.len() as u64, circle.pairs());
            for place in 0..count {
                let first = met.values().filter(|&&first| first == place).count() as i64;
                assert!(
                    (2 * first - i64::from(count) + 1).abs() <= 1,
                    "{count}: {place} is first {first} times"
                );
            }
        }
    }
}
