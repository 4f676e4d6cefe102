//! How people sign in, and how they choose a password and a nickname.

use crate::audit::{Deed, note};
use crate::database::Tx;
use crate::people::{END_SESSIONS, HOLD};
use crate::statement::{Arg, QUEUE_UP, Sql};
use crate::{Credentials, NewSession, Opener, People, StoreError};
use Arg::{Int, Text};
use serde_json::json;

const CREDENTIALS: Sql =
    Sql::same("SELECT hash, opener, opens_until_ms FROM people WHERE number = $1 AND closed_ms IS NULL");
const PASSWORD: Sql =
    Sql::same("UPDATE people SET hash = $2, opener = NULL WHERE number = $1 AND closed_ms IS NULL");
const TAKEN: Sql = Sql::same("SELECT number FROM people WHERE nickname_key = $1 AND number <> $2");
const NICKNAME: Sql =
    Sql::same("UPDATE people SET nickname = $2, nickname_key = $3 WHERE number = $1 AND closed_ms IS NULL");
const SIGNED_IN: Sql =
    Sql::same("UPDATE people SET signed_in_ms = $2 WHERE number = $1 AND closed_ms IS NULL");
/// Fails if another sign-in has used the code in the meantime.
const SPEND: Sql = Sql::same("UPDATE people SET opener = NULL WHERE number = $1 AND opener = $2");
const BEGIN_SESSION: Sql =
    Sql::same("INSERT INTO sessions (token, number, made_ms, seen_ms, place) VALUES ($1, $2, $3, $3, $4)");

/// Whether a nickname was assigned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// It was.
    Done,
    /// Somebody else has the same name, or one that looks the same.
    Taken,
    /// There is no such account, or it is closed.
    Nobody,
}

impl People {
    /// What the account of a number accepts at sign-in; `None` if there is no such account, or it is closed.
    pub async fn credentials(&self, number: &str) -> Result<Option<Credentials>, StoreError> {
        type Found = (Option<String>, Option<String>, Option<i64>);
        let rows: Vec<Found> = self.database.rows(CREDENTIALS, &[Text(number)]).await?;
        let Some((hash, opener, until)) = rows.into_iter().next() else { return Ok(None) };
        let opener = opener.and_then(|text| Opener::read(&text));
        let holds = match until {
            Some(until) if opener.is_some() => self.database.now().await? < until,
            _ => true,
        };
        Ok(Some(Credentials { hash, opener: opener.filter(|_| holds) }))
    }

    /// Starts a session for a person who has presented a password, or what lets them in instead. Returns false if that
    /// is no longer valid: the account has been closed or the code used in the meantime.
    pub async fn sign_in(
        &self,
        number: &str,
        by: Option<Opener>,
        session: &NewSession,
    ) -> Result<bool, StoreError> {
        let mut tx = self.database.begin().await?;
        let _: Vec<(String,)> = tx.rows(HOLD, &[Text(number)]).await?;
        let now = tx.now().await?;
        let mut is_let_in = tx.run(SIGNED_IN, &[Text(number), Int(now)]).await? == 1;
        if let Some(code @ Opener::Code(_)) = by {
            is_let_in &= tx.run(SPEND, &[Text(number), Text(&code.text())]).await? == 1;
        }
        // Without a commit, nothing has happened.
        if is_let_in {
            begin_session(&mut tx, number, session, now).await?;
            note(&mut tx, &self.database, number, Deed::SignIn, number, &json!({ "place": session.place }))
                .await?;
            tx.commit().await?;
        }
        Ok(is_let_in)
    }

    /// Stores the hash of the password that a person has chosen. All sessions end and a new one starts; any first
    /// password or code becomes invalid. Returns false if there is no such account, or it is closed.
    pub async fn choose_password(
        &self,
        number: &str,
        hash: &str,
        session: &NewSession,
    ) -> Result<bool, StoreError> {
        let mut tx = self.database.begin().await?;
        let chosen = tx.run(PASSWORD, &[Text(number), Text(hash)]).await? == 1;
        if chosen {
            let now = tx.now().await?;
            tx.run(END_SESSIONS, &[Text(number)]).await?;
            begin_session(&mut tx, number, session, now).await?;
            note(&mut tx, &self.database, number, Deed::Password, number, &json!({})).await?;
        }
        tx.commit().await?;
        Ok(chosen)
    }

    /// Gives a person a public name; `key` is its form for comparison with other names.
    pub async fn choose_nickname(
        &self,
        number: &str,
        nickname: &str,
        key: &str,
    ) -> Result<Named, StoreError> {
        let mut tx = self.database.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Text("people")]).await?;
        let taken: Vec<(String,)> = tx.rows(TAKEN, &[Text(key), Text(number)]).await?;
        let named = if !taken.is_empty() {
            Named::Taken
        } else if tx.run(NICKNAME, &[Text(number), Text(nickname), Text(key)]).await? == 1 {
            note(&mut tx, &self.database, number, Deed::Nickname, number, &json!({ "nickname": nickname }))
                .await?;
            Named::Done
        } else {
            Named::Nobody
        };
        tx.commit().await?;
        Ok(named)
    }
}

async fn begin_session(
    tx: &mut Tx<'_>,
    number: &str,
    session: &NewSession,
    now: i64,
) -> Result<(), StoreError> {
    let token = session.token.to_string();
    tx.run(BEGIN_SESSION, &[Text(&token), Text(number), Int(now), Text(&session.place)]).await?;
    Ok(())
}
