//! The table plan of a contest, from what its events and its tables are.

use super::event_of_game::text_of;
use super::kept_contest::KeptContest;
use crate::deed_error::DeedError;
use crate::error::HallError;
use crate::event_file::EventFile;
use crate::shared_store::SharedStore;
use crate::zone::Zone;
use leitai_catalog::find;
use leitai_core::{GameName, Sentence, Words};
use leitai_tournament::contest::{Contest, DrawnGame};
use leitai_tournament::table_plan::{
    Alternative, Fit, Fixture, Hall, Hours, Naming, NoTablePlan, Pairing, Phase, Sitting, TablePlan, TeamId,
    event_fixtures, in_groups, plan_fixtures,
};
use leitai_tournament::{EntryId, Plan};
use std::path::Path;
use std::sync::Arc;

/// Smaller groups that are tried where a contest does not fit.
const GROUPS: [u16; 3] = [5, 4, 3];

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

    /// Does something with the names that the plan's sentences use.
    pub fn with_names<T>(&self, zone: &Zone, with: impl FnOnce(&Naming<'_>) -> T) -> T {
        let contest = &self.kept.contest;
        let team =
            |id: TeamId| contest.team(id).map_or_else(|| id.to_string(), |team| team.form.name.clone());
        let event = |number: u16| {
            contest
                .terms()
                .games
                .get(usize::from(number))
                .map_or_else(Sentence::default, |own| game_name(&own.game))
        };
        let moment = |ms: i64| zone.at(ms).said();
        with(&Naming { team: &team, event: &event, moment: &moment })
    }

    /// The plan.
    pub fn plan(&self) -> &TablePlan {
        &self.fit.plan
    }
}

/// What a game is called; its id where it is not listed any more.
pub(super) fn game_name(game: &GameName<'_>) -> Sentence {
    find(game).map_or_else(|| Sentence::quoted(&**game), |listed| Words::into(listed.facts().name))
}

impl SharedStore {
    /// A contest with the plan of its tables, as it has to be from `now` on: what is played stays where it is, games that
    /// were drawn are planned match by match, others by the teams that have signed up so far.
    pub fn planned(&self, name: &str, zone: &Zone, now: i64) -> Result<PlannedContest, DeedError> {
        let kept = self.contest(name)?;
        let contest = &kept.contest;
        let (mut fixtures, mut alternatives) = (Vec::new(), Vec::new());
        for (number, own) in (0..).zip(&contest.terms().games) {
            let game = &own.game;
            let of_game = if let Some(drawn) = contest.drawn(game) {
                self.drawn_fixtures(&kept, (number, game), drawn, zone)?
            } else {
                let Some(fixtures) = foreseen(&kept, (number, game), zone, &mut alternatives)? else {
                    continue;
                };
                fixtures
            };
            fixtures.extend(of_game);
        }
        place_running(contest, &mut fixtures);
        let tables = u16::try_from(contest.terms().tables).unwrap_or(u16::MAX);
        let hours = contest.terms().hours.iter();
        let days = hours.map(|hours| Hours { from: hours.from_ms, until: hours.until_ms }).collect();
        let hall = Hall::new(tables, days);
        let fit = Fit::new(&fixtures, &hall, now, &alternatives);
        Ok(PlannedContest { kept, fixtures, hall, fit })
    }

    /// The matches of a game that was drawn.
    fn drawn_fixtures(
        &self,
        kept: &KeptContest,
        (number, game): (u16, &GameName<'static>),
        drawn: &DrawnGame,
        zone: &Zone,
    ) -> Result<Vec<Fixture>, DeedError> {
        let team = |entry: EntryId| drawn.team(entry).unwrap_or(TeamId(u32::MAX));
        match self.of_event(&drawn.event, |history| event_fixtures(number, &history.event, team)) {
            Ok(fixtures) => fixtures.map_err(|error| endless(&error)),
            // Its file is there, and nobody has begun it yet.
            Err(HallError::NoEvent { .. }) => {
                let file = file_of(kept, game, drawn, zone)?;
                plan_fixtures(number, &file.plan, &file.entries, team).map_err(|error| endless(&error))
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// The matches that a game will have at most with the teams that have signed up, added to `smaller` those that it would have
/// with smaller groups; `None` for too few teams.
fn foreseen(
    kept: &KeptContest,
    (number, game): (u16, &GameName<'static>),
    zone: &Zone,
    smaller: &mut Vec<Alternative>,
) -> Result<Option<Vec<Fixture>>, DeedError> {
    let teams: Vec<TeamId> = kept.contest.playing(game).map(|team| team.id).collect();
    if teams.len() < 2 {
        return Ok(None);
    }
    let foreseen = DrawnGame { event: format!("{} {game}", kept.contest.terms().name), teams };
    let file = file_of(kept, game, &foreseen, zone)?;
    let team = |entry: EntryId| foreseen.team(entry).unwrap_or(TeamId(u32::MAX));
    let of = |plan: &Plan| plan_fixtures(number, plan, &file.entries, team).map_err(|error| endless(&error));
    for of_group in GROUPS {
        if let Some(plan) = in_groups(&file.plan, file.entries.len() as u32, of_group) {
            smaller.push(Alternative { event: number, of: of_group, fixtures: of(&plan)? });
        }
    }
    of(&file.plan).map(Some)
}

fn endless(error: &NoTablePlan) -> DeedError {
    DeedError::because(error)
}

fn file_of(
    kept: &KeptContest,
    game: &GameName<'static>,
    drawn: &DrawnGame,
    zone: &Zone,
) -> Result<EventFile, DeedError> {
    let text = text_of(kept, game, drawn, zone)?;
    EventFile::parse(&text, game, Path::new(".")).map_err(|error| DeedError::Refused(error.what))
}

/// Marks the matches that sit at tables.
fn place_running(contest: &Contest, fixtures: &mut [Fixture]) {
    for (table, stands) in contest.tables() {
        let number = contest.terms().games.iter().position(|own| own.game == stands.game);
        let is_it = |fixture: &&mut Fixture| {
            Some(usize::from(fixture.id.event)) == number && fixture.id.pairing == Pairing::Drawn(stands.of)
        };
        if let Some(fixture) = fixtures.iter_mut().find(is_it)
            && fixture.is_waiting()
        {
            let until = stands.called_ms.saturating_add_unsigned(fixture.longest_ms);
            let table = u16::try_from(table - 1).unwrap_or(u16::MAX);
            fixture.phase = Phase::Running(Sitting { table, from: stands.called_ms, until });
        }
    }
}
