//! The doors of an admitted worker: database functions, each of which checks who has signed in and then runs, with its
//! creator's rights, the statement that a worker otherwise runs itself.

use crate::crew_order::LEAVES;
use crate::queue::sql::{ADMITTED_LEASE, ADMITTED_WANTED, BEAT_AND_REPORT, END_ALL, GIVE_BACK_ALL, STATE};
use crate::{FELL_SILENT, LeaseTerms};
use leitai_core::ContentHash;

/// Longest lease in milliseconds: three heartbeats of 600 s.
const LONGEST: u64 = 3 * 600_000;
/// Most games that can be taken at once.
const MOST: u64 = 4096;
/// Most characters, in one call, of results, of part of a watched game, and of a worker's description of its machine,
/// so that no call can fill the disk.
const RESULTS: u64 = 128 << 20;
const PART: u64 = 16 << 20;
const ABOUT: u64 = 64 << 10;
/// Most characters of all that a game's watchers have not been sent on, of the reason of a failure, and of one
/// result.
const GROWN: u64 = 64 << 20;
const WHY: u64 = 16 << 10;
const RESULT: u64 = 32 << 20;
/// Most characters in which games are named in one call.
const NAMES: u64 = 8 << 20;
/// Most processes that one token may list.
const PROCESSES: u64 = 256;
/// Most connections of one token at a time; a process has two.
const CONNECTIONS: u64 = 32;

/// Most games that a token may hold at once unless an organiser sets another limit: half of what an event orders ahead.
const UNSAID: u64 = 512;
/// Games that each process may hold beyond its seats: those taken ahead, and those whose results are on their way.
const BESIDE: u64 = 128;

struct Door {
    name: &'static str,
    takes: &'static str,
    gives: &'static str,
    /// Statements that run before the body.
    guard: String,
    body: String,
}

fn door(
    name: &'static str,
    takes: &'static str,
    gives: &'static str,
    guard: impl Into<String>,
    body: &str,
) -> Door {
    Door { name, takes, gives, guard: guard.into(), body: format!("RETURN QUERY {body};") }
}

/// The checks of a request for games: the worker asks for itself, under READ COMMITTED, and one request at a time,
/// since two at once would count the same games.
fn lease_guard() -> String {
    format!(
        "PERFORM leitai_worker.is_mine($2), leitai_worker.is_my_class($1),
                   leitai_worker.is_at_most($3, {MOST}), leitai_worker.is_at_most($4, {LONGEST});
                 IF $6 IS DISTINCT FROM leitai_worker.my_name() THEN PERFORM leitai_worker.is_mine(''); END IF;
                 IF current_setting('transaction_isolation') <> 'read committed' THEN
                   RAISE insufficient_privilege USING MESSAGE = 'a worker takes games as things are now';
                 END IF;
                 INSERT INTO locks (kind, name) VALUES ('lease', $6) ON CONFLICT (kind, name) DO UPDATE SET name = EXCLUDED.name;"
    )
}

/// The game of a call, if its caller holds it.
const LENT: &str =
    "SELECT 1 FROM jobs WHERE event = $1 AND game = $2 AND fence = $3 AND worker = $4 AND state = 'running'";

/// What `blame` in `queue/blame.rs` does, for the game and machine that these expressions name.
fn blame(event: &str, game: &str, machine: &str, why: &str) -> String {
    let attempts = LeaseTerms::default().attempts;
    format!(
        "INSERT INTO failed (event, game, machine, times, spent, at_ms)
           VALUES ({event}, {game}, {machine}, 1, 0, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT))
           ON CONFLICT (event, game, machine) DO UPDATE SET times = failed.times + 1, at_ms = EXCLUDED.at_ms,
             spent = CASE WHEN failed.times + 1 >= {attempts} THEN 1 ELSE 0 END;
         SELECT COUNT(*) INTO machines FROM failed WHERE failed.event = {event} AND failed.game = {game};
         UPDATE jobs SET until_ms = NULL, note = {why}, attempts = machines, state = CASE
           WHEN cancel = 1 THEN 'cancelled' WHEN machines >= {attempts} THEN 'stuck' ELSE 'waiting' END
           WHERE jobs.event = {event} AND jobs.game = {game};
         DELETE FROM grown WHERE grown.event = {event} AND grown.game = {game};"
    )
}

