-- runs-with: 0036
-- transaction: none
-- Transfers within a vault are calls on chain (ADR 0073). None that was signed off chain may still wait for its receiver:
-- then the last statement fails and this program does not start, while the released one goes on and releases it.
ALTER TABLE internal_transfer DROP CONSTRAINT IF EXISTS internal_transfer_released;
--> statement-breakpoint
ALTER TABLE internal_transfer ADD CONSTRAINT internal_transfer_released CHECK (released_at IS NOT NULL) NOT VALID;
--> statement-breakpoint
ALTER TABLE internal_transfer VALIDATE CONSTRAINT internal_transfer_released;
