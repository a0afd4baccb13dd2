/** When a code may be sent (docs/product.md 10): 60 s after the last one, five within 24 hours. Pure. */

import { CODE_COUNTDOWN_SECONDS, CODE_LENGTH, EMAIL_CODES_PER_DAY } from '@dr/protocol/constants'
import { DAY_MS } from '../../platform/durations.ts'

export interface CodeAllowance {
  /** Null: now. */
  readonly nextCodeAt: Date | null
  readonly codesLeft: number
}

/** `sentAt`: times of sent codes, in any order; those older than a day do not count. */
export const codeAllowance = (sentAt: readonly Date[], now: Date): CodeAllowance => {
  const times = sentAt
    .map((date) => date.getTime())
    .filter((time) => time > now.getTime() - DAY_MS)
    .sort((a, b) => b - a)
  const codesLeft = Math.max(0, EMAIL_CODES_PER_DAY - times.length)
  const [last] = times
  if (last === undefined) return { nextCodeAt: null, codesLeft }
  const afterLast = last + CODE_COUNTDOWN_SECONDS * 1_000
  // If all five are used, the oldest must be more than a day old first.
  const oldest = times[EMAIL_CODES_PER_DAY - 1]
  const next = Math.max(afterLast, codesLeft > 0 || oldest === undefined ? 0 : oldest + DAY_MS)
  return { nextCodeAt: next > now.getTime() ? new Date(next) : null, codesLeft }
}

/**
 * Maximum numbers of codes for binding sent to one mailbox within a day: for requests from one network
 * address (`perNetwork`), for all (`all`), and of these for networks that have requested one before
 * (`asAgain`). A user who claims a foreign mailbox uses up only their own network's share: it takes at least
 * twelve networks together to block the owner, who requests from another one, and the mailbox gets at most
 * twenty e-mails a day.
 */
export const MAILBOX_CODES = { perNetwork: 5, asAgain: 10, all: 20 } as const

export interface MailboxCode {
  readonly network: string
  readonly sentAt: Date
}

/** Time at which fewer than `limit` of them are less than a day old; 0: now. Milliseconds since 1970. */
const roomAt = (sent: readonly MailboxCode[], limit: number): number => {
  const times = sent.map(({ sentAt }) => sentAt.getTime()).sort((a, b) => b - a)
  const oldest = times[limit - 1]
  return oldest === undefined ? 0 : oldest + DAY_MS
}

/**
 * Time at which a mailbox has room for one more code, requested from `network`; null: now. `sent`: codes sent
 * to it, in any order.
 */
export const mailboxFreeAt = (
  sent: readonly MailboxCode[],
  { network, now }: { readonly network: string; readonly now: Date },
): Date | null => {
  const ofDay = sent.filter(({ sentAt }) => sentAt.getTime() > now.getTime() - DAY_MS)
  const own = ofDay.filter((one) => one.network === network)
  const inAll = own.length === 0 ? MAILBOX_CODES.all : MAILBOX_CODES.asAgain
  const at = Math.max(roomAt(own, MAILBOX_CODES.perNetwork), roomAt(ofDay, inAll))
  return at > now.getTime() ? new Date(at) : null
}

const CODES = 10 ** CODE_LENGTH

/** Six digits of a random number below 10^6, all equally likely. */
export const codeFrom = (random: number): string => {
  if (!(Number.isInteger(random) && random >= 0 && random < CODES)) throw new RangeError('not below 10^6')
  return String(random).padStart(CODE_LENGTH, '0')
}
export const CODE_COUNT = CODES
