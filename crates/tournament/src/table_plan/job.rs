//! Matches prepared for planning: numbered teams, lengths, groups of matches that exclude each other.

use std::collections::BTreeMap;

use super::fixture::{Fixture, Sides, TeamId};

/// Lengths beyond this are no lengths of matches; sums of them stay far from the ends of the numbers.
const LONGEST: u64 = 1 << 40;

/// The group of a match whose sides are known: it belongs to none.
pub(crate) const NO_GROUP: u32 = u32::MAX;

/// A match, with its teams numbered through all events.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) event: u16,
    /// In milliseconds.
    pub(crate) length: i64,
    /// In milliseconds.
    pub(crate) pause: i64,
    /// Who plays, or may play.
    pub(crate) teams: Vec<u32>,
    /// Matches of a round whose sides are not known may be played side by side, though the same teams may play them.
    pub(crate) group: u32,
}

/// All matches of a contest, in the order of its fixtures.
pub(crate) struct Jobs {
    pub(crate) list: Vec<Job>,
    /// The teams, by their number here.
    pub(crate) teams: Vec<TeamId>,
}

impl Jobs {
    pub(crate) fn new(fixtures: &[Fixture]) -> Self {
        let mut teams: Vec<TeamId> = fixtures.iter().flat_map(|it| it.sides.teams()).copied().collect();
        teams.sort_unstable();
        teams.dedup();
        let mut groups: BTreeMap<(u16, (u16, u16)), u32> = BTreeMap::new();
        let list = fixtures.iter().map(|fixture| {
            let number = |team: &TeamId| teams.binary_search(team).unwrap_or(0) as u32;
            let known = groups.len() as u32;
            let group = match fixture.sides {
                Sides::Known(_) => NO_GROUP,
                Sides::Open(_) => *groups.entry((fixture.id.event, fixture.step())).or_insert(known),
            };
            Job {
                event: fixture.id.event,
                length: fixture.longest_ms.min(LONGEST) as i64,
                pause: fixture.pause_ms.min(LONGEST) as i64,
                teams: fixture.sides.teams().iter().map(number).collect(),
                group,
            }
        });
        let list = list.collect();
        Jobs { list, teams }
    }

    pub(crate) fn lengths(&self) -> Vec<i64> {
        self.list.iter().map(|job| job.length).collect()
    }
}
