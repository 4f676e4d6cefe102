//! Rulings that are made at a contest by those who have a duty there: a referee about what is at his tables, the chief
//! referee and the panel about everything that is theirs.

use super::kept_contest::KeptContest;
use crate::deed_error::DeedError;
use crate::ruling::{Following, ForeseenRuling};
use crate::shared_store::SharedStore;
use leitai_core::{GameName, Sentence, sentence};
use leitai_store::{Actor, Deed};
use leitai_tournament::contest::{Contest, DrawnGame, Duty};
use leitai_tournament::{Decision, DecisionKind, EntryId, Role};

impl SharedStore {
    /// What a ruling about a game of a contest would change, if its duty lets this account make it. Nothing is decided.
    pub fn foresee_by_duty(
        &self,
        by: Actor<'_>,
        (contest, game): (&str, &GameName<'static>),
        decision: &Decision,
        reason: &str,
    ) -> Result<ForeseenRuling, DeedError> {
        let kept = self.contest(contest)?;
        let (drawn, role) = right(&kept, by, game, decision)?;
        Ok(self.foresee(&drawn.event, decision, (by, role), reason)?)
    }

    /// Makes a ruling about a game of a contest as it was foreseen, by an account whose duty lets it; a line of the audit list
    /// says so. The duty is asked on top of all that was done in the contest, and again where something was done meanwhile.
    /// As [`SharedStore::rule_as_foreseen`] in everything else.
    pub fn rule_by_duty(
        &self,
        by: Actor<'_>,
        (contest, game): (&str, &GameName<'static>),
        (decision, reason): (&Decision, &str),
        (mark, following): (&str, Following),
    ) -> Result<(), DeedError> {
        loop {
            let kept = self.contest(contest)?;
            let (drawn, role) = right(&kept, by, game, decision)?;
            let journal = self.contest_journal(contest)?;
            let signed = (by, Deed::RuleByDuty, role);
            let beside = Some((&journal as _, kept.seq()));
            match self.rule_signed(signed, &drawn.event, (decision, reason), (mark, following), beside) {
                // Somebody did something in the contest, which may have been to take the duty away.
                Err(DeedError::Meanwhile(_)) if self.contest(contest)?.seq() != kept.seq() => {}
                done => return done,
            }
        }
    }
}

fn refuse<T>(why: Sentence) -> Result<T, DeedError> {
    Err(DeedError::Refused(why))
}

/// The event of the game, and in whose name the account decides; refused where its duty does not reach so far.
fn right<'k>(
    kept: &'k KeptContest,
    by: Actor<'_>,
    game: &GameName<'static>,
    decision: &Decision,
) -> Result<(&'k DrawnGame, Role), DeedError> {
    let contest = &kept.contest;
    let duty = by.account().and_then(|account| contest.duty(account)).ok_or(DeedError::Nothing)?;
    let drawn = contest.drawn(game).ok_or(DeedError::Nothing)?;
    let role = duty.role();
    let Some(kind) = DecisionKind::of(decision).filter(|kind| kind.is_of(role)) else {
        let who = role.words();
        return refuse(
            sentence!("a decision of this kind is not made by: {who}", "{who}无权作出此类裁决"; who),
        );
    };
    if !reaches(contest, duty, (game, drawn), decision) {
        let what = kind.words;
        return refuse(sentence!(
            "a referee rules on what is at his tables, and this is not: {what}",
            "裁判只裁决所辖棋桌上的场次，此事不在其列：{what}"; what
        ));
    }
    Ok((drawn, role))
}

/// Whether a decision is about what sits at a table of a referee; every other duty reaches everywhere.
fn reaches(
    contest: &Contest,
    duty: &Duty,
    (game, drawn): (&GameName<'static>, &DrawnGame),
    decision: &Decision,
) -> bool {
    let Duty::Referee(own) = duty else { return true };
    let serves = |table: u32| own.is_empty() || own.contains(&table);
    contest.tables().filter(|(table, stands)| serves(*table) && stands.game == *game).any(|(_, stands)| {
        let sits = |entry: &EntryId| drawn.team(*entry).is_some_and(|team| stands.teams.contains(&team));
        decision.game().is_none_or(|id| id.of == stands.of)
            && decision.entries().iter().all(sits)
            && (decision.game().is_some() || !decision.entries().is_empty())
    })
}
