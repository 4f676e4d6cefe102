-- The machine whose workers do not get this job, since it has played the same game.
ALTER TABLE jobs ADD COLUMN apart TEXT;

-- Games that were to be played a second time on another machine, and what came of it: same, same-kind, differs, differs-in-kind,
-- or none, where no other machine took it. ply is the first that differs, from 1.
CREATE TABLE second_playings (
    event TEXT NOT NULL,
    game TEXT NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    outcome TEXT NOT NULL,
    ply BIGINT,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (event, game)
);
