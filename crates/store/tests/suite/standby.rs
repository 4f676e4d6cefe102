//! A PostgreSQL standby server: data can be read there, but nothing is written.

use crate::bed::{Bed, Server, TERMS, key, wait};
use leitai_store::{Database, Job, Journal, Queue, SqlJournal, StoreError};
use serde_json::json;
use std::sync::Arc;

/// An empty primary server and its standby; `None` if PostgreSQL is not installed.
fn pair() -> Option<(Bed, Arc<Server>)> {
    let first = Arc::new(Server::start(None)?);
    let follows = Arc::new(first.standby());
    Some((Bed::on(first), follows))
}

#[test]
fn what_is_kept_is_read_from_a_standby_and_nothing_is_written_there() {
    let Some((bed, follows)) = pair() else { return };
    let server = bed.server.as_ref().expect("PostgreSQL");
    wait(async {
        follows.follow(server);
        let address = follows.address(bed.name());
        let early = Database::open(&address).await.err().expect("no tables");
        assert!(matches!(early, StoreError::Behind(_)), "{early}");

        let (queue, journal) =
            (bed.queue().await, SqlJournal::new(bed.database().await, "cup").expect("an id"));
        let job = |game: &str| Job {
            event: "cup".into(),
            game: key(game),
            class: "lab".into(),
            priority: 0,
            payload: json!(null),
        };
        queue.enqueue(&["a", "b"].map(job)).await.expect("the first server writes");
        journal.append(1, Some("k"), &json!({ "a": "甲" })).await.expect("the first server writes");
        follows.follow(server);

        let read = Database::open(&address).await.expect("it is read as it is");
        let (there, copied) = (Queue::new(read.clone(), TERMS), SqlJournal::new(read, "cup").expect("an id"));
        assert_eq!(copied.entries(0).await.expect("read"), journal.entries(0).await.expect("read"));
        assert_eq!(there.list("cup").await.expect("read"), queue.list("cup").await.expect("read"));
        for refused in [
            there.enqueue(&[job("c")]).await.expect_err("not here"),
            there.lease("lab", "w").await.expect_err("not here"),
            copied.append(2, None, &json!(1)).await.expect_err("not here"),
        ] {
            assert!(matches!(refused, StoreError::ReadOnly(_)), "{refused}");
        }
        // Later changes are seen without reopening it.
        journal.append(3, None, &json!(2)).await.expect("the first server writes");
        follows.follow(server);
        assert_eq!(copied.entries(0).await.expect("read").len(), 2);

        bed.sql(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
             SELECT 99, description, success, checksum, 0 FROM _sqlx_migrations WHERE version = 1",
        )
        .await;
        follows.follow(server);
        let late = Database::open(&address).await.err().expect("too new");
        assert!(matches!(late, StoreError::Newer(_)), "{late}");
    });
}
