//! The table plan of a contest: as it was announced, kept in step with the hall; or as it would be announced.

use super::contest_fixtures::number_of;
use super::kept_contest::KeptContest;
use super::planned_contest::PlannedContest;
use crate::deed_error::DeedError;
use crate::shared_store::SharedStore;
use crate::zone::Zone;
use leitai_tournament::table_plan::{Fit, Hall, Reality};
use std::sync::Arc;

/// A minute, in milliseconds: a plan is in whole minutes, and kept for as long.
const MINUTE: i64 = 60_000;
/// What begins within this time is left where it was announced, in milliseconds: its teams are on their way.
const ON_THEIR_WAY: u64 = 600_000;

impl SharedStore {
    /// A contest with the plan of its tables as it has to be by `now`: the one that was announced, bent by what goes on in the
    /// hall, or else the proposal of [`SharedStore::proposed_plan`].
    pub fn planned(&self, name: &str, zone: &Zone, now: i64) -> Result<Arc<PlannedContest>, DeedError> {
        let kept = self.contest(name)?;
        let is_announced = kept.contest.announced().is_some();
        self.kept_plan(kept, (zone, now), is_announced)
    }

    /// A contest with a plan made anew, from `now` on or from the hall's opening if that is to come: what is played stays where
    /// it is, games that were drawn are planned match by match, others by the teams that have signed up so far.
    pub fn proposed_plan(&self, name: &str, zone: &Zone, now: i64) -> Result<Arc<PlannedContest>, DeedError> {
        self.kept_plan(self.contest(name)?, (zone, now), false)
    }

    /// The plan that was made from the same journals for the same minute, or a new one.
    fn kept_plan(
        &self,
        kept: Arc<KeptContest>,
        (zone, now): (&Zone, i64),
        is_announced: bool,
    ) -> Result<Arc<PlannedContest>, DeedError> {
        // Nothing is planned before the hall opens, so that until then one plan does.
        let opens = kept.contest.terms().hours.first().map_or(now, |hours| hours.from);
        let minute = now.max(opens).div_euclid(MINUTE);
        let basis = self.basis(&kept, minute)?;
        let plans = if is_announced { &self.plans.announced } else { &self.plans.proposed };
        let name = kept.contest.terms().name.clone();
        let now = minute.saturating_mul(MINUTE);
        plans.of(&name, basis, || self.plan_anew(kept, (zone, now), is_announced))
    }

    fn plan_anew(
        &self,
        kept: Arc<KeptContest>,
        (zone, now): (&Zone, i64),
        is_announced: bool,
    ) -> Result<PlannedContest, DeedError> {
        let mut smaller = Vec::new();
        let fixtures = self.contest_fixtures(&kept, (zone, now), &mut smaller)?;
        let terms = kept.contest.terms();
        let hall = Hall::new(u16::try_from(terms.tables).unwrap_or(u16::MAX), terms.hours.clone());
        let announced = kept.contest.announced().filter(|_| is_announced).cloned();
        let Some(announced) = announced else {
            let fit = Fit::new(&fixtures, &hall, now, &smaller);
            return Ok(PlannedContest { kept, fixtures, hall, fit, announced_ms: None, moves: Vec::new() });
        };
        let before = announced.table_plan(|game| number_of(&kept.contest, game));
        // Nobody is called before the time that was announced: whoever is free earlier is called by a referee.
        let reality =
            Reality { fixtures: &fixtures, hall: &hall, now, frozen_ms: ON_THEIR_WAY, forward: false };
        let bend = before.bend(&reality);
        // What would help is for organisers, who look at a plan made anew.
        let fit = Fit::of_plan(bend.plan, &fixtures, &hall, now);
        let announced_ms = Some(announced.at_ms);
        Ok(PlannedContest { kept, fixtures, hall, fit, announced_ms, moves: bend.moves })
    }
}
