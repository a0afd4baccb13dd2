import type { Tx } from '../../platform/database/database.ts'

/** Days for which expired sessions are kept, so that they return "expired" (10010), not "unknown" (10003). */
const SESSION_KEPT_DAYS = 7

/** Deletes used nonces that have expired, and sessions that ended long ago. A tick; idempotent. */
export const forgetExpired = async (tx: Tx, now: Date): Promise<void> => {
  await tx.query({ text: 'DELETE FROM used_nonce WHERE expires_at <= $1', values: [now] })
  await tx.query({
    text: `DELETE FROM session WHERE expires_at <= $1::timestamptz - make_interval(days => $2)`,
    values: [now, SESSION_KEPT_DAYS],
  })
}
