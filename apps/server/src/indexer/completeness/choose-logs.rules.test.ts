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

test('a number that only decides is heard where logs differ, and proves no gap where they do not', () => {
  const balance = createEventCounter([
    {
      name: 'sum',
      view: { address, selector: '0x00000000' },
      decidesOnly: true,
      events: [countedEvent({ address, abi, event: 'Moved', add: ({ amount }) => amount })],
    },
  ])
  const chosen = (sum: bigint, verdict: { open?: LogVotes[]; outvoted?: LogVotes[] } = {}) => {
    const all = { present: [vote(0, 3n)], open: [], outvoted: [], ...verdict }
    const choice = chooseLogs(all, { counter: balance, before, said: said(sum) })
    return choice.outcome === 'chosen' ? choice.present.length : choice.outcome
  }
  expect([chosen(13n), chosen(5n), chosen(99n)]).toEqual([1, 1, 1])
  const open = [vote(1, 4n)]
  expect([chosen(17n, { open }), chosen(13n, { open }), chosen(99n, { open })]).toEqual([2, 1, 'open'])
  expect([chosen(17n, { outvoted: open }), chosen(99n, { outvoted: open })]).toEqual([2, 1])
  const counted = (sum: bigint) =>
    balance.withUnseen(new Map([['sum', 3n]]), { before, said: said(sum) }).get('sum')
  expect([counted(13n), counted(5n), counted(99n)]).toEqual([3n, -5n, 89n])
})
