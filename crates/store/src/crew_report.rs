//! What a worker process reports about itself.

use crate::crew_order::LEAVES;
use crate::database::Tx;
use crate::error::id;
use crate::statement::{Arg, Sql};
use crate::worker_id::name_of;
use crate::{CrewOrder, Database, StoreError};
use Arg::{Int, Text};
use serde_json::Value;
use std::time::Duration;

/// A process silent for this long is forgotten.
pub(crate) const FORGOTTEN: Duration = Duration::from_hours(24);

const REPORT: Sql = Sql::same(
    "INSERT INTO crews (id, name, class, seats, about, since_ms, seen_ms, leaves) VALUES ($1, $2, $3, $4, $5, $6, $6, $7)
     ON CONFLICT (id) DO UPDATE SET seen_ms = $6, about = $5, leaves = CASE crews.leaves WHEN 0 THEN $7 ELSE crews.leaves END
     RETURNING leaves, COALESCE((SELECT CASE how WHEN 'barred' THEN 2 ELSE 1 END FROM held_back WHERE name = $2), 0)",
);
const SWEEP: Sql = Sql::same("DELETE FROM crews WHERE seen_ms < $1");

/// What a process reports about itself at each heartbeat.
pub(crate) struct CrewReport<'a> {
    pub(crate) id: &'a str,
    pub(crate) class: &'a str,
    pub(crate) seats: usize,
    pub(crate) about: &'a Value,
    /// Whether it takes no more games of its own accord.
    pub(crate) leaves: bool,
}

impl CrewReport<'_> {
    /// The value of `crews.leaves` for a process that leaves of its own accord; 1 is reserved for an organiser's order.
    pub(crate) fn leaves(&self) -> i64 {
        if self.leaves { LEAVES } else { 0 }
    }

    /// Writes the report, statement by statement: for databases where a transaction takes no round trips.
    pub(crate) async fn write(
        &self,
        tx: &mut Tx<'_>,
        database: &Database,
        now: i64,
    ) -> Result<CrewOrder, StoreError> {
        let about = self.about.to_string();
        let name = name_of(self.id);
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
