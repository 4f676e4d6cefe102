//! Opening a database.

use crate::bed::{Bed, wait};
use crate::on_both;
use leitai_core::{Lang, Tell};
use leitai_store::{Database, Journal, SqlJournal, StoreError};
use serde_json::json;

on_both! {
    many_may_open_an_empty_one_at_once
    what_a_newer_version_wrote_is_refused
}

async fn many_may_open_an_empty_one_at_once(bed: Bed) {
    let bed = bed.empty();
    let opening: Vec<_> = (0..8)
        .map(|_| {
            let address = bed.address.clone();
            // Each with its own thread and runtime, like separate processes.
            std::thread::spawn(move || {
                wait(async {
                    let database = Database::open(&address).await?;
                    let journal = SqlJournal::new(database, "cup")?;
                    journal.append(0, None, &json!(1)).await
                })
            })
        })
        .collect();
    for opened in opening {
        opened.join().expect("no panic").expect("opens and writes");
    }
    let journal = SqlJournal::new(bed.database().await, "cup").unwrap();
    assert_eq!(journal.entries(0).await.unwrap().len(), 8);
}

async fn what_a_newer_version_wrote_is_refused(bed: Bed) {
    bed.database().await.close().await;
    let later = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
        SELECT 99, description, success, checksum, 0 FROM _sqlx_migrations WHERE version = 1";
    if let Some(server) = &bed.server {
        server.sql(bed.name(), later);
    } else {
        let pool = sqlx::SqlitePool::connect(&bed.address).await.unwrap();
        sqlx::query(later).execute(&pool).await.unwrap();
        pool.close().await;
    }
    let refused = Database::open(&bed.address).await.err().expect("too new");
    assert!(matches!(refused, StoreError::Newer(_)), "{refused}");
}

#[test]
fn an_address_is_understood_or_explained() {
    wait(async {
        for bad in ["", "store.db", "sqlite:", "mysql://a@b/c", "postgres:store"] {
            let refused = Database::open(bad).await.err().expect("no address");
            assert!(matches!(refused, StoreError::Address(..)), "{bad}: {refused}");
        }
        let away = "postgres://leitai:secret@localhost/store?host=/nowhere&password=secret";
        let refused = Database::open(away).await.err().expect("nobody there");
        assert!(refused.is_passing(), "{refused}");
        for said in [refused.to_string(), refused.told(Lang::Zh), format!("{refused:?}")] {
            assert!(said.contains("leitai@localhost") && !said.contains("secret"), "{said}");
        }
    });
}
