-- What organisers say and set beside an event's file while it runs. event is an event's name; '' is the whole site.

-- name: paused, frozen. A row is there while it is so.
CREATE TABLE event_switches (
    event TEXT NOT NULL,
    name TEXT NOT NULL,
    since_ms BIGINT NOT NULL,
    PRIMARY KEY (event, name)
);

-- A text may be missing in one language, not in both.
CREATE TABLE notices (
    id BIGINT PRIMARY KEY,
    event TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    author TEXT NOT NULL,
    en TEXT NOT NULL,
    zh TEXT NOT NULL,
    withdrawn_ms BIGINT
);
CREATE INDEX notices_of ON notices (event, id);

-- The last notice that somebody has read.
CREATE TABLE notices_read (
    number TEXT PRIMARY KEY,
    last BIGINT NOT NULL
);

-- Columns that organisers add to a score board; id counts from 1 in each event.
CREATE TABLE score_columns (
    event TEXT NOT NULL,
    id BIGINT NOT NULL,
    en TEXT NOT NULL,
    zh TEXT NOT NULL,
    published BIGINT NOT NULL,
    PRIMARY KEY (event, id)
);
CREATE TABLE score_cells (
    event TEXT NOT NULL,
    column_id BIGINT NOT NULL,
    entry TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (event, column_id, entry)
);
