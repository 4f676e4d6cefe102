-- Which event needs which blob: what none needs any more is removed.

CREATE TABLE needs (
    event TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    PRIMARY KEY (event, sha256)
);
CREATE INDEX needs_of_blob ON needs (sha256);
