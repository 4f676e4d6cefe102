//! The limit on the games a token may hold, whatever its holder reports; and games that only admitted workers get.

use crate::admitted::{OTHER, Place, TOKEN, lease, says, with_place};
use crate::bed::{Bed, wait};
use crate::people::T;
use leitai_store::{AdmittedOnly, Audit, Finished};
use serde_json::json;
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, Connection, PgConnection, Row};

/// A new connection of a thief with that token.
async fn thief(place: &Place) -> PgConnection {
    PgConnection::connect(&place.address("thief", TOKEN)).await.expect("signs in")
}

/// How many games its own lease statement gets.
async fn takes(thief: &mut PgConnection, id: &str) -> Result<usize, sqlx::Error> {
    let text = format!("SELECT * FROM leitai_worker.lease('lab', '{id}', 4096, 60000, 0, 'thief')");
    let rows: Vec<PgRow> = sqlx::raw_sql(AssertSqlSafe(text)).fetch_all(thief).await?;
    Ok(rows.into_iter().filter(|row| !row.get::<String, _>(0).is_empty()).count())
}

async fn place_with_games(place: &Place, games: usize) {
    place.admit("thief", TOKEN).await;
    place.admit("w2", OTHER).await;
    let names: Vec<String> = (1..=games).map(|game| game.to_string()).collect();
    place.games(&names.iter().map(String::as_str).collect::<Vec<_>>()).await;
}

#[test]
fn a_stolen_token_holds_no_more_than_its_cap_under_whatever_names_it_asks() {
    with_place(async |place| {
        place_with_games(&place, 40).await;
        assert!(place.workers.limit(T, "thief", Some(8)).await.expect("a store"));
        assert!(!place.workers.limit(T, "nobody", Some(8)).await.expect("a store"));
        let mut one = thief(&place).await;
        assert_eq!(takes(&mut one, "thief#1").await.expect("a store"), 8);
        assert_eq!(takes(&mut one, "thief#2").await.expect("a store"), 0, "another process of it");
        // What it reports about itself does not help.
        let beat = "SELECT * FROM leitai_worker.beat('[]', 60000, 'thief#3', 'thief', 'lab', 4096, '{}', 86400000, 0)";
        sqlx::raw_sql(beat).execute(&mut one).await.expect("it may say so");
        assert_eq!(takes(&mut one, "thief#3").await.expect("a store"), 0);
        // The controls: another token takes some, and so does the owner of the store.
        let theirs = place.worker_queue("w2", OTHER).await;
        let held = theirs.lease_many("lab", "w2#1", 9).await.expect("a store");
        assert_eq!(held.len(), 9);
        assert_eq!(place.queue.lease_many("lab", "own#1", 9).await.expect("a store").len(), 9);
        // Ending a game makes room for another.
        let mine = place.worker_queue("thief", TOKEN).await;
        let list = place.queue.list("cup").await.expect("a list");
        let ended = list.iter().find(|job| job.worker.as_deref() == Some("thief#1")).expect("it holds some");
        let done = format!(
            "SELECT * FROM leitai_worker.finish('{}')",
            json!([{ "n": 0, "event": "cup", "game": &*ended.job.game, "fence": 1, "worker": "thief#1", "packed": "00" }])
        );
        sqlx::raw_sql(AssertSqlSafe(done)).execute(&mut one).await.expect("its own");
        assert_eq!(mine.lease_many("lab", "thief#4", 9).await.expect("a store").len(), 1);
        // The organiser may let it have more.
        assert!(place.workers.limit(T, "thief", None).await.expect("a store"));
        assert!(lease(&mine, "thief#4").await.is_some());
    });
}

