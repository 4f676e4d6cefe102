//! The matches of a contest as the plan of its tables sees them: from its draws, its sign-up and its tables.

use super::event_of_game::text_of;
use super::kept_contest::KeptContest;
use crate::deed_error::DeedError;
use crate::error::HallError;
use crate::event_file::EventFile;
use crate::shared_store::SharedStore;
use crate::zone::Zone;
use leitai_core::GameName;
use leitai_tournament::contest::{Contest, DrawnGame};
use leitai_tournament::table_plan::{
    Alternative, Fixture, NoTablePlan, Pairing, Phase, Sitting, TeamId, event_fixtures, in_groups,
    plan_fixtures,
};
use leitai_tournament::{EntryId, Plan};
use std::path::Path;

/// Smaller groups that are tried where a contest does not fit.
const GROUPS: [u16; 3] = [5, 4, 3];

impl SharedStore {
    /// The matches that a contest has, and those that it will have at most; added to `smaller` those that games would have with
    /// smaller groups, where they are not drawn yet.
    pub(super) fn contest_fixtures(
        &self,
        kept: &KeptContest,
        (zone, now): (&Zone, i64),
        smaller: &mut Vec<Alternative>,
    ) -> Result<Vec<Fixture>, DeedError> {
        let contest = &kept.contest;
        let mut fixtures = Vec::new();
        for (number, own) in (0..).zip(&contest.terms().games) {
            let game = &own.game;
            let of_game = if let Some(drawn) = contest.drawn(game) {
                self.drawn_fixtures(kept, (number, game), drawn, zone)?
            } else {
                foreseen(kept, (number, game), zone, smaller)?.unwrap_or_default()
            };
            fixtures.extend(of_game);
        }
        place_past(contest, &mut fixtures);
        place_running(contest, &mut fixtures, now);
        Ok(fixtures)
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

/// The place of a game in the contest's list.
pub(super) fn number_of(contest: &Contest, game: &GameName<'_>) -> Option<u16> {
    let place = contest.terms().games.iter().position(|own| own.game == *game)?;
    u16::try_from(place).ok()
}

/// Says of matches that are over where and when they were.
fn place_past(contest: &Contest, fixtures: &mut [Fixture]) {
    for past in contest.past() {
        let number = number_of(contest, &past.game);
        let is_it = |fixture: &&mut Fixture| {
            Some(fixture.id.event) == number && fixture.id.pairing == Pairing::Drawn(past.of)
        };
        if let Some(fixture) = fixtures.iter_mut().find(is_it)
            && matches!(fixture.phase, Phase::Over(_))
        {
            let table = table_of(past.table);
            fixture.phase = Phase::Over(Some(Sitting { table, from: past.from_ms, until: past.until_ms }));
        }
    }
}

/// Marks the matches that sit at tables, each until it must be over.
fn place_running(contest: &Contest, fixtures: &mut [Fixture], now: i64) {
    for (table, stands) in contest.tables() {
        let number = number_of(contest, &stands.game);
        let is_it = |fixture: &&mut Fixture| {
            Some(fixture.id.event) == number && fixture.id.pairing == Pairing::Drawn(stands.of)
        };
        if let Some(fixture) = fixtures.iter_mut().find(is_it)
            && fixture.is_waiting()
        {
            let until = stands.over_by(now, fixture.longest_ms);
            fixture.phase = Phase::Running(Sitting { table: table_of(table), from: stands.called_ms, until });
        }
    }
}

/// A table as plans count it.
fn table_of(number: u32) -> u16 {
    u16::try_from(number.saturating_sub(1)).unwrap_or(u16::MAX)
}
