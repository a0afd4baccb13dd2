import { expect, test } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { noPriceText } from './no-price-text.ts'

const t: Parameters<typeof noPriceText>[0] = (key) => key
const refused = (code: number, data: unknown) =>
  new ApiError({ kind: 'server', code, status: 503, message: 'refused', data })

test.each([
  ['chain-unavailable', 'tx.fail.serverNoChain'],
  ['chain-behind', 'tx.fail.serverNoChain'],
  ['ledger-behind', 'tx.fail.serverNoChain'],
  ['no-day-average', 'exchange.obstacle.noDay'],
  ['price-moved', 'exchange.obstacle.moved'],
  ['inventory', 'exchange.obstacle.inventory'],
  ['daily-cap', 'exchange.obstacle.cap'],
  ['WindowNotFull', null],
  [undefined, null],
])('a quote refused because of %s says so: %s', (reason, key) => {
  expect(noPriceText(t, refused(30_002, { reason }))).toBe(key)
})

test('another error has no such text', () => {
  expect(noPriceText(t, refused(10_001, { reason: 'chain-unavailable' }))).toBeNull()
  expect(noPriceText(t, refused(30_002, null))).toBeNull()
})
