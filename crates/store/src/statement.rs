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

/// Serialises, from here on, transactions that run it with the same text: appends to one event's journal, lines of
/// one list. SQLite has a single writer anyway; in PostgreSQL it locks a row, which only the owner of the store can.
/// An advisory lock could be taken by everybody who signs in.
pub(crate) const QUEUE_UP: Sql = Sql {
    sqlite: "SELECT 1 WHERE $1 = $1",
    postgres: "INSERT INTO locks (kind, name) VALUES ('owner', $1) ON CONFLICT (kind, name) DO UPDATE SET name = EXCLUDED.name
       RETURNING 1",
};
/// The rows that are locked. Not among the steps of the tables, since those are taken under a lock.
pub(crate) const LOCKS: Sql = Sql::postgres(
    "CREATE TABLE IF NOT EXISTS locks (kind TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (kind, name))",
);

/// An argument of a statement.
#[derive(Clone, Copy)]
pub(crate) enum Arg<'a> {
    Int(i64),
    Text(&'a str),
    Maybe(Option<&'a str>),
    Bytes(&'a [u8]),
}
