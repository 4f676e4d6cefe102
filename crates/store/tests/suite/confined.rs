//! What the holder of a worker's token can do at the server beside its games: nothing that the store would notice.

use crate::admitted::{Place, TOKEN, lease, with_place};
use crate::bed::{TERMS, key};
use crate::people::T;
use leitai_store::{AdmittedWorkers, Audit, CallOff, Crews, Database, Deed, Queue};
use serde_json::json;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use std::time::Duration;
use tokio::time::timeout;

/// Longer than anything takes that does not wait for a worker.
const PATIENCE: Duration = Duration::from_secs(20);

/// The code with which the server refuses a statement; empty if it does not.
async fn refused(by: &mut PgConnection, text: &str) -> String {
    let done = sqlx::raw_sql(AssertSqlSafe(text.to_owned())).execute(by).await;
    let code = done.err().and_then(|error| Some(error.as_database_error()?.code()?.into_owned()));
    code.unwrap_or_default()
}

async fn thief(place: &Place) -> PgConnection {
    PgConnection::connect(&place.address("thief", TOKEN)).await.expect("signs in")
}

#[test]
fn a_worker_has_nothing_that_everybody_has() {
    with_place(async |place| {
        place.admit("thief", TOKEN).await;
        let mut thief = thief(&place).await;
        let mut owner = PgConnection::connect(&place.bed.address).await.expect("signs in");
        for text in [
            "CREATE TEMP TABLE mine (a TEXT)",
            "CREATE TABLE mine (a TEXT)",
            "CREATE SCHEMA mine",
            "SELECT lo_creat(-1)",
            "SELECT lo_from_bytea(0, '\\x00')",
            "SELECT lo_put(1, 0, '\\x00')",
            "SELECT pg_advisory_lock(1)",
            "SELECT pg_advisory_lock_shared(1, 2)",
            "SELECT pg_try_advisory_xact_lock(hashtextextended('people', 0))",
            "LOCK TABLE locks",
            "SELECT 1 FROM locks FOR UPDATE",
            "INSERT INTO locks VALUES ('owner', 'people')",
        ] {
            let text = format!("BEGIN; {text}");
            assert_eq!(refused(&mut thief, &text).await, "42501", "{text}");
            // The control: its owner may, or finds nothing there.
            let code = refused(&mut owner, &text).await;
            assert!(["", "42704"].contains(&&*code), "{text}: {code}");
            for one in [&mut thief, &mut owner] {
                assert_eq!(refused(one, "ROLLBACK").await, "");
            }
        }
        // Connections of one token, and nobody else's.
        let mut open = vec![thief];
        while let Ok(one) = PgConnection::connect(&place.address("thief", TOKEN)).await {
            open.push(one);
            assert!(open.len() <= 32);
        }
        assert_eq!(open.len(), 32);
        PgConnection::connect(&place.bed.address).await.expect("the owner");
    });
}

/// Where the owner of the store may not change what everybody may do, a worker takes locks that nobody else uses.
#[test]
fn no_lock_of_a_worker_keeps_the_owner_waiting() {
    with_place(async |place| {
        let server = place.bed.server.as_ref().expect("a server");
        let rules = server.folder().join("data/pg_hba.conf");
        std::fs::write(&rules, "local all leitai,maker trust\nlocal all all scram-sha-256\n").expect("ours");
        for text in [
            "SELECT pg_reload_conf()",
            "CREATE ROLE maker LOGIN CREATEROLE",
            "CREATE DATABASE made OWNER maker",
        ] {
            server.sql("postgres", text);
        }
        let address = server.address("made").replace("leitai@", "maker@");
        let database = Database::open(&address).await.expect("opens");
        AdmittedWorkers::new(database.clone(), TERMS)
            .admit(T, "thief", "lab", TOKEN)
            .await
            .expect("admitted");
        let mut thief = PgConnection::connect(&address.replace("maker@", &format!("made.thief:{TOKEN}@")))
            .await
            .expect("signs in");
        // What earlier versions locked, and what the library of the tables locks.
        let number = sqlx_lock("made");
        for lock in ["people", "audit", "crews", "cup", "submissions"] {
            let text = format!("SELECT pg_advisory_lock(hashtextextended('{lock}', 0))");
            assert_eq!(refused(&mut thief, &text).await, "", "the control: it holds it");
        }
        assert_eq!(refused(&mut thief, &format!("SELECT pg_advisory_lock({number})")).await, "");
        let deeds = async {
            Audit::new(database.clone()).add(T, Deed::Rule, "cup", &json!({})).await.expect("written");
            Database::open(&address).await.expect("opens").close().await;
        };
        timeout(PATIENCE, deeds).await.expect("nobody waits for a worker");
        // It may make large objects there, until the owner looks.
        assert_eq!(refused(&mut thief, "SELECT lo_from_bytea(0, 'x')").await, "");
        let count = "SELECT COUNT(*) FROM pg_largeobject_metadata";
        assert_eq!(server.sql("made", count), "1");
        Queue::new(database.clone(), TERMS).keep_order().await.expect("a store");
        assert_eq!(server.sql("made", count), "0");
        database.close().await;
    });
}

/// The number under which `sqlx` locks a database of that name while it makes tables.
fn sqlx_lock(name: &str) -> i64 {
    let crc = name.bytes().fold(!0_u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg()))
    });
    0x3d32_ad9e * i64::from(!crc)
}

