import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { LedgerLine, Provenance } from '../ledger/index.ts'
import { directionOf, kindOf, reasonFilterOf, sourceOf } from './flow-kinds.ts'

const line = (change: Partial<LedgerLine>): LedgerLine => ({
  id: 1n,
  journalId: 1n,
  at: new Date('2026-03-02T00:00:00Z'),
  reason: 'test.move',
  vault: 2,
  token: 'DR',
  amount: 100n,
  availableChange: 0n,
  heldChange: 0n,
  lockedChange: 0n,
  fromKind: 'chain',
  toKind: 'user-available',
  source: { kind: 'test' },
  ...change,
})

const orderId = '0198c0de-0000-7000-8000-000000000001'
const txHash = `0x${'ab'.repeat(32)}`

test('every journal of the chart that moves a user’s money has a kind of its own', () => {
  const chart = readFileSync(new URL('../../../../../docs/chart-of-accounts.md', import.meta.url), 'utf8')
  const rows = [...chart.matchAll(/^\|[^|]*\| `([a-z.-]+)` \|[^|]*\|([^|]*)\| now[^|]*\|$/gm)]
  const reasons = rows.filter(([, , accounts]) => accounts?.includes(':user-')).map(([, reason]) => reason)
  expect(reasons.length).toBeGreaterThan(10)
  for (const reason of reasons) {
    if (reason) expect([reason, kindOf(line({ reason }))]).not.toContain('other')
  }
  expect(kindOf(line({ reason: 'something.new' }))).toBe('other')
})

test('the burned part of a withdrawal is a journal of its own', () => {
  expect(kindOf(line({ reason: 'withdrawal.burned', amount: 5n }))).toBe('withdrawal.burned')
  expect(kindOf(line({ reason: 'withdrawal.paid', amount: 95n }))).toBe('withdrawal.paid')
})

test('booked by an older version, it is recognised by its source; of USDT all was paid', () => {
  const paid = { reason: 'withdrawal.paid', source: { kind: 'chain', burned: '5' } }
  expect(kindOf(line({ ...paid, amount: 5n }))).toBe('withdrawal.burned')
  expect(kindOf(line({ ...paid, amount: 95n }))).toBe('withdrawal.paid')
  expect(kindOf(line({ ...paid, token: 'USDT', amount: 5n }))).toBe('withdrawal.paid')
})

test('a kind is looked for among the reasons it can have', () => {
  expect(reasonFilterOf('withdrawal.paid')).toBe('withdrawal.paid')
  expect(reasonFilterOf('withdrawal.burned')).toBe('withdrawal')
  expect(reasonFilterOf('claim.received')).toBe('claim')
  expect(kindOf(line({ reason: 'claim.attributed' }))).toBe('claim.received')
  expect(reasonFilterOf('other')).toBeUndefined()
})

test('in and out change what the account has in all; a hold or a lock does not', () => {
  const changes: [Partial<LedgerLine>, string][] = [
    [{ availableChange: 1n }, 'in'],
    [{ lockedChange: 1n }, 'in'],
    [{ availableChange: -1n }, 'out'],
    [{ heldChange: -1n }, 'out'],
    [{ availableChange: -1n, heldChange: 1n }, 'hold'],
    [{ availableChange: 1n, heldChange: -1n }, 'release'],
    [{ availableChange: -1n, lockedChange: 1n }, 'lock'],
    [{ availableChange: 1n, lockedChange: -1n }, 'unlock'],
  ]
  for (const [change, direction] of changes) expect(directionOf(line(change))).toBe(direction)
})

test('a line says what it was paid from, with all that its kind promises, or none', () => {
  const sources: [Provenance, unknown][] = [
    [
      { kind: 'emission', releaseId: '7' },
      { kind: 'emission', releaseId: '7' },
    ],
    [
      { kind: 'order', orderId, packageId: 3 },
      { kind: 'order', orderId },
    ],
    [
      { kind: 'chain', txHash, logIndex: 3, burned: '1' },
      { kind: 'chain', txHash },
    ],
    [
      { kind: 'chain', txHash, burned: '1', burnFree: '80' },
      { kind: 'chain', txHash, burnFree: '80' },
    ],
    [
      { kind: 'swap-fees', flushId: '3', swaps: 12, txHash },
      { kind: 'swap-fees', flushId: '3', swaps: 12, txHash },
    ],
    [
      { kind: 'funded', txHash, source: `0x${'1'.repeat(40)}`, memo: 'ads', packageId: 1 },
      { kind: 'funded', txHash, source: `0x${'1'.repeat(40)}`, memo: 'ads', packageId: '1' },
    ],
    [
      { kind: 'week', week: 2950 },
      { kind: 'week', from: 2950, to: 2950 },
    ],
    [
      { kind: 'week', from: 2948, to: 2950 },
      { kind: 'week', from: 2948, to: 2950 },
    ],
    [
      { kind: 'node-week', week: 2950, swapFees: ['1', '0'] },
      { kind: 'node-week', week: 2950 },
    ],
    [
      { kind: 'package', packageId: 1, positionId: '9', fundedBy: [txHash] },
      { kind: 'package', packageId: '1', positionId: '9', fundedBy: [txHash] },
    ],
    [
      { kind: 'operator', why: 'typo', reverses: '5' },
      { kind: 'operator', reverses: '5', note: 'typo' },
    ],
    [{ kind: 'swap-fees', flushId: '3' }, { kind: 'none' }],
    [{ kind: 'never heard of' }, { kind: 'none' }],
  ]
  for (const [source, shown] of sources) expect(sourceOf(line({ source }))).toEqual(shown)
})
