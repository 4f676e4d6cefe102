//! The places of a knock-out bracket.

use crate::EntryId;

/// The seeds, from 0, in the order of their places in a bracket of `size` places, a power of two. Neighbours meet.
/// Counted from 1, seed i meets seed `size + 1 - i` in the first round, and the best 2^k can meet only when 2^k are
/// left: 1 and 2 only in the final.
pub(crate) fn places(size: u32) -> Vec<u32> {
    let mut seeds = vec![0];
    while (seeds.len() as u32) < size {
        let double = 2 * seeds.len() as u32;
        seeds = seeds.into_iter().flat_map(|seed| [seed, double - 1 - seed]).collect();
    }
    seeds
}

/// The bracket of entries in the order of their seeds, filled up to the next power of two with empty places.
pub(crate) fn by_seeds(order: &[EntryId]) -> Vec<Option<EntryId>> {
    let size = (order.len().max(1) as u32).next_power_of_two();
    places(size).into_iter().map(|seed| order.get(seed as usize).copied()).collect()
}

/// One bracket made of two halves, each in its own order; the empty places are spread over both.
pub(crate) fn by_halves(halves: &[Vec<EntryId>; 2]) -> Vec<Option<EntryId>> {
    let size = halves.iter().map(Vec::len).max().unwrap_or(1).max(1).next_power_of_two() as u32;
    let half = |order: &Vec<EntryId>| -> Vec<_> {
        places(size).into_iter().map(|seed| order.get(seed as usize).copied()).collect()
    };
    [half(&halves[0]), half(&halves[1])].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 13 teams: 1, 2, 3 rest; 4–13, 5–12 … 8–9.
    #[test]
    fn thirteen_teams_as_the_source_has_them() {
        let order: Vec<_> = (1..=13).map(EntryId).collect();
        let bracket = by_seeds(&order);
        let mut pairs: Vec<_> =
            bracket.chunks(2).map(|pair| (pair[0].map(|e| e.0), pair[1].map(|e| e.0))).collect();
        pairs.sort_unstable();
        let rests = [1, 2, 3].map(|seed| (Some(seed), None));
        let plays = [(4, 13), (5, 12), (6, 11), (7, 10), (8, 9)].map(|(a, b)| (Some(a), Some(b)));
        let expected: Vec<_> = rests.into_iter().chain(plays).collect();
        assert_eq!(pairs, expected);
    }

    /// For every number of teams: each team appears once; seed i meets 2^k + 1 − i; the best teams rest; and if the
    /// better seed always wins, 2^j teams are left, of which no two could have met before.
    #[test]
    fn brackets_hold_for_every_size() {
        for count in 1..=64u32 {
            let order: Vec<_> = (1..=count).map(EntryId).collect();
            let mut left = by_seeds(&order);
            let size = left.len() as u32;
            assert_eq!(size, count.next_power_of_two());
            let mut all: Vec<_> = left.iter().flatten().copied().collect();
            all.sort_unstable();
            assert_eq!(all, order);
            for pair in left.chunks(2).filter(|_| size > 1) {
                let (a, b) = (pair[0].expect("the better seed is there").0, pair[1].map(|e| e.0));
                assert_eq!(b, Some(size + 1 - a).filter(|&b| b <= count), "{count} teams, seed {a}");
            }
            while left.len() > 1 {
                left = left.chunks(2).map(|pair| pair[0].min(pair[1].or(pair[0]))).collect();
                let mut seeds: Vec<_> = left.iter().flatten().map(|e| e.0).collect();
                seeds.sort_unstable();
                assert_eq!(seeds, (1..=(left.len() as u32).min(count)).collect::<Vec<_>>());
            }
        }
    }
}
