import { expect, test } from 'vitest'
import { type OrderRow, orderOf, storedDetails } from './order-row.ts'

const terms = { token: 'DR', amount: '100', burnAmount: '5', burnFree: '0' } as const

const withdrawalRow = (details: object): OrderRow => ({
  id: '0198c0de-0000-7000-8000-000000000001',
  seq: 1n,
  kind: 'withdraw-dr',
  user_id: 7n,
  account: '0x01',
  contract: '0x02',
  nonce: 0n,
  deadline: 1n,
  digest: '0x03',
  status: 'open',
  typed_data: { domain: {}, types: {}, primaryType: '', message: {} } as never,
  signature: '0x',
  prices: {},
  outgoing: [],
  incoming: [],
  remaining: 0,
  details,
  issued_at_block: 1n,
  created_at: new Date(0),
  tx_hash: null,
  block_number: null,
})

test('the vault of a withdrawal is stored as the released program reads it too', () => {
  expect(storedDetails({ ...terms, vault: 2 })).toEqual({ ...terms, vault: 2, account: 2 })
})

test('the vault of a withdrawal is read from either key', () => {
  for (const details of [{ account: 2 }, { vault: 2 }, { vault: 2, account: 2 }]) {
    expect(orderOf(withdrawalRow({ ...terms, ...details })).details).toEqual({ ...terms, vault: 2 })
  }
})
