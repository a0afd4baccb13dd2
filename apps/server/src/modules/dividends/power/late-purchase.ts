import { WEEK_SECONDS, weekStart } from '@dr/protocol/rules/weeks'

/**
 * Condition for purchases that count later than they happened, because their week was closed. It must equal
 * the index's predicate: PostgreSQL uses the index for no other.
 */
export const LATE_PURCHASE = `"pod_purchase"."at" < ${weekStart(0n)} + "pod_purchase"."week" * ${WEEK_SECONDS}`
