//! How many turns one side's amazons have where nobody else comes.

use super::bits::{each, flood, near, queens};
use super::field::Act;
use std::collections::HashMap;

/// The most regions that are remembered.
const REMEMBERED: usize = 1 << 16;
/// Up to so many squares, every move of an amazon is tried, and the number of turns is exact.
const SMALL: u32 = 9;

/// The first turns of a region share the steps of a count between them.
const TRIED: usize = 8;

/// Squares where only one side's amazons move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Region {
    /// The free squares.
    pub(super) free: u128,
    pub(super) amazons: u128,
    /// Amazons that keep the other side out: when one leaves, it has to shoot back at the square where it stood.
    pub(super) guards: u128,
}

/// How many turns a region gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Turns {
    /// It certainly gives that many.
    pub(super) least: u32,
    /// It gives no more.
    pub(super) most: u32,
}

/// Counts turns, and remembers regions counted before.
#[derive(Default)]
pub(super) struct Filler {
    known: HashMap<Region, Turns>,
    /// Steps of the count that may still be taken, and whether one was refused.
    left: u32,
    is_cut: bool,
    /// All steps taken so far.
    pub(super) steps: u64,
}

/// A turn in a region, and what is left of the region then.
#[derive(Clone, Copy)]
struct Fill {
    acts: [Act; 2],
    after: Region,
    /// The squares that can still be reached, and how cramped the arrow's square was.
    worth: (u32, u32),
}

impl Region {
    /// The free squares that amazons can still come to.
    fn reached(&self) -> u128 {
        flood(self.amazons, self.free | self.amazons) & self.free
    }

    /// The turns that are worth trying, best first. Unless `all` are wanted, amazons move like kings and shoot at what is
    /// near: that is how squares are filled.
    fn fills(&self, all: bool) -> Vec<Fill> {
        let mut fills = Vec::new();
        for from in each(self.amazons) {
            let amazon = 1 << from;
            let targets = if all { queens(amazon, self.free) } else { near(amazon) & self.free };
            for to in each(targets) {
                let free = (self.free | amazon) ^ 1 << to;
                let shots = if self.guards & amazon != 0 {
                    amazon
                } else if all {
                    queens(1 << to, free)
                } else {
                    near(1 << to) & free
                };
                for shot in each(shots) {
                    let after = Region {
                        free: free ^ 1 << shot,
                        amazons: self.amazons ^ amazon ^ 1 << to,
                        guards: self.guards & !amazon,
                    };
                    let cramped = 8 - (near(1 << shot) & free).count_ones().min(8);
                    let worth = (after.reached().count_ones(), cramped);
                    fills.push(Fill { acts: [Act::step(from, to), Act::shot(shot)], after, worth });
                }
            }
        }
        fills.sort_by_key(|fill| std::cmp::Reverse(fill.worth));
        fills
    }
}

impl Filler {
    /// How many turns the region gives, within so many steps; `want` turns are enough.
    pub(super) fn turns(&mut self, region: Region, want: u32, steps: u32) -> Turns {
        (self.left, self.is_cut) = (steps, false);
        self.longest(region, want)
    }

    /// A turn that wastes nothing: the first of as many as the region certainly gives. `None` if there is no turn.
    pub(super) fn first(&mut self, region: Region, steps: u32) -> Option<[Act; 2]> {
        let least = self.turns(region, u32::MAX, steps).least;
        let fills = region.fills(region.free.count_ones() <= SMALL);
        let mut best: Option<(u32, [Act; 2])> = None;
        for (at, fill) in fills.into_iter().enumerate() {
            let share = if at < TRIED { steps / TRIED as u32 + 1 } else { 0 };
            let after = self.turns(fill.after, u32::MAX, share).least;
            if best.is_none_or(|(most, _)| after > most) {
                best = Some((after, fill.acts));
            }
            if after + 1 >= least {
                break;
            }
        }
        best.map(|(_, acts)| acts)
    }

