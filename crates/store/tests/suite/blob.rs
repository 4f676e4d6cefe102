//! Content-addressed storage, on both databases.

use crate::bed::Bed;
use crate::on_both;
use leitai_core::{ContentHash, Lang, NoContentHash, Tell};
use leitai_store::{BlobFault, Blobs, Database, Freed, Journal, SqlJournal, StoreError};

on_both! {
    what_is_put_is_got
    the_same_again_is_kept_once
    what_is_missing_is_named
    what_was_changed_is_named_and_mended
    many_may_put_the_same_at_once
    what_no_event_needs_any_more_is_removed
    an_event_that_goes_on_keeps_what_it_needs
    what_is_put_while_another_event_is_released_stays
    a_store_of_the_version_before_is_brought_up_to_date
}

async fn blobs(bed: &Bed) -> Blobs {
    Blobs::new(bed.database().await)
}

async fn what_is_put_is_got(bed: Bed) {
    let blobs = blobs(&bed).await;
    let all: Vec<u8> = (0..=255).cycle().take(300_000).collect();
    for contents in [&b""[..], b"abc", "甲\0".as_bytes(), &all] {
        let digest = blobs.put("cup", contents).await.unwrap();
        assert_eq!(digest, ContentHash::of(contents));
        assert_eq!(blobs.get(digest).await.unwrap(), contents);
    }
}

async fn the_same_again_is_kept_once(bed: Bed) {
    let first = blobs(&bed).await.put("cup", b"int main;").await.unwrap();
    assert_eq!(blobs(&bed).await.put("cup", b"int main;").await.unwrap(), first);
    blobs(&bed).await.put("cup", b"int other;").await.unwrap();
    assert_eq!(bed.sql("SELECT CAST(COUNT(*) AS TEXT) FROM blobs").await, "2");
}

async fn what_is_missing_is_named(bed: Bed) {
    let digest = ContentHash::of(b"never kept");
    let refused = blobs(&bed).await.get(digest).await.unwrap_err();
    assert!(matches!(refused, StoreError::Blob { what: BlobFault::Missing, .. }), "{refused}");
    for said in [refused.to_string(), refused.told(Lang::Zh)] {
        assert!(said.contains(&digest.to_string()) && !refused.is_passing(), "{said}");
    }
}

async fn what_was_changed_is_named_and_mended(bed: Bed) {
    let blobs = blobs(&bed).await;
    let (whole, harmed) =
        (blobs.put("cup", b"whole").await.unwrap(), blobs.put("cup", b"harmed").await.unwrap());
    let body = if bed.server.is_some() { "'\\x00'" } else { "x'00'" };
    bed.sql(&format!("UPDATE blobs SET body = {body} WHERE sha256 = '{harmed}'")).await;
    let refused = blobs.get(harmed).await.unwrap_err();
    assert!(matches!(refused, StoreError::Blob { what: BlobFault::Garbled, .. }), "{refused}");
    assert!(refused.to_string().contains(&harmed.to_string()), "{refused}");
    assert_eq!(blobs.get(whole).await.unwrap(), b"whole");
    blobs.put("cup", b"harmed").await.unwrap();
    assert_eq!(blobs.get(harmed).await.unwrap(), b"harmed");
}

async fn many_may_put_the_same_at_once(bed: Bed) {
    let database = bed.database().await;
    let many: Vec<_> = (0..12)
        .map(|number| {
            let blobs = Blobs::new(database.clone());
            tokio::spawn(
                async move { blobs.put("cup", if number % 2 == 0 { b"even" } else { b"odds" }).await },
            )
        })
        .collect();
    for one in many {
        one.await.unwrap().unwrap();
    }
    assert_eq!(bed.sql("SELECT CAST(COUNT(*) AS TEXT) FROM blobs").await, "2");
}

