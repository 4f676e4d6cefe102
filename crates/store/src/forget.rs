//! Deleting games that nobody needs any more.

use crate::statement::{Arg, Sql};
use crate::{GameKey, Queue, StoreError};
use Arg::Text;

const RESULT: Sql = Sql::same("DELETE FROM results WHERE event = $1 AND game = $2");
const JOB: Sql =
    Sql::same("DELETE FROM jobs WHERE event = $1 AND game = $2 AND state IN ('done', 'cancelled')");

impl Queue {
    /// Deletes these games with their results and records, all or none; games that are waiting or being played stay.
    /// The event's journal is not touched. Returns how many games were deleted.
    pub async fn forget(&self, event: &str, games: &[GameKey]) -> Result<u64, StoreError> {
        let mut tx = self.database.begin().await?;
        let mut forgotten = 0;
        for game in games {
            let game = [Text(event), Text(game)];
            let gone = tx.run(JOB, &game).await?;
            if gone > 0 {
                tx.run(RESULT, &game).await?;
            }
            forgotten += gone;
        }
        tx.commit().await?;
        Ok(forgotten)
    }
}
