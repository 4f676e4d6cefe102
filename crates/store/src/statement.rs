//! SQL statements for both databases.
#![cfg_attr(
    not(feature = "databases"),
    expect(dead_code, reason = "where there is no database nothing is asked")
)]

/// A statement, with one text for each database. `$1` is the first argument in both.
#[derive(Clone, Copy)]
pub(crate) struct Sql {
    pub(crate) sqlite: &'static str,
    pub(crate) postgres: &'static str,
}

impl Sql {
    /// One text for both databases.
    pub(crate) const fn same(text: &'static str) -> Sql {
        Sql { sqlite: text, postgres: text }
    }

    /// For PostgreSQL only, which changes several tables in one statement, since each statement takes a network round
    /// trip.
    pub(crate) const fn postgres(text: &'static str) -> Sql {
        Sql { sqlite: "", postgres: text }
    }
}

/// The database's own clock, in milliseconds since 1970-01-01 UTC.
pub(crate) const NOW: Sql = Sql {
    sqlite: "SELECT CAST(round(unixepoch('subsec') * 1000) AS BIGINT)",
    postgres: "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
};

/// Serialises, from here on, transactions that run it with the same text: appends to one event's journal, lines of one
/// list. SQLite has a single writer anyway; PostgreSQL's lock is advisory and ends with the transaction.
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
