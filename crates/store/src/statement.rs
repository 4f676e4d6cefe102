//! SQL statements for both databases.
#![cfg_attr(
    not(feature = "databases"),
    expect(dead_code, reason = "where there is no database nothing is asked")
)]

/// A statement, where the databases differ in one text each. `$1` is the first argument in both.
#[derive(Clone, Copy)]
pub(crate) struct Sql {
    pub(crate) sqlite: &'static str,
    pub(crate) postgres: &'static str,
}

impl Sql {
    /// The same for both.
    pub(crate) const fn same(text: &'static str) -> Sql {
        Sql { sqlite: text, postgres: text }
    }

    /// For PostgreSQL alone, which changes several tables in one statement: over a line, each takes a round trip.
    pub(crate) const fn postgres(text: &'static str) -> Sql {
        Sql { sqlite: "", postgres: text }
    }
}

/// The database's own clock, milliseconds since 1970-01-01 UTC.
pub(crate) const NOW: Sql = Sql {
    sqlite: "SELECT CAST(round(unixepoch('subsec') * 1000) AS BIGINT)",
    postgres: "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
};

/// Transactions that ask it with the same text come one after the other from here on: appends to one event's journal, lines of
/// one list. SQLite has one writer anyhow; the lock of PostgreSQL is advisory and ends with the transaction.
pub(crate) const QUEUE_UP: Sql = Sql {
    sqlite: "SELECT 1 WHERE $1 = $1",
    postgres: "SELECT 1 FROM pg_advisory_xact_lock(hashtextextended($1, 0))",
};

/// An argument of a statement.
#[derive(Clone, Copy)]
pub(crate) enum Arg<'a> {
    Int(i64),
    Text(&'a str),
    Maybe(Option<&'a str>),
    Bytes(&'a [u8]),
}
