-- runs-with: 0021
-- What each event was that a handler got: one that was booked falsely is found when its block is read again (ADR 0062).
ALTER TABLE handled_block ADD COLUMN fingerprints bytea;
--> statement-breakpoint
CREATE TABLE false_event (
  block_number bigint NOT NULL,
  log_index integer NOT NULL,
  tx_hash evm_bytes32,
  found_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  resolved_at timestamp with time zone,
  resolution text,
  CONSTRAINT false_event_block_number_log_index_pk PRIMARY KEY (block_number, log_index),
  CONSTRAINT false_event_resolved_whole CHECK ((resolved_at IS NULL) = (resolution IS NULL))
);
