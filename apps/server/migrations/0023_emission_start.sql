-- runs-with: 0021
-- When a contract began its emission: `immutable` there, kept here so that a server starts while no RPC endpoint answers
-- (bin/read-start-time.ts).
CREATE TABLE emission_start (
  chain_id bigint NOT NULL,
  contract evm_address NOT NULL,
  start_time bigint NOT NULL,
  PRIMARY KEY (chain_id, contract)
);
