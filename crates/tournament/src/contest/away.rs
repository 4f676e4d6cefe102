//! What is out with desks without a network, and what that hinders.

use super::fold::Contest;
use super::taking::{TakenMatch, Taking, TakingId};
use super::team::TeamId;
use crate::{MatchId, Sentence};
use leitai_core::{GameName, sentence};

/// Most characters of what a desk is called.
const MOST_OF_NAME: usize = 60;
/// Results are expected until the day after the contest's last.
const A_DAY_MS: i64 = 24 * 3_600_000;
/// Most matches that one desk takes along.
const MOST_MATCHES: usize = 500;

impl Contest {
    /// Every taking, what is back and what was called off included.
    pub fn takings(&self) -> impl Iterator<Item = (&TakingId, &Taking)> {
        self.takings.iter()
    }

    /// A taking.
    pub fn taking(&self, id: &TakingId) -> Option<&Taking> {
        self.takings.get(id)
    }

    /// What is out now, with whom it is.
    pub fn out(&self) -> impl Iterator<Item = (&TakingId, &Taking, &TakenMatch)> {
        self.takings.iter().flat_map(|(id, taking)| taking.out.iter().map(move |taken| (id, taking, taken)))
    }

    /// Who has taken a match along.
    pub fn out_with(&self, game: &GameName<'_>, of: MatchId) -> Option<(&TakingId, &Taking)> {
        let mut all = self.out();
        all.find(|(_, _, taken)| taken.game == *game && taken.of == of).map(|(id, taking, _)| (id, taking))
    }

    /// Whether a table was taken along.
    pub fn is_out(&self, table: u32) -> bool {
        self.out().any(|(_, _, taken)| taken.table == table)
    }

    /// What is out hinders that a match is called to a table.
    pub(super) fn check_not_out(
        &self,
        table: u32,
        game: &GameName<'_>,
        of: MatchId,
        teams: [TeamId; 2],
    ) -> Result<(), Sentence> {
        if let Some((_, taking)) = self.out_with(game, of) {
            return Err(sentence!("{of} was taken along by {}", "{of} 已由“{}”取走", taking.with));
        }
        for (_, taking, taken) in self.out() {
            let (with, other) = (&taking.with, taken.table);
            if other == table {
                return Err(sentence!(
                    "table {table} was taken along by {with}: it is back with its results",
                    "{table} 号桌已由“{with}”取走，成绩带回后方可使用"
                ));
            }
            if let Some(team) = teams.into_iter().find(|team| taken.teams.contains(team)) {
                let name = self.name_of(team);
                return Err(sentence!(
                    "{name} plays at table {other}, which {with} has taken along",
                    "{name} 在 {other} 号桌，该桌已由“{with}”取走"
                ));
            }
        }
        Ok(())
    }

    pub(super) fn check_take(
        &self,
        id: &TakingId,
        with: &str,
        matches: &[TakenMatch],
    ) -> Result<(), Sentence> {
        if self.takings.contains_key(id) {
            return Err(sentence!("{id} was taken before", "{id} 已被使用"));
        }
        if with.trim().is_empty() || with.chars().count() > MOST_OF_NAME {
            return Err(sentence!(
                "say with whom the tables go, in at most {MOST_OF_NAME} characters",
                "请写明由谁取走，至多 {MOST_OF_NAME} 字"
            ));
        }
        if matches.is_empty() || matches.len() > MOST_MATCHES {
            return Err(sentence!(
                "a desk takes 1 to {MOST_MATCHES} matches along",
                "每次可取走 1 至 {MOST_MATCHES} 场"
            ));
        }
        for (at, taken) in matches.iter().enumerate() {
            let TakenMatch { table, game, of, teams } = taken;
            self.check_not_out(*table, game, *of, *teams)?;
            self.check_seating(*table, game, *of, *teams)?;
            for other in &matches[..at] {
                if other.game == *game && other.of == *of {
                    return Err(sentence!("{of} is named twice", "{of} 列了两次"));
                }
                if other.table != *table
                    && let Some(team) = teams.iter().find(|team| other.teams.contains(team))
                {
                    let (name, other) = (self.name_of(*team), other.table);
                    return Err(sentence!(
                        "{name} would be due at tables {other} and {table}",
                        "{name} 会同时排在 {other} 号桌与 {table} 号桌"
                    ));
                }
            }
        }
        Ok(())
    }

