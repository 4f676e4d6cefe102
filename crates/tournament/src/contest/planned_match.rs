//! The plan of a contest's tables as it was announced.

use crate::table_plan::{Booking, Fixture, FixtureId, Pairing, Phase, Sides, Sitting, TablePlan};
use leitai_core::GameName;
use serde::{Deserialize, Serialize};

/// A match with the table and the time that were announced for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlannedMatch {
    /// The game's id.
    pub game: GameName<'static>,
    /// Which of its matches.
    pub pairing: Pairing,
    /// Its round in its section, from 0.
    pub round: u16,
    /// The table, from 1.
    pub table: u32,
    /// When it begins, in milliseconds since 1970-01-01 UTC.
    pub from_ms: i64,
    /// When it is over at the latest.
    pub until_ms: i64,
}

/// A plan that was announced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnnouncedPlan {
    /// When, in milliseconds since 1970-01-01 UTC.
    pub at_ms: i64,
    /// Its matches, by time.
    pub matches: Vec<PlannedMatch>,
}

impl PlannedMatch {
    /// The matches of a plan that wait, by the games of its events; an event that has no game is left out.
    pub fn of_plan(plan: &TablePlan, game: impl Fn(u16) -> Option<GameName<'static>>) -> Vec<PlannedMatch> {
        let waiting = plan.bookings.iter().filter(|it| it.fixture.is_waiting());
        let planned = waiting.filter_map(|it| {
            Some(PlannedMatch {
                game: game(it.fixture.id.event)?,
                pairing: it.fixture.id.pairing,
                round: it.fixture.round,
                table: u32::from(it.sitting.table) + 1,
                from_ms: it.sitting.from,
                until_ms: it.sitting.until,
            })
        });
        planned.collect()
    }
}

impl AnnouncedPlan {
    /// It as a table plan, by the places of its games in the contest's list. Who plays is not in it: that is asked of the
    /// draws.
    pub fn table_plan(&self, event: impl Fn(&GameName<'static>) -> Option<u16>) -> TablePlan {
        let booked = self.matches.iter().filter_map(|it| {
            let (from, until) = (it.from_ms, it.until_ms);
            let fixture = Fixture {
                id: FixtureId { event: event(&it.game)?, pairing: it.pairing },
                round: it.round,
                sides: Sides::Open(Vec::new()),
                longest_ms: u64::try_from(until.saturating_sub(from)).unwrap_or(0),
                pause_ms: 0,
                phase: Phase::Waiting,
            };
            let table = u16::try_from(it.table.saturating_sub(1)).unwrap_or(u16::MAX);
            Some(Booking { fixture, sitting: Sitting { table, from, until } })
        });
        TablePlan { bookings: booked.collect(), without_place: Vec::new(), bound: None }
    }
}
