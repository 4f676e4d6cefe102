//! The doors of an admitted worker: database functions, each of which checks who has signed in and then runs, with its
//! creator's rights, the statement that a worker otherwise runs itself.

use crate::crew_order::LEAVES;
use crate::queue::sql::{ADMITTED_LEASE, BEAT_AND_REPORT, END_ALL, GIVE_BACK_ALL, STATE};
use crate::{FELL_SILENT, Terms};
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
                 PERFORM pg_advisory_xact_lock(hashtextextended('lease ' || $6, 0));"
    )
}

fn doors() -> Vec<Door> {
    let attempts = Terms::default().attempts;
    let mine = "PERFORM leitai_worker.is_mine($4);";
    let lent = "SELECT 1 FROM jobs WHERE event = $1 AND game = $2 AND fence = $3 AND worker = $4 AND state = 'running'";
    let fail = format!(
        "WITH ended AS (UPDATE jobs SET until_ms = NULL, note = $5, state = CASE
           WHEN cancel = 1 THEN 'cancelled' WHEN attempts >= {attempts} THEN 'stuck' ELSE 'waiting' END
         WHERE event = $1 AND game = $2 AND fence = $3 AND worker = $4 AND state = 'running' RETURNING queue),
         forgotten AS (DELETE FROM grown WHERE event = $1 AND game = $2 AND EXISTS (SELECT 1 FROM ended)),
         told AS (SELECT pg_notify('leitai_work', queue) FROM ended)
         SELECT (SELECT COUNT(*) FROM ended), (SELECT COUNT(*) FROM told)"
    );
    let sweep = format!(
        "WITH silent AS MATERIALIZED (SELECT event, game, CASE WHEN EXISTS
           (SELECT 1 FROM crews WHERE crews.id = jobs.worker AND leaves <> 0) THEN 1 ELSE 0 END AS forgiven
           FROM jobs WHERE queue = $1 AND state = 'running' AND until_ms < CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) FOR UPDATE SKIP LOCKED),
         back AS (UPDATE jobs SET until_ms = NULL, note = '{silent}', attempts = attempts - forgiven, state = CASE
           WHEN cancel = 1 THEN 'cancelled' WHEN attempts - forgiven >= {attempts} THEN 'stuck' ELSE 'waiting' END
           FROM silent WHERE jobs.event = silent.event AND jobs.game = silent.game),
         forgotten AS (DELETE FROM grown USING silent WHERE grown.event = silent.event AND grown.game = silent.game)
         SELECT COUNT(*) FROM silent",
        silent = FELL_SILENT.en
    );
    let grow = format!(
        "PERFORM 1 FROM ({lent} FOR UPDATE) AS lent;
         IF NOT FOUND THEN RETURN; END IF;
         DELETE FROM grown WHERE event = $1 AND game = $2 AND (fence <> $3 OR life <> $5 OR start >= $6);
         INSERT INTO grown (event, game, fence, life, start, at_ms, lines, clocks) VALUES ($1, $2, $3, $5, $6,
           CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT), $7, $8);
         RETURN QUERY SELECT CAST(1 AS BIGINT);"
    );
    // Only the programs of games that the worker holds.
    let blob = "SELECT body FROM blobs WHERE sha256 = $1 AND length($1) = 64 AND EXISTS (SELECT 1 FROM jobs
           WHERE state = 'running' AND substr(worker, 1, length(leitai_worker.my_name()) + 1) = leitai_worker.my_name() || '#'
             AND position($1 IN payload) > 0)";
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
        door("sweep", "text", "a BIGINT", "PERFORM leitai_worker.is_my_class($1);", &sweep),
        door(
            "beat",
            "text, bigint, text, text, text, bigint, text, bigint, bigint",
            "a BIGINT, b BIGINT, c BIGINT",
            format!(
                "PERFORM leitai_worker.are_mine($1), leitai_worker.is_mine($3), leitai_worker.is_my_class($5),
                   leitai_worker.is_at_most($2, {LONGEST}), leitai_worker.is_at_most(-$8, -3600000),
                   leitai_worker.is_at_most(length($7), {ABOUT}), leitai_worker.is_at_most($9, {LEAVES}),
                   leitai_worker.is_at_most(-$9, 0);
                 IF $4 IS DISTINCT FROM leitai_worker.my_name() THEN PERFORM leitai_worker.is_mine(''); END IF;"
            ),
            BEAT_AND_REPORT.postgres,
        ),
        door(
            "finish",
            "text",
            "a BIGINT, b TEXT",
            format!("PERFORM leitai_worker.is_at_most(length($1), {RESULTS}), leitai_worker.are_mine($1);"),
            END_ALL.postgres,
        ),
        door("state", "text, text, bigint, text", "a TEXT", mine, STATE.postgres),
        door(
            "give_back",
            "text",
            "a BIGINT, b BIGINT",
            "PERFORM leitai_worker.are_mine($1);",
            GIVE_BACK_ALL.postgres,
        ),
        door("fail", "text, text, bigint, text, text", "a BIGINT, b BIGINT", mine, &fail),
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
        door("blob", "text", "a BYTEA", "", blob),
    ]
}

/// The checks that doors begin with. In a worker's id the name ends before `#`, which no name contains.
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
           IF $1 IS NULL OR substr($1, 1, length(leitai_worker.my_name()) + 1) <> leitai_worker.my_name() || '#' THEN
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
const OWNERS: [(&str, &str); 3] = [
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
             SECURITY DEFINER {safe} AS $door$ BEGIN PERFORM leitai_worker.my_name(); {guard} {body} END $door$"
        ));
    }
    for (head, body) in OWNERS {
        all.push(format!(
            "CREATE OR REPLACE FUNCTION leitai_worker.{head} LANGUAGE plpgsql SECURITY INVOKER {safe} AS $door$ {body} $door$"
        ));
        let called = head.split(" RETURNS").next().unwrap_or(head);
        all.push(format!("REVOKE EXECUTE ON FUNCTION leitai_worker.{called} FROM PUBLIC"));
    }
    all.push(
        "DO $do$ DECLARE known TEXT; BEGIN
           FOR known IN SELECT role FROM admitted WHERE revoked_ms IS NULL LOOP
             EXECUTE format('GRANT USAGE ON SCHEMA leitai_worker TO %I', known);
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
