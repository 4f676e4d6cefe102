//! The public name of each person of a site.

use crate::statement::Sql;
use crate::{People, StoreError};

const CALLINGS: Sql = Sql::same(
    "SELECT number, nickname, removed_ms FROM people WHERE nickname IS NOT NULL ORDER BY removed_ms, number",
);

/// A person's public name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Calling {
    /// The number by which the person signs in, or did.
    pub number: String,
    /// The nickname; everybody who was removed has the same one.
    pub nickname: String,
    /// When the person was removed, in milliseconds since 1970-01-01 UTC; `None` if not removed.
    pub removed_ms: Option<i64>,
}

impl People {
    /// The public names of all who have a nickname or were removed, the latter in order of removal.
    pub async fn callings(&self) -> Result<Vec<Calling>, StoreError> {
        type Row = (String, String, Option<i64>);
        let rows: Vec<Row> = self.database.rows(CALLINGS, &[]).await?;
        let calling = |(number, nickname, removed_ms)| Calling { number, nickname, removed_ms };
        Ok(rows.into_iter().map(calling).collect())
    }
}
