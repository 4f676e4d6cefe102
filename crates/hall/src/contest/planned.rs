//! The table plan of a contest: as it was announced, kept in step with the hall; or as it would be announced.

use super::contest_fixtures::number_of;
use super::kept_contest::KeptContest;
use super::latest::Latest;
use crate::deed_error::DeedError;
use crate::shared_store::SharedStore;
use crate::zone::Zone;
use leitai_catalog::find;
use leitai_core::{ContentHash, GameName, Sentence, Words};
use leitai_tournament::contest::PlannedMatch;
use leitai_tournament::table_plan::{
    Fit, Fixture, FixtureId, Hall, Movement, Naming, Reality, TablePlan, TeamId,
};
use std::sync::Arc;

/// A minute, in milliseconds: a plan is in whole minutes, and kept for as long.
const MINUTE: i64 = 60_000;
/// What begins within this time is left where it was announced, in milliseconds: its teams are on their way.
const ON_THEIR_WAY: u64 = 600_000;

/// A contest with the plan of its tables.
pub struct PlannedContest {
    /// The contest.
    pub kept: Arc<KeptContest>,
    /// The matches that it has, and those that it will have at most.
    pub fixtures: Vec<Fixture>,
    /// The hall.
    pub hall: Hall,
    /// The plan, what does not fit, and what would help.
    pub fit: Fit,
    /// When it was announced, in milliseconds since 1970-01-01 UTC; `None` if it is no more than a proposal.
    pub announced_ms: Option<i64>,
    /// The matches that are not where they were announced, in the order in which they were.
    pub moves: Vec<Movement>,
}

impl PlannedContest {
    /// What stands of the plan for people: that everything fits, or what does not, and what would help.
    pub fn words(&self, zone: &Zone) -> Vec<Sentence> {
        let contest = &self.kept.contest;
        self.with_names(zone, |naming| {
            if contest.terms().hours.is_empty() {
                let hours = Sentence::new("no hours of the hall are stated yet", "尚未填写赛场开放时间");
                return vec![hours];
            }
            self.fit.words(&self.fixtures, naming)
        })
    }

    /// A match that moves, in words: from when to when, and why.
    pub fn movement_words(&self, zone: &Zone, movement: &Movement) -> Sentence {
        let find = |id: FixtureId| self.fixtures.iter().find(|it| it.id == id);
        self.with_names(zone, |naming| movement.words(naming, find))
    }

    /// Does something with the names that the plan's sentences use.
    pub fn with_names<T>(&self, zone: &Zone, with: impl FnOnce(&Naming<'_>) -> T) -> T {
        let contest = &self.kept.contest;
        let team =
            |id: TeamId| contest.team(id).map_or_else(|| id.to_string(), |team| team.form.name.clone());
        let event = |number: u16| self.game(number).map_or_else(Sentence::default, |game| game_name(&game));
        let moment = |ms: i64| zone.at(ms).said();
        with(&Naming { team: &team, event: &event, moment: &moment })
    }

    /// The plan.
    pub fn plan(&self) -> &TablePlan {
        &self.fit.plan
    }

    /// The game of an event, by its place in the contest's list.
    pub fn game(&self, number: u16) -> Option<GameName<'static>> {
        self.kept.contest.terms().games.get(usize::from(number)).map(|own| own.game.clone())
    }

    /// Where and when a match was announced, if it is not there any more.
    pub fn moved(&self, id: FixtureId) -> Option<&Movement> {
        self.moves.iter().find(|it| it.fixture.id == id)
    }

    /// What would be announced: the matches that wait, with their places.
    pub fn matches(&self) -> Vec<PlannedMatch> {
        PlannedMatch::of_plan(self.plan(), |number| self.game(number))
    }

    /// A mark of what would be announced: what was shown is announced, or nothing is.
    pub fn mark(&self) -> String {
        ContentHash::of(format!("{:?}", self.matches()).as_bytes()).to_string()
    }
}

/// What a game is called; its id where it is not listed any more.
pub(super) fn game_name(game: &GameName<'_>) -> Sentence {
    find(game).map_or_else(|| Sentence::quoted(&**game), |listed| Words::into(listed.facts().name))
}

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
        let fit = if bend.plan.without_place.is_empty() {
            Fit { plan: bend.plan, misfits: Vec::new(), remedies: Vec::new() }
        } else {
            Fit { plan: bend.plan, ..Fit::new(&fixtures, &hall, now, &smaller) }
        };
        let announced_ms = Some(announced.at_ms);
        Ok(PlannedContest { kept, fixtures, hall, fit, announced_ms, moves: bend.moves })
    }
}

/// The plans that this process has made.
#[derive(Default)]
pub(crate) struct ContestPlans {
    announced: Latest<PlannedContest>,
    proposed: Latest<PlannedContest>,
}
