//! Removing the data stored about a person.

use crate::actor::Actor;
use crate::audit::{Deed, note};
use crate::people::{END_SESSIONS, END_TOKENS};
use crate::statement::{Arg, QUEUE_UP, Sql};
use crate::{People, Role, StoreError};
use Arg::{Int, Text};
use leitai_core::Words;
use serde_json::json;

/// Shown instead of the nickname of a person who was removed.
pub const WITHDRAWN: Words = Words::new("withdrawn", "已退出");

const ROLE: Sql = Sql::same("SELECT role FROM people WHERE number = $1 AND removed_ms IS NULL");
const OTHERS: Sql = Sql::same(
    "SELECT COUNT(*) FROM people WHERE role = $2 AND number <> $1 AND closed_ms IS NULL AND hash IS NOT NULL",
);
const REMOVE: Sql = Sql::same(
    "UPDATE people SET name = '', class = '', team = '', seed_score = '', nickname = $2, nickname_key = $3,
     hash = NULL, opener = NULL, opens_until_ms = NULL, signed_in_ms = NULL, closed_ms = $4, removed_ms = $4,
     version = version + 1
     WHERE number = $1 AND removed_ms IS NULL",
);
const QUESTIONS: Sql = Sql::same("DELETE FROM questions WHERE asker = $1");
/// Whether a person was removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removed {
    /// Yes.
    Done,
    /// No: this is the last administrator.
    LastAdministrator,
    /// There is no such person, or no longer.
    Nobody,
}

impl People {
    /// Removes a person's data: name, class, team, grade, nickname, password, sessions, tokens and questions. The number stays
    /// with what was done under it, and results are listed under [`WITHDRAWN`]. A roster does not bring the person
    /// back; [adding](People::add) does.
    pub async fn remove(&self, by: Actor<'_>, number: &str) -> Result<Removed, StoreError> {
        let mut tx = self.database.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Text("people")]).await?;
        by.is_or_manages(&mut tx, number).await?;
        let role: Vec<(String,)> = tx.rows(ROLE, &[Text(number)]).await?;
        let Some((role,)) = role.into_iter().next() else {
            tx.commit().await?;
            return Ok(Removed::Nobody);
        };
        let administrator = Role::Administrator.name();
        if role == administrator {
            let others: Vec<(i64,)> = tx.rows(OTHERS, &[Text(number), Text(administrator)]).await?;
            if self.database.single(others)?.0 == 0 {
                tx.commit().await?;
                return Ok(Removed::LastAdministrator);
            }
        }
        let now = tx.now().await?;
        let (nickname, key) = (format!("{} {}", WITHDRAWN.zh, WITHDRAWN.en), format!("\u{7f}{number}"));
        tx.run(REMOVE, &[Text(number), Text(&nickname), Text(&key), Int(now)]).await?;
        tx.run(END_SESSIONS, &[Text(number)]).await?;
        tx.run(END_TOKENS, &[Text(number)]).await?;
        tx.run(QUESTIONS, &[Text(number)]).await?;
        note(&mut tx, &self.database, by, Deed::Remove, number, &json!({})).await?;
        tx.commit().await?;
        Ok(Removed::Done)
    }

    /// Records that a person's data was exported.
    pub async fn note_export(&self, by: Actor<'_>, number: &str) -> Result<(), StoreError> {
        let mut tx = self.database.begin().await?;
        by.is_or_manages(&mut tx, number).await?;
        note(&mut tx, &self.database, by, Deed::Export, number, &json!({})).await?;
        tx.commit().await
    }
}
