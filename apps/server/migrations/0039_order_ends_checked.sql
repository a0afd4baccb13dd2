-- runs-with: 0036
-- The checks of 0038, for the rows that were there before.
ALTER TABLE voucher_order VALIDATE CONSTRAINT voucher_order_status;
ALTER TABLE hold VALIDATE CONSTRAINT hold_resolution;
