-- How often what lets a person in has changed: what was checked against one version holds for no other.
ALTER TABLE people ADD COLUMN version BIGINT NOT NULL DEFAULT 0;
