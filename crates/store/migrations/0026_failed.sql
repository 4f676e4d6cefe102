-- Which machines could not play a game that still waits, or that another has played: times is how often, and one that is spent
-- does not get the game again. Whatever one machine does is one attempt.
CREATE TABLE failed (
    event TEXT NOT NULL,
    game TEXT NOT NULL,
    machine TEXT NOT NULL,
    times BIGINT NOT NULL,
    spent BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (event, game, machine)
);
CREATE INDEX failed_by ON failed (machine);

-- How many games that others played a machine had failed, if the store paused it for that.
ALTER TABLE held_back ADD COLUMN failed BIGINT;
