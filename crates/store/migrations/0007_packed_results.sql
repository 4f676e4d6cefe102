-- A result is kept compressed (DEFLATE, RFC 1951), and its body is empty; those of earlier versions stand in the body.

ALTER TABLE results ADD COLUMN packed BYTEA;
