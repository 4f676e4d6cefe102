//! Deleting records of games that no longer count.

use crate::error::{HallError, io_at};
use crate::records::record_of;
use crate::run::Hall;
use leitai_arena::now_ms;
use leitai_tournament::GameId;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

/// Games deleted in one transaction, during which nobody else can write.
const AT_ONCE: usize = 200;

impl Hall {
    /// Deletes the records of ladder games that no longer count, since one of the two entries has a newer program in
    /// force, and that ended longer ago than this. Their results stay in the journal. Returns the number of games.
    pub fn forget_replaced(&self, keep: Duration) -> Result<usize, HallError> {
        let before = now_ms() - keep.as_millis() as i64;
        let is_old = |game: &GameId| self.details.get(game).is_some_and(|details| details.ended < before);
        let games = self.folder.join("games");
        let record = |game: GameId| (game, record_of(&games, game));
        let replaced = self.event.state().replaced();
        let old: Vec<(GameId, PathBuf)> = replaced.into_iter().filter(is_old).map(record).collect();
        // Games without a record were forgotten before.
        let old: Vec<_> = old.into_iter().filter(|(_, record)| record.exists()).collect();
        for some in old.chunks(AT_ONCE) {
            self.venue.forget(&some.iter().map(|(game, _)| *game).collect::<Vec<_>>())?;
            // Done last: after a crash before this, the games are forgotten again.
            for (_, record) in some {
                fs::remove_file(record).map_err(io_at(record))?;
            }
        }
        Ok(old.len())
    }
}
