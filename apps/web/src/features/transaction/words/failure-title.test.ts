import { expect, it } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import type { Failure } from '../flow/failure.ts'
import { failureTitle } from './failure-title.ts'

const short: Failure = { code: 'balance', token: 'DRGV', have: 1n, need: 2n }
const refused: Failure = {
  code: 'api',
  error: new ApiError({
    kind: 'server',
    code: 20_004,
    status: 409,
    message: 'balance',
    data: { token: 'USDT', available: '1', needed: '2' },
  }),
}

it.each([
  [refused, false, 'tx.failed.noQuote'],
  [short, false, 'tx.failed.notSent'],
  [{ code: 'revert', revert: { name: null, args: [], reason: null } }, false, 'tx.failed.notSent'],
  [{ code: 'revert', revert: { name: null, args: [], reason: null } }, true, 'message.trade_fail'],
  [{ code: 'approval-failed', token: 'USDT' }, false, 'message.trade_fail'],
  [{ code: 'wallet-failed', message: 'x' }, false, 'message.trade_fail'],
  [{ code: 'mismatch', mismatches: [] }, false, 'tx.failed.mismatch'],
] as const satisfies readonly (readonly [Failure, boolean, string])[])(
  'only one that was tried has failed: case %#',
  (failure, sent, title) => {
    expect(failureTitle(failure, sent)).toBe(title)
  },
)
