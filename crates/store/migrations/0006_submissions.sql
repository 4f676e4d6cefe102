-- Programs that were handed in; the source is a blob, kept for as long as it is named here. state: received, compiling,
-- checking, validating, accepted, refused. Whoever works on one holds it until until_ms; fence grows with every lease.

CREATE TABLE submissions (
    id BIGINT PRIMARY KEY,
    event TEXT NOT NULL,
    entry TEXT NOT NULL,
    account TEXT,
    name TEXT NOT NULL,
    standard TEXT,
    sha256 TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    state TEXT NOT NULL,
    changed_ms BIGINT NOT NULL,
    note TEXT,
    log TEXT,
    findings TEXT,
    fence BIGINT NOT NULL,
    until_ms BIGINT
);
CREATE INDEX submissions_of ON submissions (event, entry, id);
CREATE INDEX submissions_in ON submissions (state, id);
CREATE INDEX submissions_source ON submissions (sha256);
