-- runs-with: 0021
-- Which kinds of voucher there are the registry says alone (ADR 0038): a new one needs no migration.
ALTER TABLE voucher_order DROP CONSTRAINT voucher_order_kind;
