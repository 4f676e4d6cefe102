//! Sessions of people who have signed in.

use crate::actor::Actor;
use crate::audit::{Deed, note};
use crate::people::{Row, person};
use crate::statement::{Arg, Sql};
use crate::{People, Person, Session, StoreError};
use Arg::{Int, Text};
use leitai_core::{ContentHash, sentence};
use serde_json::json;
use std::time::Duration;

/// A session that is unused for this long ends.
pub const SESSION_LASTS: Duration = Duration::from_hours(14 * 24);

const WHOSE: Sql = Sql::same(person!(
    "JOIN sessions ON sessions.number = people.number
     WHERE sessions.token = $1 AND sessions.seen_ms > $2 AND closed_ms IS NULL"
));
const OF: Sql = Sql::same(
    "SELECT token, made_ms, seen_ms, place FROM sessions WHERE number = $1 AND seen_ms > $2
     ORDER BY seen_ms DESC, token",
);
const SEEN: Sql = Sql::same("UPDATE sessions SET seen_ms = $2 WHERE token = $1 AND seen_ms < $3");
const END: Sql = Sql::same("DELETE FROM sessions WHERE token = $1 AND number = $2");
const SWEEP: Sql = Sql::same("DELETE FROM sessions WHERE seen_ms <= $1");

impl People {
    /// The person whose session has a token of this hash, if it has not ended.
    pub async fn whose(&self, token: ContentHash) -> Result<Option<Person>, StoreError> {
        let (token, oldest) = (token.to_string(), self.oldest().await?);
        let rows: Vec<Row> = self.database.rows(WHOSE, &[Text(&token), Int(oldest)]).await?;
        rows.into_iter().next().map(|row| self.person(row)).transpose()
    }

    /// Records that a session is used, unless that was recorded less than `every` ago, and deletes sessions that have
    /// ended.
    pub async fn seen(&self, token: ContentHash, every: Duration) -> Result<(), StoreError> {
        let mut tx = self.database.begin().await?;
        let now = tx.now().await?;
        let before = now - every.as_millis() as i64;
        tx.run(SEEN, &[Text(&token.to_string()), Int(now), Int(before)]).await?;
        tx.run(SWEEP, &[Int(now - SESSION_LASTS.as_millis() as i64)]).await?;
        tx.commit().await
    }

    /// The sessions of a person, the most recently used first.
    pub async fn sessions(&self, number: &str) -> Result<Vec<Session>, StoreError> {
        let args = [Text(number), Int(self.oldest().await?)];
        let rows: Vec<(String, i64, i64, String)> = self.database.rows(OF, &args).await?;
        let session = |(token, made_ms, seen_ms, place): (String, i64, i64, String)| {
            let token = token.parse().map_err(|_| {
                let why =
                    sentence!("a session of {number} cannot be read", "{number} 的一条登录记录无法读取");
                StoreError::Row(self.database.place().to_owned(), why)
            })?;
            Ok(Session { token, made_ms, seen_ms, place })
        };
        rows.into_iter().map(session).collect()
    }

    /// Ends a session of a person; returns false if the person has no session with this token.
    pub async fn end_session(
        &self,
        by: Actor<'_>,
        number: &str,
        token: ContentHash,
    ) -> Result<bool, StoreError> {
        let mut tx = self.database.begin().await?;
        let ended = by.is_or_manages(&mut tx, number).await?
            && tx.run(END, &[Text(&token.to_string()), Text(number)]).await? == 1;
        if ended {
            note(&mut tx, &self.database, by, Deed::EndSession, number, &json!({})).await?;
        }
        tx.commit().await?;
        Ok(ended)
    }

    /// Sessions last used at or before this time have ended.
    async fn oldest(&self) -> Result<i64, StoreError> {
        Ok(self.database.now().await? - SESSION_LASTS.as_millis() as i64)
    }
}
