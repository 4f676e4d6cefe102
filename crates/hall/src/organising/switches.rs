//! Pausing an event, and freezing what the public sees of it.

use crate::error::HallError;
use crate::shared_store::SharedStore;
use leitai_store::{Actor, EventSwitch, EventSwitches, patiently};

impl SharedStore {
    /// Turns a switch of an event on or off; returns false if it was so before.
    pub fn turn(&self, by: Actor<'_>, event: &str, switch: EventSwitch, on: bool) -> Result<bool, HallError> {
        let all = EventSwitches::new(self.database.clone());
        Ok(self.runtime.wait(all.turn(by, event, switch, on))?)
    }

    /// The switches of an event that are on, and since when (milliseconds since 1970-01-01 UTC).
    pub fn switches(&self, event: &str) -> Result<Vec<(EventSwitch, i64)>, HallError> {
        let all = EventSwitches::new(self.database.clone());
        Ok(self.runtime.wait(patiently(self.terms, async || all.on(event).await))?)
    }
}
