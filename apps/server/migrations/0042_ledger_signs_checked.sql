-- runs-with: 0036
-- The signs of `claims-open` and `uncovered`, whose checks 0040 added without reading the rows.
ALTER TABLE ledger_account VALIDATE CONSTRAINT ledger_account_not_overdrawn;
ALTER TABLE ledger_account VALIDATE CONSTRAINT ledger_account_chain_not_positive;
