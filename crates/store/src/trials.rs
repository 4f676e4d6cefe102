//! Test games that people order for their programs, and which programs others may be tested against. The order and its
//! games are written together.

use crate::actor::Actor;
use crate::audit::{Deed, note};
use crate::blob::PUT;
use crate::error::id;
use crate::queue::sql::seen_state;
use crate::reports::{HOLD_CONTENTS, REMOVE_CONTENTS};
use crate::statement::{Arg, QUEUE_UP, Sql};
use crate::{Database, Job, Queue, Role, StoreError};
use Arg::{Int, Maybe, Text};
use leitai_core::{ContentHash, sentence};
use serde_json::json;
use std::collections::BTreeSet;

const LAST: Sql = Sql::same("SELECT COALESCE(MAX(id), 0) FROM trials");
const LATEST: Sql = Sql::same("SELECT MAX(at_ms) FROM trials WHERE event = $1 AND account = $2");
/// What some machine has failed as often as it may is not waited for.
const OPEN: Sql = Sql::same(concat!(
    "SELECT COUNT(*) FROM trials JOIN jobs ON jobs.event = trials.event AND jobs.game LIKE 'trial ' || trials.id || '.%'
     WHERE trials.event = $1 AND trials.account = $2 AND jobs.cancel = 0 AND ",
    seen_state!(),
    " IN ('waiting', 'running')",
));
const ORDER: Sql = Sql::same(
    "INSERT INTO trials (id, event, account, name, standard, sha256, terms, at_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
);
const ONE: Sql =
    Sql::same("SELECT id, event, account, name, standard, sha256, terms, at_ms FROM trials WHERE id = $1");
const OF_ACCOUNT: Sql = Sql::same(
    "SELECT id, event, account, name, standard, sha256, terms, at_ms FROM trials
     WHERE event = $1 AND account = $2 ORDER BY id DESC",
);
/// Those before the newest `$3`.
const OLD: Sql = Sql::same(
    "SELECT id, sha256 FROM trials WHERE event = $1 AND account = $2 ORDER BY id DESC LIMIT 1000 OFFSET $3",
);
const END: Sql = Sql::same("DELETE FROM trials WHERE id = $1");
const END_JOBS: Sql = Sql::same("DELETE FROM jobs WHERE event = $1 AND game LIKE $2");
const END_RESULTS: Sql = Sql::same("DELETE FROM results WHERE event = $1 AND game LIKE $2");
const CALL_OFF: Sql = Sql::same(
    "UPDATE jobs SET cancel = 1, state = CASE WHEN state IN ('waiting', 'stuck') THEN 'cancelled' ELSE state END
     WHERE event = $1 AND game LIKE $2 AND state <> 'done'",
);
const ALLOW: Sql = Sql::same("INSERT INTO sparring (event, entry) VALUES ($1, $2) ON CONFLICT DO NOTHING");
const FORBID: Sql = Sql::same("DELETE FROM sparring WHERE event = $1 AND entry = $2");
const ALLOWED: Sql = Sql::same("SELECT entry FROM sparring WHERE event = $1");

/// How many of a person's orders for an event are kept with their games.
const KEPT: i64 = 20;

/// Test games to be ordered.
#[derive(Clone, Copy, Debug)]
pub struct OrderedTrial<'a> {
    /// The event by whose rules they are played.
    pub event: &'a str,
    /// Who orders them.
    pub by: Actor<'a>,
    /// The name under which the source is compiled.
    pub name: &'a str,
    /// The standard of its language, if one was chosen.
    pub standard: Option<&'a str>,
    /// The source.
    pub contents: &'a [u8],
    /// What is to be played; opaque to the store.
    pub terms: &'a str,
    /// Least time between two orders of a person, in milliseconds.
    pub least_ms: i64,
}

/// Whether test games were ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrialOrdered {
    /// Yes, under this number.
    Taken(i64),
    /// No: the next may be ordered in this many milliseconds.
    TooSoon(i64),
    /// No: the person's last ones are not over.
    Open,
}

/// Test games that were ordered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trial {
    /// The number, unique in the store.
    pub id: i64,
    /// The event.
    pub event: String,
    /// Who ordered them.
    pub account: String,
    /// The name under which the source is compiled.
    pub name: String,
    /// The standard of its language, if one was chosen.
    pub standard: Option<String>,
    /// The hash of the source.
    pub sha256: ContentHash,
    /// What is played; opaque to the store.
    pub terms: String,
    /// When they were ordered, in milliseconds since 1970-01-01 UTC.
    pub at_ms: i64,
}

type Row = (i64, String, String, String, Option<String>, String, String, i64);

/// The test games in a [`Database`]. Times are by the database's own clock.
pub struct Trials<'a> {
    database: &'a Database,
    queue: &'a Queue,
}

