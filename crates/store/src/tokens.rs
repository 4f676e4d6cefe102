//! Tokens with which programs act for a person.

use crate::actor::Actor;
use crate::audit::{Deed, note};
use crate::error::id;
use crate::people::{Row, person};
use crate::statement::{Arg, Sql};
use crate::{People, Person, StoreError};
use Arg::{Int, Text};
use leitai_core::{ContentHash, Words, sentence};
use serde_json::json;
use std::str::FromStr;
use std::time::Duration;

/// Most tokens of one person: more are a program's mistake.
pub const MOST_TOKENS: usize = 20;

const IS_OPEN: Sql = Sql::same("SELECT number FROM people WHERE number = $1 AND closed_ms IS NULL");
const SWEEP: Sql = Sql::same("DELETE FROM tokens WHERE number = $1 AND ends_ms <= $2");
const COUNT: Sql = Sql::same("SELECT COUNT(*) FROM tokens WHERE number = $1");
const ADD: Sql = Sql::same(
    "INSERT INTO tokens (token, number, called, scopes, made_ms, ends_ms) VALUES ($1, $2, $3, $4, $5, $6)",
);
const OF: Sql = Sql::same(
    "SELECT token, called, scopes, made_ms, ends_ms, seen_ms FROM tokens WHERE number = $1 AND ends_ms > $2
     ORDER BY made_ms DESC, token",
);
const END: Sql = Sql::same("DELETE FROM tokens WHERE token = $1 AND number = $2");
const WHOSE: Sql = Sql::same(person!(
    "JOIN tokens ON tokens.number = people.number
     WHERE tokens.token = $1 AND tokens.ends_ms > $2 AND closed_ms IS NULL"
));
const SCOPES: Sql = Sql::same("SELECT scopes, seen_ms FROM tokens WHERE token = $1");
const SEEN: Sql = Sql::same("UPDATE tokens SET seen_ms = $2 WHERE token = $1");

/// What a token is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Scope {
    /// Reads what the person may read.
    Read,
    /// Hands in programs.
    Submit,
    /// Plays at tables of the site.
    Play,
    /// Does what an organiser does, if the person is one.
    Organise,
}

impl Scope {
    /// All scopes.
    pub const ALL: [Scope; 4] = [Scope::Read, Scope::Submit, Scope::Play, Scope::Organise];

    /// Its name in the store and in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Submit => "submit",
            Scope::Play => "play",
            Scope::Organise => "organise",
        }
    }

    /// Its description for people.
    pub const fn words(self) -> Words {
        match self {
            Scope::Read => Words::new("read", "读取"),
            Scope::Submit => Words::new("hand in programs", "提交程序"),
            Scope::Play => Words::new("play at tables", "上桌对局"),
            Scope::Organise => Words::new("organise", "组织赛事"),
        }
    }
}

impl FromStr for Scope {
    type Err = ();

    fn from_str(text: &str) -> Result<Scope, ()> {
        Scope::ALL.into_iter().find(|scope| scope.name() == text).ok_or(())
    }
}

/// A token to be created. Only the person knows its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewToken<'a> {
    /// The hash of its text.
    pub token: ContentHash,
    /// What the person calls it.
    pub name: &'a str,
    /// What it is for.
    pub scopes: &'a [Scope],
    /// How long it is valid.
    pub lasts: Duration,
}

/// A token of a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiToken {
    /// The hash of its text.
    pub token: ContentHash,
    /// What the person calls it.
    pub name: String,
    /// What it is for.
    pub scopes: Vec<Scope>,
    /// When it was made, in milliseconds since 1970-01-01 UTC.
    pub made_ms: i64,
    /// When it expires, in milliseconds since 1970-01-01 UTC.
    pub ends_ms: i64,
    /// When it was last used, to within some minutes; `None` if never.
    pub seen_ms: Option<i64>,
}

/// Whether a token was created.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenMade {
    /// It was.
    Done,
    /// The person has [`MOST_TOKENS`].
    Many,
    /// There is no such account, or it is closed.
    Nobody,
}

type TokenRow = (String, String, String, i64, i64, Option<i64>);

