-- runs-with: 0021
-- transaction: none
-- What a user received within the last days (ADR 0059). An index that a killed process left half built is built again.
DROP INDEX CONCURRENTLY IF EXISTS internal_transfer_received;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS internal_transfer_received ON internal_transfer USING btree (to_user, available_at)
  WHERE released_at IS NOT NULL;
