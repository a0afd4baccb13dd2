-- runs-with: 0042
-- Nor may one of before: then this fails and this program does not start, while the released one goes on and releases it, by
-- 72 hours later.
ALTER TABLE internal_transfer VALIDATE CONSTRAINT internal_transfer_released;
