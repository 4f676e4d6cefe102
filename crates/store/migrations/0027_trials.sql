-- Test games that people ordered for a program; the source is a blob, kept for as long as it is named here, and what is
-- to be played is opaque. The games are jobs whose names begin with "trial ID.".
CREATE TABLE trials (
    id BIGINT PRIMARY KEY,
    event TEXT NOT NULL,
    account TEXT NOT NULL,
    name TEXT NOT NULL,
    standard TEXT,
    sha256 TEXT NOT NULL,
    terms TEXT NOT NULL,
    at_ms BIGINT NOT NULL
);
CREATE INDEX trials_of ON trials (event, account, id);
CREATE INDEX trials_source ON trials (sha256);

-- Entries against whose current programs others may play test games.
CREATE TABLE sparring (
    event TEXT NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (event, entry)
);
