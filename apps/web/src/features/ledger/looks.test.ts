import type { FundFlow } from '@dr/protocol/calls/fund-flows'
import { expect, it } from 'vitest'
import { looks, signedAmount } from './looks.ts'

const flow = (direction: FundFlow['direction']): FundFlow => ({
  id: '1',
  journalId: '1',
  at: '2026-11-20T09:41:00.000Z',
  account: 0,
  token: 'DR',
  kind: 'other',
  direction,
  amount: '1000',
  source: { kind: 'none' },
  orderId: null,
  txHash: null,
})

it.each([
  ['in', 1_000n],
  ['out', -1_000n],
] as const)('%s counts', (direction, value) => {
  expect(signedAmount(flow(direction))).toEqual({ value, signed: true })
})

it.each(['hold', 'release', 'lock', 'unlock'] as const)(
  '%s moved inside the account: no sign, so that no amount looks taken twice',
  (direction) => {
    expect(signedAmount(flow(direction))).toEqual({ value: 1_000n, signed: false })
  },
)

it.each(['package.deposit', 'package.credit'] as const)(
  '%s, one’s own money, is no gain: neither a sign nor the colour of what came in',
  (kind) => {
    expect(signedAmount({ ...flow('in'), kind })).toEqual({ value: 1_000n, signed: false })
    expect(looks[kind].tone).toBe('plain')
  },
)
