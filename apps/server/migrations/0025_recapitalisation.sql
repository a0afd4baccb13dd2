-- runs-with: 0021
-- What was put into a vault to cover what was owed from it already: Funding.Recapitalised (ADR 0046).
CREATE TABLE recapitalisation (
  seq bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  key text NOT NULL CONSTRAINT recapitalisation_key_unique UNIQUE,
  vault smallint NOT NULL,
  token text NOT NULL,
  amount numeric(78, 0) NOT NULL,
  source evm_address NOT NULL,
  at bigint NOT NULL,
  tx_hash evm_bytes32 NOT NULL,
  CONSTRAINT recapitalisation_amount CHECK (amount > 0)
);
