-- One text for SQLite and PostgreSQL: BIGINT and TEXT only, times in milliseconds since 1970-01-01 UTC.

CREATE TABLE journal (
    event TEXT NOT NULL,
    seq BIGINT NOT NULL,
    key TEXT,
    at_ms BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (event, seq),
    UNIQUE (event, key)
);

-- A job is a game. place grows as jobs are added. state: waiting, running, done, cancelled, stuck (needs a person).
-- fence grows with every lease, so that no two leases of a job look alike; attempts is what counts against it.
CREATE TABLE jobs (
    event TEXT NOT NULL,
    game TEXT NOT NULL,
    queue TEXT NOT NULL,
    priority BIGINT NOT NULL,
    place BIGINT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts BIGINT NOT NULL,
    fence BIGINT NOT NULL,
    cancel BIGINT NOT NULL,
    worker TEXT,
    until_ms BIGINT,
    note TEXT,
    PRIMARY KEY (event, game)
);
CREATE INDEX jobs_due ON jobs (queue, state, priority DESC, place);
CREATE INDEX jobs_place ON jobs (place);

CREATE TABLE results (
    event TEXT NOT NULL,
    game TEXT NOT NULL,
    fence BIGINT NOT NULL,
    worker TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (event, game)
);
