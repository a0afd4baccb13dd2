import { WAD } from '@dr/protocol/amounts'
import { expect, test } from 'vitest'
import { averageBetween } from './average-at.rules.ts'

const Q112 = 2n ** 112n
const half = Q112 / 2n

test('the average between two observations is time-weighted', () => {
  const from = { timestamp: 1_000n, cumulative: 7n }
  expect(averageBetween(from, { timestamp: 1_100n, cumulative: 7n + half * 100n })).toBe(WAD / 2n)
  const twoPrices = half * 75n + Q112 * 25n
  expect(averageBetween(from, { timestamp: 1_100n, cumulative: 7n + twoPrices })).toBe((WAD * 5n) / 8n)
})

test('the sum may pass its modulus in between', () => {
  const cumulative = 2n ** 224n - half
  expect(averageBetween({ timestamp: 0n, cumulative }, { timestamp: 2n, cumulative: half })).toBe(WAD / 2n)
})

test('one observation alone, or a price of nothing, is no price', () => {
  const one = { timestamp: 1_000n, cumulative: 7n }
  expect(averageBetween(one, one)).toBeNull()
  expect(averageBetween(one, { timestamp: 2_000n, cumulative: 8n })).toBeNull()
})
