import type { Tx } from '../../platform/database/database.ts'
import { DAY_MS } from '../../platform/durations.ts'

/** Deletes expired rows that no longer decide anything. A tick; idempotent. */
export const forgetExpired = async (tx: Tx, now: Date): Promise<void> => {
  const dayAgo = new Date(now.getTime() - DAY_MS)
  await tx.query({ text: 'DELETE FROM email_code WHERE sent_at <= $1', values: [dayAgo] })
  await tx.query({ text: 'DELETE FROM password_try WHERE ends_at <= $1', values: [now] })
  await tx.query({ text: 'DELETE FROM signing_order WHERE deadline <= $1', values: [now] })
}
