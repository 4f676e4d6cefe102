-- Tokens by which programs ask for a person: the SHA-256 of each, what it may, and until when.

CREATE TABLE tokens (
    token TEXT PRIMARY KEY,
    number TEXT NOT NULL,
    called TEXT NOT NULL,
    scopes TEXT NOT NULL,
    made_ms BIGINT NOT NULL,
    ends_ms BIGINT NOT NULL,
    seen_ms BIGINT
);
CREATE INDEX tokens_of ON tokens (number);

-- When what was known of a person was removed; the number stays, so that nobody else comes by what was done under it.
ALTER TABLE people ADD COLUMN removed_ms BIGINT;
