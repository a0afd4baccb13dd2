-- runs-with: 0021
-- What is over and decides nothing any more, kept in a tenth of the space (ADR 0048). A program that does not know these
-- tables shows no order and no collect that has been moved here, so nothing is moved in the first week: see `archive-from`.
CREATE TABLE voucher_order_past (
  user_id bigint NOT NULL,
  seq bigint NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  contract bytea NOT NULL,
  body bytea NOT NULL,
  CONSTRAINT voucher_order_past_pkey PRIMARY KEY (user_id, seq)
);

CREATE TABLE mining_collect_month (
  user_id bigint NOT NULL,
  month integer NOT NULL,
  at bigint[] NOT NULL,
  amount numeric(78, 0)[] NOT NULL,
  CONSTRAINT mining_collect_month_pkey PRIMARY KEY (user_id, month),
  CONSTRAINT mining_collect_month_even CHECK (cardinality(at) = cardinality(amount) AND cardinality(at) > 0)
);

-- An operator postpones it by setting another moment, or `infinity`.
INSERT INTO installation (name, value) VALUES ('archive-from', (now() + interval '7 days')::text);
