//! Switches that an organiser may turn while an event runs.

use crate::actor::Actor;
use crate::audit::{Deed, note};
use crate::error::id;
use crate::statement::{Arg, QUEUE_UP, Sql};
use crate::{Database, StoreError};
use Arg::{Int, Text};
use serde_json::json;

const ON: Sql = Sql::same("SELECT name, since_ms FROM event_switches WHERE event = $1");
const TURN_ON: Sql = Sql::same(
    "INSERT INTO event_switches (event, name, since_ms) VALUES ($1, $2, $3) ON CONFLICT (event, name) DO NOTHING",
);
const TURN_OFF: Sql = Sql::same("DELETE FROM event_switches WHERE event = $1 AND name = $2");

/// A switch of an event. Each is off until somebody turns it on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EventSwitch {
    /// No game of the event is started.
    Paused,
    /// The public sees the event as it was when this was turned on.
    Frozen,
}

impl EventSwitch {
    /// Every switch.
    pub const ALL: [EventSwitch; 2] = [EventSwitch::Paused, EventSwitch::Frozen];

    /// Its name in the store.
    pub const fn name(self) -> &'static str {
        match self {
            EventSwitch::Paused => "paused",
            EventSwitch::Frozen => "frozen",
        }
    }

    /// The deed recorded in the audit list when the switch is turned.
    const fn deed(self, on: bool) -> Deed {
        match (self, on) {
            (EventSwitch::Paused, true) => Deed::Pause,
            (EventSwitch::Paused, false) => Deed::Resume,
            (EventSwitch::Frozen, true) => Deed::Freeze,
            (EventSwitch::Frozen, false) => Deed::Reveal,
        }
    }
}

/// The switches of events, in a [`Database`].
pub struct EventSwitches {
    database: Database,
}

impl EventSwitches {
    /// The switches of a database.
    pub fn new(database: Database) -> EventSwitches {
        EventSwitches { database }
    }

    /// The switches of an event that are on, each with its start in milliseconds since 1970-01-01 UTC.
    pub async fn on(&self, event: &str) -> Result<Vec<(EventSwitch, i64)>, StoreError> {
        let rows: Vec<(String, i64)> = self.database.rows(ON, &[Text(event)]).await?;
        let known = |name: &str| EventSwitch::ALL.into_iter().find(|switch| switch.name() == name);
        Ok(rows.into_iter().filter_map(|(name, since)| Some((known(&name)?, since))).collect())
    }

    /// Turns a switch on or off and records who did so. Returns false, and records nothing, if it was in that position
    /// already.
    pub async fn turn(
        &self,
        by: Actor<'_>,
        event: &str,
        switch: EventSwitch,
        on: bool,
    ) -> Result<bool, StoreError> {
        let event = id(event)?;
        let mut tx = self.database.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Text("event_switches")]).await?;
        let now = tx.now().await?;
        let name = switch.name();
        let turned = if on {
            tx.run(TURN_ON, &[Text(event), Text(name), Int(now)]).await?
        } else {
            tx.run(TURN_OFF, &[Text(event), Text(name)]).await?
        } == 1;
        if turned {
            note(&mut tx, &self.database, by, switch.deed(on), event, &json!({})).await?;
        }
        tx.commit().await?;
        Ok(turned)
    }
}
