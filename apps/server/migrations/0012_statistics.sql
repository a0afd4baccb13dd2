-- Of a column in which one account (the pool) fills nearly every row, PostgreSQL's sample sees few others, takes the
-- rest to be as frequent, and reads the whole table backwards for one user's lines. Most postings are of some user's
-- account: a fixed estimate keeps it to the indexes posting_from and posting_to (modules/scale.test.ts).
ALTER TABLE posting ALTER COLUMN from_account SET (n_distinct = -0.1);
ALTER TABLE posting ALTER COLUMN to_account SET (n_distinct = -0.1);
