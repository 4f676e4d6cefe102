//! Statements of the queue shared by several files: those behind the doors of admitted workers, and their building
//! blocks.

use crate::Lease;
use crate::statement::{Arg, Sql};
use Arg::{Int, Text};

/// Selects rows that this transaction is about to change. SQLite has one writer; in PostgreSQL, rows locked by others
/// are skipped.
macro_rules! pick {
    ($text:literal) => {
        Sql { sqlite: $text, postgres: concat!($text, " FOR UPDATE SKIP LOCKED") }
    };
}
pub(super) use pick;

/// Deletes the additions to a watched game's record, once its worker no longer holds the game.
pub(super) const FORGET: Sql = Sql::same("DELETE FROM grown WHERE event = $1 AND game = $2");

/// Stored among the switches of an event; the empty event name means all events.
macro_rules! admitted_only {
    () => {
        "FROM event_switches WHERE name = 'admitted-only'"
    };
}
pub(crate) use admitted_only;

/// Whether the worker of this id, on the machine of this name, gets games.
macro_rules! gets_games {
    ($id:literal, $name:literal) => {
        concat!(
            "NOT EXISTS (SELECT 1 FROM held_back WHERE name = ",
            $name,
            ")
             AND NOT EXISTS (SELECT 1 FROM crews WHERE id = ",
            $id,
            " AND leaves <> 0)"
        )
    };
}
pub(super) use gets_games;

/// Whether a job may go to the machine of this name: it is not to be kept away from it, and the machine has not
/// failed it as often as it may.
macro_rules! may_play {
    ($name:literal) => {
        concat!(
            "(apart IS NULL OR apart <> ",
            $name,
            ")
             AND NOT EXISTS (SELECT 1 FROM failed WHERE failed.event = jobs.event AND failed.game = jobs.game
               AND failed.machine = ",
            $name,
            " AND spent = 1)"
        )
    };
}
pub(super) use may_play;

/// The state of a job as its event sees it: what some machine has failed as often as it may waits for another
/// machine, or for an operator.
macro_rules! seen_state {
    () => {
        "CASE WHEN jobs.state = 'waiting' AND EXISTS (SELECT 1 FROM failed
           WHERE failed.event = jobs.event AND failed.game = jobs.game AND spent = 1) THEN 'stuck' ELSE jobs.state END"
    };
}
pub(crate) use seen_state;

/// Leases games in one statement, which is a transaction: of class `$1`, for worker `$2`, at most `$most`, for `$4`
/// milliseconds. If a worker has stopped responding, nothing is leased and a row without an event reports it, unless
/// `$5` is 1. `$6` is the worker's machine. Which games, and how many, depends on who asks.
macro_rules! lease {
    ($which:expr, $most:literal) => {
        concat!(
    "WITH clock AS MATERIALIZED (SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now_ms),
     silent AS MATERIALIZED (SELECT $5 = 0 AND EXISTS (SELECT 1 FROM jobs
       WHERE queue = $1 AND state = 'running' AND until_ms < (SELECT now_ms FROM clock)) AS are_there),
     picked AS MATERIALIZED (SELECT event, game FROM jobs
       WHERE queue = $1 AND state = 'waiting' AND NOT (SELECT are_there FROM silent)
         AND ",
    may_play!("$6"),
    " AND ",
    gets_games!("$2", "$6"),
    $which,
    " ORDER BY priority DESC, place LIMIT ",
    $most,
    " FOR UPDATE SKIP LOCKED),
     held AS (UPDATE jobs SET state = 'running', attempts = attempts + 1, fence = fence + 1, worker = $2,
         until_ms = (SELECT now_ms FROM clock) + $4
       FROM picked WHERE jobs.event = picked.event AND jobs.game = picked.game
       RETURNING jobs.event, jobs.game, priority, payload, attempts, fence, place)
     SELECT event, game, priority, payload, attempts, fence, place, (SELECT COUNT(*) FROM watched w
       WHERE w.event = held.event AND w.game = held.game AND w.until_ms >= (SELECT now_ms FROM clock)) FROM held
     UNION ALL SELECT '', '', 0, '', 0, 0, 0, 0 FROM silent WHERE are_there"
        )
    };
}
/// Workers with the owner's rights do not get the games reserved for admitted workers.
macro_rules! unreserved {
    () => {
        concat!(
            " AND NOT EXISTS (SELECT 1 ",
            admitted_only!(),
            " AND event = '') AND event NOT IN (SELECT event ",
            admitted_only!(),
            ")"
        )
    };
}
/// An admitted worker, behind its door, leaves a game that it failed to others for half a minute.
#[cfg(feature = "databases")]
macro_rules! unfailed {
    ($name:literal) => {
        concat!(
            " AND NOT EXISTS (SELECT 1 FROM failed WHERE failed.event = jobs.event AND failed.game = jobs.game
               AND failed.machine = ",
            $name,
            " AND failed.at_ms > CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) - 30000)"
        )
    };
}
pub(super) const LEASE: Sql = Sql::postgres(lease!(unreserved!(), "$3"));
#[cfg(feature = "databases")]
pub(crate) const ADMITTED_LEASE: &str = lease!(unfailed!("$6"), "LEAST($3, leitai_worker.room())");

/// Something of the job that this lease holds: of the event `$1`, game `$2` and fence `$3`, for the worker `$4`.
macro_rules! of_held {
    ($what:literal) => {
        concat!(
            "(SELECT lent.",
            $what,
            " FROM jobs lent WHERE lent.event = $1 AND lent.game = $2 AND lent.fence = $3
               AND lent.worker = $4 AND lent.state = 'running')"
        )
    };
}
/// A row if a job waits that its holder, on the machine `$5`, would get and that comes before the one it holds.
macro_rules! wanted {
    ($which:expr) => {
        concat!(
            "SELECT CAST(1 AS BIGINT) FROM jobs WHERE state = 'waiting' AND queue = ",
            of_held!("queue"),
            " AND priority > ",
            of_held!("priority"),
            " AND ",
            may_play!("$5"),
            " AND ",
            gets_games!("$4", "$5"),
            $which,
            " LIMIT 1"
        )
    };
}
pub(super) const WANTED: Sql = Sql::same(wanted!(unreserved!()));
#[cfg(feature = "databases")]
pub(crate) const ADMITTED_WANTED: &str = wanted!(unfailed!("$5"));

/// Locks the given jobs in the order of their names: transactions that lock several jobs in different orders could
/// deadlock.
macro_rules! held {
    () => {
        "WITH clock AS MATERIALIZED (SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now_ms),
         given AS MATERIALIZED (SELECT * FROM json_to_recordset(CAST($1 AS json))
           AS g(n BIGINT, event TEXT, game TEXT, fence BIGINT, worker TEXT, packed TEXT)),
         held AS MATERIALIZED (SELECT g.n, g.packed, j.event, j.game, j.fence, j.worker, j.cancel
           FROM given g JOIN jobs j ON j.event = g.event AND j.game = g.game
           WHERE j.fence = g.fence AND j.worker = g.worker AND j.state = 'running'
           ORDER BY j.event, j.game FOR UPDATE OF j)"
    };
}
/// Extends the leases held by `$2` milliseconds, and returns for each whether it is called off and whether it is
/// watched.
macro_rules! beaten {
    () => {
        "beaten AS (UPDATE jobs SET until_ms = (SELECT now_ms FROM clock) + $2
           FROM held WHERE jobs.event = held.event AND jobs.game = held.game)
             SELECT n, cancel, (SELECT COUNT(*) FROM watched w
           WHERE w.event = held.event AND w.game = held.game AND w.until_ms >= (SELECT now_ms FROM clock)) FROM held"
    };
}
pub(super) const BEAT_ALL: Sql = Sql::postgres(concat!(held!(), ", ", beaten!()));
/// As [`BEAT_ALL`], and writes what the process reports about itself; the row numbered -1 holds its order.
pub(crate) const BEAT_AND_REPORT: Sql = Sql::postgres(concat!(
    held!(),
    ", swept AS (DELETE FROM crews WHERE seen_ms < (SELECT now_ms FROM clock) - $8 AND id <> $3),
     reported AS (INSERT INTO crews (id, name, class, seats, about, since_ms, seen_ms, leaves)
       SELECT $3, $4, $5, $6, $7, now_ms, now_ms, $9 FROM clock
       ON CONFLICT (id) DO UPDATE SET seen_ms = EXCLUDED.seen_ms, about = EXCLUDED.about,
         leaves = CASE crews.leaves WHEN 0 THEN EXCLUDED.leaves ELSE crews.leaves END RETURNING leaves), ",
    beaten!(),
    " UNION ALL SELECT CAST(-1 AS BIGINT), leaves, CAST(COALESCE(
       (SELECT CASE how WHEN 'barred' THEN 2 ELSE 1 END FROM held_back WHERE name = $4), 0) AS BIGINT) FROM reported"
));
pub(crate) const END_ALL: Sql = Sql::postgres(concat!(
    held!(),
    ", ended AS (UPDATE jobs SET until_ms = NULL, state = CASE WHEN jobs.cancel = 1 THEN 'cancelled' ELSE 'done' END
       FROM held WHERE jobs.event = held.event AND jobs.game = held.game),
     kept AS (INSERT INTO results (event, game, fence, worker, at_ms, body, packed)
       SELECT event, game, fence, worker, (SELECT now_ms FROM clock), '', decode(packed, 'hex') FROM held WHERE cancel = 0),
     forgotten AS (DELETE FROM grown USING held WHERE grown.event = held.event AND grown.game = held.game),
     unwatched AS (DELETE FROM watched USING held WHERE watched.event = held.event AND watched.game = held.game)
     SELECT n, CASE WHEN cancel = 1 THEN 'cancelled' ELSE 'done' END FROM held"
));
pub(crate) const GIVE_BACK_ALL: Sql = Sql::postgres(concat!(
    held!(),
    ", back AS (UPDATE jobs SET until_ms = NULL, attempts = jobs.attempts - 1,
         state = CASE WHEN jobs.cancel = 1 THEN 'cancelled' ELSE 'waiting' END
       FROM held WHERE jobs.event = held.event AND jobs.game = held.game RETURNING jobs.queue),
     forgotten AS (DELETE FROM grown USING held WHERE grown.event = held.event AND grown.game = held.game),
     told AS (SELECT pg_notify('leitai_work', queue) FROM (SELECT DISTINCT queue FROM back) AS classes)
     SELECT (SELECT COUNT(*) FROM back), (SELECT COUNT(*) FROM told)"
));
pub(crate) const STATE: Sql =
    Sql::same("SELECT state FROM jobs WHERE event = $1 AND game = $2 AND fence = $3 AND worker = $4");

/// The first arguments of every statement about one lease.
pub(crate) fn mine(lease: &Lease) -> [Arg<'_>; 4] {
    [Text(&lease.job.event), Text(&lease.job.game), Int(lease.fence), Text(&lease.worker)]
}
