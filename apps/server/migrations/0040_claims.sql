-- runs-with: 0036
-- What the ledger has booked of each account's deposits and payments, and what users claim and transfer on chain by their own
-- call (ADR 0073). `claims-open` and `uncovered` are at most zero, as `chain` is.
CREATE TABLE account_book (
  account evm_address NOT NULL,
  vault smallint NOT NULL,
  token text NOT NULL,
  credited numeric(78, 0) DEFAULT 0 NOT NULL,
  paid numeric(78, 0) DEFAULT 0 NOT NULL,
  free numeric(78, 0) DEFAULT 0 NOT NULL,
  pending numeric(78, 0) DEFAULT 0 NOT NULL,
  unattributed numeric(78, 0) DEFAULT 0 NOT NULL,
  CONSTRAINT account_book_pk PRIMARY KEY (account, vault, token),
  CONSTRAINT account_book_not_negative CHECK (credited >= 0 AND paid >= 0 AND free >= 0 AND pending >= 0 AND unattributed >= 0),
  CONSTRAINT account_book_unattributed CHECK (unattributed <= credited)
);
CREATE INDEX account_book_strangers ON account_book (account) WHERE unattributed > 0;
INSERT INTO account_book (account, vault, token, credited, paid, free, unattributed)
  SELECT account, vault, token, sum(credited), sum(paid), sum(paid) + sum(unreturned) + sum(unattributed), sum(unattributed)
  FROM (
    SELECT address AS account, 2::smallint AS vault, token, amount AS credited, 0::numeric AS paid, 0::numeric AS unreturned,
        CASE WHEN outcome = 'unattributed' THEN amount ELSE 0 END AS unattributed
      FROM package_deposit
    UNION ALL
    SELECT u.address, w.vault, w.token, 0, w.amount, 0, 0 FROM withdrawal w JOIN users u ON u.id = w.user_id
      WHERE w.final
    UNION ALL
    SELECT u.address, 2, p.token, 0, 0, p.unreturned, 0 FROM package_user p JOIN users u ON u.id = p.user_id
  ) booked GROUP BY account, vault, token;

CREATE TABLE vault_claim (
  key text PRIMARY KEY,
  place bigint NOT NULL,
  kind text NOT NULL,
  account evm_address NOT NULL,
  receiver evm_address,
  vault smallint NOT NULL,
  token text NOT NULL,
  epoch numeric(78, 0) NOT NULL,
  nonce bigint NOT NULL,
  amount numeric(78, 0) NOT NULL,
  withheld numeric(78, 0) NOT NULL,
  at bigint NOT NULL,
  block_number bigint NOT NULL,
  tx_hash evm_bytes32 NOT NULL,
  booked_at timestamp with time zone,
  uncovered numeric(78, 0),
  tried_at timestamp with time zone,
  CONSTRAINT vault_claim_kind CHECK (kind IN ('claim', 'transfer')),
  CONSTRAINT vault_claim_receiver CHECK ((kind = 'transfer') = (receiver IS NOT NULL)),
  CONSTRAINT vault_claim_amount CHECK (amount > 0 AND withheld BETWEEN 0 AND amount),
  CONSTRAINT vault_claim_booked CHECK ((booked_at IS NULL) = (uncovered IS NULL)),
  CONSTRAINT vault_claim_uncovered CHECK (uncovered BETWEEN 0 AND amount)
);
CREATE INDEX vault_claim_account ON vault_claim (account, place);
CREATE INDEX vault_claim_open ON vault_claim (account, place) WHERE booked_at IS NULL;
CREATE INDEX vault_claim_receiver_place ON vault_claim (receiver, place) WHERE receiver IS NOT NULL;

ALTER TABLE package_position ADD COLUMN ended_at bigint;
ALTER TABLE node_stake ADD COLUMN term_end bigint;

ALTER TABLE ledger_account
  DROP CONSTRAINT ledger_account_not_overdrawn,
  ADD CONSTRAINT ledger_account_not_overdrawn
    CHECK (kind IN ('chain', 'claims-open', 'uncovered') OR balance >= 0) NOT VALID,
  DROP CONSTRAINT ledger_account_chain_not_positive,
  ADD CONSTRAINT ledger_account_chain_not_positive
    CHECK (kind NOT IN ('chain', 'claims-open', 'uncovered') OR balance <= 0) NOT VALID;

-- Claims and transfers of the blocks that are being processed, so that a deposit before them sees them; empty otherwise.
CREATE TABLE claim_ahead (
  account evm_address NOT NULL,
  token text NOT NULL,
  place bigint NOT NULL,
  amount numeric(78, 0) NOT NULL,
  CONSTRAINT claim_ahead_pk PRIMARY KEY (place)
);

-- As in 0017, but a claim may end a stake before its maturity, which `term_end` then keeps.
CREATE OR REPLACE FUNCTION node_stake_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.position_id, NEW.user_id, NEW.token, NEW.principal, NEW.value, NEW.starts_at, NEW.reference)
     IS DISTINCT FROM
     (OLD.position_id, OLD.user_id, OLD.token, OLD.principal, OLD.value, OLD.starts_at, OLD.reference)
     OR ((NEW.matures_at, NEW.term_end) IS DISTINCT FROM (OLD.matures_at, OLD.term_end)
       AND (OLD.ended_in IS NOT NULL OR OLD.term_end IS NOT NULL OR NEW.term_end IS DISTINCT FROM OLD.matures_at
         OR NEW.matures_at >= OLD.matures_at))
     OR (OLD.began_in IS NOT NULL AND NEW.began_in IS DISTINCT FROM OLD.began_in)
     OR (OLD.ended_in IS NOT NULL AND NEW.ended_in IS DISTINCT FROM OLD.ended_in) THEN
    RAISE EXCEPTION 'what was counted of a stake stands'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'node_stake_immutable';
  END IF;
  RETURN NEW;
END $$;