#[test]
fn a_transaction_that_stays_open_is_ended() {
    with_place(async |place| {
        place.admit("thief", TOKEN).await;
        place.games(&["1", "2"]).await;
        let mut thief = thief(&place).await;
        let takes = "BEGIN; SELECT leitai_worker.lease('lab', 'thief#1', 2, 60000, 0, 'thief'); SET statement_timeout = 0;
            SET idle_in_transaction_session_timeout = 0";
        assert_eq!(refused(&mut thief, takes).await, "");
        let cancel = async || place.queue.cancel("cup", &key("1")).await;
        assert!(
            timeout(Duration::from_secs(1), cancel()).await.is_err(),
            "the control: it waits for the worker"
        );
        tokio::time::sleep(2 * TERMS.lease()).await;
        place.queue.keep_order().await.expect("a store");
        let done = timeout(PATIENCE, cancel()).await.expect("its transaction is over").expect("a store");
        assert_eq!(done, CallOff::Off);
        assert!(sqlx::raw_sql("SELECT 1").execute(&mut thief).await.is_err(), "it was sent away");
    });
}

#[test]
fn every_text_of_a_worker_has_a_bound() {
    with_place(async |place| {
        place.admit("thief", TOKEN).await;
        place.games(&["1"]).await;
        let queue = place.worker_queue("thief", TOKEN).await;
        let held = lease(&queue, "thief#1").await.expect("a game");
        let mut thief = thief(&place).await;
        let beat = |id: &str, about: &str| {
            format!(
                "SELECT leitai_worker.beat('[]', 1000, '{id}', 'thief', 'lab', 1, '{about}', 86400000, 0)"
            )
        };
        let grow = |start: u64, length: u64| {
            format!(
                "SELECT leitai_worker.grow('cup', '1', {}, 'thief#1', 0, {start}, repeat('x', {length}), '{{}}')",
                held.fence
            )
        };
        let named = |id: &str| format!("SELECT leitai_worker.lease('lab', '{id}', 1, 1000, 0, 'thief')");
        let fail = |length: u64| {
            format!("SELECT leitai_worker.fail('cup', '1', {}, 'thief#1', repeat('x', {length}))", held.fence)
        };
        let finish = |packed: &str| {
            let one = format!(
                "[{{\"n\":0,\"event\":\"cup\",\"game\":\"1\",\"fence\":{},\"worker\":\"thief#1\",\"packed\":{packed}}}]",
                held.fence
            );
            format!("SELECT leitai_worker.finish('{one}')")
        };
        let deep = "[".repeat(5_000) + &"]".repeat(5_000);
        for (text, code) in [
            (beat("thief#a", &"9".repeat(65_537)), "42501"),
            (beat("thief#a", "{"), "22P02"),
            (beat(&format!("thief#{}", "a".repeat(201)), "{}"), "42501"),
            // Another name in it would be another machine.
            (beat("thief#a#b", "{}"), "42501"),
            (named("thief#a#b"), "42501"),
            (named(&format!("thief#{}", "a".repeat(201))), "42501"),
            (finish("\"xyz\""), "22023"),
            (fail(16_385), "42501"),
            (grow(0, (16 << 20) + 1), "42501"),
            // The controls. What the server takes for JSON, the reader of the list need not.
            (beat("thief#a", &deep), ""),
            (beat("thief#b", "{}"), ""),
            (named("thief#b"), ""),
            (grow(0, 15 << 20), ""),
            (grow(15 << 20, 15 << 20), ""),
            (grow(30 << 20, 15 << 20), ""),
            (grow(45 << 20, 15 << 20), ""),
            (grow(60 << 20, 15 << 20), "42501"),
            (fail(16_384), ""),
        ] {
            assert_eq!(refused(&mut thief, &text).await, code, "{text:.120}");
        }
        let crews = Crews::new(place.database.clone(), TERMS);
        assert_eq!(crews.list().await.expect("all the same").len(), 2);
        // As many processes as one may list, and then no more.
        let many = "SELECT leitai_worker.beat('[]', 1000, 'thief#' || n, 'thief', 'lab', 1, '{}', 86400000, 0) FROM generate_series(1, 254) n";
        assert_eq!(refused(&mut thief, many).await, "");
        assert_eq!(refused(&mut thief, &beat("thief#one-more", "{}")).await, "42501");
        assert_eq!(refused(&mut thief, &beat("thief#b", "{}")).await, "", "the control: it is listed");
    });
}

/// The attack that made every game of an event stuck.
#[test]
fn a_token_that_fails_every_game_makes_none_stuck() {
    with_place(async |place| {
        place.admit("thief", TOKEN).await;
        let names: Vec<String> = (1..=120).map(|game| game.to_string()).collect();
        place.games(&names.iter().map(String::as_str).collect::<Vec<_>>()).await;
        let mut thief = thief(&place).await;
        for turn in 0..12 {
            let id = format!("thief#{turn}");
            let takes = format!("SELECT leitai_worker.lease('lab', '{id}', 100, 60000, 0, 'thief')");
            assert_eq!(refused(&mut thief, &takes).await, "");
            let fails = format!(
                "SELECT leitai_worker.fail(j.event, j.game, 1 + n, '{id}', 'x')
                 FROM (SELECT 'cup' AS event, g::text AS game FROM generate_series(1, 120) g) j, generate_series(0, 12) n"
            );
            assert_eq!(refused(&mut thief, &fails).await, "");
        }
        let states = place
            .bed
            .sql(
                "SELECT string_agg(state || ' ' || attempts || ' ' || n, ', ') FROM
            (SELECT state, attempts, COUNT(*) AS n FROM jobs GROUP BY 1, 2) known",
            )
            .await;
        assert_eq!(states, "waiting 1 120");
        let others = place.queue.lease_many("lab", "honest#1", 200).await.expect("a store");
        assert_eq!(others.len(), 120, "the control");
    });
}
