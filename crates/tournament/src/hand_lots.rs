//! Lots drawn by hand and typed in: who was drawn into which group, or to which place.

use serde::{Deserialize, Serialize};

use crate::plan::{Format, Plan, Sections, StagePlan};
use crate::{Bracket, Entry, EntryId, Sentence};
use leitai_core::sentence;

/// One lot drawn by hand: what an entry drew.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandLot {
    /// Who.
    pub entry: EntryId,
    /// The group, from 1; `None` in a stage that is not divided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<u16>,
    /// The place, from 1, in the group or in the stage that is not divided. In groups all lots of one group may leave
    /// it out: its order is then the one in which they are listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u16>,
}

/// A group as people write it: its number from 1, or a letter, `A` for the first.
pub fn group_named(text: &str) -> Option<u16> {
    let is_plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    match text.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(u16::from(letter.to_ascii_uppercase() - b'A') + 1),
        [_, ..] if is_plain(text) => text.parse().ok().filter(|number| *number > 0),
        _ => None,
    }
}

impl HandLot {
    /// What an entry drew, as typed: in a stage divided into groups `2` or `B`, with a place in it `2-3` or `B3`;
    /// otherwise a place. `None` if it is neither.
    pub fn read(entry: EntryId, text: &str, is_divided: bool) -> Option<HandLot> {
        let number = |text: &str| group_named(text).filter(|_| !text.starts_with(char::is_alphabetic));
        let text = text.trim();
        if !is_divided {
            return Some(HandLot { entry, group: None, place: Some(number(text)?) });
        }
        if let Some(group) = group_named(text) {
            return Some(HandLot { entry, group: Some(group), place: None });
        }
        let (group, place) = match text.split_once(['-', '－', '.']) {
            Some((group, place)) => (group, place),
            None => text.split_at_checked(1).filter(|(letter, _)| letter.starts_with(char::is_alphabetic))?,
        };
        Some(HandLot { entry, group: Some(group_named(group)?), place: Some(number(place)?) })
    }

    /// The lot in words: "group 2", "place 3 of group 2", "place 3".
    pub fn words(&self) -> Sentence {
        match (self.group, self.place) {
            (Some(group), None) => sentence!("group {group}", "第{group}组"),
            (Some(group), Some(place)) => {
                sentence!("place {place} of group {group}", "第{group}组第{place}号"; place, group)
            }
            (None, place) => {
                let place = place.unwrap_or_default();
                sentence!("place {place}", "第{place}号")
            }
        }
    }
}

/// The number of groups into which a stage divides its first entries; `None` if it is not divided by lot.
pub(crate) fn group_count(plan: &StagePlan, entries: usize) -> Option<usize> {
    match plan.sections {
        Sections::Groups { of } => Some(entries.div_ceil(usize::from(of.max(1))).max(1)),
        Sections::One | Sections::Classes => None,
    }
}

impl Plan {
    /// Into how many groups the first stage divides so many entries; 0 if it does not divide them by lot.
    pub fn groups_of(&self, entries: usize) -> u16 {
        let count = self.stages.first().and_then(|stage| group_count(stage, entries));
        count.map_or(0, |count| u16::try_from(count).unwrap_or(u16::MAX))
    }
}

/// How many of this many entries each group has: as even as possible, where `placed` are in each already. The groups
/// that must have one more than others have it, then the first ones. `None` for a group in which too many are placed.
pub(crate) fn group_sizes(entries: usize, placed: &[usize]) -> Vec<Option<usize>> {
    let count = placed.len().max(1);
    let (least, mut larger) = (entries / count, entries % count);
    let mut sizes: Vec<Option<usize>> = vec![Some(least); placed.len()];
    let must = placed.iter().map(|placed| *placed > least);
    for (size, must) in sizes.iter_mut().zip(must) {
        if must {
            *size = if larger > 0 { Some(least + 1) } else { None };
            larger = larger.saturating_sub(1);
        }
    }
    for (size, placed) in sizes.iter_mut().zip(placed) {
        if size.is_some_and(|size| *placed > size) {
            *size = None;
        } else if *size == Some(least) && larger > 0 {
            (*size, larger) = (Some(least + 1), larger - 1);
        }
    }
    sizes
}

