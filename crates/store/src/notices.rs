//! Notices from organisers to participants.

use crate::actor::Actor;
use crate::audit::{Deed, note};
use crate::database::Tx;
use crate::statement::{Arg, QUEUE_UP, Sql};
use crate::{Database, StoreError};
use Arg::{Int, Text};
use leitai_core::Sentence;
use serde_json::json;

const LAST: Sql = Sql::same("SELECT COALESCE(MAX(id), 0) FROM notices");
const GIVE: Sql =
    Sql::same("INSERT INTO notices (id, event, at_ms, author, en, zh) VALUES ($1, $2, $3, $4, $5, $6)");
const NEWEST: Sql = Sql::same(
    "SELECT id, author, en, zh FROM notices WHERE withdrawn_ms IS NULL AND event = $1 ORDER BY id DESC LIMIT 1",
);
const WITHDRAW: Sql =
    Sql::same("UPDATE notices SET withdrawn_ms = $3 WHERE id = $1 AND event = $2 AND withdrawn_ms IS NULL");
const ALL: Sql = Sql::same(
    "SELECT id, event, at_ms, author, en, zh FROM notices
     WHERE withdrawn_ms IS NULL ORDER BY id DESC LIMIT $1",
);
const UNREAD: Sql = Sql::same(
    "SELECT id, event, at_ms, author, en, zh FROM notices
     WHERE withdrawn_ms IS NULL AND id > COALESCE((SELECT last FROM notices_read WHERE number = $1), 0)
     ORDER BY id DESC LIMIT $2",
);
const READ: Sql = Sql::same(
    "INSERT INTO notices_read (number, last) VALUES ($1, $2)
     ON CONFLICT (number) DO UPDATE SET last = $2 WHERE notices_read.last < $2",
);

type Row = (i64, String, i64, String, String, String);

/// A notice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// Its number, from 1; later notices have higher ones.
    pub id: i64,
    /// The event that it is about; empty for the whole site.
    pub event: String,
    /// When it was posted, in milliseconds since 1970-01-01 UTC.
    pub at_ms: i64,
    /// Who posted it: a person's number.
    pub author: String,
    /// Its text. If it was written in only one language, both versions are the same.
    pub said: Sentence,
}

/// The notices of a site, in a [`Database`]. A notice is never changed: it is withdrawn and another one posted.
pub struct Notices {
    database: Database,
}

impl Notices {
    /// The notices of a database.
    pub fn new(database: Database) -> Notices {
        Notices { database }
    }

    /// Posts a notice about an event, or about the whole site if `event` is empty, and returns its number. One of the
    /// two texts may be empty.
    pub async fn give(&self, by: Actor<'_>, event: &str, en: &str, zh: &str) -> Result<i64, StoreError> {
        let mut tx = self.queue_up().await?;
        let id = self.given(&mut tx, by, event, [en, zh]).await?;
        tx.commit().await?;
        Ok(id)
    }

    /// As [`Notices::give`], unless the newest notice about the event is the same one by the same author: that one's
    /// number is returned then.
    pub async fn give_once(&self, by: Actor<'_>, event: &str, en: &str, zh: &str) -> Result<i64, StoreError> {
        let mut tx = self.queue_up().await?;
        let newest: Vec<(i64, String, String, String)> = tx.rows(NEWEST, &[Text(event)]).await?;
        let is_there = |(_, author, was_en, was_zh): &&(i64, String, String, String)| {
            author == by.name() && was_en == en && was_zh == zh
        };
        let id = match newest.first().filter(is_there) {
            Some((id, ..)) => *id,
            None => self.given(&mut tx, by, event, [en, zh]).await?,
        };
        tx.commit().await?;
        Ok(id)
    }

    async fn queue_up(&self) -> Result<Tx<'_>, StoreError> {
        let mut tx = self.database.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Text("notices")]).await?;
        Ok(tx)
    }

    pub(crate) async fn given(
        &self,
        tx: &mut Tx<'_>,
        by: Actor<'_>,
        event: &str,
        [en, zh]: [&str; 2],
    ) -> Result<i64, StoreError> {
        let last: Vec<(i64,)> = tx.rows(LAST, &[]).await?;
        let (id, now) = (self.database.single(last)?.0 + 1, tx.now().await?);
        tx.run(GIVE, &[Int(id), Text(event), Int(now), Text(by.name()), Text(en), Text(zh)]).await?;
        note(tx, &self.database, by, Deed::Notice, event, &json!({ "notice": id })).await?;
        Ok(id)
    }

    /// Withdraws a notice about an event, so that nobody sees it any more. Returns false if no notice in force about it
    /// has this number.
    pub async fn withdraw(&self, by: Actor<'_>, event: &str, id: i64) -> Result<bool, StoreError> {
        let mut tx = self.database.begin().await?;
        let now = tx.now().await?;
        let is_withdrawn = tx.run(WITHDRAW, &[Int(id), Text(event), Int(now)]).await? == 1;
        if is_withdrawn {
            note(&mut tx, &self.database, by, Deed::Withdraw, event, &json!({ "notice": id })).await?;
        }
        tx.commit().await?;
        Ok(is_withdrawn)
    }

    /// At most `most` notices, the newest first.
    pub async fn newest(&self, most: u32) -> Result<Vec<Notice>, StoreError> {
        let rows: Vec<Row> = self.database.rows(ALL, &[Int(most.into())]).await?;
        Ok(rows.into_iter().map(read).collect())
    }

    /// At most `most` notices that a person has not read, the newest first.
    pub async fn unread(&self, number: &str, most: u32) -> Result<Vec<Notice>, StoreError> {
        let rows: Vec<Row> = self.database.rows(UNREAD, &[Text(number), Int(most.into())]).await?;
        Ok(rows.into_iter().map(read).collect())
    }

    /// Records that a person has read all notices up to this one.
    pub async fn read(&self, number: &str, last: i64) -> Result<(), StoreError> {
        let mut tx = self.database.begin().await?;
        tx.run(READ, &[Text(number), Int(last)]).await?;
        tx.commit().await
    }
}

fn read((id, event, at_ms, author, en, zh): Row) -> Notice {
    let said = match (en.is_empty(), zh.is_empty()) {
        (false, true) => Sentence::quoted(en),
        (true, false) => Sentence::quoted(zh),
        _ => Sentence::new(en, zh),
    };
    Notice { id, event, at_ms, author, said }
}
