//! What both sides agree on at a referee's desk: to end a game, and how one has ended.

use super::agreed_end::{AgreedEnd, Proposal};
use super::desk::Desk;
use super::desk_deed::{DeskDeed, DeskError};
use super::desk_shown::{DeskShown, DeskState};
use super::said_file::{Said, say};
use leitai_core::{Seat, Sentence};

impl Desk {
    /// A proposal is made or answered. It is on the disk before it is shown.
    pub(super) fn consents(&self, deed: &DeskDeed, shown: &DeskShown) -> Result<(), DeskError> {
        if !matches!(shown.state, DeskState::Runs | DeskState::Stopped(_)) {
            return Err(DeskError::NoGame);
        }
        let proposed = || shown.proposal.ok_or(DeskError::NoProposal);
        let (said, proposal) = match *deed {
            DeskDeed::Proposes(_, AgreedEnd::Stop) if !shown.may_stop() => return Err(DeskError::NotSo),
            DeskDeed::Proposes(by, end) => {
                let accepted = Seat::BOTH.map(|seat| by == Some(seat));
                (Said::Proposed { by, end }, Some(Proposal { by, end, accepted, acts: shown.acts() }))
            }
            DeskDeed::Accepts(by) => {
                let mut proposal = proposed()?;
                proposal.accepted[by] = true;
                (Said::Accepted { by }, Some(proposal))
            }
            DeskDeed::Declines(by) => {
                proposed()?;
                (Said::Declined { by }, None)
            }
            _ => return Ok(()),
        };
        say(&self.said(shown.game), said).map_err(|error| DeskError::Machine(Sentence::of(&error)))?;
        let agreed = proposal.filter(Proposal::is_agreed);
        self.change(|shown| shown.proposal = proposal.filter(|_| agreed.is_none()));
        agreed.map_or(Ok(()), |agreed| self.end_by_consent(agreed.end))
    }

    /// A side, or the referee for both (`None`), confirms the result of a game, counted from 0. It is kept beside the record.
    /// Confirmed once more, nothing changes.
    pub fn confirm(&self, game: u32, by: Option<Seat>) -> Result<(), DeskError> {
        let shown = self.shown();
        let result = shown.results.get(game as usize).ok_or(DeskError::NotOver)?;
        let mut confirmed = result.confirmed;
        confirmed.with(by);
        if confirmed != result.confirmed {
            let said = say(&self.said(game), Said::Confirmed { by });
            said.map_err(|error| DeskError::Machine(Sentence::of(&error)))?;
            self.change(|shown| {
                if let Some(result) = shown.results.get_mut(game as usize) {
                    result.confirmed.with(by);
                }
            });
        }
        Ok(())
    }
}
