//! Trophies for the first places of a game, at most one for a school.

use std::collections::BTreeMap;

use super::Placed;
use crate::{EntryId, Sentence};
use leitai_core::sentence;

/// A trophy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trophy {
    /// The team that receives it.
    pub entry: EntryId,
    /// Which one, from 1: first, second, third.
    pub number: u32,
    /// The place for which it is given.
    pub place: Placed,
    /// Why this team receives it: whose turn it was before, and why that was passed over.
    pub why: Sentence,
}

/// A team that a trophy passed over, since its school has one already.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PassedOver {
    /// The team.
    pub entry: EntryId,
    /// Its place.
    pub place: Placed,
    /// Why it receives none.
    pub why: Sentence,
}

/// The trophies of one game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trophies {
    /// The trophies, the first one first.
    pub list: Vec<Trophy>,
    /// The teams that would have had one, but for a better one of their school.
    pub passed_over: Vec<PassedOver>,
}

impl Trophies {
    /// Gives the trophies of one game, `count` of them: in the national contest first to third, one for a school, and
    /// the rest go to the next school in order (一校一杯，依次递补).
    ///
    /// `school` names a team's school; a team without one stands for itself. Teams of several schools that share a
    /// place share its trophy, and the places behind them move down. Of teams of one school that share a place, the one
    /// that signed up first receives it (**decided**: a school has one trophy, whoever holds it).
    pub fn new<'n>(
        places: &[Placed],
        count: u32,
        name: impl Fn(EntryId) -> &'n str,
        school: impl Fn(EntryId) -> Option<&'n str>,
    ) -> Trophies {
        let mut places = places.to_vec();
        places.sort_by_key(|place| (place.rank, place.entry));
        places.dedup_by_key(|place| place.entry);
        let mut trophies = Trophies::default();
        let mut of_school: BTreeMap<&str, EntryId> = BTreeMap::new();
        for level in places.chunk_by(|one, other| one.rank == other.rank) {
            let number = trophies.list.len() as u32 + 1;
            if number > count {
                break;
            }
            for place in level {
                let entry = place.entry;
                let holder = school(entry).and_then(|school| Some((school, *of_school.get(school)?)));
                if let Some((school, holder)) = holder {
                    let (team, holder, rank) = (name(entry), name(holder), place.rank);
                    let why = sentence!(
                        "{team} of {school} is ranked {rank}, but {holder} of the same school has a trophy: one for a \
                         school, and the next school moves up",
                        "{school}的{team}列第 {rank} 名，但同校的{holder}已获奖杯：每校一座，由下一所学校递补"
                    );
                    trophies.passed_over.push(PassedOver { entry, place: *place, why });
                    continue;
                }
                if let Some(school) = school(entry) {
                    of_school.insert(school, entry);
                }
                let why = why(number, place, level.len(), &trophies.passed_over, &name);
                trophies.list.push(Trophy { entry, number, place: *place, why });
            }
        }
        trophies
    }
}

fn why<'n>(
    number: u32,
    place: &Placed,
    sharing: usize,
    passed_over: &[PassedOver],
    name: &impl Fn(EntryId) -> &'n str,
) -> Sentence {
    let Placed { rank, field, .. } = place;
    let given = sentence!(
        "trophy {number} for rank {rank} of {field}",
        "{field} 队中第 {rank} 名，获第 {number} 座奖杯"
    );
    let given = if sharing > 1 {
        given.and(&sentence!("{sharing} teams share the rank", "该名次由 {sharing} 队并列"))
    } else {
        given
    };
    if passed_over.is_empty() {
        return given;
    }
    let names: Vec<String> = passed_over.iter().map(|it| name(it.entry).to_owned()).collect();
    given.and(&sentence!(
        "it moves up, since the schools of {names} have one already", "因{names}所在学校已有奖杯而递补"; names
    ))
}
