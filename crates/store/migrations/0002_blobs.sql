-- Contents under their SHA-256, as 64 hexadecimal digits. SQLite takes BYTEA as it takes any name of a type, and keeps
-- what it is given.

CREATE TABLE blobs (
    sha256 TEXT PRIMARY KEY,
    body BYTEA NOT NULL
);
