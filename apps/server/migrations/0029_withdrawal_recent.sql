-- runs-with: 0021
-- What withdrawals take of the share of recent deposits (ADR 0059). A program that does not know this table adds no
-- row: what it signs is not counted, and what it ends is counted for a day.
CREATE TABLE withdrawal_recent (
  order_id uuid PRIMARY KEY NOT NULL,
  vault smallint NOT NULL,
  token text NOT NULL,
  amount numeric(78, 0) NOT NULL,
  at bigint NOT NULL,
  CONSTRAINT withdrawal_recent_amount CHECK (amount > 0)
);

CREATE INDEX withdrawal_recent_day ON withdrawal_recent USING btree (vault, token, at);
