import { isApiError } from '../../api/errors.ts'
import type { Failure } from './failure.ts'

/** Ends in which something was, or may have been, sent although its hash is not known here. */
const mayBeSent: readonly Failure['code'][] = ['approval-failed', 'wallet-failed', 'cancelled']

/** "Transaction failed" is said only of one that was tried; before that, what did not happen. */
export function failureTitle({ code }: Failure, sent: boolean) {
  if (code === 'lie') return 'tx.failed.lie'
  if (code === 'wallet-silent') return 'tx.failed.noWord'
  if (sent || mayBeSent.includes(code)) return 'message.trade_fail'
  return code === 'api' ? 'tx.failed.noQuote' : 'tx.failed.notSent'
}

/** The token that has to come into the wallet before trying again; null when it is not for want of one. */
export function missingToken(failure: Failure): string | null {
  if (failure.code === 'balance') return failure.token
  if (failure.code === 'gas') return 'BNB'
  if (failure.code !== 'api' || !isApiError(failure.error, 'WALLET_BALANCE_TOO_LOW')) return null
  const { data } = failure.error
  const token = typeof data === 'object' && data !== null && 'token' in data ? data.token : null
  return typeof token === 'string' ? token : null
}