#[test]
fn two_that_ask_at_once_with_one_token_share_its_cap() {
    with_place(async |place| {
        place_with_games(&place, 200).await;
        for turn in 0..5 {
            place.bed.sql("UPDATE jobs SET state = 'waiting', worker = NULL, until_ms = NULL").await;
            place.workers.limit(T, "thief", Some(7)).await.expect("a store");
            let asks = (0..8).map(|number| {
                let address = place.address("thief", TOKEN);
                tokio::spawn(async move {
                    let mut one = PgConnection::connect(&address).await.expect("signs in");
                    takes(&mut one, &format!("thief#{number}")).await.expect("a store")
                })
            });
            let mut taken = 0;
            for ask in asks.collect::<Vec<_>>() {
                taken += ask.await.expect("no panic");
            }
            assert_eq!(taken, 7, "turn {turn}");
        }
        // Neither does a session whose snapshot is from before the others took theirs.
        place.bed.sql("UPDATE jobs SET state = 'waiting', worker = NULL, until_ms = NULL").await;
        let mut old = thief(&place).await;
        sqlx::raw_sql("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT leitai_worker.my_name()")
            .execute(&mut old)
            .await
            .expect("it may look");
        let refused = takes(&mut old, "thief#9").await.expect_err("what it sees is old");
        assert!(refused.to_string().contains("as things are now"), "{refused}");
    });
}

#[test]
fn a_token_of_which_nobody_said_anything_holds_what_its_processes_report_and_half_of_what_is_ordered_ahead_at_most()
 {
    with_place(async |place| {
        place_with_games(&place, 700).await;
        let mut one = thief(&place).await;
        assert_eq!(takes(&mut one, "thief#1").await.expect("a store"), 129, "one seat, and 128 beside");
        let beat = async |one: &mut PgConnection, id: &str, seats: i64| {
            let text = format!(
                "SELECT * FROM leitai_worker.beat('[]', 60000, '{id}', 'thief', 'lab', {seats}, '{{}}', 86400000, 0)"
            );
            sqlx::raw_sql(AssertSqlSafe(text)).execute(one).await.expect("it may say so");
        };
        beat(&mut one, "thief#1", 4).await;
        assert_eq!(takes(&mut one, "thief#1").await.expect("a store"), 3);
        beat(&mut one, "thief#2", i64::MAX).await;
        assert_eq!(takes(&mut one, "thief#2").await.expect("a store"), 512 - 132);
        assert_eq!(place.workers.list().await.expect("a list")[0].most, None);
    });
}

#[test]
fn where_admitted_workers_alone_play_others_get_nothing() {
    with_place(async |place| {
        place.admit("w1", TOKEN).await;
        place.games(&["1", "2", "3", "4"]).await;
        let admitted = place.worker_queue("w1", TOKEN).await;
        let demand =
            async |what: &AdmittedOnly, on| what.demand(&place.database, T, on).await.expect("a store");
        let (cup, other) = (AdmittedOnly::Event("cup".to_owned()), AdmittedOnly::Event("league".to_owned()));
        assert!(demand(&other, true).await);
        assert!(lease(&place.queue, "own#1").await.is_some(), "of another event it is demanded");
        for what in [&cup, &AdmittedOnly::Store] {
            assert!(demand(what, true).await && !demand(what, true).await, "it was so already");
            assert_eq!(lease(&place.queue, "own#1").await, None);
            let held = lease(&admitted, "w1#1").await.expect("the control");
            assert_eq!(admitted.finish(&held, &json!({})).await.expect("a store"), Finished::Stands);
            assert!(demand(what, false).await);
        }
        assert!(lease(&place.queue, "own#1").await.is_some());
        assert_eq!(AdmittedOnly::list(&place.database).await.expect("a list")[0].0, other);
        let audit = Audit::new(place.database.clone()).lines(u64::MAX, 9).await.expect("lines");
        let deeds: Vec<_> = audit.iter().map(|line| (line.deed.name(), line.about.as_str())).collect();
        assert_eq!(deeds[..2], [("admit-all", ""), ("demand-admitted", "")]);
    });
}

#[test]
fn in_a_file_nobody_can_demand_it() {
    wait(async {
        let bed = Bed::sqlite();
        let refused = AdmittedOnly::Store.demand(&bed.database().await, T, true).await.expect_err("a file");
        assert!(says(&refused).contains("PostgreSQL"), "{}", says(&refused));
    });
}
