//! The division into groups by lot: seeds are kept apart, seeds that are placed stay where they are, and the lot is drawn
//! again while entries of one school come together that could be kept apart.

use std::collections::BTreeMap;

use leitai_core::sentence;

use crate::draw::lot;
use crate::hand_lots::group_sizes;
use crate::{EntryId, Seed, Sentence};

/// How often the lot of the groups is drawn at most.
const DRAWS: u32 = 100;
/// The draws of which it is said one by one why they were drawn again.
const TOLD: usize = 5;

/// Groups that were drawn, with the lots.
pub(crate) type DrawnGroups = (Vec<Vec<EntryId>>, Vec<Sentence>);

/// What a division into groups is drawn from.
pub(crate) struct GroupDraw<'a> {
    /// The entries to be drawn, the seeded ones first, in the order of their seeds.
    pub(crate) order: &'a [EntryId],
    /// How many of them are seeded.
    pub(crate) seeded: usize,
    /// The entries of each group that are placed in it without a lot.
    pub(crate) placed: Vec<Vec<EntryId>>,
    /// The school of an entry, if it has one.
    pub(crate) school: &'a dyn Fn(EntryId) -> Option<&'a str>,
    pub(crate) seed: &'a Seed,
    pub(crate) label: &'a str,
}

/// How close entries of one school are: the most of one school in one group, and the pairs of one school in a group.
/// Less is better.
type Closeness = (usize, usize);