impl<'a> Trials<'a> {
    /// The test games of the database of this queue, in which their games are.
    pub fn new(queue: &'a Queue) -> Trials<'a> {
        Trials { database: &queue.database, queue }
    }

    /// Orders test games: the source, the order and the games that `games` makes of its number, all or nothing. A
    /// person has one order at a time; of each event the newest orders are kept, the others deleted with their games.
    pub async fn order(
        &self,
        what: &OrderedTrial<'_>,
        games: impl Fn(i64) -> Result<Vec<Job>, StoreError> + Send,
    ) -> Result<TrialOrdered, StoreError> {
        let (event, name, account) = (id(what.event)?, id(what.name)?, id(what.by.name())?);
        let sha256 = ContentHash::of(what.contents).to_string();
        let mut tx = self.database.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Text("trials")]).await?;
        let now = tx.now().await?;
        let latest: Vec<(Option<i64>,)> = tx.rows(LATEST, &[Text(event), Text(account)]).await?;
        // If the clock was set back, nobody is shut out for longer than the interval.
        let since = self.database.single(latest)?.0.map_or(i64::MAX, |latest| (now - latest).max(0));
        if since < what.least_ms {
            return tx.commit().await.map(|()| TrialOrdered::TooSoon(what.least_ms - since));
        }
        let open: Vec<(i64,)> = tx.rows(OPEN, &[Text(event), Text(account)]).await?;
        if self.database.single(open)?.0 > 0 {
            return tx.commit().await.map(|()| TrialOrdered::Open);
        }
        what.by.is_at_least(&mut tx, Role::Student).await?;
        let last: Vec<(i64,)> = tx.rows(LAST, &[]).await?;
        let number = self.database.single(last)?.0 + 1;
        tx.run(PUT, &[Text(&sha256), Arg::Bytes(what.contents)]).await?;
        let args = [
            Int(number),
            Text(event),
            Text(account),
            Text(name),
            Maybe(what.standard),
            Text(&sha256),
            Text(what.terms),
            Int(now),
        ];
        tx.run(ORDER, &args).await?;
        self.queue.add(&mut tx, &games(number)?).await?;
        let old: Vec<(i64, String)> = tx.rows(OLD, &[Text(event), Text(account), Int(KEPT)]).await?;
        for (number, sha256) in old {
            let games = named(number);
            tx.run(END_JOBS, &[Text(event), Text(&games)]).await?;
            tx.run(END_RESULTS, &[Text(event), Text(&games)]).await?;
            tx.run(END, &[Int(number)]).await?;
            let _: Vec<(String,)> = tx.rows(HOLD_CONTENTS, &[Text(&sha256)]).await?;
            tx.run(REMOVE_CONTENTS, &[Text(&sha256)]).await?;
        }
        tx.commit().await?;
        Ok(TrialOrdered::Taken(number))
    }

    /// An order; `None` if there is none with this number, or no longer.
    pub async fn get(&self, number: i64) -> Result<Option<Trial>, StoreError> {
        let rows: Vec<Row> = self.database.rows(ONE, &[Int(number)]).await?;
        rows.into_iter().next().map(|row| self.read(row)).transpose()
    }

    /// A person's orders for an event, the newest first.
    pub async fn of(&self, event: &str, account: &str) -> Result<Vec<Trial>, StoreError> {
        let rows: Vec<Row> = self.database.rows(OF_ACCOUNT, &[Text(event), Text(account)]).await?;
        rows.into_iter().map(|row| self.read(row)).collect()
    }

    /// Calls off the games of an order that are not over, for who ordered them.
    pub async fn call_off(&self, by: Actor<'_>, trial: &Trial) -> Result<(), StoreError> {
        let mut tx = self.database.begin().await?;
        by.is_at_least(&mut tx, Role::Student).await?;
        tx.run(CALL_OFF, &[Text(&trial.event), Text(&named(trial.id))]).await?;
        tx.commit().await
    }

    /// Sets whether others may play test games against an entry's current program.
    pub async fn allow(
        &self,
        by: Actor<'_>,
        event: &str,
        entry: &str,
        allows: bool,
    ) -> Result<(), StoreError> {
        let mut tx = self.database.begin().await?;
        by.is_at_least(&mut tx, Role::Student).await?;
        tx.run(if allows { ALLOW } else { FORBID }, &[Text(id(event)?), Text(id(entry)?)]).await?;
        let details = json!({ "entry": entry, "allows": allows });
        note(&mut tx, self.database, by, Deed::Sparring, event, &details).await?;
        tx.commit().await
    }

    /// The registered names of an event's entries whose programs others may test against.
    pub async fn allowed(&self, event: &str) -> Result<BTreeSet<String>, StoreError> {
        let rows: Vec<(String,)> = self.database.rows(ALLOWED, &[Text(event)]).await?;
        Ok(rows.into_iter().map(|(entry,)| entry).collect())
    }

    fn read(&self, row: Row) -> Result<Trial, StoreError> {
        let (id, event, account, name, standard, sha256, terms, at_ms) = row;
        let Ok(sha256) = sha256.parse() else {
            let why = sentence!("test games {id} are not readable", "测试对局 {id} 无法读取");
            return Err(StoreError::Row(self.database.place().to_owned(), why));
        };
        Ok(Trial { id, event, account, name, standard, sha256, terms, at_ms })
    }
}

/// The names of an order's games, as a pattern.
fn named(number: i64) -> String {
    format!("trial {number}.%")
}