fn fail() -> String {
    format!(
        "PERFORM 1 FROM ({LENT} FOR UPDATE) AS lent;
         IF NOT FOUND THEN RETURN QUERY SELECT CAST(0 AS BIGINT), CAST(0 AS BIGINT); RETURN; END IF;
         {blame}
         PERFORM pg_notify('leitai_work', queue) FROM jobs WHERE event = $1 AND game = $2;
         RETURN QUERY SELECT CAST(1 AS BIGINT), CAST(1 AS BIGINT);",
        blame = blame("$1", "$2", "leitai_worker.my_name()", "$5")
    )
}

fn sweep() -> String {
    format!(
        "FOR lost IN SELECT jobs.event, jobs.game, split_part(jobs.worker, '#', 1) AS machine, EXISTS
           (SELECT 1 FROM crews WHERE crews.id = jobs.worker AND leaves <> 0) AS forgiven
           FROM jobs WHERE queue = $1 AND state = 'running' AND until_ms < CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)
           ORDER BY jobs.event, jobs.game FOR UPDATE OF jobs SKIP LOCKED LOOP
           swept := swept + 1;
           IF lost.forgiven THEN
             UPDATE jobs SET until_ms = NULL, note = '{silent}', attempts = attempts - 1,
               state = CASE WHEN cancel = 1 THEN 'cancelled' ELSE 'waiting' END
               WHERE jobs.event = lost.event AND jobs.game = lost.game;
             DELETE FROM grown WHERE grown.event = lost.event AND grown.game = lost.game;
           ELSE {blame} END IF;
         END LOOP;
         RETURN QUERY SELECT swept;",
        silent = FELL_SILENT.en,
        blame = blame("lost.event", "lost.game", "lost.machine", &format!("'{}'", FELL_SILENT.en))
    )
}

/// The program of that hash, if the worker holds a game of it.
const BLOB: &str = "SELECT body FROM blobs WHERE sha256 = $1 AND length($1) = 64 AND EXISTS (SELECT 1 FROM jobs
           WHERE state = 'running' AND substr(worker, 1, length(leitai_worker.my_name()) + 1) = leitai_worker.my_name() || '#'
             AND position($1 IN payload) > 0)";

