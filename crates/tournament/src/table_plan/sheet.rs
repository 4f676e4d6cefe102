//! A table plan: its lists for the tables and for the teams.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use super::fixture::{Fixture, FixtureId, Phase, Sides, Sitting, TeamId};

/// A match with its table and its time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Booking {
    /// The match.
    pub fixture: Fixture,
    /// Its table, and from when until when.
    pub sitting: Sitting,
}

/// Which match is played at which table, and when. A value: the same matches and the same hall make the same plan.
///
/// Whatever the plan was made from: a table has one match at a time; a team that plays, or may play, is never due
/// twice at once, in whatever events, and has its pause between two matches; rounds are in order; every match lies
/// within the hall's hours. What has begun is kept as it is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TablePlan {
    /// The matches that have a place, played ones included, by time and then by table.
    pub bookings: Vec<Booking>,
    /// The matches that found no place within the hall's hours.
    pub without_place: Vec<FixtureId>,
    /// No plan can end before that, whatever the order of the matches; `None` if nothing waits, or if no plan can place
    /// all matches.
    pub bound: Option<i64>,
}

impl TablePlan {
    pub(crate) fn of(fixtures: &[Fixture], sittings: &[Option<Sitting>], bound: Option<i64>) -> Self {
        let (mut bookings, mut without_place) = (Vec::with_capacity(fixtures.len()), Vec::new());
        for (fixture, sitting) in fixtures.iter().zip(sittings) {
            match sitting {
                Some(sitting) => bookings.push(Booking { fixture: fixture.clone(), sitting: *sitting }),
                None if fixture.is_waiting() => without_place.push(fixture.id),
                None => {}
            }
        }
        bookings.sort_by_key(|it| (it.sitting.from, it.sitting.table, it.fixture.id));
        TablePlan { bookings, without_place, bound }
    }

    /// When the last match is over, at the latest; `None` if there is none.
    pub fn ends(&self) -> Option<i64> {
        self.bookings.iter().map(|it| it.sitting.until).max()
    }

    /// A match with its place.
    pub fn booking(&self, id: FixtureId) -> Option<&Booking> {
        self.bookings.iter().find(|it| it.fixture.id == id)
    }

    /// The matches at a table, in order: what its paper lists.
    pub fn at_table(&self, table: u16) -> impl Iterator<Item = &Booking> {
        self.bookings.iter().filter(move |it| it.sitting.table == table)
    }

    /// The matches of a team over all events, in order. Where the sides are not known, it is not listed.
    pub fn of_team(&self, team: TeamId) -> impl Iterator<Item = &Booking> {
        let plays = move |it: &&Booking| match it.fixture.sides {
            Sides::Known(both) => both.contains(&team),
            Sides::Open(_) => false,
        };
        self.bookings.iter().filter(plays)
    }

    /// The match that a team plays now, or else its next one.
    pub fn next_of(&self, team: TeamId) -> Option<&Booking> {
        let is_over = |it: &&Booking| matches!(it.fixture.phase, Phase::Over(_));
        self.of_team(team).find(|it| !is_over(it))
    }

    /// The match that is played at a table now, or else its next one.
    pub fn next_at(&self, table: u16) -> Option<&Booking> {
        let is_over = |it: &&Booking| matches!(it.fixture.phase, Phase::Over(_));
        self.at_table(table).find(|it| !is_over(it))
    }

    /// How often a team goes to another table than that of its match before, over all teams.
    pub fn changes_of_table(&self) -> usize {
        let mut last: BTreeMap<TeamId, u16> = BTreeMap::new();
        let mut changes = 0;
        for it in &self.bookings {
            if let Sides::Known(both) = it.fixture.sides {
                for team in both {
                    let before = last.insert(team, it.sitting.table);
                    changes += usize::from(before.is_some_and(|before| before != it.sitting.table));
                }
            }
        }
        changes
    }
}
