//! Who plays: the processes that take games, on which machines, and which of them get none.

use crate::audit::{Deed, note};
use crate::database::Tx;
use crate::doors::SIGN_OFF_DOOR;
use crate::error::id;
use crate::journal_sql::QUEUE_UP;
use crate::statement::{Arg, Sql};
use crate::{Database, Queue, StoreError, Terms, Worker};
use Arg::{Int, Text};
use leitai_core::{Words, sentence};
use serde_json::{Value, json};
use std::time::Duration;

/// A process that has not been heard of for so long is forgotten.
pub(crate) const FORGOTTEN: Duration = Duration::from_hours(24);

/// In `crews.leaves`: the process has said so itself.
pub(crate) const LEAVES: i64 = 2;

const REPORT: Sql = Sql::same(
    "INSERT INTO crews (id, name, class, seats, about, since_ms, seen_ms, leaves) VALUES ($1, $2, $3, $4, $5, $6, $6, $7)
     ON CONFLICT (id) DO UPDATE SET seen_ms = $6, about = $5, leaves = CASE crews.leaves WHEN 0 THEN $7 ELSE crews.leaves END
     RETURNING leaves, COALESCE((SELECT CASE how WHEN 'barred' THEN 2 ELSE 1 END FROM held_back WHERE name = $2), 0)",
);
const SWEEP: Sql = Sql::same("DELETE FROM crews WHERE seen_ms < $1");
const SIGN_OFF: Sql = Sql::same("DELETE FROM crews WHERE id = $1");
const LIST: Sql = Sql::same(
    "SELECT id, name, class, seats, about, since_ms, seen_ms, leaves,
       (SELECT COUNT(*) FROM jobs WHERE jobs.state = 'running' AND jobs.worker = crews.id) FROM crews ORDER BY name, since_ms, id",
);
const HELD_BACK: Sql = Sql::same("SELECT name, how, by_whom, at_ms FROM held_back ORDER BY name");
const HOLD_BACK: Sql = Sql::same(
    "INSERT INTO held_back (name, how, by_whom, at_ms) VALUES ($1, $2, $3, $4)
     ON CONFLICT (name) DO UPDATE SET how = $2, by_whom = $3, at_ms = $4 WHERE held_back.how <> $2",
);
const LET_GO: Sql = Sql::same("DELETE FROM held_back WHERE name = $1");
const LEAVE: Sql = Sql::same("UPDATE crews SET leaves = 1 WHERE name = $1 AND leaves = 0");
const STAY: Sql = Sql::same("UPDATE crews SET leaves = 0 WHERE name = $1 AND leaves = 1");

/// What whoever organises wants of the workers of a machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CrewOrder {
    /// They take games.
    Work,
    /// They take no games until they are to work again; those that run are finished.
    Pause,
    /// Those that work now finish what runs, take nothing more and leave. Who comes later is not meant.
    Drain,
    /// They get no games, and what they hold is for others; no result of theirs is taken.
    Bar,
}

impl CrewOrder {
    /// Every one.
    pub const ALL: [CrewOrder; 4] = [CrewOrder::Work, CrewOrder::Pause, CrewOrder::Drain, CrewOrder::Bar];

    /// Its name, as it is typed.
    pub const fn name(self) -> &'static str {
        match self {
            CrewOrder::Work => "resume",
            CrewOrder::Pause => "pause",
            CrewOrder::Drain => "drain",
            CrewOrder::Bar => "bar",
        }
    }

    /// What the workers of a machine do that was given this order.
    pub const fn words(self) -> Words {
        match self {
            CrewOrder::Work => Words::new("works", "工作"),
            CrewOrder::Pause => Words::new("paused", "已暂停"),
            CrewOrder::Drain => Words::new("leaving", "正在退出"),
            CrewOrder::Bar => Words::new("barred", "已禁用"),
        }
    }

    const fn deed(self) -> Deed {
        match self {
            CrewOrder::Work => Deed::ResumeWorkers,
            CrewOrder::Pause => Deed::PauseWorkers,
            CrewOrder::Drain => Deed::DrainWorkers,
            CrewOrder::Bar => Deed::BarWorkers,
        }
    }

    /// How it is kept for a name, if it is.
    const fn how(self) -> Option<&'static str> {
        match self {
            CrewOrder::Pause => Some("paused"),
            CrewOrder::Bar => Some("barred"),
            CrewOrder::Work | CrewOrder::Drain => None,
        }
    }
}

/// A process that takes games.
#[derive(Clone, PartialEq, Debug)]
pub struct CrewSeen {
    /// The id under which it holds games.
    pub id: String,
    /// Its machine.
    pub name: String,
    /// The class of machines.
    pub class: String,
    /// Games that it plays at once, at most.
    pub seats: u64,
    /// What it says of its machine.
    pub about: Value,
    /// When it began, in milliseconds since 1970-01-01 UTC.
    pub since_ms: i64,
    /// When it was last heard of.
    pub seen_ms: i64,
    /// Games that it holds.
    pub playing: u64,
    /// What it is to do.
    pub order: CrewOrder,
    /// Whether it was not heard of for as long as a lease lasts: it is dead, frozen, or cut off.
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
}

/// What a process says of itself at each heartbeat.
pub(crate) struct CrewReport<'a> {
    pub(crate) id: &'a str,
    pub(crate) class: &'a str,
    pub(crate) seats: usize,
    pub(crate) about: &'a Value,
    /// It takes no more games, by itself.
    pub(crate) leaves: bool,
}

