import type { Tx } from '../../platform/database/database.ts'

/** An expired session is kept this long, so that it answers "expired" (10010), not "unknown" (10003). */
const SESSION_KEPT_DAYS = 7

/** Deletes what no longer has a meaning: nonces used and expired, sessions long over. A tick; idempotent. */
export const forgetExpired = async (tx: Tx, now: Date): Promise<void> => {
  await tx.query({ text: 'DELETE FROM used_nonce WHERE expires_at <= $1', values: [now] })
  await tx.query({
    text: `DELETE FROM session WHERE expires_at <= $1::timestamptz - make_interval(days => $2)`,
    values: [now, SESSION_KEPT_DAYS],
  })
}
