//! A contest with the plan of its tables.

use super::kept_contest::KeptContest;
use super::latest::Latest;
use crate::zone::Zone;
use leitai_catalog::find;
use leitai_core::{ContentHash, GameName, Sentence, Words};
use leitai_tournament::contest::PlannedMatch;
use leitai_tournament::table_plan::{Fit, Fixture, FixtureId, Hall, Movement, Naming, TablePlan, TeamId};
use std::sync::Arc;

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

/// The plans that this process has made.
#[derive(Default)]
pub(crate) struct ContestPlans {
    pub(super) announced: Latest<PlannedContest>,
    pub(super) proposed: Latest<PlannedContest>,
}
