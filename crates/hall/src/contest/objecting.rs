//! Objections that teams make themselves: 选手对比赛过程安排或比赛结果有异议，须通过领队向仲裁组反映.

use super::kept_contest::{CONTEST_PREFIX, KeptContest};
use super::program_description::MOST_OF_DESCRIPTION;
use crate::deed_error::DeedError;
use crate::error::HallError;
use crate::ruling::Following;
use crate::shared_store::SharedStore;
use crate::zone::Zone;
use leitai_core::{ContentHash, GameName, Sentence, sentence};
use leitai_store::{Actor, Deed, HandedInReport, ReportReceived, Reports, SubmissionLimits};
use leitai_tournament::awards::Notice;
use leitai_tournament::contest::TeamId;
use leitai_tournament::{Decision, GameId, Role};
use std::collections::BTreeMap;

/// What a team objects to.
#[derive(Clone, Copy, Debug)]
pub struct TeamObjection<'a> {
    /// The team.
    pub team: TeamId,
    /// The game of the contest.
    pub game: &'a GameName<'static>,
    /// The game that was played, if it is about one; otherwise it is about the schedule.
    pub about: Option<GameId>,
    /// Its words.
    pub words: &'a str,
    /// A document that goes with it; empty if none does.
    pub document: &'a [u8],
}

impl KeptContest {
    /// Until when objections about a game are heard: as long as its list of awards is provisional. `None` before that list was
    /// published.
    pub fn objections_until(&self, game: &GameName<'static>) -> Option<Notice> {
        let notices = [self.contest.notice(Some(game)), self.contest.notice(None)];
        notices.into_iter().flatten().max_by_key(|notice| notice.until())
    }
}

impl SharedStore {
    /// Objects for a team, in the name of its leader: by the account that signed the team up, or by an organiser. The document
    /// is on the disk before the objection is in the journal of the game's event. Refused once the notice period of the list
    /// of awards has passed, with the moment.
    pub fn object(
        &self,
        by: Actor<'_>,
        contest: &str,
        objection: &TeamObjection<'_>,
        zone: &Zone,
    ) -> Result<(), DeedError> {
        let refuse = |why: Sentence| Err(DeedError::Refused(why));
        let kept = self.contest(contest)?;
        let team = kept.contest.team(objection.team).ok_or(DeedError::Nothing)?;
        let is_own = by.account().is_some() && team.account.as_deref() == by.account();
        let (deed, game) = (if is_own { Deed::Object } else { Deed::Rule }, objection.game);
        let Some((drawn, entry)) =
            kept.contest.drawn(game).and_then(|drawn| Some((drawn, drawn.entry(objection.team)?)))
        else {
            let name = &team.form.name;
            return refuse(sentence!("{name} is not in the draw of {game}", "{name} 未参加 {game} 的抽签"));
        };
        if objection.words.trim().is_empty() {
            return refuse(sentence!("Say what the objection is.", "请写明异议内容。"));
        }
        if objection.document.len() > MOST_OF_DESCRIPTION {
            let most = MOST_OF_DESCRIPTION >> 20;
            return refuse(sentence!("The file is larger than {most} MB.", "文件超过 {most} MB。"));
        }
        let until = kept.objections_until(game).map(Notice::until);
        if let Some(until) = until.filter(|until| self.now().is_ok_and(|now| now >= *until)) {
            let until = zone.at(until).said();
            return refuse(sentence!(
                "objections were heard until {until}; the award list is final",
                "异议截止于{until}；获奖名单已生效"; until
            ));
        }
        let hash = (!objection.document.is_empty()).then(|| ContentHash::of(objection.document));
        let decision = Decision::Object { by: entry, game: objection.about, document: hash };
        // Whether it can be made at all is known before a document is kept for it.
        let words = objection.words.trim();
        let foreseen = self.foresee(&drawn.event, &decision, (by, Role::Leader), words)?;
        if let Some(hash) = hash {
            self.keep_document(by, (contest, objection.team), &hash, (objection.document, until))?;
        }
        let signed = (by, deed, Role::Leader);
        let shown = (foreseen.mark.as_str(), Following::Stands);
        self.rule_signed(signed, &drawn.event, (&decision, words), shown, None)
    }

    /// The contents of a document that went with an objection about a game of a contest; [`DeedError::Nothing`] if no
    /// objection names it.
    pub fn objection_document(
        &self,
        contest: &str,
        game: &GameName<'static>,
        document: ContentHash,
    ) -> Result<Vec<u8>, DeedError> {
        let kept = self.contest(contest)?;
        let drawn = kept.contest.drawn(game).ok_or(DeedError::Nothing)?;
        let is_named = self.of_event(&drawn.event, |history| {
            let names = |decision: &Decision| {
                matches!(decision, Decision::Object { document: Some(own), .. } if *own == document)
            };
            history.event.rulings().iter().any(|ruling| names(&ruling.decision))
        })?;
        if is_named { Ok(self.get(document)?) } else { Err(DeedError::Nothing) }
    }

    /// The line of the audit list is the objection's.
    fn keep_document(
        &self,
        by: Actor<'_>,
        (contest, team): (&str, TeamId),
        hash: &ContentHash,
        (contents, closes_ms): (&[u8], Option<i64>),
    ) -> Result<(), DeedError> {
        // Each under a name of its own, so that none takes the place of another.
        let (event, entry) = (format!("{CONTEST_PREFIX}{contest}"), format!("{team} {hash}"));
        let report = HandedInReport { event: &event, entry: &entry, by, contents, shares: &BTreeMap::new() };
        let limits = SubmissionLimits { least_ms: 0, opens_ms: None, closes_ms, most_unsettled: None };
        let received = self.runtime.wait(Reports::new(self.database.clone()).attach(&report, limits));
        match received.map_err(HallError::from)? {
            ReportReceived::Taken => Ok(()),
            ReportReceived::TooEarly(_) | ReportReceived::Closed => {
                Err(DeedError::Refused(sentence!("Objections are heard no more.", "异议期已过。")))
            }
        }
    }
}
