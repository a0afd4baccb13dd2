import { WAD } from '@dr/protocol/amounts'
import { expect, it } from 'vitest'
import { type BalanceHistory, historyPoints } from './history-view.ts'

const DAY = 86_400
const NOON = Date.UTC(2026, 10, 20, 12) / 1_000
const history = (
  worths: readonly (bigint | null)[],
  range: BalanceHistory['range'] = '1m',
): BalanceHistory => ({
  range,
  points: worths.map((worth, index) => ({
    at: NOON + index * DAY,
    USDT: '0',
    DR: '0',
    drPrice: null,
    worth: worth === null ? null : String(worth),
  })),
  readFrom: null,
})

it('draws the moments whose worth is known', () => {
  expect(historyPoints(history([null, 100n * WAD, null, 250n * WAD + WAD / 2n]))).toEqual([
    { label: '2026-11-21', value: 10_000, text: '$100.00' },
    { label: '2026-11-23', value: 25_050, text: '$250.50' },
  ])
})

it('names months where years are shown', () => {
  expect(historyPoints(history([WAD, WAD], 'all'))?.map(({ label }) => label)).toEqual(['2026-11', '2026-11'])
})

it.each([
  ['nothing', []],
  ['one moment', [WAD]],
  ['a first one after zeros', [0n, 0n, WAD]],
  ['zeros', [0n, 0n, 0n]],
  ['no price at all', [null, null]],
])('draws no line of %s', (_, worths) => {
  expect(historyPoints(history(worths))).toBeNull()
})