fn doors() -> Vec<Door> {
    let mine = "PERFORM leitai_worker.is_mine($4);";
    let grow = format!(
        "PERFORM 1 FROM ({LENT} FOR UPDATE) AS lent;
         IF NOT FOUND THEN RETURN; END IF;
         DELETE FROM grown WHERE event = $1 AND game = $2 AND (fence <> $3 OR life <> $5 OR start >= $6);
         PERFORM leitai_worker.is_at_most(CAST(length($7) + length($8) + (SELECT COALESCE(SUM(length(lines) + length(clocks) + 64), 0)
           FROM grown WHERE event = $1 AND game = $2) AS BIGINT), {GROWN});
         INSERT INTO grown (event, game, fence, life, start, at_ms, lines, clocks) VALUES ($1, $2, $3, $5, $6,
           CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT), $7, $8);
         RETURN QUERY SELECT CAST(1 AS BIGINT);"
    );
    vec![
        door(
            "me",
            "",
            "a TEXT, b TEXT",
            "",
            "SELECT name, class FROM admitted WHERE name = leitai_worker.my_name()",
        ),
        door(
            "lease",
            "text, text, bigint, bigint, bigint, text",
            "a TEXT, b TEXT, c BIGINT, d TEXT, e BIGINT, f BIGINT, g BIGINT, h BIGINT",
            lease_guard(),
            ADMITTED_LEASE,
        ),
        Door {
            name: "sweep",
            takes: "text",
            gives: "a BIGINT",
            guard: "PERFORM leitai_worker.is_my_class($1);".to_owned(),
            body: sweep(),
        },
        door(
            "beat",
            "text, bigint, text, text, text, bigint, text, bigint, bigint",
            "a BIGINT, b BIGINT, c BIGINT",
            format!(
                "PERFORM leitai_worker.are_mine($1), leitai_worker.is_mine($3), leitai_worker.is_my_class($5),
                   leitai_worker.is_at_most($2, {LONGEST}), leitai_worker.is_at_most(-$8, -3600000),
                   leitai_worker.is_at_most(length($7), {ABOUT}), leitai_worker.is_at_most($9, {LEAVES}),
                   leitai_worker.is_at_most(-$9, 0), leitai_worker.is_at_most(length($1), {NAMES}), CAST($7 AS json),
                   leitai_worker.is_at_most((SELECT COUNT(*) FROM crews WHERE name = $4 AND id <> $3), {PROCESSES} - 1);
                 IF $4 IS DISTINCT FROM leitai_worker.my_name() THEN PERFORM leitai_worker.is_mine(''); END IF;"
            ),
            BEAT_AND_REPORT.postgres,
        ),
        door(
            "finish",
            "text",
            "a BIGINT, b TEXT",
            format!(
                "PERFORM leitai_worker.is_at_most(length($1), {RESULTS}), leitai_worker.are_mine($1);
                 PERFORM leitai_worker.is_at_most(length(packed), {RESULT}), decode(packed, 'hex')
                   FROM json_to_recordset(CAST($1 AS json)) AS given(packed TEXT);"
            ),
            END_ALL.postgres,
        ),
        // Of the game that it holds alone, so that nobody can ask for more than would be lent to him.
        door(
            "is_in_the_way",
            "text, text, bigint, text, text",
            "a BIGINT",
            format!(
                "{mine} IF $5 IS DISTINCT FROM leitai_worker.my_name() THEN PERFORM leitai_worker.is_mine(''); END IF;"
            ),
            ADMITTED_WANTED,
        ),
        door("state", "text, text, bigint, text", "a TEXT", mine, STATE.postgres),
        door(
            "give_back",
            "text",
            "a BIGINT, b BIGINT",
            format!("PERFORM leitai_worker.is_at_most(length($1), {NAMES}), leitai_worker.are_mine($1);"),
            GIVE_BACK_ALL.postgres,
        ),
        Door {
            name: "fail",
            takes: "text, text, bigint, text, text",
            gives: "a BIGINT, b BIGINT",
            guard: format!("{mine} PERFORM leitai_worker.is_at_most(length($5), {WHY});"),
            body: fail(),
        },
        door(
            "sign_off",
            "text",
            "a BIGINT",
            "PERFORM leitai_worker.is_mine($1);",
            "WITH gone AS (DELETE FROM crews WHERE id = $1 RETURNING id) SELECT COUNT(*) FROM gone",
        ),
        Door {
            name: "grow",
            takes: "text, text, bigint, text, bigint, bigint, text, text",
            gives: "a BIGINT",
            guard: format!("{mine} PERFORM leitai_worker.is_at_most(length($7) + length($8), {PART});"),
            body: grow,
        },
        door("blob", "text", "a BYTEA", "", BLOB),
    ]
}

