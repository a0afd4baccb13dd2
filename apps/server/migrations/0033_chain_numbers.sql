-- runs-with: 0021
-- The chain's running numbers beside what is booked of them, and which events were handed to their handlers (ADR 0062).
CREATE TABLE chain_number (
  name text PRIMARY KEY,
  booked numeric(78, 0) NOT NULL,
  gap numeric(78, 0) DEFAULT 0 NOT NULL,
  counted_to bigint NOT NULL,
  agreed_block bigint,
  agreed_at bigint
);
--> statement-breakpoint
CREATE TABLE handled_span (
  first_block bigint PRIMARY KEY,
  last_block bigint NOT NULL,
  CONSTRAINT handled_span_order CHECK (first_block <= last_block)
);
--> statement-breakpoint
CREATE TABLE handled_block (
  block_number bigint PRIMARY KEY,
  log_indexes integer[] NOT NULL
);