    fn longest(&mut self, region: Region, want: u32) -> Turns {
        let free = region.reached();
        let mut turns = Turns { least: 0, most: free.count_ones() };
        if turns.most == 0 {
            return turns;
        }
        let region = Region { free, ..region };
        if let Some(known) = self.known.get(&region)
            && (known.least == known.most || known.least >= want || self.left == 0)
        {
            return *known;
        }
        if self.left == 0 {
            self.is_cut = true;
            return turns;
        }
        self.left -= 1;
        self.steps += 1;
        let was_cut = std::mem::take(&mut self.is_cut);
        let all = turns.most <= SMALL;
        let mut bound = 0;
        for fill in region.fills(all) {
            if fill.worth.0 < turns.least {
                // Even every square that is left would not be more; those that follow leave no more.
                break;
            }
            let after = self.longest(fill.after, want.saturating_sub(1));
            turns.least = turns.least.max(after.least + 1);
            bound = bound.max(after.most + 1);
            if turns.least >= want.min(turns.most) {
                break;
            }
        }
        let is_whole = turns.least < want.min(turns.most);
        if all && is_whole && !self.is_cut {
            turns.most = turns.most.min(bound.max(turns.least));
        }
        self.is_cut |= was_cut;
        if self.known.len() >= REMEMBERED {
            self.known.clear();
        }
        self.known.insert(region, turns);
        turns
    }
}

#[cfg(test)]
mod tests {
    use super::super::bits::{bit, square};
    use super::*;
    use crate::Square;
    use leitai_core::Rng;

    fn region(free: &[(u8, u8)], amazons: &[(u8, u8)], guards: &[(u8, u8)]) -> Region {
        let set = |squares: &[(u8, u8)]| {
            squares.iter().fold(0, |set, (x, y)| set | 1 << bit(Square::new(*x, *y).expect("a square")))
        };
        Region { free: set(free), amazons: set(amazons), guards: set(guards) }
    }

    /// The most turns, by trying everything.
    fn longest(region: Region) -> u32 {
        region.fills(true).into_iter().map(|fill| 1 + longest(fill.after)).max().unwrap_or(0)
    }

    #[test]
    fn regions_are_counted_as_by_trying_everything() {
        let mut rng = Rng::new(2);
        let (mut exact, mut wasteful) = (0, 0);
        for case in 0..leitai_testkit::cases(400) {
            let mut squares: Vec<(u8, u8)> = (0..5).flat_map(|x| (0..3).map(move |y| (x, y))).collect();
            leitai_search::shuffle(&mut squares, &mut rng);
            let (free, amazons) = (1 + case as usize % 6, 1 + rng.below(2));
            let guards = rng.below(amazons + 1);
            let there = &squares[free..free + amazons];
            let region = region(&squares[..free], there, &there[..guards]);
            let most = longest(region);
            let turns = Filler::default().turns(region, u32::MAX, u32::MAX);
            assert!(turns.least <= most && most <= turns.most, "{region:?}: {turns:?}, not {most}");
            assert_eq!((turns.least, turns.most), (most, most), "{region:?}");
            exact += u32::from(turns.least > 0);
            wasteful += u32::from(turns.least < region.reached().count_ones());
            if most > 0 {
                let [step, shot] = Filler::default().first(region, u32::MAX).expect("a turn");
                let fill =
                    region.fills(true).into_iter().find(|fill| fill.acts == [step, shot]).expect("legal");
                assert_eq!(longest(fill.after) + 1, most, "{region:?}: {:?}", square(step.to()));
            }
        }
        assert!(exact > 100 && wasteful > 5, "{exact} {wasteful}");
    }

    #[test]
    fn regions_of_one_square_and_shut_in_amazons() {
        let mut filler = Filler::default();
        let one = region(&[(1, 1)], &[(0, 0)], &[]);
        assert_eq!(filler.turns(one, u32::MAX, 100), Turns { least: 1, most: 1 });
        let none = region(&[(9, 9)], &[(0, 0)], &[]);
        assert_eq!(filler.turns(none, u32::MAX, 100), Turns { least: 0, most: 0 });
        assert_eq!(filler.first(none, 100), None);
        // Two squares in a row are filled one by one.
        let row = region(&[(1, 0), (2, 0)], &[(0, 0)], &[]);
        assert_eq!(filler.turns(row, u32::MAX, 100), Turns { least: 2, most: 2 });
    }

    /// Without steps nothing is certain but what squares there are.
    #[test]
    fn a_count_that_is_cut_off_says_so() {
        let row = region(&[(1, 0), (2, 0), (3, 0)], &[(0, 0)], &[]);
        assert_eq!(Filler::default().turns(row, u32::MAX, 0), Turns { least: 0, most: 3 });
    }
}
