-- People of a site by their number, how they sign in, and what was done. seed_score stands as it was given. hash is of the
-- password that a person chose, NULL until then; what lets in before stands in opener, until opens_until_ms.
-- nickname_key is the nickname as it is compared with others.

CREATE TABLE people (
    number TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    class TEXT NOT NULL,
    team TEXT NOT NULL,
    seed_score TEXT NOT NULL,
    role TEXT NOT NULL,
    nickname TEXT,
    nickname_key TEXT UNIQUE,
    hash TEXT,
    opener TEXT,
    opens_until_ms BIGINT,
    signed_in_ms BIGINT,
    closed_ms BIGINT
);

-- A session by the SHA-256 of its token.
CREATE TABLE sessions (
    token TEXT PRIMARY KEY,
    number TEXT NOT NULL,
    made_ms BIGINT NOT NULL,
    seen_ms BIGINT NOT NULL,
    place TEXT NOT NULL
);
CREATE INDEX sessions_of ON sessions (number);

-- Who did what to whom. This list only grows.
CREATE TABLE audit (
    seq BIGINT PRIMARY KEY,
    at_ms BIGINT NOT NULL,
    actor TEXT NOT NULL,
    deed TEXT NOT NULL,
    about TEXT NOT NULL,
    details TEXT NOT NULL
);
