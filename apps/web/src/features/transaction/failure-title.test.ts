import { expect, it } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import type { Failure } from './failure.ts'
import { failureTitle, missingToken } from './failure-title.ts'

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
  [{ code: 'lie', lies: [] }, false, 'tx.failed.lie'],
] as const satisfies readonly (readonly [Failure, boolean, string])[])(
  'only one that was tried has failed: case %#',
  (failure, sent, title) => {
    expect(failureTitle(failure, sent)).toBe(title)
  },
)

it('names the token that is missing, and none where money would not help', () => {
  expect(missingToken(short)).toBe('DRGV')
  expect(missingToken(refused)).toBe('USDT')
  expect(missingToken({ code: 'gas', have: 0n, need: 1n })).toBe('BNB')
  expect(missingToken({ code: 'lapsed' })).toBeNull()
})
