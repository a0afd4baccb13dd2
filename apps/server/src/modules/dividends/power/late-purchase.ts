import { WEEK_SECONDS, weekStart } from '@dr/protocol/rules/weeks'

/**
 * Of purchases that count later than they happened: before the beginning of their week. The index over them
 * has this predicate, and PostgreSQL uses it for no statement that has another.
 */
export const LATE_PURCHASE = `"pod_purchase"."at" < ${weekStart(0n)} + "pod_purchase"."week" * ${WEEK_SECONDS}`