impl People {
    /// Creates a token for a person.
    pub async fn make_token(
        &self,
        by: Actor<'_>,
        number: &str,
        new: &NewToken<'_>,
    ) -> Result<TokenMade, StoreError> {
        let mut tx = self.database.begin().await?;
        let is_there = by.is_or_manages(&mut tx, number).await?;
        let open: Vec<(String,)> = tx.rows(IS_OPEN, &[Text(number)]).await?;
        if !is_there || open.is_empty() {
            tx.commit().await?;
            return Ok(TokenMade::Nobody);
        }
        let now = tx.now().await?;
        tx.run(SWEEP, &[Text(number), Int(now)]).await?;
        let count: Vec<(i64,)> = tx.rows(COUNT, &[Text(number)]).await?;
        if self.database.single(count)?.0 >= MOST_TOKENS as i64 {
            tx.commit().await?;
            return Ok(TokenMade::Many);
        }
        let (token, scopes) = (new.token.to_string(), names(new.scopes));
        let ends = now.saturating_add(i64::try_from(new.lasts.as_millis()).unwrap_or(i64::MAX));
        let args = [Text(&token), Text(number), Text(id(new.name)?), Text(&scopes), Int(now), Int(ends)];
        tx.run(ADD, &args).await?;
        let details = json!({ "name": new.name, "scopes": scopes });
        note(&mut tx, &self.database, by, Deed::Token, number, &details).await?;
        tx.commit().await?;
        Ok(TokenMade::Done)
    }

    /// The valid tokens of a person, the newest first.
    pub async fn tokens(&self, number: &str) -> Result<Vec<ApiToken>, StoreError> {
        let now = self.database.now().await?;
        let rows: Vec<TokenRow> = self.database.rows(OF, &[Text(number), Int(now)]).await?;
        let token = |(token, name, scopes, made_ms, ends_ms, seen_ms): TokenRow| {
            let token = token.parse().map_err(|_| {
                let why = sentence!("a token of {number} cannot be read", "{number} 的一个令牌无法读取");
                StoreError::Row(self.database.place().to_owned(), why)
            })?;
            Ok(ApiToken { token, name, scopes: read(&scopes), made_ms, ends_ms, seen_ms })
        };
        rows.into_iter().map(token).collect()
    }

    /// Revokes a token of a person; returns false if the person has no token with this hash.
    pub async fn end_token(
        &self,
        by: Actor<'_>,
        number: &str,
        token: ContentHash,
    ) -> Result<bool, StoreError> {
        let mut tx = self.database.begin().await?;
        let ended = by.is_or_manages(&mut tx, number).await?
            && tx.run(END, &[Text(&token.to_string()), Text(number)]).await? == 1;
        if ended {
            note(&mut tx, &self.database, by, Deed::EndToken, number, &json!({})).await?;
        }
        tx.commit().await?;
        Ok(ended)
    }

    /// The owner and the scopes of the token with this hash, if it is valid. Records its use, unless that was done less
    /// than `every` ago.
    pub async fn of_token(
        &self,
        token: ContentHash,
        every: Duration,
    ) -> Result<Option<(Person, Vec<Scope>)>, StoreError> {
        let (token, now) = (token.to_string(), self.database.now().await?);
        let rows: Vec<Row> = self.database.rows(WHOSE, &[Text(&token), Int(now)]).await?;
        let Some(row) = rows.into_iter().next() else { return Ok(None) };
        let known: Vec<(String, Option<i64>)> = self.database.rows(SCOPES, &[Text(&token)]).await?;
        // It was revoked just now.
        let Some((scopes, seen)) = known.into_iter().next() else { return Ok(None) };
        if seen.is_none_or(|seen| seen < now - every.as_millis() as i64) {
            let mut tx = self.database.begin().await?;
            tx.run(SEEN, &[Text(&token), Int(now)]).await?;
            tx.commit().await?;
        }
        Ok(Some((self.person(row)?, read(&scopes))))
    }
}

fn names(scopes: &[Scope]) -> String {
    let mut scopes = scopes.to_vec();
    scopes.sort_unstable();
    scopes.dedup();
    scopes.into_iter().map(Scope::name).collect::<Vec<_>>().join(" ")
}

/// Ignores scopes that a newer version wrote.
fn read(scopes: &str) -> Vec<Scope> {
    scopes.split(' ').filter_map(|scope| scope.parse().ok()).collect()
}
