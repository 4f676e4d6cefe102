-- What is looked for is what waits, in order, and what runs, by the end of its lease: neither costs more for what is over,
-- nor for the other. (The number follows 0011; should that be taken at a merge, this one and its line in database.rs move on.)
CREATE INDEX jobs_waiting ON jobs (queue, priority DESC, place) WHERE state = 'waiting';
CREATE INDEX jobs_running ON jobs (queue, until_ms) WHERE state = 'running';
DROP INDEX jobs_due;
