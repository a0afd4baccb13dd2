import { isApiError } from '../../../api/errors.ts'
import type { Failure } from '../flow/failure.ts'

/** Ends after which something was or may have been sent, although its hash is not known here. */
const mayBeSent: readonly Failure['code'][] = [
  'approval-failed',
  'approval-other',
  'wallet-failed',
  'cancelled',
]

/** Title of a failure. "Transaction failed" only for a sent transaction; otherwise, what did not happen. */
export const failureTitle = ({ code }: Failure, sent: boolean) => {
  if (code === 'mismatch') return 'tx.failed.mismatch'
  if (code === 'wallet-silent') return 'tx.failed.noWord'
  if (sent || mayBeSent.includes(code)) return 'message.trade_fail'
  return code === 'api' ? 'tx.failed.noQuote' : 'tx.failed.notSent'
}

export interface Shortfall {
  readonly token: string
  readonly have: bigint
  readonly need: bigint
  readonly plain?: readonly Omit<Shortfall, 'plain'>[]
}

const DIGITS = /^\d+$/

/**
 * Token that the wallet lacks, if that is the reason: by the app's own check, or by the server's 20004.
 * Base units.
 */
export const shortfallOf = (failure: Failure): Shortfall | null => {
  if (failure.code === 'balance') return failure
  if (failure.code === 'gas') return { token: 'BNB', have: failure.have, need: failure.need }
  if (failure.code !== 'api' || !isApiError(failure.error, 'WALLET_BALANCE_TOO_LOW')) return null
  const { data } = failure.error
  const { token, available, needed } = (data ?? {}) as Readonly<Record<string, unknown>>
  if (typeof token !== 'string' || typeof available !== 'string' || typeof needed !== 'string') return null
  if (!DIGITS.test(available) || !DIGITS.test(needed)) return null
  return { token, have: BigInt(available), need: BigInt(needed) }
}
