import type { FundFlow } from '@dr/protocol/calls/users'
import { expect, it } from 'vitest'
import { signedAmount } from './flow-row.tsx'

const flow = (kind: FundFlow['kind'], direction: FundFlow['direction']): FundFlow => ({
  id: '1',
  journalId: '1',
  at: '2026-11-20T09:41:00.000Z',
  account: 0,
  token: 'DR',
  kind,
  direction,
  amount: '1000',
  source: { kind: 'none', reference: null },
  orderId: null,
  txHash: null,
})

it.each([
  ['mining.collect', 'in', 1_000n],
  ['withdrawal.paid', 'out', -1_000n],
  ['withdrawal.burned', 'out', -1_000n],
] as const)('%s counts', (kind, direction, value) => {
  expect(signedAmount(flow(kind, direction))).toEqual({ value, signed: true })
})

it.each([
  ['withdrawal.hold', 'out'],
  ['withdrawal.released', 'in'],
] as const)('%s moved inside the account: no sign, so that nothing looks taken twice', (kind, direction) => {
  expect(signedAmount(flow(kind, direction))).toEqual({ value: 1_000n, signed: false })
})
