import { expect, test } from 'vitest'
import { matchesRequest, type TransferRequest } from './request.ts'

const request: TransferRequest = {
  to: '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
  account: 2,
  token: 'USDT',
  amount: 50n * 10n ** 18n,
}
const order = { ...request, amount: String(request.amount) }

test('the answer that names what was entered is signed', () => {
  expect(matchesRequest(request, order)).toBe(true)
})

test('another receiver, account, token or amount is not', () => {
  for (const change of [
    { to: '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bd' },
    // Lower case is checked when answers are decoded (build/answers.ts).
    { to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' },
    { account: 0 as const },
    { token: 'DR' as const },
    { amount: String(request.amount + 1n) },
    { amount: '' },
  ]) {
    expect(matchesRequest(request, { ...order, ...change })).toBe(false)
  }
})
