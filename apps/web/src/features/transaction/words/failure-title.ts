import type { Failure } from '../flow/failure.ts'

/** Ends after which something was or may have been sent, although its hash is not known here. */
const mayBeSent: readonly Failure['code'][] = [
  'approval-failed',
  'approval-other',
  'wallet-failed',
  'cancelled',
]

/**
 * Title of a failure. "Transaction failed" only if something was or may have been sent; otherwise, what did
 * not happen: nothing was quoted, or nothing was sent.
 */
export const failureTitle = ({ code }: Failure, sent: boolean) => {
  if (code === 'mismatch') return 'tx.failed.mismatch'
  if (code === 'wallet-silent') return 'tx.failed.noWord'
  if (sent || mayBeSent.includes(code)) return 'message.trade_fail'
  return code === 'api' ? 'tx.failed.noQuote' : 'tx.failed.notSent'
}
