-- runs-with: 0042
-- Transfers within a vault are calls on chain (ADR 0073): no new one that was signed off chain can wait for its receiver.
ALTER TABLE internal_transfer ADD CONSTRAINT internal_transfer_released CHECK (released_at IS NOT NULL) NOT VALID;
