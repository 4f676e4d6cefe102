-- The report that stands for an entry of an event: a blob, kept for as long as it is named here. shares says what each
-- member did of the work, as JSON from number to percent.

CREATE TABLE reports (
    event TEXT NOT NULL,
    entry TEXT NOT NULL,
    account TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    shares TEXT NOT NULL,
    PRIMARY KEY (event, entry)
);
CREATE INDEX reports_contents ON reports (sha256);
