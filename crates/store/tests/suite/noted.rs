//! An entry of a journal, and the line that says who made it.

use crate::bed::Bed;
use crate::on_both;
use leitai_store::{Appended, Audit, Deed, Journal, SqlJournal};
use serde_json::json;

on_both! { an_entry_and_its_line_in_the_audit_list_are_one }

/// What somebody did, and that it was them, are one: in one transaction, and once.
async fn an_entry_and_its_line_in_the_audit_list_are_one(bed: Bed) {
    let database = bed.database().await;
    let (plain, audit) = (SqlJournal::new(database.clone(), "cup").unwrap(), Audit::new(database.clone()));
    let noting =
        SqlJournal::new(database, "cup").unwrap().noting("t1", Deed::Rule, json!({ "en": "excused" }));
    let lines = async || audit.lines(u64::MAX, 9).await.unwrap();
    assert_eq!(plain.append(1, Some("begun"), &json!(1)).await.unwrap(), Appended::Written(1));
    assert!(lines().await.is_empty(), "the control");
    let rules = async |last| noting.append_after(Some(last), 2, Some("ruling 1"), &json!(2)).await;
    assert_eq!(rules(0).await.unwrap(), Appended::Overtaken);
    assert_eq!((rules(1).await.unwrap(), lines().await.len()), (Appended::Written(2), 1));
    assert!(matches!(rules(1).await.unwrap(), Appended::AlreadyThere(_)));
    let known = lines().await;
    let [line] = known.as_slice() else { panic!("{known:?}") };
    assert_eq!((line.actor.as_str(), line.deed, line.about.as_str()), ("t1", Deed::Rule, "cup"));
    // If one cannot be written, the other is not.
    bed.sql("ALTER TABLE audit RENAME TO elsewhere").await;
    assert!(noting.append(3, Some("ruling 2"), &json!(3)).await.is_err());
    bed.sql("ALTER TABLE elsewhere RENAME TO audit").await;
    assert_eq!((plain.entries(0).await.unwrap().len(), lines().await.len()), (2, 1));
    assert_eq!(noting.append(3, Some("ruling 2"), &json!(3)).await.unwrap(), Appended::Written(3));
    assert_eq!(lines().await.len(), 2);
}