impl GroupDraw<'_> {
    /// Draws the groups. Sizes differ by at most one.
    pub(crate) fn drawn(&self) -> DrawnGroups {
        let Some(least) = self.least_together() else { return self.dealt(1) };
        let mut best: Option<(Closeness, u32, DrawnGroups)> = None;
        let mut clashes: Vec<Sentence> = Vec::new();
        for draw in 1..=DRAWS {
            let drawn = self.dealt(draw);
            let closeness = self.closeness(&drawn.0);
            if closeness.0 > least && clashes.len() < TOLD {
                clashes.extend(self.clash(&drawn.0, draw, least));
            }
            if best.as_ref().is_none_or(|(before, ..)| closeness < *before) {
                best = Some((closeness, draw, drawn));
            }
            if closeness.0 <= least {
                break;
            }
        }
        let Some((closeness, at, (groups, mut lots))) = best else { return self.dealt(1) };
        lots.extend(why(clashes, least, closeness, at));
        (groups, lots)
    }

    /// The groups of one draw: seeds are taken in blocks of as many as there are groups with the fewest entries, and
    /// each block is drawn one to a group; the rest follow by lot, one to each group in turn, the emptiest first.
    fn dealt(&self, draw: u32) -> DrawnGroups {
        let label = match draw {
            1 => self.label.to_owned(),
            again => format!("{}, draw {again}", self.label),
        };
        let (mut groups, mut lots) = (self.placed.clone(), Vec::new());
        let (mut seeds, rest) = self.order.split_at(self.seeded);
        let mut pot = 0;
        let mut drawn = |entries: &mut dyn Iterator<Item = EntryId>| {
            pot += 1;
            let lot = lot(self.seed, &format!("{label}, pot {pot}"), entries);
            lots.push(lot.why);
            lot.order
        };
        loop {
            let fewest = groups.iter().map(Vec::len).min().unwrap_or_default();
            let open: Vec<usize> = (0..groups.len()).filter(|at| groups[*at].len() == fewest).collect();
            if open.is_empty() || seeds.len() < open.len() {
                break;
            }
            let (block, others) = seeds.split_at(open.len());
            let order = drawn(&mut block.iter().copied());
            open.into_iter().zip(order).for_each(|(at, entry)| groups[at].push(entry));
            seeds = others;
        }
        if !(seeds.is_empty() && rest.is_empty()) {
            for entry in drawn(&mut seeds.iter().chain(rest).copied()) {
                if let Some(emptiest) = groups.iter_mut().min_by_key(|group| group.len()) {
                    emptiest.push(entry);
                }
            }
        }
        (groups, lots)
    }

    /// How many of each school are in a group.
    fn schools<'s>(&'s self, group: &[EntryId]) -> BTreeMap<&'s str, usize> {
        let mut schools = BTreeMap::new();
        for school in group.iter().filter_map(|entry| (self.school)(*entry)) {
            *schools.entry(school).or_default() += 1;
        }
        schools
    }

    fn closeness(&self, groups: &[Vec<EntryId>]) -> Closeness {
        groups
            .iter()
            .flat_map(|group| self.schools(group).into_values())
            .fold((0, 0), |(most, pairs), together| {
                (most.max(together), pairs + together * (together - 1) / 2)
            })
    }

    /// The least possible number of entries of that school which most are of in one group; `None` if no school has two
    /// entries.
    fn least_together(&self) -> Option<usize> {
        let everyone: Vec<EntryId> = self.placed.iter().flatten().chain(self.order).copied().collect();
        let sizes = self.schools(&everyone);
        let largest = sizes.values().copied().max().filter(|largest| *largest > 1)?;
        let count = self.placed.len().max(1);
        let placed: Vec<BTreeMap<&str, usize>> =
            self.placed.iter().map(|group| self.schools(group)).collect();
        let there = placed.iter().flat_map(BTreeMap::values).copied().max().unwrap_or_default();
        let bound = largest.div_ceil(count).max(there);
        if there == 0 && self.placed.iter().all(Vec::is_empty) {
            // Dealt school by school, one to each group in turn, no group has more; blocks of seeds do not forbid it,
            // since the lines between blocks and schools can be coloured evenly by the groups.
            return Some(bound);
        }
        let lengths: Vec<usize> = self.placed.iter().map(Vec::len).collect();
        let room: Vec<usize> = (group_sizes(everyone.len(), &lengths).into_iter().zip(&lengths))
            .map(|(size, placed)| size.unwrap_or_default().saturating_sub(*placed))
            .collect();
        let to_draw: Vec<(&str, usize)> = (self.schools(self.order)).into_iter().collect();
        (bound..largest)
            .find(|most| {
                let free = |school: &str, group: usize| {
                    most.saturating_sub(placed[group].get(school).copied().unwrap_or_default())
                };
                can_part(&to_draw, &room, &free)
            })
            .or(Some(largest))
    }

    /// Why a draw does not count: what of one school came together in it.
    fn clash(&self, groups: &[Vec<EntryId>], draw: u32, least: usize) -> Option<Sentence> {
        let together = (1..).zip(groups).find_map(|(group, members)| {
            let too_many = self.schools(members).into_iter().find(|(_, count)| *count > least);
            too_many.map(|(school, count)| (group, school.to_owned(), count))
        });
        let (group, school, count): (u32, String, usize) = together?;
        Some(sentence!(
            "draw {draw} does not count and is drawn again: {count} of {school} in group {group}",
            "第{draw}次抽签不计，重抽：{school}有{count}队在第{group}组"; draw, count, school, group
        ))
    }
}

/// Which draw counts, and why the earlier ones do not.
fn why(clashes: Vec<Sentence>, least: usize, best: Closeness, at: u32) -> Vec<Sentence> {
    let drawn_again = if best.0 <= least { at - 1 } else { DRAWS };
    let (told, mut said) = (clashes.len() as u32, clashes);
    if drawn_again > told {
        let from = told + 1;
        said.push(sentence!(
            "draws {from} to {drawn_again} do not count for the same reason",
            "第{from}至第{drawn_again}次抽签同理不计"
        ));
    }
    let ((most, pairs), draws) = (best, DRAWS);
    said.push(if most <= least {
        sentence!(
            "draw {at} counts: at most {most} of one school in a group, as few as possible",
            "以第{at}次抽签为准：每组同校至多{most}队，已属最少"; at, most
        )
    } else {
        sentence!(
            "none of {draws} draws has at most {least} of one school in a group; draw {at} counts, in which fewest are together: at most {most}, and {pairs} pairs",
            "{draws}次抽签均未能使每组同校至多{least}队；取同校最分散的第{at}次：至多{most}队，同校{pairs}对"; draws, least, at, most, pairs
        )
    });
    said
}

