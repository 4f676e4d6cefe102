-- How many games an admitted worker's processes hold at most, together; none: what they say that they play, and what they take ahead.
ALTER TABLE admitted ADD COLUMN most BIGINT;
