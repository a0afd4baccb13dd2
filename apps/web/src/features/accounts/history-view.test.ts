import { WAD } from '@dr/protocol/amounts'
import { expect, it } from 'vitest'
import { type BalanceHistory, viewHistory } from './history-view.ts'

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

it('draws the moments whose worth is known, and says what changed', () => {
  const view = viewHistory(history([null, 100n * WAD, null, 250n * WAD + WAD / 2n]))
  expect(view?.points).toEqual([
    { label: '2026-11-21', value: 10_000, text: '$100.00' },
    { label: '2026-11-23', value: 25_050, text: '$250.50' },
  ])
  expect(view).toMatchObject({ last: 250n * WAD + WAD / 2n, change: 150n * WAD + WAD / 2n })
})

it('names months where years are shown', () => {
  expect(viewHistory(history([WAD, WAD], 'all'))?.points.map(({ label }) => label)).toEqual([
    '2026-11',
    '2026-11',
  ])
})

it.each([
  ['nothing', []],
  ['one moment', [WAD]],
  ['zeros', [0n, 0n, 0n]],
  ['no price at all', [null, null]],
])('draws no line of %s', (_, worths) => {
  expect(viewHistory(history(worths))).toBeNull()
})
