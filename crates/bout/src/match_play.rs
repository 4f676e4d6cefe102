//! Playing a match, or the rest of one that was begun.

#[cfg(test)]
mod tests;

use crate::match_event::{MatchEnd, MatchError, MatchEvent};
use crate::match_folder::{FolderError, MatchFolder};
use crate::match_setup::Match;
use crate::pairing::{Pairing, Play};
use crate::plan::Plan;

impl Match {
    /// Plays the match of this plan, or the rest of the match `begun` in its folder. Games between every two of several
    /// players, or of the first with each other one, have a folder each within that of the match. Errors if the folder
    /// holds another match, or if the stage fails; what was played until then is in the folder.
    pub fn play(
        &self,
        plan: &Plan,
        begun: Option<&Plan>,
        how: &Play<'_>,
        see: &mut dyn FnMut(&Pairing<'_>, MatchEvent<'_>),
    ) -> Result<MatchEnd, MatchError> {
        let whole = how.out.as_deref().map(|out| MatchFolder::open(out, begun, plan)).transpose()?;
        for (number, players) in (0..).zip(self.pairs()) {
            let pairing = Pairing::new(self, players, number, plan);
            if !pairing.is_one_of_many {
                return pairing.play(how, whole.as_ref().filter(|_| begun.is_some()), see);
            }
            let out = how.out.as_ref().map(|out| pairing.folder_in(out));
            let known = out.as_deref().filter(|_| begun.is_some()).and_then(Plan::of).transpose();
            let known = known.map_err(FolderError::from)?;
            let open = |out| MatchFolder::open(out, known.as_ref(), &pairing.plan);
            let folder = out.as_deref().map(open).transpose()?;
            let end = pairing.play(how, folder.as_ref().filter(|_| known.is_some()), see)?;
            if end != MatchEnd::Complete {
                return Ok(end);
            }
        }
        Ok(MatchEnd::Complete)
    }
}