/// The checks that doors begin with. In a worker's id the name ends before `#`, which neither a name nor the rest
/// contains.
const GUARDS: [(&str, &str); 5] = [
    (
        "my_name() RETURNS TEXT",
        "DECLARE found TEXT; BEGIN
           SELECT name INTO found FROM admitted WHERE role = session_user AND revoked_ms IS NULL;
           IF found IS NULL THEN RAISE insufficient_privilege USING MESSAGE = 'this worker is not admitted, or not any more'; END IF;
           RETURN found;
         END",
    ),
    (
        "is_mine(text) RETURNS VOID",
        "BEGIN
           IF $1 IS NULL OR split_part($1, '#', 1) <> leitai_worker.my_name() OR $1 !~ '^[^#]*#[^#]{0,200}$' THEN
             RAISE insufficient_privilege USING MESSAGE = 'a worker speaks for itself alone';
           END IF;
         END",
    ),
    (
        "are_mine(text) RETURNS VOID",
        "BEGIN
           PERFORM leitai_worker.is_mine(worker) FROM json_to_recordset(CAST($1 AS json)) AS given(worker TEXT);
           PERFORM leitai_worker.my_name();
         END",
    ),
    (
        "is_my_class(text) RETURNS VOID",
        "BEGIN
           IF NOT EXISTS (SELECT 1 FROM admitted WHERE name = leitai_worker.my_name() AND class = $1) THEN
             RAISE insufficient_privilege USING MESSAGE = 'a worker plays the games of its class alone';
           END IF;
         END",
    ),
    (
        "is_at_most(bigint, bigint) RETURNS VOID",
        "BEGIN
           IF $1 IS NULL OR $1 > $2 THEN
             RAISE insufficient_privilege USING MESSAGE = 'more than a worker may ask for';
           END IF;
         END",
    ),
];

/// How many games the worker may take now. The lock of `lease_guard` lasts until the transaction ends, since two
/// requests at once would count the same games.
fn room() -> (&'static str, String) {
    let body = format!(
        "DECLARE own TEXT := leitai_worker.my_name(); cap BIGINT; BEGIN
           SELECT most INTO cap FROM admitted WHERE name = own;
           IF cap IS NULL THEN
             SELECT LEAST({UNSAID}, COALESCE(SUM(LEAST(GREATEST(seats, 0), {MOST}) + {BESIDE}), 1 + {BESIDE})) INTO cap FROM crews WHERE name = own;
           END IF;
           RETURN GREATEST(0, cap - (SELECT COUNT(*) FROM jobs WHERE state = 'running' AND split_part(worker, '#', 1) = own));
         END"
    );
    ("room() RETURNS BIGINT", body)
}

/// Functions that only the owner calls. They run with its own rights, so it must be allowed to create roles.
const OWNERS: [(&str, &str); 4] = [
    // What everybody may do in a new database. Only the server's administrator can take its functions from everybody;
    // without one, no worker can harm with them what the store needs: it has no advisory lock, and removes large
    // objects.
    (
        "confine(text) RETURNS VOID",
        "DECLARE known TEXT; BEGIN
           IF has_database_privilege($1, current_database(), 'TEMPORARY') OR has_database_privilege($1, current_database(), 'CREATE') THEN
             EXECUTE format('REVOKE TEMPORARY, CREATE ON DATABASE %I FROM PUBLIC', current_database());
           END IF;
           IF has_database_privilege($1, current_database(), 'TEMPORARY') OR has_database_privilege($1, current_database(), 'CREATE') THEN
             RAISE insufficient_privilege USING MESSAGE = format(
               'everybody may create in the database: REVOKE TEMPORARY, CREATE ON DATABASE %I FROM PUBLIC first', current_database());
           END IF;
           IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
             FOR known IN SELECT oid::regprocedure FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
               AND proname ~ '^(pg_(try_)?advisory_|lo_|loread$|lowrite$|pg_logical_emit_message$)' AND has_function_privilege($1, oid, 'EXECUTE') LOOP
               EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', known);
             END LOOP;
           END IF;
           EXECUTE format('ALTER ROLE %I CONNECTION LIMIT CONNECTIONS', $1);
           EXECUTE format('ALTER ROLE %I SET statement_timeout = ''1min''', $1);
           EXECUTE format('ALTER ROLE %I SET idle_in_transaction_session_timeout = ''1min''', $1);
         END",
    ),
    (
        "admit(text, bytea, bytea, bytea) RETURNS VOID",
        "DECLARE verifier TEXT := format('SCRAM-SHA-256$4096:%s$%s:%s',
           encode($2, 'base64'), encode($3, 'base64'), encode($4, 'base64'));
         BEGIN
           IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = $1) THEN
             EXECUTE format('CREATE ROLE %I NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS', $1);
             EXECUTE format('GRANT %I TO CURRENT_USER', $1);
           ELSIF NOT EXISTS (SELECT 1 FROM admitted WHERE role = $1) THEN
             RAISE insufficient_privilege USING MESSAGE = format('there is a role %s that is no worker of this store', $1);
           END IF;
           IF has_schema_privilege($1, 'public', 'CREATE') THEN
             RAISE insufficient_privilege USING
               MESSAGE = 'everybody may create in the schema public: REVOKE CREATE ON SCHEMA public FROM PUBLIC first';
           END IF;
           EXECUTE format('GRANT USAGE ON SCHEMA leitai_worker TO %I', $1);
           PERFORM leitai_worker.confine($1);
           EXECUTE format('ALTER ROLE %I LOGIN PASSWORD %L', $1, verifier);
         END",
    ),
    (
        "revoke(text) RETURNS VOID",
        "BEGIN EXECUTE format('ALTER ROLE %I NOLOGIN PASSWORD NULL', $1); END",
    ),
    (
        "send_away(text) RETURNS BIGINT",
        "BEGIN RETURN (SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = $1); END",
    ),
];

