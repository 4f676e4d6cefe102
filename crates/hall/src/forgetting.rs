//! Records of games that count for nothing any more.

use crate::error::{HallError, io_at};
use crate::game_order::key;
use crate::run::{Hall, Venue, record_of};
use leitai_arena::now_ms;
use leitai_store::patiently;
use leitai_tournament::GameId;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

/// Games that are forgotten in one transaction: nobody else writes meanwhile.
const AT_ONCE: usize = 200;

impl Hall {
    /// Deletes the records of games of a ladder that count for nothing any more, since one of the two has a newer program
    /// in force, and that ended longer ago than this. Their results stay in the journal. Returns how many it were.
    pub fn forget_replaced(&self, keep: Duration) -> Result<usize, HallError> {
        let before = now_ms() - keep.as_millis() as i64;
        let is_old = |game: &GameId| self.details.get(game).is_some_and(|details| details.ended < before);
        let games = self.folder.join("games");
        let record = |game: GameId| (game, record_of(&games, game));
        let replaced = self.event.state().replaced();
        let old: Vec<(GameId, PathBuf)> = replaced.into_iter().filter(is_old).map(record).collect();
        // Where there is no record they were forgotten before.
        let old: Vec<_> = old.into_iter().filter(|(_, record)| record.exists()).collect();
        for some in old.chunks(AT_ONCE) {
            if let Venue::Away(remote) = &self.venue {
                let keys = some.iter().map(|(game, _)| key(*game)).collect::<Result<Vec<_>, _>>()?;
                let forget = async || remote.queue.forget(&self.begun.name, &keys).await;
                self.runtime.wait(patiently(remote.queue.terms(), forget))?;
            }
            // Last: who is killed before forgets them again.
            for (_, record) in some {
                fs::remove_file(record).map_err(io_at(record))?;
            }
        }
        Ok(old.len())
    }
}
