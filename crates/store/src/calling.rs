//! What each person of a site is called in public.

use crate::statement::Sql;
use crate::{People, StoreError};

const CALLINGS: Sql = Sql::same(
    "SELECT number, nickname, removed_ms FROM people WHERE nickname IS NOT NULL ORDER BY removed_ms, number",
);

/// What a person is called in public.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Calling {
    /// The number by which the person signs in, or did.
    pub number: String,
    /// The nickname; of everybody who was removed the same words.
    pub nickname: String,
    /// When the person was removed, in milliseconds since 1970-01-01 UTC; none: not at all.
    pub removed_ms: Option<i64>,
}

impl People {
    /// What everybody is called who has a nickname or was removed; those who were removed by when that was.
    pub async fn callings(&self) -> Result<Vec<Calling>, StoreError> {
        type Row = (String, String, Option<i64>);
        let rows: Vec<Row> = self.database.rows(CALLINGS, &[]).await?;
        let calling = |(number, nickname, removed_ms)| Calling { number, nickname, removed_ms };
        Ok(rows.into_iter().map(calling).collect())
    }
}