/// Whether so many entries of each school fit into groups with so much room, of which each takes at most `free` of a
/// school: school by school, and entry by entry, moving others where one finds no room.
fn can_part(schools: &[(&str, usize)], room: &[usize], free: &dyn Fn(&str, usize) -> usize) -> bool {
    let mut taken = vec![vec![0; room.len()]; schools.len()];
    (0..schools.len()).all(|school| {
        (0..schools[school].1).all(|_| {
            let mut seen = vec![false; room.len()];
            make_room(school, schools, room, free, &mut taken, &mut seen)
        })
    })
}

/// Finds a group for one more entry of a school, and moves an entry of another school out of it where it is full.
fn make_room(
    school: usize,
    schools: &[(&str, usize)],
    room: &[usize],
    free: &dyn Fn(&str, usize) -> usize,
    taken: &mut Vec<Vec<usize>>,
    seen: &mut Vec<bool>,
) -> bool {
    for group in 0..room.len() {
        if seen[group] || taken[school][group] >= free(schools[school].0, group) {
            continue;
        }
        seen[group] = true;
        let in_it: usize = taken.iter().map(|of| of[group]).sum();
        let mut has_room = in_it < room[group];
        for other in 0..schools.len() {
            if has_room {
                break;
            }
            if taken[other][group] > 0 && make_room(other, schools, room, free, taken, seen) {
                taken[other][group] -= 1;
                has_room = true;
            }
        }
        if has_room {
            taken[school][group] += 1;
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Groups by lot with seeds kept apart.
        #[test]
        fn groups_are_even_and_keep_seeds_apart(n in 1u32..60, count in 1usize..9, seeded in 0usize..20, seed in 0u32..1000) {
            let order: Vec<_> = (0..n).map(EntryId).collect();
            let seeded = seeded.min(order.len());
            let seed = Seed::new(seed.to_string());
            let (placed, school) = (vec![Vec::new(); count], |_| None);
            let draw = GroupDraw { order: &order, seeded, placed, school: &school, seed: &seed, label: "groups" };
            let (groups, _) = draw.drawn();
            let mut all: Vec<_> = groups.concat();
            all.sort_unstable();
            prop_assert_eq!(&all, &order);
            let sizes = || groups.iter().map(Vec::len);
            prop_assert!(sizes().max().unwrap() - sizes().min().unwrap() <= 1);
            for pot in order[..seeded / count * count].chunks(count) {
                for group in &groups {
                    prop_assert_eq!(group.iter().filter(|entry| pot.contains(entry)).count(), 1);
                }
            }
        }

        /// The placed ones and the seeds drawn round them are spread as evenly as the groups allow.
        #[test]
        fn seeds_are_drawn_round_the_placed_ones(n in 8u32..40, count in 2usize..6, placed in prop::collection::btree_set(0usize..6, 0..3), seed in 0u32..1000) {
            let groups: Vec<usize> = placed.into_iter().filter(|group| *group < count).collect();
            let mut there = vec![Vec::new(); count];
            (0..).zip(&groups).for_each(|(id, group)| there[*group].push(EntryId(id)));
            let order: Vec<_> = (groups.len() as u32..n).map(EntryId).collect();
            let (seed, school) = (Seed::new(seed.to_string()), |_| None);
            // As many seeds as make one in each group, with the placed ones.
            let seeded = count - groups.len();
            let draw = GroupDraw { order: &order, seeded, placed: there, school: &school, seed: &seed, label: "groups" };
            for group in draw.drawn().0 {
                prop_assert_eq!(group.iter().filter(|entry| entry.index() < count).count(), 1);
            }
        }
    }
}
