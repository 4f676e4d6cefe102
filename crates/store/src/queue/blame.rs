//! What counts against a game, and against a machine: however often one machine fails a game, it is one attempt, and a
//! machine that fails what others play is paused.

use super::Queue;
use super::sql::FORGET;
use crate::actor::Actor;
use crate::audit::{Deed, note};
use crate::database::Tx;
use crate::statement::{Arg, QUEUE_UP, Sql};
use crate::worker_id::name_of;
use crate::{GameKey, StoreError};
use Arg::{Int, Text};
use serde_json::json;

/// How many machines failed a game.
macro_rules! machines {
    ($event:literal, $game:literal) => {
        concat!(
            "(SELECT COUNT(*) FROM failed WHERE failed.event = ",
            $event,
            " AND failed.game = ",
            $game,
            ")"
        )
    };
}

/// How many games that others have played a machine may fail before it is paused.
const MOST_FAILED: i64 = 3;
/// Who paused it, in the audit log.
const STORE: Actor<'_> = Actor::Console("store");

/// Notes that machine `$3` failed the game; after `$5` times it does not get the game again.
const BLAME: Sql = Sql::same(
    "INSERT INTO failed (event, game, machine, times, spent, at_ms) VALUES ($1, $2, $3, 1, CASE WHEN $5 <= 1 THEN 1 ELSE 0 END, $4)
     ON CONFLICT (event, game, machine) DO UPDATE SET times = failed.times + 1,
       spent = CASE WHEN failed.times + 1 >= $5 THEN 1 ELSE 0 END, at_ms = $4",
);
/// Lets others have the game, or nobody if `$3` machines failed it.
const SETTLE: Sql = Sql::same(concat!(
    "UPDATE jobs SET until_ms = NULL, note = $4, attempts = ",
    machines!("$1", "$2"),
    ", state = CASE WHEN cancel = 1 THEN 'cancelled' WHEN ",
    machines!("$1", "$2"),
    " >= $3 THEN 'stuck' ELSE 'waiting' END WHERE event = $1 AND game = $2"
));
const FORGIVE: Sql = Sql::same("DELETE FROM failed WHERE event = $1 AND game = $2");
const DROP: Sql =
    Sql::same("DELETE FROM results WHERE event = $1 AND game = $2 AND fence = $3 RETURNING worker");
/// Machines that failed at least `$1` games of which others handed in the results, and are not held back.
const FAIL_WHAT_OTHERS_PLAY: Sql = Sql::same(
    "SELECT f.machine, COUNT(*) FROM failed f JOIN results r ON r.event = f.event AND r.game = f.game
     WHERE substr(r.worker, 1, length(f.machine) + 1) <> f.machine || '#'
       AND NOT EXISTS (SELECT 1 FROM held_back WHERE name = f.machine)
     GROUP BY f.machine HAVING COUNT(*) >= $1 ORDER BY f.machine",
);
const PAUSE: Sql = Sql::same(
    "INSERT INTO held_back (name, how, by_whom, at_ms, failed) VALUES ($1, 'paused', $2, $3, $4) ON CONFLICT (name) DO NOTHING",
);

/// Closes the connections of admitted workers whose transaction has been open for longer than `$1` milliseconds.
/// Theirs take a few.
const SEND_IDLERS_AWAY: Sql = Sql::postgres(
    "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity JOIN admitted ON role = usename
     WHERE datname = current_database() AND xact_start < clock_timestamp() - $1 * INTERVAL '1 millisecond'",
);
/// Removes the large objects of admitted workers, which have no use for any.
const CLEAR_AWAY: Sql = Sql::postgres(
    "SELECT COUNT(lo_unlink(o.oid)) FROM pg_largeobject_metadata o JOIN pg_roles r ON r.oid = o.lomowner
     JOIN admitted ON role = r.rolname",
);

impl Queue {
    /// Lets go of a game that its holder failed. It is for others, unless as many machines as the terms allow attempts
    /// have failed it.
    pub(super) async fn blame(
        &self,
        tx: &mut Tx<'_>,
        game: [&str; 2],
        machine: &str,
        why: &str,
    ) -> Result<(), StoreError> {
        let ([event, game], attempts) = (game, Int(self.terms.attempts.into()));
        let now = Int(tx.now().await?);
        tx.run(BLAME, &[Text(event), Text(game), Text(machine), now, attempts]).await?;
        tx.run(SETTLE, &[Text(event), Text(game), attempts, Text(why)]).await?;
        tx.run(FORGET, &[Text(event), Text(game)]).await?;
        Ok(())
    }

    /// Forgets who failed a game, which is tried anew.
    pub(super) async fn forgive(&self, tx: &mut Tx<'_>, event: &str, game: &str) -> Result<(), StoreError> {
        tx.run(FORGIVE, &[Text(event), Text(game)]).await.map(|_| ())
    }

    /// Refuses a result that cannot be read, by the number of its lease: its machine has failed the game, which is
    /// played again. Returns false if there is no such result any more.
    pub async fn refuse(
        &self,
        event: &str,
        game: &GameKey,
        fence: i64,
        why: &str,
    ) -> Result<bool, StoreError> {
        let mut tx = self.database.begin().await?;
        let dropped: Vec<(String,)> = tx.rows(DROP, &[Text(event), Text(game), Int(fence)]).await?;
        let Some((worker,)) = dropped.first() else { return Ok(false) };
        self.blame(&mut tx, [event, game], name_of(worker), why).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// What the owner of a store does now and then: pauses machines that fail what others play, sends away admitted
    /// workers whose transaction stays open for two leases, and removes large objects of theirs. Returns the machines
    /// paused.
    pub async fn keep_order(&self) -> Result<Vec<String>, StoreError> {
        if !self.database.is_sqlite() {
            // The functions that everybody may call cannot be taken from them by every owner.
            let lasting = Int((2 * self.terms.lease()).as_millis() as i64);
            let _: Vec<(i64,)> = self.database.rows(SEND_IDLERS_AWAY, &[lasting]).await?;
            let _: Vec<(i64,)> = self.database.rows(CLEAR_AWAY, &[]).await?;
        }
        let failing: Vec<(String, i64)> =
            self.database.rows(FAIL_WHAT_OTHERS_PLAY, &[Int(MOST_FAILED)]).await?;
        if failing.is_empty() {
            return Ok(Vec::new());
        }
        let (mut tx, mut paused) = (self.database.begin().await?, Vec::new());
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Text("crews")]).await?;
        let now = tx.now().await?;
        for (machine, games) in failing {
            if tx.run(PAUSE, &[Text(&machine), Text(STORE.name()), Int(now), Int(games)]).await? > 0 {
                let what = json!({ "failed": games });
                note(&mut tx, &self.database, STORE, Deed::PauseWorkers, &machine, &what).await?;
                paused.push(machine);
            }
        }
        tx.commit().await?;
        Ok(paused)
    }
}