async fn what_no_event_needs_any_more_is_removed(bed: Bed) {
    let blobs = blobs(&bed).await;
    let own = blobs.put("cup", b"own").await.unwrap();
    let both = blobs.put("cup", b"of both").await.unwrap();
    assert_eq!(blobs.put("league", b"of both").await.unwrap(), both);
    assert_eq!(blobs.release("no such event", 0).await.unwrap(), Freed::default());
    assert_eq!(blobs.release("cup", 0).await.unwrap(), Freed { blobs: 1, bytes: 3 });
    assert!(matches!(blobs.get(own).await, Err(StoreError::Blob { what: BlobFault::Missing, .. })));
    assert_eq!(blobs.get(both).await.unwrap(), b"of both");
    assert_eq!(blobs.release("cup", 0).await.unwrap(), Freed::default(), "once");
    assert_eq!(blobs.release("league", 0).await.unwrap(), Freed { blobs: 1, bytes: 7 });
    assert_eq!(blobs.put("cup", b"own").await.unwrap(), own);
    assert_eq!(blobs.get(own).await.unwrap(), b"own", "what is needed again is there again");
}

async fn an_event_that_goes_on_keeps_what_it_needs(bed: Bed) {
    let blobs = blobs(&bed).await;
    let digest = blobs.put("cup", b"source").await.unwrap();
    let journal = SqlJournal::new(bed.database().await, "cup").unwrap();
    for entry in ["the last game", "a ruling"] {
        journal.append(0, None, &entry.into()).await.unwrap();
    }
    assert_eq!(blobs.release("cup", 1).await.unwrap(), Freed::default(), "somebody ruled");
    assert_eq!(blobs.get(digest).await.unwrap(), b"source");
    assert_eq!(blobs.release("cup", 2).await.unwrap().blobs, 1);
}

async fn what_is_put_while_another_event_is_released_stays(bed: Bed) {
    let database = bed.database().await;
    for round in 0..20 {
        let contents = format!("round {round}").into_bytes();
        let digest = Blobs::new(database.clone()).put("over", &contents).await.unwrap();
        let (goes, stays) = (Blobs::new(database.clone()), Blobs::new(database.clone()));
        let goes = tokio::spawn(async move { goes.release("over", 0).await });
        let put = contents.clone();
        let stays = tokio::spawn(async move { stays.put("begins", &put).await });
        goes.await.unwrap().unwrap();
        stays.await.unwrap().unwrap();
        assert_eq!(Blobs::new(database.clone()).get(digest).await.unwrap(), contents);
    }
}

async fn a_store_of_the_version_before_is_brought_up_to_date(bed: Bed) {
    bed.database().await.close().await;
    let later = [
        "blobs",
        "needs",
        "watched",
        "grown",
        "people",
        "sessions",
        "audit",
        "submissions",
        "event_switches",
        "notices",
        "notices_read",
        "score_columns",
        "score_cells",
        "tokens",
        "reports",
        "crews",
        "held_back",
        "second_playings",
        "admitted",
        "failed",
        "trials",
        "sparring",
        "questions",
    ];
    for table in later {
        bed.sql(&format!("DROP TABLE {table}")).await;
    }
    bed.sql("ALTER TABLE results DROP COLUMN packed").await;
    bed.sql("ALTER TABLE jobs DROP COLUMN apart").await;
    for index in ["jobs_waiting", "jobs_running"] {
        bed.sql(&format!("DROP INDEX {index}")).await;
    }
    bed.sql("CREATE INDEX jobs_due ON jobs (queue, state, priority DESC, place)").await;
    bed.sql("DELETE FROM _sqlx_migrations WHERE version >= 2").await;
    let database = Database::open(&bed.address).await.unwrap();
    let blobs = Blobs::new(database);
    let digest = blobs.put("cup", b"new").await.unwrap();
    assert_eq!(blobs.get(digest).await.unwrap(), b"new");
}

#[test]
fn a_name_is_read_as_it_is_written() {
    // FIPS 180-4: the SHA-256 of "abc".
    let text = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    let digest = ContentHash::of(b"abc");
    assert_eq!((digest.to_string().as_str(), text.parse()), (text, Ok(digest)));
    assert_eq!(serde_json::from_value::<ContentHash>(serde_json::json!(text)).unwrap(), digest);
    for bad in
        ["", &text[1..], &text[2..], &text.to_uppercase(), &format!("{text}0"), &text.replace('b', "é")]
    {
        assert_eq!(bad.parse::<ContentHash>(), Err(NoContentHash), "{bad}");
    }
}
