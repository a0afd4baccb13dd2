/**
 * A reset waits for a day after the e-mail was replaced, so that a thief of the wallet cannot replace both
 * the owner's e-mail and the payment password at once. Pure.
 */
import { DAY_MS } from '../../platform/durations.ts'

const RESET_WAIT_MS = DAY_MS

/** When a reset is possible; null: now. */
export const resetAllowedAt = (emailReplacedAt: Date | null, now: Date): Date | null => {
  if (emailReplacedAt === null) return null
  const allowed = new Date(emailReplacedAt.getTime() + RESET_WAIT_MS)
  return allowed.getTime() > now.getTime() ? allowed : null
}
