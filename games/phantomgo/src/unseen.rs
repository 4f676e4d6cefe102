//! Boards of which one side is known only in part: which of them can be.

use leitai_board::Points;

/// The number of sets examined in one search for liberties. A board for which no answer was found by then counts as
/// possible: the referee sees the stones, so a doubt must not refuse his word.
const MOST_TRIED: u32 = 500;

/// What is known of a board: one side's stones, and something of the other's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unseen {
    /// The stones of the side that is known.
    pub(crate) own: Points,
    /// Where stones of the other side certainly stand.
    pub(crate) stones: Points,
    /// Points that are certainly empty.
    pub(crate) bare: Points,
    /// How many stones the other side has.
    pub(crate) count: u32,
}

impl Unseen {
    /// Whether the other side's stones can stand so that every chain has a liberty; the chain through `spared` needs none.
    ///
    /// As in [samples](crate::Board), an arrangement is a set of empty points that has a point in every region left by the
    /// known side and next to every chain of that side.
    pub(crate) fn fits(&self, spared: Points) -> bool {
        let Unseen { own, stones, bare, count } = *self;
        let room = Points::BOARD - own;
        let is_apart = (stones & (own | bare)).is_empty() && (bare & own).is_empty();
        let spare = room.len().checked_sub(count).and_then(|spare| spare.checked_sub(bare.len()));
        let (true, true, Some(left)) = (is_apart, stones.len() <= count, spare) else { return false };
        let open = room - stones;
        let chains = own.parts().filter(|chain| (*chain & spared).is_empty()).map(Points::border);
        let unmet = room.parts().chain(chains).filter(|set| (*set & bare).is_empty());
        let sets: Vec<Points> = unmet.map(|set| set & open).collect();
        can_meet(&sets, left, &mut 0)
    }
}

/// Whether so many points can be chosen that each set has one of them.
fn can_meet(sets: &[Points], left: u32, tried: &mut u32) -> bool {
    if sets.iter().any(|set| set.is_empty()) {
        return false;
    }
    if sets.len() <= left as usize {
        return true;
    }
    // Sets that have no point in common need a point each.
    let (mut apart, mut covered) = (0, Points::NONE);
    for set in sets.iter().filter(|set| !set.is_many()).chain(sets.iter().filter(|set| set.is_many())) {
        if (*set & covered).is_empty() {
            apart += 1;
            covered |= *set;
        }
    }
    if apart > left {
        return false;
    }
    *tried += 1;
    let Some(narrowest) = sets.iter().min_by_key(|set| set.len()).filter(|_| *tried <= MOST_TRIED) else {
        return true;
    };
    let met = |point: Points| sets.iter().filter(|set| !(**set & point).is_empty()).count();
    let mut choices: Vec<Points> = narrowest.each().collect();
    choices.sort_by_key(|point| usize::MAX - met(*point));
    choices.into_iter().any(|point| {
        let rest: Vec<Points> = sets.iter().copied().filter(|set| (*set & point).is_empty()).collect();
        can_meet(&rest, left - 1, tried)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_board::Point;
    use leitai_core::Rng;

    fn some(share: usize, rng: &mut Rng) -> Points {
        Point::all().filter(|_| rng.below(10) < share).collect()
    }

    /// Whether every chain of both sides has a liberty.
    fn is_sound(sides: [Points; 2]) -> bool {
        let empty = Points::BOARD - sides[0] - sides[1];
        sides.into_iter().all(|side| side.parts().all(|chain| !(chain.border() & empty).is_empty()))
    }

    /// Every sound board is found possible, whatever part of it is known.
    #[test]
    fn what_is_so_can_be() {
        let (mut rng, mut seen) = (Rng::new(5), 0);
        for _ in 0..40_000 {
            let (crowded, share) = (4 + rng.below(6), 2 + rng.below(6));
            let all = some(crowded, &mut rng);
            let own = all & some(share, &mut rng);
            let others = all - own;
            if !is_sound([own, others]) {
                continue;
            }
            seen += 1;
            let (stones, bare) = (others & some(5, &mut rng), (Points::BOARD - all) & some(3, &mut rng));
            let unseen = Unseen { own, stones, bare, count: others.len() };
            assert!(unseen.fits(Points::NONE), "{unseen:?}");
        }
        assert!(seen > 1_000, "{seen}");
    }

    /// Where everything but a few points is known, trying all arrangements gives the same answer.
    #[test]
    fn what_fits_is_an_arrangement() {
        let (mut rng, mut fitting, mut others) = (Rng::new(9), 0, 0);
        for _ in 0..4_000 {
            let crowded = 6 + rng.below(3);
            let all = some(crowded, &mut rng);
            let share = 3 + rng.below(4);
            let own = all & some(share, &mut rng);
            let stones = all - own;
            let open: Vec<Points> = (Points::BOARD - all).each().take(7).collect();
            let free = open.iter().fold(Points::NONE, |all, point| all | *point);
            let bare = Points::BOARD - all - free;
            let more = rng.below(open.len() + 1) as u32;
            let unseen = Unseen { own, stones, bare, count: stones.len() + more };
            let arrangements = (0..1_u32 << open.len()).filter(|bits| bits.count_ones() == more);
            let laid = |bits: u32| {
                let chosen = open.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
                chosen.fold(stones, |all, (_, point)| all | *point)
            };
            let can_be = arrangements.into_iter().any(|bits| is_sound([own, laid(bits)]));
            assert_eq!(unseen.fits(Points::NONE), can_be, "{unseen:?}");
            *(if can_be { &mut fitting } else { &mut others }) += 1;
        }
        assert!(fitting > 100 && others > 100, "{fitting} and {others}");
    }
}