/// The statements that create the doors, in order.
pub(crate) fn statements() -> Vec<String> {
    let mut all = vec![
        "DROP SCHEMA IF EXISTS leitai_worker CASCADE".to_owned(),
        "CREATE SCHEMA leitai_worker".to_owned(),
        // The games a worker holds are counted whenever it asks for more.
        "CREATE INDEX IF NOT EXISTS jobs_held ON jobs (split_part(worker, '#', 1)) WHERE state = 'running'"
            .to_owned(),
    ];
    // A fixed search path, so that a caller cannot put its own objects in the way.
    let safe = "SET search_path = public, pg_temp";
    for (head, body) in GUARDS.map(|(head, body)| (head, body.to_owned())).into_iter().chain([room()]) {
        all.push(format!(
            "CREATE OR REPLACE FUNCTION leitai_worker.{head} LANGUAGE plpgsql STABLE SECURITY DEFINER {safe} AS $door$ {body} $door$"
        ));
    }
    for Door { name, takes, gives, guard, body } in doors() {
        all.push(format!(
            "CREATE OR REPLACE FUNCTION leitai_worker.{name}({takes}) RETURNS TABLE ({gives}) LANGUAGE plpgsql
             SECURITY DEFINER {safe} AS $door$ DECLARE lost RECORD; machines BIGINT; swept BIGINT := 0;
             BEGIN PERFORM leitai_worker.my_name(); {guard} {body} END $door$"
        ));
    }
    for (head, body) in OWNERS {
        all.push(format!(
            "CREATE OR REPLACE FUNCTION leitai_worker.{head} LANGUAGE plpgsql SECURITY INVOKER {safe} AS $door$ {body} $door$",
            body = body.replace("CONNECTIONS", &CONNECTIONS.to_string())
        ));
        let called = head.split(" RETURNS").next().unwrap_or(head);
        all.push(format!("REVOKE EXECUTE ON FUNCTION leitai_worker.{called} FROM PUBLIC"));
    }
    all.push(
        "DO $do$ DECLARE known TEXT; BEGIN
           FOR known IN SELECT role FROM admitted WHERE revoked_ms IS NULL LOOP
             EXECUTE format('GRANT USAGE ON SCHEMA leitai_worker TO %I', known);
             BEGIN PERFORM leitai_worker.confine(known);
             EXCEPTION WHEN insufficient_privilege THEN RAISE NOTICE '%', SQLERRM; END;
           END LOOP;
         END $do$"
            .to_owned(),
    );
    all
}

/// A hash that tells these doors from those of another version.
pub(crate) fn version() -> String {
    ContentHash::of(statements().join("\n").as_bytes()).to_string()
}
