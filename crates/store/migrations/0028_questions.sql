-- What participants ask the organisers of an event; id counts from 1. An answer to all is also a notice. seen: whether the asker has
-- read the answer.
CREATE TABLE questions (
    id BIGINT PRIMARY KEY,
    event TEXT NOT NULL,
    asked_ms BIGINT NOT NULL,
    asker TEXT NOT NULL,
    question TEXT NOT NULL,
    answered_ms BIGINT,
    answerer TEXT,
    answer TEXT,
    to_all BIGINT NOT NULL,
    seen BIGINT NOT NULL
);
CREATE INDEX questions_of ON questions (event, id);
CREATE INDEX questions_by ON questions (asker, id);
