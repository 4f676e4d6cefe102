//! How people sign in, and how they choose a password and a nickname.

use crate::actor::Actor;
use crate::audit::{Deed, note};
use crate::database::Tx;
use crate::people::END_SESSIONS;
use crate::statement::{Arg, QUEUE_UP, Sql};
use crate::{Credentials, CredentialsVersion, NewSession, Opener, People, StoreError};
use Arg::{Int, Text};
use leitai_core::{Name, compared};
use serde_json::json;

const CREDENTIALS: Sql = Sql::same(
    "SELECT hash, opener, opens_until_ms, version FROM people WHERE number = $1 AND closed_ms IS NULL",
);
/// Locks the account against concurrent changes.
const HELD: Sql = Sql {
    sqlite: "SELECT version, opens_until_ms FROM people WHERE number = $1 AND closed_ms IS NULL",
    postgres: "SELECT version, opens_until_ms FROM people WHERE number = $1 AND closed_ms IS NULL FOR UPDATE",
};
const PASSWORD: Sql =
    Sql::same("UPDATE people SET hash = $2, opener = NULL, version = version + 1 WHERE number = $1");
/// A number is no nickname either, except that nobody's own is asked about here.
const TAKEN: Sql =
    Sql::same("SELECT number FROM people WHERE number <> $2 AND (nickname_key = $1 OR lower(number) = $3)");
const NICKNAMES: Sql = Sql::same(
    "SELECT number, nickname, nickname_key FROM people
     WHERE nickname IS NOT NULL AND removed_ms IS NULL ORDER BY number",
);
const KEY: Sql = Sql::same("UPDATE people SET nickname_key = $2 WHERE number = $1");
const HAS_KEY: Sql = Sql::same("SELECT number FROM people WHERE nickname_key = $1");
const NICKNAME: Sql =
    Sql::same("UPDATE people SET nickname = $2, nickname_key = $3 WHERE number = $1 AND closed_ms IS NULL");
const SIGNED_IN: Sql = Sql::same("UPDATE people SET signed_in_ms = $2 WHERE number = $1");
const SPEND: Sql =
    Sql::same("UPDATE people SET opener = NULL, version = version + 1 WHERE number = $1 AND opener = $2");
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
        type CredentialsRow = (Option<String>, Option<String>, Option<i64>, i64);
        let rows: Vec<CredentialsRow> = self.database.rows(CREDENTIALS, &[Text(number)]).await?;
        let Some((hash, opener, until, version)) = rows.into_iter().next() else { return Ok(None) };
        let opener = opener.and_then(|text| Opener::read(&text));
        let holds = match until {
            Some(until) if opener.is_some() => self.database.now().await? < until,
            _ => true,
        };
        let version = CredentialsVersion(version);
        Ok(Some(Credentials { hash, opener: opener.filter(|_| holds), version }))
    }

    /// Starts a session for a person who has presented a password, or what lets them in instead, which was checked
    /// against the credentials `as_of` this version. Returns false if they have changed since, or no longer let in: a
    /// password was chosen, a code given or used, the account closed.
    pub async fn sign_in(
        &self,
        number: &str,
        by: Option<Opener>,
        as_of: CredentialsVersion,
        session: &NewSession,
    ) -> Result<bool, StoreError> {
        let mut tx = self.database.begin().await?;
        let (until, now) = (stands(&mut tx, number, as_of).await?, tx.now().await?);
        if until.is_none_or(|until| by.is_some() && until <= now) {
            tx.commit().await?;
            return Ok(false);
        }
        if let Some(code @ Opener::Code(_)) = by
            && tx.run(SPEND, &[Text(number), Text(&code.text())]).await? == 0
        {
            tx.commit().await?;
            return Ok(false);
        }
        tx.run(SIGNED_IN, &[Text(number), Int(now)]).await?;
        begin_session(&mut tx, number, session, now).await?;
        let by = Actor::Person { number, session: session.token };
        note(&mut tx, &self.database, by, Deed::SignIn, number, &json!({ "place": session.place })).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Stores the hash of the password that a person has chosen who was let in `as_of` this version of the
    /// credentials. All sessions end and a new one starts; any first password or code becomes invalid. Returns false if
    /// the credentials have changed since, or the account is closed.
    pub async fn choose_password(
        &self,
        by: Actor<'_>,
        number: &str,
        as_of: CredentialsVersion,
        hash: &str,
        session: &NewSession,
    ) -> Result<bool, StoreError> {
        let mut tx = self.database.begin().await?;
        if !by.is_or_manages(&mut tx, number).await? || stands(&mut tx, number, as_of).await?.is_none() {
            tx.commit().await?;
            return Ok(false);
        }
        tx.run(PASSWORD, &[Text(number), Text(hash)]).await?;
        let now = tx.now().await?;
        tx.run(END_SESSIONS, &[Text(number)]).await?;
        begin_session(&mut tx, number, session, now).await?;
        note(&mut tx, &self.database, by, Deed::Password, number, &json!({})).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Gives a person a public name, unless another has one that [looks the same](Name::key), or it is another's number.
    pub async fn choose_nickname(
        &self,
        by: Actor<'_>,
        number: &str,
        nickname: &Name,
    ) -> Result<Named, StoreError> {
        let mut tx = self.database.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Text("people")]).await?;
        let (key, plain, nickname) = (nickname.key(), compared(nickname.text()), nickname.text());
        let taken: Vec<(String,)> = tx.rows(TAKEN, &[Text(&key), Text(number), Text(&plain)]).await?;
        let named = if !by.is_or_manages(&mut tx, number).await? {
            Named::Nobody
        } else if !taken.is_empty() {
            Named::Taken
        } else if tx.run(NICKNAME, &[Text(number), Text(nickname), Text(&key)]).await? == 1 {
            note(&mut tx, &self.database, by, Deed::Nickname, number, &json!({ "nickname": nickname }))
                .await?;
            Named::Done
        } else {
            Named::Nobody
        };
        tx.commit().await?;
        Ok(named)
    }

    /// Writes anew by what nicknames are compared, as far as an earlier version wrote it in another way. Of two that
    /// look the same and were different before, the second keeps its own.
    pub async fn compare_nicknames_anew(&self) -> Result<(), StoreError> {
        let mut tx = self.database.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Text("people")]).await?;
        let all: Vec<(String, String, String)> = tx.rows(NICKNAMES, &[]).await?;
        let anew = all.into_iter().filter_map(|(number, nickname, key)| {
            let anew = Name::read(&nickname).ok()?.key();
            (anew != key).then_some((number, anew))
        });
        for (number, key) in anew {
            let taken: Vec<(String,)> = tx.rows(HAS_KEY, &[Text(&key)]).await?;
            if taken.is_empty() {
                tx.run(KEY, &[Text(&number), Text(&key)]).await?;
            }
        }
        tx.commit().await
    }
}

/// Until when what lets an open account in does so, if its credentials are as they were; locks it against concurrent
/// changes.
async fn stands(tx: &mut Tx<'_>, number: &str, as_of: CredentialsVersion) -> Result<Option<i64>, StoreError> {
    let held: Vec<(i64, Option<i64>)> = tx.rows(HELD, &[Text(number)]).await?;
    let held = held.into_iter().next().filter(|(version, _)| CredentialsVersion(*version) == as_of);
    Ok(held.map(|(_, until)| until.unwrap_or(i64::MAX)))
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