/// Who plays the games of a [`Database`], and what they are to do.
pub struct Crews {
    database: Database,
    queue: Queue,
}

type CrewRow = (String, String, String, i64, String, i64, i64, i64, i64);

impl Crews {
    /// Those of a database.
    pub fn new(database: Database, terms: Terms) -> Crews {
        Crews { database: database.clone(), queue: Queue::new(database, terms) }
    }

    /// Every process that was heard of within a day and did not sign off, by machine, the longest there first.
    pub async fn list(&self) -> Result<Vec<CrewSeen>, StoreError> {
        let held_back = self.held_back().await?;
        let now = self.database.now().await?;
        let silent = now - self.queue.terms().lease().as_millis() as i64;
        let rows: Vec<CrewRow> = self.database.rows(LIST, &[]).await?;
        let crew = |(id, name, class, seats, about, since_ms, seen_ms, leaves, playing): CrewRow| {
            let about = serde_json::from_str(&about).map_err(|_| {
                let why = sentence!("what {id} says of itself cannot be read", "{id} 的自述无法读取");
                StoreError::Row(self.database.place().to_owned(), why)
            })?;
            let held = held_back.iter().find(|held| held.name == name).map(|held| held.order);
            let leaves = (leaves != 0).then_some(CrewOrder::Drain);
            let order = held.or(leaves).unwrap_or(CrewOrder::Work);
            let (seats, playing) = (seats as u64, playing as u64);
            let is_silent = seen_ms < silent;
            Ok(CrewSeen { id, name, class, seats, about, since_ms, seen_ms, playing, order, is_silent })
        };
        rows.into_iter().map(crew).collect()
    }

    /// Machines whose workers get no games, whether any is there now or not.
    pub async fn held_back(&self) -> Result<Vec<HeldBack>, StoreError> {
        let rows: Vec<(String, String, String, i64)> = self.database.rows(HELD_BACK, &[]).await?;
        let order = |how: &str| if how == "barred" { CrewOrder::Bar } else { CrewOrder::Pause };
        let held = rows.into_iter().map(|(name, how, by, at_ms)| {
            let order = order(&how);
            HeldBack { name, order, by, at_ms }
        });
        Ok(held.collect())
    }

    /// Orders it for the workers of a machine, and notes who did; false if it was so already, or nobody is there to drain.
    pub async fn order(&self, by: &str, name: &str, order: CrewOrder) -> Result<bool, StoreError> {
        let name = id(name)?;
        let mut tx = self.database.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Text("crews")]).await?;
        let now = tx.now().await?;
        let changed = match order.how() {
            Some(how) => tx.run(HOLD_BACK, &[Text(name), Text(how), Text(by), Int(now)]).await?,
            None if order == CrewOrder::Drain => tx.run(LEAVE, &[Text(name)]).await?,
            None => tx.run(LET_GO, &[Text(name)]).await? + tx.run(STAY, &[Text(name)]).await?,
        } > 0;
        if changed {
            if order == CrewOrder::Bar {
                self.queue.take_all_back(&mut tx, name).await?;
            }
            note(&mut tx, &self.database, by, order.deed(), name, &json!({})).await?;
        }
        tx.commit().await?;
        Ok(changed)
    }
}

impl CrewOrder {
    /// As a heartbeat brings it: whether the process was sent away (1), and whether its machine is paused (1) or barred (2).
    pub(crate) fn of(leaves: i64, held: i64) -> CrewOrder {
        match (leaves, held) {
            (_, 2..) => CrewOrder::Bar,
            (1, _) => CrewOrder::Drain,
            (_, 1) => CrewOrder::Pause,
            _ => CrewOrder::Work,
        }
    }
}

impl CrewReport<'_> {
    /// How it is kept that it leaves by itself; 1 is the organiser's word.
    pub(crate) fn leaves(&self) -> i64 {
        if self.leaves { LEAVES } else { 0 }
    }

    /// Writes it where a transaction takes no round trip.
    pub(crate) async fn write(
        &self,
        tx: &mut Tx<'_>,
        database: &Database,
        now: i64,
    ) -> Result<CrewOrder, StoreError> {
        let about = self.about.to_string();
        let name = Worker::name_of(self.id);
        let args = [
            Text(id(self.id)?),
            Text(name),
            Text(self.class),
            Int(self.seats as i64),
            Text(&about),
            Int(now),
            Int(self.leaves()),
        ];
        let rows: Vec<(i64, i64)> = tx.rows(REPORT, &args).await?;
        tx.run(SWEEP, &[Int(now - FORGOTTEN.as_millis() as i64)]).await?;
        let (leaves, held) = database.single(rows)?;
        Ok(CrewOrder::of(leaves, held))
    }
}

impl Queue {
    /// Says that a process is there no more.
    pub(crate) async fn sign_off(&self, id: &str) -> Result<(), StoreError> {
        if self.database.admitted().is_some() {
            let _: Vec<(i64,)> = self.database.rows(SIGN_OFF_DOOR, &[Text(id)]).await?;
            return Ok(());
        }
        let mut tx = self.database.begin().await?;
        tx.run(SIGN_OFF, &[Text(id)]).await?;
        tx.commit().await
    }
}
