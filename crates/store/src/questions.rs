//! What participants ask the organisers of an event, and the answers.

use crate::actor::Actor;
use crate::audit::{Deed, note};
use crate::error::id;
use crate::notices::Notices;
use crate::statement::{Arg, QUEUE_UP, Sql};
use crate::{Database, StoreError};
use Arg::{Int, Text};
use serde_json::json;
use std::collections::BTreeMap;

const LAST: Sql = Sql::same("SELECT COALESCE(MAX(id), 0) FROM questions");
const OPEN: Sql = Sql::same(
    "SELECT id, question FROM questions WHERE event = $1 AND asker = $2 AND answered_ms IS NULL ORDER BY id",
);
const ASK: Sql = Sql::same(
    "INSERT INTO questions (id, event, asked_ms, asker, question, to_all, seen) VALUES ($1, $2, $3, $4, $5, 0, 0)",
);
const ANSWER: Sql = Sql::same(
    "UPDATE questions SET answered_ms = $3, answerer = $4, answer = $5, to_all = $6
     WHERE id = $1 AND event = $2 AND answered_ms IS NULL",
);
const OF_EVENT: Sql = Sql::same(
    "SELECT id, event, asked_ms, asker, question, answered_ms, answer, to_all FROM questions WHERE event = $1 ORDER BY id",
);
const BY: Sql = Sql::same(
    "SELECT id, event, asked_ms, asker, question, answered_ms, answer, to_all FROM questions WHERE asker = $1 ORDER BY id",
);
const COUNTS: Sql =
    Sql::same("SELECT event, COUNT(*) FROM questions WHERE answered_ms IS NULL GROUP BY event");
const NEWS: Sql = Sql::same(
    "SELECT event, COUNT(*) FROM questions WHERE asker = $1 AND answered_ms IS NOT NULL AND seen = 0 GROUP BY event",
);
const SEEN: Sql = Sql::same(
    "UPDATE questions SET seen = 1 WHERE event = $1 AND asker = $2 AND answered_ms IS NOT NULL AND seen = 0",
);

type Row = (i64, String, i64, String, String, Option<i64>, Option<String>, i64);

/// A question, and its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// Its number, from 1; later questions have higher ones.
    pub id: i64,
    /// The event that it is about.
    pub event: String,
    /// When it was asked, in milliseconds since 1970-01-01 UTC.
    pub asked_ms: i64,
    /// Who asked: a person's number.
    pub asker: String,
    /// Its text.
    pub question: String,
    /// When it was answered, and the answer.
    pub answer: Option<(i64, String)>,
    /// Whether the answer was given to all.
    pub to_all: bool,
}

/// The questions in a [`Database`]. An answer is never changed.
pub struct Questions {
    database: Database,
}

impl Questions {
    /// The questions of a database.
    pub fn new(database: Database) -> Questions {
        Questions { database }
    }

    /// Asks something about an event, and returns the question's number: that of the same question of the same person
    /// if it still waits. `None` if `most` of the person's questions about the event wait for an answer.
    pub async fn ask(
        &self,
        by: Actor<'_>,
        event: &str,
        question: &str,
        most: usize,
    ) -> Result<Option<i64>, StoreError> {
        let event = id(event)?;
        let mut tx = self.database.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Text("questions")]).await?;
        let open: Vec<(i64, String)> = tx.rows(OPEN, &[Text(event), Text(by.name())]).await?;
        let same = open.iter().find(|(_, text)| text == question).map(|(id, _)| *id);
        if same.is_some() || open.len() >= most {
            tx.commit().await?;
            return Ok(same);
        }
        let last: Vec<(i64,)> = tx.rows(LAST, &[]).await?;
        let (number, now) = (self.database.single(last)?.0 + 1, tx.now().await?);
        tx.run(ASK, &[Int(number), Text(event), Int(now), Text(by.name()), Text(question)]).await?;
        note(&mut tx, &self.database, by, Deed::Ask, event, &json!({ "question": number })).await?;
        tx.commit().await?;
        Ok(Some(number))
    }

    /// Answers a question about an event, with `notice` in English and Chinese to all, if that is given. Returns false
    /// if no question about it with this number waits for an answer.
    pub async fn answer(
        &self,
        by: Actor<'_>,
        event: &str,
        number: i64,
        answer: &str,
        notice: Option<[&str; 2]>,
    ) -> Result<bool, StoreError> {
        let mut tx = self.database.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Text("questions")]).await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Text("notices")]).await?;
        let now = tx.now().await?;
        let to_all = Int(notice.is_some().into());
        let args = [Int(number), Text(event), Int(now), Text(by.name()), Text(answer), to_all];
        let is_answered = tx.run(ANSWER, &args).await? == 1;
        if is_answered {
            note(&mut tx, &self.database, by, Deed::Answer, event, &json!({ "question": number })).await?;
            if let Some(texts) = notice {
                Notices::new(self.database.clone()).given(&mut tx, by, event, texts).await?;
            }
        }
        tx.commit().await?;
        Ok(is_answered)
    }

    /// The questions about an event, in the order in which they were asked.
    pub async fn of(&self, event: &str) -> Result<Vec<Question>, StoreError> {
        let rows: Vec<Row> = self.database.rows(OF_EVENT, &[Text(event)]).await?;
        Ok(rows.into_iter().map(read).collect())
    }

    /// Everything that a person asked, in order.
    pub async fn by(&self, number: &str) -> Result<Vec<Question>, StoreError> {
        let rows: Vec<Row> = self.database.rows(BY, &[Text(number)]).await?;
        Ok(rows.into_iter().map(read).collect())
    }

    /// How many questions wait for an answer, by event.
    pub async fn waiting(&self) -> Result<BTreeMap<String, u64>, StoreError> {
        Ok(counted(self.database.rows(COUNTS, &[]).await?))
    }

    /// How many answers a person has not read, by event.
    pub async fn unread(&self, number: &str) -> Result<BTreeMap<String, u64>, StoreError> {
        Ok(counted(self.database.rows(NEWS, &[Text(number)]).await?))
    }

    /// Records that a person has read the answers about an event.
    pub async fn read(&self, event: &str, number: &str) -> Result<(), StoreError> {
        let mut tx = self.database.begin().await?;
        tx.run(SEEN, &[Text(event), Text(number)]).await?;
        tx.commit().await
    }
}

fn counted(rows: Vec<(String, i64)>) -> BTreeMap<String, u64> {
    rows.into_iter().map(|(event, count)| (event, count.unsigned_abs())).collect()
}

fn read((id, event, asked_ms, asker, question, answered_ms, answer, to_all): Row) -> Question {
    let answer = answered_ms.zip(answer);
    Question { id, event, asked_ms, asker, question, answer, to_all: to_all != 0 }
}
