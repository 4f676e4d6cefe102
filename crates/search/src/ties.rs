//! Breaks ties between equal moves at random.

use leitai_core::Rng;
use std::cmp::Ordering;

/// Shuffles the items: keeping the first of the best then breaks ties at random.
pub fn shuffle<T>(items: &mut [T], rng: &mut Rng) {
    for i in (1..items.len()).rev() {
        items.swap(i, rng.below(i + 1));
    }
}

/// One of the items with the highest value, each equally likely, with that value. `None` if there are no items.
pub fn one_of_best<V, M>(
    mut valued: Vec<(V, M)>,
    order: impl Fn(&V, &V) -> Ordering,
    rng: &mut Rng,
) -> Option<(V, M)> {
    let best = (0..valued.len()).max_by(|a, b| order(&valued[*a].0, &valued[*b].0))?;
    let is_best = |at: &usize| order(&valued[*at].0, &valued[best].0).is_eq();
    let equal: Vec<usize> = (0..valued.len()).filter(is_best).collect();
    Some(valued.swap_remove(equal[rng.below(equal.len())]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_comes_up() {
        let (mut rng, mut seen) = (Rng::new(1), std::collections::BTreeSet::new());
        for _ in 0..200 {
            let mut items = [1, 2, 3];
            shuffle(&mut items, &mut rng);
            seen.insert(items);
        }
        assert_eq!(seen.len(), 6);
    }

    #[test]
    fn each_of_the_best_is_chosen_and_no_other() {
        let (mut rng, mut seen) = (Rng::new(1), [0; 4]);
        for _ in 0..300 {
            let valued = vec![(1, 0), (7, 1), (7, 2), (3, 3)];
            let (value, chosen) = one_of_best(valued, i32::cmp, &mut rng).unwrap();
            assert_eq!(value, 7);
            seen[chosen] += 1;
        }
        assert!(seen[0] == 0 && seen[3] == 0 && seen[1].min(seen[2]) > 100, "{seen:?}");
        assert_eq!(one_of_best(Vec::<(i32, ())>::new(), i32::cmp, &mut rng), None);
    }
}
