-- Processes that take games from the queue, by the id under which they hold them. about is what they say of their machine,
-- as JSON; one that leaves takes no more games.

CREATE TABLE crews (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    class TEXT NOT NULL,
    seats BIGINT NOT NULL,
    about TEXT NOT NULL,
    since_ms BIGINT NOT NULL,
    seen_ms BIGINT NOT NULL,
    leaves BIGINT NOT NULL
);

-- Machines whose workers get no games, by name: paused, or barred.
CREATE TABLE held_back (
    name TEXT PRIMARY KEY,
    how TEXT NOT NULL,
    by_whom TEXT NOT NULL,
    at_ms BIGINT NOT NULL
);
