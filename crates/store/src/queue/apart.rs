//! Games kept away from one machine, since a game it has played is to be played again by another.

use super::Queue;
use crate::error::id;
use crate::statement::{Arg, Sql};
use crate::{GameKey, Job, StoreError};
use Arg::{Int, Text};

const ONE: Sql = Sql::same("SELECT queue, priority, payload FROM jobs WHERE event = $1 AND game = $2");
const ADD_APART: Sql = Sql::same(
    "INSERT INTO jobs (event, game, queue, priority, place, payload, state, attempts, fence, cancel, apart)
     SELECT $1, $2, $3, $4, (SELECT COALESCE(MAX(place), 0) + 1 FROM jobs), $5, 'waiting', 0, 0, 0, $6
     WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE event = $1 AND game = $2)",
);

impl Queue {
    /// A job as it was added, whatever its state; `None` if there is no such game.
    pub async fn job(&self, event: &str, game: &GameKey) -> Result<Option<Job>, StoreError> {
        let rows: Vec<(String, i64, String)> = self.database.rows(ONE, &[Text(event), Text(game)]).await?;
        let job = rows.into_iter().next().map(|(class, priority, payload)| {
            let payload = self.json(event, game, &payload)?;
            Ok(Job { event: event.to_owned(), game: game.clone(), class, priority, payload })
        });
        job.transpose()
    }

    /// Adds a job that workers of this machine never get. If the game is already in the queue, leaves it unchanged and
    /// returns false.
    pub async fn enqueue_apart(&self, job: &Job, machine: &str) -> Result<bool, StoreError> {
        let payload = job.payload.to_string();
        let args = [
            Text(id(&job.event)?),
            Text(&job.game),
            Text(id(&job.class)?),
            Int(job.priority),
            Text(&payload),
            Text(id(machine)?),
        ];
        let mut tx = self.database.begin().await?;
        let new = tx.run(ADD_APART, &args).await?;
        tx.tell_of_work(&job.class).await?;
        tx.commit().await?;
        Ok(new > 0)
    }
}