    /// A match can be at a table: both exist, nobody else sits there, and its teams sit nowhere else.
    fn check_seating(
        &self,
        table: u32,
        game: &GameName<'static>,
        of: MatchId,
        teams: [TeamId; 2],
    ) -> Result<(), Sentence> {
        match self.table(table) {
            // It was called there before it was taken along.
            Some(stands) if stands.game == *game && stands.of == of => Ok(()),
            _ => self.check_call(table, game, of, teams),
        }
    }

    /// Until when the results of what is taken along now are expected: a day after the hall closes for the last time, or a day
    /// from now if that is later.
    pub fn results_until(&self, now_ms: i64) -> i64 {
        let last = self.terms.hours.last().map_or(now_ms, |hours| hours.until);
        last.max(now_ms).saturating_add(A_DAY_MS)
    }

    pub(super) fn check_extend(&self, at_ms: i64, id: &TakingId, until_ms: i64) -> Result<(), Sentence> {
        let taking = self.not_recalled(id)?;
        if taking.out.is_empty() {
            return Err(sentence!("everything of {id} is back", "{id} 已全部带回"));
        }
        if until_ms <= at_ms || taking.until_ms.is_none_or(|until| until_ms <= until) {
            return Err(sentence!(
                "results of {id} are expected for at least as long already",
                "{id} 的带回期限已不早于此"
            ));
        }
        Ok(())
    }

    pub(super) fn check_back(
        &self,
        at_ms: i64,
        id: &TakingId,
        back: &[(GameName<'static>, MatchId)],
    ) -> Result<(), Sentence> {
        let taking = self.not_recalled(id)?;
        if taking.has_expired(at_ms) {
            return Err(sentence!(
                "results of {id} were expected earlier: an organiser extends it, or calls it off and lets its tables be taken \
                 along again",
                "{id} 已过带回期限：请组委会延期，或收回后重新取走"
            ));
        }
        let is_of = |(game, of): &&(GameName<'static>, MatchId)| {
            taking.all.iter().any(|taken| taken.game == *game && taken.of == *of)
        };
        match back.iter().find(|it| !is_of(it)) {
            Some((_, of)) => Err(sentence!("{of} was not taken along", "{of} 没有被取走")),
            None => Ok(()),
        }
    }

    pub(super) fn check_recall(&self, id: &TakingId, why: &str) -> Result<(), Sentence> {
        let taking = self.not_recalled(id)?;
        if taking.out.is_empty() {
            return Err(sentence!("everything of {id} is back", "{id} 已全部带回"));
        }
        if why.trim().is_empty() {
            return Err(sentence!("say why it is called off", "请写明收回的原因"));
        }
        Ok(())
    }

    /// A taking whose results count.
    pub(super) fn not_recalled(&self, id: &TakingId) -> Result<&Taking, Sentence> {
        match self.taking(id) {
            None => Err(sentence!("nobody has taken {id} along here", "这里没有编号为 {id} 的取走记录")),
            Some(taking) if taking.recalled_ms.is_some() => Err(sentence!(
                "{id} was called off: its matches are called elsewhere, and results of it count no longer",
                "{id} 已收回：其场次另行安排，带回的成绩不再计入"
            )),
            Some(taking) => Ok(taking),
        }
    }

    fn name_of(&self, team: TeamId) -> String {
        self.team(team).map_or_else(|| team.to_string(), |team| team.form.name.clone())
    }
}