/// The members of each section that lots drawn by hand give, in their order, or why these lots cannot be taken: with
/// the name of an entry that is missing, drawn twice or unknown.
pub(crate) fn hand_drawn(
    plan: &Plan,
    entries: &[Entry],
    lots: &[HandLot],
) -> Result<Vec<Vec<EntryId>>, Sentence> {
    let stage = &plan.stages[0];
    let is_drawn = match &stage.format {
        Format::KnockOut { bracket, .. } => *bracket == Bracket::Seeds,
        Format::RoundRobin | Format::Swiss { .. } => true,
        Format::Ladder | Format::Gauntlet { .. } => false,
    };
    if stage.sections == Sections::Classes || !is_drawn {
        return Err(Sentence::new(
            "the first stage of this event is not drawn by lot, so there is nothing to draw by hand",
            "本赛事第一阶段不抽签，无从手工抽签",
        ));
    }
    let groups = group_count(stage, entries.len());
    let mut drawn: Vec<Vec<&HandLot>> = vec![Vec::new(); groups.unwrap_or(1)];
    let name = |id: EntryId| entries.get(id.index()).map_or("?", |entry| entry.name.as_str());
    for (at, lot) in lots.iter().enumerate() {
        let (who, what) = (name(lot.entry), lot.words());
        if lot.entry.index() >= entries.len() {
            let unknown = lot.entry;
            return Err(sentence!("{unknown} is not an entry of this event", "{unknown}不是本赛事的参赛者"));
        }
        if lots[..at].iter().any(|earlier| earlier.entry == lot.entry) {
            return Err(sentence!("{who} has drawn twice", "{who}抽了两次签"));
        }
        let placed = entries[lot.entry.index()].group;
        if let Some(group) = placed.filter(|group| lot.group != Some(*group)) {
            return Err(sentence!(
                "{who} is placed in group {group} without a lot, and cannot draw {what}",
                "{who}已直接编入第{group}组，不能抽得{what}"; who, group, what
            ));
        }
        let section = match (groups, lot.group) {
            (Some(_), Some(group)) => usize::from(group).checked_sub(1).filter(|at| *at < drawn.len()),
            (None, None) => Some(0),
            _ => None,
        };
        let Some(section) = section else {
            return Err(match groups {
                Some(groups) => sentence!(
                    "{who} drew {what}, but the groups are 1 to {groups}",
                    "{who}抽得{what}，而分组为第1至第{groups}组"; who, what, groups
                ),
                None => sentence!(
                    "{who} drew {what}, but this stage is not divided into groups: give its place",
                    "{who}抽得{what}，而本阶段不分组：请写签号"
                ),
            });
        };
        drawn[section].push(lot);
    }
    // Who is placed without a lot need not draw one.
    let unplaced: Vec<HandLot> = entries
        .iter()
        .filter(|entry| lots.iter().all(|lot| lot.entry != entry.id))
        .filter_map(|entry| Some(HandLot { entry: entry.id, group: Some(entry.group?), place: None }))
        .collect();
    for lot in unplaced.iter().rev() {
        let group = usize::from(lot.group.unwrap_or_default()).saturating_sub(1);
        if let Some(group) = drawn.get_mut(group) {
            group.insert(0, lot);
        }
    }
    let is_there = |entry: &&Entry| drawn.iter().flatten().any(|lot| lot.entry == entry.id);
    let missing: Vec<String> =
        entries.iter().filter(|entry| !is_there(entry)).map(|it| it.name.clone()).collect();
    if !missing.is_empty() {
        return Err(sentence!("no lot is given for {missing}", "缺少{missing}的签"; missing));
    }
    let sizes = drawn.iter().map(Vec::len);
    if let (Some(most), Some(least)) = (sizes.clone().max(), sizes.min())
        && most > least + 1
    {
        return Err(sentence!(
            "one group would have {most} entries and another {least}; they may differ by one",
            "有的组{most}队，有的组{least}队；各组人数至多相差一"
        ));
    }
    drawn.iter().map(|lots| in_order(lots, &name)).collect()
}

/// The entries of one section in the order of their places, or as listed where no lot has a place.
fn in_order<'n>(lots: &[&HandLot], name: &impl Fn(EntryId) -> &'n str) -> Result<Vec<EntryId>, Sentence> {
    if lots.iter().all(|lot| lot.place.is_none()) {
        return Ok(lots.iter().map(|lot| lot.entry).collect());
    }
    let mut order = vec![None; lots.len()];
    for lot in lots {
        let (who, most) = (name(lot.entry), lots.len());
        let Some(place) = lot.place else {
            return Err(sentence!(
                "{who} has no place in its group, where others have one",
                "{who}没有组内签号，而同组他人有"
            ));
        };
        match order.get_mut(usize::from(place).wrapping_sub(1)) {
            None => {
                return Err(sentence!(
                    "{who} drew place {place}, but there are {most}",
                    "{who}抽得第{place}号，而只有{most}个签"; who, place, most
                ));
            }
            Some(Some(other)) => {
                let other = name(*other);
                return Err(sentence!(
                    "{other} and {who} both drew place {place}",
                    "{other}与{who}都抽得第{place}号"; other, who, place
                ));
            }
            Some(free) => *free = Some(lot.entry),
        }
    }
    Ok(order.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lot_is_read_as_it_is_written_on_paper() {
        let read =
            |text, is_divided| HandLot::read(EntryId(4), text, is_divided).map(|lot| (lot.group, lot.place));
        for (text, lot) in [
            ("B", (Some(2), None)),
            ("2", (Some(2), None)),
            (" b3 ", (Some(2), Some(3))),
            ("2-3", (Some(2), Some(3))),
            ("12.1", (Some(12), Some(1))),
        ] {
            assert_eq!(read(text, true), Some(lot), "{text}");
        }
        assert_eq!(read("7", false), Some((None, Some(7))));
        for text in ["", "0", "B0", "-", "2-", "B-", "第2组", "AB", "A2B", "+1", "99999"] {
            assert_eq!(read(text, true), None, "{text}");
        }
        assert_eq!((read("B", false), read("B3", false)), (None, None));
    }

    #[test]
    fn sizes_are_even_whoever_is_placed() {
        let sizes = |entries, placed: &[usize]| group_sizes(entries, placed);
        assert_eq!(sizes(8, &[0, 0, 0]), [Some(3), Some(3), Some(2)]);
        assert_eq!(sizes(8, &[0, 0, 3]), [Some(3), Some(2), Some(3)]);
        assert_eq!(sizes(8, &[3, 3, 3]), [Some(3), Some(3), None]);
        assert_eq!(sizes(9, &[4, 0, 0]), [None, Some(3), Some(3)]);
        assert_eq!(sizes(8, &[4, 0, 0]), [None, Some(3), Some(2)]);
    }
}
