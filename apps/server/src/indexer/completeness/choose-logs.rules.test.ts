import { parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { countedEvent } from '../../platform/chain/chain-numbers.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { RawLog } from '../raw-log.ts'
import { chooseLogs } from './choose-logs.rules.ts'
import { createEventCounter } from './count-events.ts'
import type { LogVotes } from './log-votes.rules.ts'

const abi = parseAbi(['event Moved(uint256 amount)', 'event Other(uint256 amount)'])
const address = `0x${'a'.repeat(40)}` as LowerHex
const [moved, other] = (['Moved', 'Other'] as const).map((event) => countedEvent({ address, abi, event }))
const counter = createEventCounter([
  {
    name: 'sum',
    view: { address, selector: '0x00000000' },
    events: [countedEvent({ address, abi, event: 'Moved', add: ({ amount }) => amount })],
  },
])

const vote = (index: number, amount: bigint, event = moved): LogVotes => ({
  log: {
    address,
    topics: [event?.topic],
    data: `0x${amount.toString(16).padStart(64, '0')}`,
    blockNumber: 1n,
    logIndex: index,
  } as unknown as RawLog,
  holders: new Set([0]),
})
const before = new Map([['sum', 10n]])
const said = (sum: bigint | null) => new Map([['sum', sum]])
const choose = (
  verdict: Partial<Parameters<typeof chooseLogs>[0]>,
  sum: bigint | null | undefined,
): string | number[] => {
  const choice = chooseLogs(
    { present: [], open: [], outvoted: [], ...verdict },
    { counter, before, said: sum === undefined ? undefined : said(sum) },
  )
  return choice.outcome === 'chosen' ? choice.present.map(({ log }) => log.logIndex) : choice.outcome
}

test('settled logs count where the number agrees, or no one knows it', () => {
  const present = [vote(0, 3n)]
  expect(choose({ present }, 13n)).toEqual([0])
  expect(choose({ present }, undefined)).toEqual([0])
  expect(choose({ present }, null)).toEqual([0])
  expect(choose({ present }, 14n)).toBe('numbers-differ')
})

test('the number decides what the endpoints could not, and whether the majority was wrong', () => {
  const [present, open, outvoted] = [[vote(0, 3n)], [vote(1, 4n)], [vote(2, 5n)]]
  expect(choose({ present, open }, 17n)).toEqual([0, 1])
  expect(choose({ present, open }, 13n)).toEqual([0])
  expect(choose({ present, open, outvoted }, 22n)).toEqual([0, 1, 2])
  expect(choose({ present, outvoted }, 18n)).toEqual([0, 2])
  expect(choose({ present, open }, 99n)).toBe('open')
  expect(choose({ present, open }, undefined)).toBe('open')
})

test('a log that moves no number is not decided by one', () => {
  const open = [vote(1, 4n, other)]
  expect(choose({ open }, 10n)).toBe('open')
  expect(choose({ outvoted: open }, 10n)).toEqual([])
  expect(choose({ open: [vote(1, 4n)] }, null)).toBe('open')
})

test('a balance may be less than the events add up to: that was taken without one, and is counted', () => {
  const balance = createEventCounter([
    {
      name: 'sum',
      view: { address, selector: '0x00000000' },
      mayFall: true,
      events: [countedEvent({ address, abi, event: 'Moved', add: ({ amount }) => amount })],
    },
  ])
  const outcome = (sum: bigint): string =>
    chooseLogs(
      { present: [vote(0, 3n)], open: [], outvoted: [] },
      { counter: balance, before, said: said(sum) },
    ).outcome
  expect([outcome(13n), outcome(5n), outcome(14n)]).toEqual(['chosen', 'chosen', 'numbers-differ'])
  const counted = (sum: bigint) =>
    balance.withLosses(new Map([['sum', 3n]]), { before, said: said(sum) }).get('sum')
  expect([counted(13n), counted(5n), counted(14n)]).toEqual([3n, -5n, 3n])
})
