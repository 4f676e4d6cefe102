-- Workers that were admitted by name: each has a role of its own at the server, which may do nothing but what its doors let it.
-- What role its token opens stands with the server alone, as a hash.
CREATE TABLE admitted (
    name TEXT PRIMARY KEY,
    role TEXT NOT NULL UNIQUE,
    class TEXT NOT NULL,
    by_whom TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    revoked_ms BIGINT
);
