-- Who watches which game, until when; and what the record of a watched game grew by, for as long as a worker holds it.
-- life counts how often the game began anew under one lease; start is where the lines begin in its record, in bytes.

CREATE TABLE watched (
    event TEXT NOT NULL,
    game TEXT NOT NULL,
    until_ms BIGINT NOT NULL,
    PRIMARY KEY (event, game)
);

CREATE TABLE grown (
    event TEXT NOT NULL,
    game TEXT NOT NULL,
    fence BIGINT NOT NULL,
    life BIGINT NOT NULL,
    start BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    lines TEXT NOT NULL,
    clocks TEXT NOT NULL,
    PRIMARY KEY (event, game, fence, life, start)
);
