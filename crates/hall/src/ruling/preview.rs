//! Looking at a ruling before it is made, and making it as it was looked at.

use super::Following;
use super::foreseen::ForeseenRuling;
use super::proposed_ruling::{ProposedRuling, ruling_key};
use crate::deed_error::DeedError;
use crate::error::HallError;
use crate::shared_store::SharedStore;
use leitai_core::{Lang, sentence};
use leitai_store::{Actor, Deed};
use leitai_tournament::{DecidedBy, Decision, Role};

impl SharedStore {
    /// What a ruling would change, as the event is now. Nothing is decided.
    pub fn foresee(
        &self,
        event: &str,
        decision: &Decision,
        (actor, role): (Actor<'_>, Role),
        reason: &str,
    ) -> Result<ForeseenRuling, HallError> {
        let by = &DecidedBy { role, account: actor.account().map(str::to_owned) };
        Ok(self.of_event(event, |history| ForeseenRuling::of(&history.event, decision, by, reason))??)
    }

    /// Makes a ruling as it was foreseen, by somebody who may do so at the moment at which it is stored and in whose
    /// name a line is added to the audit list: both are stored, or neither. Nothing is decided if its effect is not the
    /// one of that mark any more ([`DeedError::Meanwhile`]).
    pub fn rule_as_foreseen(
        &self,
        event: &str,
        decision: &Decision,
        (actor, role): (Actor<'_>, Role),
        reason: &str,
        (mark, following): (&str, Following),
    ) -> Result<(), DeedError> {
        let foreseen = self.foresee(event, decision, (actor, role), reason)?;
        if foreseen.mark != mark {
            return Err(HallError::NotAsShown.into());
        }
        if !foreseen.effect.undone.is_empty() && following == Following::Stands {
            return Err(DeedError::Refused(sentence!(
                "Games already played would no longer count: have them played again, or leave the result as it is.",
                "已赛对局将不再计入：请勾选重赛，或保留原成绩。"
            )));
        }
        let words = foreseen.after.words(decision);
        let details = serde_json::json!({ "en": words.to(Lang::En), "zh": words.to(Lang::Zh) });
        let journal = self.journal(event)?.signed(actor, Some((Deed::Rule, details)));
        let by = &DecidedBy { role, account: actor.account().map(str::to_owned) };
        let proposed = ProposedRuling { decision, by, reason, following, mark: Some(mark) };
        self.ruled(&journal, event, &ruling_key(), proposed)?;
        Ok(())
    }
}
