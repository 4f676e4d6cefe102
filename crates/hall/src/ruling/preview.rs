//! Looking at a ruling before it is made, and making it as it was looked at.

use super::Following;
use super::foreseen::ForeseenRuling;
use super::proposed_ruling::{ProposedRuling, ruling_key};
use crate::deed_error::DeedError;
use crate::error::HallError;
use crate::shared_store::SharedStore;
use leitai_core::{Lang, sentence};
use leitai_store::{Actor, Deed, Journal};
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
        self.rule_signed((actor, Deed::Rule, role), event, (decision, reason), (mark, following), None)
    }

    /// As [`SharedStore::rule_as_foreseen`], under this deed, and only if nothing was appended to another journal after its
    /// line of this number, on which it depends that the ruling may be made: [`DeedError::Meanwhile`] if something was.
    pub(crate) fn rule_signed(
        &self,
        (actor, deed, role): (Actor<'_>, Deed, Role),
        event: &str,
        (decision, reason): (&Decision, &str),
        (mark, following): (&str, Following),
        beside: Option<(&dyn Journal, u64)>,
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
        let journal = self.journal(event)?.signed(actor, Some((deed, details)));
        let by = &DecidedBy { role, account: actor.account().map(str::to_owned) };
        let proposed = ProposedRuling { decision, by, reason, following, mark: Some(mark), beside };
        self.ruled(&journal, event, &ruling_key(), proposed)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::everywhere::everywhere;
    use leitai_tournament::EntryId;

    #[test]
    fn what_was_looked_at_is_what_is_decided_or_nothing_is() {
        everywhere(|bed| {
            let hall = bed.hall(true);
            let Some(shared) = bed.store() else { return };
            let (event, by) = (hall.begun().name.clone(), (Actor::CONSOLE, Role::ChiefReferee));
            let [leaves, other] =
                [3, 2].map(|entry| Decision::Withdraw { entry: EntryId(entry), leave: true });
            let looked = shared.foresee(&event, &leaves, by, "ill").expect("it fits");
            assert!(bed.kept().is_empty(), "looking decides nothing");
            // Another has left meanwhile.
            shared.rule(&event, &other, Role::ChiefReferee, "ill", Following::Stands).expect("fits");
            let again = shared.foresee(&event, &leaves, by, "ill").expect("it fits");
            let seen =
                |mark: &str| shared.rule_as_foreseen(&event, &leaves, by, "ill", (mark, Following::Stands));
            for other in [looked.mark.as_str(), ""].into_iter().filter(|mark| *mark != again.mark) {
                assert!(matches!(seen(other), Err(DeedError::Meanwhile(_))));
            }
            assert_eq!(bed.kept(), ["ruled ill"]);
            // It is asked once more as it is written, when others may have been faster still.
            let (by, reason, following) = (&Role::ChiefReferee.into(), "ill", Following::Stands);
            let proposed =
                ProposedRuling { decision: &leaves, by, reason, following, mark: Some(""), beside: None };
            assert!(matches!(proposed.decide(hall.event()), Err(HallError::NotAsShown)));
            seen(&again.mark).expect("as it was shown");
            assert_eq!(bed.kept(), ["ruled ill"; 2]);
        });
    }
}
