//! Games watched from another machine: additions to their records, on the way from the worker that plays to the
//! spectators.

use crate::doors::GROW_DOOR;
use crate::queue::sql::mine;
use crate::statement::{Arg, Sql};
use crate::{GameKey, Lease, Queue, StoreError};
use Arg::{Int, Text};
use serde_json::Value;
use std::time::Duration;

const WATCH: Sql = Sql::same(
    "INSERT INTO watched (event, game, until_ms) VALUES ($1, $2, $3)
     ON CONFLICT (event, game) DO UPDATE SET until_ms = excluded.until_ms WHERE watched.until_ms < excluded.until_ms",
);
const NOT_WATCHED: Sql = Sql::same("DELETE FROM watched WHERE until_ms < $1");
const UNTIL: Sql = Sql::same("SELECT until_ms FROM watched WHERE event = $1 AND game = $2");
/// Locks the row: a concurrent end of the lease waits, or has already taken effect.
const IS_MINE: Sql = Sql {
    sqlite: "SELECT 1 FROM jobs
     WHERE event = $1 AND game = $2 AND fence = $3 AND worker = $4 AND state = 'running'",
    postgres: "SELECT 1 FROM jobs
     WHERE event = $1 AND game = $2 AND fence = $3 AND worker = $4 AND state = 'running' FOR UPDATE",
};
const BEFORE: Sql = Sql::same(
    "DELETE FROM grown WHERE event = $1 AND game = $2 AND (fence <> $3 OR life <> $4 OR start >= $5)",
);
const GROWN: Sql = Sql::same(
    "INSERT INTO grown (event, game, fence, life, start, at_ms, lines, clocks) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
);
const SINCE: Sql = Sql::same(
    "SELECT fence, life, start, at_ms, lines, clocks FROM grown WHERE event = $1 AND game = $2
       AND (fence > $3 OR fence = $3 AND (life > $4 OR life = $4 AND start >= $5)) ORDER BY fence, life, start",
);
/// An addition to the record of a running game.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Grown {
    /// How often the game was restarted under its lease.
    pub life: u32,
    /// Where the lines begin in the record since the last restart, in bytes.
    pub start: u64,
    /// The lines; empty if only the clocks changed.
    pub lines: String,
    /// The clocks at the time of the hand-over; opaque to the store.
    pub clocks: Value,
}

/// How far the record of a running game was read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Mark {
    /// The number of the lease.
    pub fence: i64,
    /// How often the game was restarted under it.
    pub life: u32,
    /// How far its record was read, in bytes.
    pub end: u64,
}

/// An addition that was handed over, with its lease and age.
#[derive(Clone, PartialEq, Debug)]
pub struct HandedOver {
    /// The number of the lease under which it is played.
    pub fence: i64,
    /// The addition to the record.
    pub grown: Grown,
    /// How long ago it was handed over, by the database's clock.
    pub ago: Duration,
}

impl HandedOver {
    /// The mark at its end.
    pub fn mark(&self) -> Mark {
        let end = self.grown.start + self.grown.lines.len() as u64;
        Mark { fence: self.fence, life: self.grown.life, end }
    }
}

impl Queue {
    /// Asks the worker that plays a game to hand over additions to its record, for this long. Ask again before that
    /// time ends.
    pub async fn watch(&self, event: &str, game: &GameKey, lasting: Duration) -> Result<(), StoreError> {
        let mut tx = self.database.begin().await?;
        let now = tx.now().await?;
        tx.run(NOT_WATCHED, &[Int(now)]).await?;
        let until = now.saturating_add(lasting.as_millis() as i64);
        tx.run(WATCH, &[Text(event), Text(game), Int(until)]).await?;
        tx.commit().await
    }

    /// Whether somebody is watching a game.
    pub async fn is_watched(&self, event: &str, game: &GameKey) -> Result<bool, StoreError> {
        let until: Vec<(i64,)> = self.database.rows(UNTIL, &[Text(event), Text(game)]).await?;
        let Some((until,)) = until.first() else { return Ok(false) };
        Ok(*until >= self.database.now().await?)
    }

    /// Hands over an addition to a game's record. Returns false, and stores nothing, if the lease is no longer held.
    /// May be repeated if the answer was lost. Additions from before a restart of the game are discarded, and all of
    /// them when the lease ends.
    pub async fn hand_over(&self, lease: &Lease, grown: &Grown) -> Result<bool, StoreError> {
        if self.database.admitted().is_some() {
            let (mut args, clocks) = (mine(lease).to_vec(), grown.clocks.to_string());
            args.extend([Int(grown.life.into()), Int(grown.start as i64), Text(&grown.lines), Text(&clocks)]);
            let rows: Vec<(i64,)> = self.database.rows(GROW_DOOR, &args).await?;
            return Ok(!rows.is_empty());
        }
        let mut tx = self.database.begin().await?;
        let is_mine: Vec<(i32,)> = tx.rows(IS_MINE, &mine(lease)).await?;
        if !is_mine.is_empty() {
            let (now, clocks) = (tx.now().await?, grown.clocks.to_string());
            let [event, game, fence, _] = mine(lease);
            let (life, start) = (Int(grown.life.into()), Int(grown.start as i64));
            tx.run(BEFORE, &[event, game, fence, life, start]).await?;
            let args = [event, game, fence, life, start, Int(now), Text(&grown.lines), Text(&clocks)];
            tx.run(GROWN, &args).await?;
        }
        tx.commit().await?;
        Ok(!is_mine.is_empty())
    }

    /// The additions handed over since `mark`, in order, all from since the last restart of the game. Empty if there is
    /// nothing new or nobody holds the game any more.
    pub async fn handed_over(
        &self,
        event: &str,
        game: &GameKey,
        mark: Mark,
    ) -> Result<Vec<HandedOver>, StoreError> {
        let args = [Text(event), Text(game), Int(mark.fence), Int(mark.life.into()), Int(mark.end as i64)];
        let rows: Vec<(i64, i64, i64, i64, String, String)> = self.database.rows(SINCE, &args).await?;
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let now = self.database.now().await?;
        let all = rows.into_iter().map(|(fence, life, start, at, lines, clocks)| {
            let clocks = self.json(event, game, &clocks)?;
            let ago = Duration::from_millis(u64::try_from(now - at).unwrap_or(0));
            let grown = Grown { life: life as u32, start: start as u64, lines, clocks };
            Ok(HandedOver { fence, grown, ago })
        });
        all.collect()
    }
}
