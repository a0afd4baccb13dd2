-- runs-with: 0036
-- An order ends `expired` or `superseded`, and so does its hold. An order's end is still written as `lapsed` or `closed`, which
-- the released program reads; README.md says how a stored word changes. A hold's end is read by no released program.
ALTER TABLE voucher_order
  DROP CONSTRAINT voucher_order_status,
  ADD CONSTRAINT voucher_order_status
    CHECK (status IN ('open', 'used', 'expired', 'superseded', 'lapsed', 'closed')) NOT VALID;
ALTER TABLE hold
  DROP CONSTRAINT hold_resolution,
  ADD CONSTRAINT hold_resolution CHECK (resolution IN ('posted', 'expired', 'superseded', 'voided')) NOT VALID;
ALTER INDEX voucher_order_lapse RENAME TO voucher_order_expiry;
