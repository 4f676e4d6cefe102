//! Results that referees bring from their tables.

use crate::deed_error::DeedError;
use crate::shared_store::SharedStore;
use crate::table_result::{BroughtResult, TableResult};
use leitai_core::sentence;
use leitai_store::{Actor, Deed};
use std::path::Path;

impl SharedStore {
    /// Takes the result of a game of the match that sits at a table of a contest, from whoever may act at that table: a
    /// referee at his own, the chief referee and organisers at all. `folder` is that of the game's event.
    ///
    /// The duty is asked on top of all that was done in the contest, and again where something was done meanwhile. As
    /// [`SharedStore::bring`] in everything else.
    pub fn bring_from_table(
        &self,
        by: Actor<'_>,
        (contest, table): (&str, u32),
        folder: &Path,
        result: &TableResult<'_>,
    ) -> Result<BroughtResult, DeedError> {
        loop {
            let kept = self.contest(contest)?;
            let serves = by.account().is_some_and(|account| kept.contest.serves(account, table));
            // Whoever has no duty here is asked for the role of an organiser when it is written.
            let deed = if serves { Deed::BringFromTable } else { Deed::BringResult };
            let Some(stands) = kept.contest.table(table) else {
                return Err(DeedError::Refused(sentence!(
                    "nothing was called to table {table}",
                    "{table} 号桌没有场次"
                )));
            };
            if let Some(game) = result.game.filter(|game| game.of != stands.of) {
                return Err(DeedError::Refused(sentence!(
                    "{game} is not of the match at table {table}",
                    "{game} 不属于 {table} 号桌的场次"
                )));
            }
            let Some(drawn) = kept.contest.drawn(&stands.game) else {
                let game = &stands.game;
                return Err(DeedError::Refused(sentence!("{game} has not been drawn", "{game} 尚未抽签")));
            };
            let journal = self.contest_journal(contest)?;
            let event = (drawn.event.as_str(), folder);
            if let Some(brought) = self.bring_beside((by, deed), event, (&journal, kept.seq()), result)? {
                return Ok(brought);
            }
        }
    }
}
