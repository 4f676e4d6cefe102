//! Draws: seeding, and the halves of a bracket.

use leitai_core::sentence;

use crate::{Decimal, Entry, EntryId, Lot, Seed, Sentence};

/// Entries in an order, with the lots drawn to obtain it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct DrawnOrder {
    pub(crate) entries: Vec<EntryId>,
    pub(crate) lots: Vec<Sentence>,
}

/// Seeds by seed score, highest first, entries without one last; equal scores by lot.
pub(crate) fn seeding(mut entries: Vec<&Entry>, seed: &Seed, label: &str) -> DrawnOrder {
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.seed_score));
    let mut order = DrawnOrder::default();
    for equal in entries.chunk_by(|a, b| a.seed_score == b.seed_score) {
        if let [one] = equal {
            order.entries.push(one.id);
            continue;
        }
        let score = equal[0].seed_score.map_or("-".to_owned(), |score: Decimal| score.to_string());
        let lot = lot(seed, &format!("{label} at {score}"), equal.iter().map(|entry| entry.id));
        order.lots.push(match equal[0].seed_score {
            // The label contains a grade: those who may know it have the whole label and can repeat the draw.
            Some(_) => among_equals(label, &lot.order),
            None => lot.why,
        });
        order.entries.extend(lot.order);
    }
    order
}

fn among_equals(label: &str, drawn: &[EntryId]) -> Sentence {
    let names: Vec<String> = drawn.iter().map(ToString::to_string).collect();
    sentence!("lot \"{label}\" among equal seed scores: {names}", "种子分相同者抽签“{label}”：{names}"; label, names)
}

pub(crate) fn lot(seed: &Seed, label: &str, entries: impl IntoIterator<Item = EntryId>) -> Lot<EntryId> {
    seed.draw(label, entries, ToString::to_string)
}

/// A champion or runner-up that goes through to the second stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FromClass {
    pub(crate) entry: EntryId,
    pub(crate) class: usize,
}

/// Draws two halves of a bracket by lot, of equal size or with one more in the first; entries of one class (a
/// champion and its runner-up) go into opposite halves. The order within each half is that of the lot.
pub(crate) fn halves(entrants: &[FromClass], seed: &Seed, label: &str) -> ([Vec<EntryId>; 2], Vec<Sentence>) {
    let all = lot(seed, label, entrants.iter().map(|entrant| entrant.entry));
    let class = |entry| entrants.iter().find(|it| it.entry == entry).map(|it| it.class);
    let partner = |entry: EntryId| {
        entrants.iter().find(|it| it.entry != entry && Some(it.class) == class(entry)).map(|it| it.entry)
    };
    let mut halves: [Vec<EntryId>; 2] = Default::default();
    let mut coins = Vec::new();
    // Pairs of one class first, as they leave no choice: the entry drawn earlier goes into the smaller half.
    for &entry in &all.order {
        if let Some(partner) = partner(entry)
            && !halves.iter().flatten().any(|&placed| placed == entry)
        {
            // A separate lot decides, so that champions are spread over both halves.
            let drawn = lot(seed, &format!("{label}, first half"), [entry, partner]);
            let coin = usize::from(drawn.order[0] != entry);
            halves[coin].push(entry);
            halves[1 - coin].push(partner);
            coins.push(drawn.why);
        }
    }
    for &entry in all.order.iter().filter(|&&entry| partner(entry).is_none()) {
        let fewer = usize::from(halves[1].len() < halves[0].len());
        halves[fewer].push(entry);
    }
    for half in &mut halves {
        half.sort_by_key(|entry| all.order.iter().position(|drawn| drawn == entry));
    }
    (halves, [all.why].into_iter().chain(coins).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn entry(id: u32, score: Option<i32>) -> Entry {
        Entry { seed_score: score.map(Decimal::from), ..Entry::new(id, format!("team {id}")) }
    }

    /// Seeds by the field `seed_score`; equal scores by lot.
    #[test]
    fn the_best_score_is_the_first_seed_and_equals_are_drawn() {
        let entries = [entry(0, None), entry(1, Some(90)), entry(2, Some(95)), entry(3, Some(90))];
        let order = seeding(entries.iter().collect(), &Seed::new("s"), "seeds");
        assert_eq!((order.entries[0], order.entries[3]), (EntryId(2), EntryId(0)));
        assert_eq!(order.lots.len(), 1);
        let said = order.lots[0].to(crate::Lang::En);
        assert!(
            said.contains("among equal seed scores") && !said.contains("90"),
            "a grade is told nobody: {said}"
        );
        let firsts =
            (0..50).map(|n| seeding(entries.iter().collect(), &Seed::new(n.to_string()), "seeds").entries[1]);
        assert_eq!(firsts.collect::<std::collections::BTreeSet<_>>().len(), 2, "the lot can fall either way");
    }

    proptest! {
        /// Champion and runner-up of one class in opposite halves.
        #[test]
        fn champion_and_runner_up_are_in_opposite_halves(classes in 1usize..40, runners in 0usize..40, seed in 0u32..1000) {
            let runners = runners.min(classes);
            let entrants: Vec<_> = (0..classes).chain(0..runners).enumerate()
                .map(|(id, class)| FromClass { entry: EntryId(id as u32), class }).collect();
            let (halves, lots) = halves(&entrants, &Seed::new(seed.to_string()), "bracket");
            prop_assert_eq!(halves[0].len() + halves[1].len(), entrants.len());
            prop_assert_eq!(halves[0].len(), entrants.len().div_ceil(2));
            prop_assert_eq!(lots.len(), 1 + runners, "one for the order, and a coin for each two of a class");
            for it in &entrants {
                for other in entrants.iter().filter(|other| other.class == it.class && other.entry != it.entry) {
                    prop_assert!(halves[0].contains(&it.entry) != halves[0].contains(&other.entry));
                }
            }
        }
    }
}
