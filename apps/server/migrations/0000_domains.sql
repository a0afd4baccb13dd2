-- Hex of the chain, checked wherever it is stored: text in lower case (see platform/database/columns.ts). The length is not
-- in the pattern: PostgreSQL makes a state of each repetition anew for every value, 10 µs for 32 bytes instead of 2.
CREATE DOMAIN evm_address AS text CHECK (length(VALUE) = 42 AND VALUE ~ '^0x[0-9a-f]+$');
CREATE DOMAIN evm_bytes32 AS text CHECK (length(VALUE) = 66 AND VALUE ~ '^0x[0-9a-f]+$');
