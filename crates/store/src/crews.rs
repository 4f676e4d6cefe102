//! Who plays: the worker processes, their machines, and which of them get no games.

use crate::actor::Actor;
use crate::audit::{Deed, note};
use crate::error::id;
use crate::statement::{Arg, QUEUE_UP, Sql};
use crate::{CrewOrder, Database, LeaseTerms, Queue, StoreError};
use Arg::{Int, Text};
use leitai_core::{Noun, Sentence, sentence};
use serde_json::{Value, json};

const LIST: Sql = Sql::same(
    "SELECT id, name, class, seats, about, since_ms, seen_ms, leaves,
       (SELECT COUNT(*) FROM jobs WHERE jobs.state = 'running' AND jobs.worker = crews.id) FROM crews ORDER BY name, since_ms, id",
);
const HELD_BACK: Sql = Sql::same("SELECT name, how, by_whom, at_ms, failed FROM held_back ORDER BY name");
const HOLD_BACK: Sql = Sql::same(
    "INSERT INTO held_back (name, how, by_whom, at_ms) VALUES ($1, $2, $3, $4)
     ON CONFLICT (name) DO UPDATE SET how = $2, by_whom = $3, at_ms = $4, failed = NULL WHERE held_back.how <> $2",
);
const LET_GO: Sql = Sql::same("DELETE FROM held_back WHERE name = $1");
/// It begins anew: what it failed before does not hold it back again.
const CLEAR: Sql = Sql::same("DELETE FROM failed WHERE machine = $1");
const LEAVE: Sql = Sql::same("UPDATE crews SET leaves = 1 WHERE name = $1 AND leaves = 0");
const STAY: Sql = Sql::same("UPDATE crews SET leaves = 0 WHERE name = $1 AND leaves = 1");

/// A worker process.
#[derive(Clone, PartialEq, Debug)]
pub struct CrewSeen {
    /// The id under which it holds games.
    pub id: String,
    /// Its machine.
    pub name: String,
    /// The class of machines.
    pub class: String,
    /// Most games it plays at once.
    pub seats: u64,
    /// What it reports about its machine.
    pub about: Value,
    /// When it began, in milliseconds since 1970-01-01 UTC.
    pub since_ms: i64,
    /// When it was last heard of.
    pub seen_ms: i64,
    /// Games that it holds.
    pub playing: u64,
    /// Its current order.
    pub order: CrewOrder,
    /// Whether it has been silent for the length of a lease: it is dead, frozen or cut off.
    pub is_silent: bool,
}

/// A machine whose workers get no games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeldBack {
    /// The machine.
    pub name: String,
    /// [`CrewOrder::Pause`] or [`CrewOrder::Bar`].
    pub order: CrewOrder,
    /// Who ordered it.
    pub by: String,
    /// When, in milliseconds since 1970-01-01 UTC.
    pub at_ms: i64,
    /// How many games that others played it had failed, if the store paused it for that.
    pub failed: Option<u64>,
}

impl HeldBack {
    /// Who ordered it, and why, if it was the store itself.
    pub fn words(&self) -> Sentence {
        match self.failed {
            Some(failed) => sentence!(
                "paused by the store: it failed {failed} that other machines played",
                "由存储暂停：其他机器能下完的对局，它有 {failed} 失败"; failed = Noun::GAMES.of(failed)
            ),
            None => sentence!("ordered by {by}", "由 {by} 设定"; by = &self.by),
        }
    }
}

/// The workers that play the games of a [`Database`], and their orders.
pub struct Crews {
    database: Database,
    queue: Queue,
}

type CrewRow = (String, String, String, i64, String, i64, i64, i64, i64);

impl Crews {
    /// The workers of a database.
    pub fn new(database: Database, terms: LeaseTerms) -> Crews {
        Crews { database: database.clone(), queue: Queue::new(database, terms) }
    }

    /// All processes heard from within a day that have not signed off, by machine, the oldest first.
    pub async fn list(&self) -> Result<Vec<CrewSeen>, StoreError> {
        let held_back = self.held_back().await?;
        let now = self.database.now().await?;
        let silent = now - self.queue.terms().lease().as_millis() as i64;
        let rows: Vec<CrewRow> = self.database.rows(LIST, &[]).await?;
        let crew = |(id, name, class, seats, about, since_ms, seen_ms, leaves, playing): CrewRow| {
            // Whatever it says about itself; the others are listed all the same.
            let about = serde_json::from_str(&about).unwrap_or_default();
            let held = held_back.iter().find(|held| held.name == name).map(|held| held.order);
            let leaves = (leaves != 0).then_some(CrewOrder::Drain);
            let order = held.or(leaves).unwrap_or(CrewOrder::Work);
            let (seats, playing) = (seats as u64, playing as u64);
            let is_silent = seen_ms < silent;
            CrewSeen { id, name, class, seats, about, since_ms, seen_ms, playing, order, is_silent }
        };
        Ok(rows.into_iter().map(crew).collect())
    }

    /// Machines whose workers get no games, even if no worker is there now.
    pub async fn held_back(&self) -> Result<Vec<HeldBack>, StoreError> {
        let rows: Vec<(String, String, String, i64, Option<i64>)> =
            self.database.rows(HELD_BACK, &[]).await?;
        let order = |how: &str| if how == "barred" { CrewOrder::Bar } else { CrewOrder::Pause };
        let held = rows.into_iter().map(|(name, how, by, at_ms, failed)| {
            let (order, failed) = (order(&how), failed.map(|failed| failed.max(0) as u64));
            HeldBack { name, order, by, at_ms, failed }
        });
        Ok(held.collect())
    }

    /// Gives an order to the workers of a machine and records who did so. Returns false if nothing changed: the order
    /// was in force already, or there is no worker to drain.
    pub async fn order(&self, by: Actor<'_>, name: &str, order: CrewOrder) -> Result<bool, StoreError> {
        let name = id(name)?;
        let mut tx = self.database.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Text("crews")]).await?;
        let now = tx.now().await?;
        let changed = match order.how() {
            Some(how) => tx.run(HOLD_BACK, &[Text(name), Text(how), Text(by.name()), Int(now)]).await?,
            None if order == CrewOrder::Drain => tx.run(LEAVE, &[Text(name)]).await?,
            None => tx.run(LET_GO, &[Text(name)]).await? + tx.run(STAY, &[Text(name)]).await?,
        } > 0;
        if order == CrewOrder::Work {
            tx.run(CLEAR, &[Text(name)]).await?;
        }
        if changed {
            if order == CrewOrder::Bar {
                self.queue.take_all_back(&mut tx, name).await?;
            }
            note(&mut tx, &self.database, by, deed(order), name, &json!({})).await?;
        }
        tx.commit().await?;
        Ok(changed)
    }
}

/// The deed recorded in the audit list for an order.
const fn deed(order: CrewOrder) -> Deed {
    match order {
        CrewOrder::Work => Deed::ResumeWorkers,
        CrewOrder::Pause => Deed::PauseWorkers,
        CrewOrder::Drain => Deed::DrainWorkers,
        CrewOrder::Bar => Deed::BarWorkers,
    }
}
