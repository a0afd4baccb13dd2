-- runs-with: 0021
-- RPC endpoints that the leading indexer does not believe, for all other processes (ADR 0064).
CREATE TABLE rpc_endpoint_distrusted (
  fingerprint text PRIMARY KEY NOT NULL,
  name text NOT NULL,
  problem text NOT NULL,
  found_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
