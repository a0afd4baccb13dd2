/** When a code may be sent (PRODUCT.md 10): 60 s after the last one, five within 24 hours. Pure. */
import { CODE_COUNTDOWN_SECONDS, CODE_LENGTH, EMAIL_CODES_PER_DAY } from '@dr/protocol/constants'

export const DAY_MS = 86_400_000

export interface CodeAllowance {
  /** Null: now. */
  readonly nextCodeAt: Date | null
  readonly codesLeft: number
}

/** `sentAt`: when codes were sent, in any order; those of more than a day ago count for nothing. */
export const codeAllowance = (sentAt: readonly Date[], now: Date): CodeAllowance => {
  const times = sentAt
    .map((date) => date.getTime())
    .filter((time) => time > now.getTime() - DAY_MS)
    .sort((a, b) => b - a)
  const codesLeft = Math.max(0, EMAIL_CODES_PER_DAY - times.length)
  const [last] = times
  if (last === undefined) return { nextCodeAt: null, codesLeft }
  const afterLast = last + CODE_COUNTDOWN_SECONDS * 1_000
  // With all five sent, the oldest that still counts must fall out of the day first.
  const oldest = times[EMAIL_CODES_PER_DAY - 1]
  const next = Math.max(afterLast, codesLeft > 0 || oldest === undefined ? 0 : oldest + DAY_MS)
  return { nextCodeAt: next > now.getTime() ? new Date(next) : null, codesLeft }
}

const CODES = 10 ** CODE_LENGTH

/** Six digits out of a random number below 10^6; each as likely as every other. */
export const codeFrom = (random: number): string => {
  if (!(Number.isInteger(random) && random >= 0 && random < CODES)) throw new RangeError('not below 10^6')
  return String(random).padStart(CODE_LENGTH, '0')
}
export const CODE_COUNT = CODES
