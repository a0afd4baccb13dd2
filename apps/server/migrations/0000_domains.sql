-- Hex of the chain, checked wherever it is stored: text in lower case (see platform/database/columns.ts).
CREATE DOMAIN evm_address AS text CHECK (VALUE ~ '^0x[0-9a-f]{40}$');
CREATE DOMAIN evm_bytes32 AS text CHECK (VALUE ~ '^0x[0-9a-f]{64}$');
