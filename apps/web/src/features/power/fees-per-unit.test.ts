import { WAD } from '@dr/protocol/amounts'
import { expect, it } from 'vitest'
import { feesPerUnit } from './fees-per-unit.ts'

const payout = (USDT: bigint, DR = 0n) => ({ USDT: String(USDT), DR: String(DR) })

it('the fees’ part of a week’s payment leaves out what was carried over or paid in', () => {
  const income = {
    swapFees: payout(WAD, 2n * WAD), // 2 USD at 0.5
    operator: payout(5n * WAD),
    carried: payout(WAD),
  }
  const week = { income, drPrice: String(WAD / 2n), perUnit: String(64n * 10n ** 15n) }
  expect(feesPerUnit(week)).toBe(16n * 10n ** 15n)
  const empty = { swapFees: payout(0n), operator: payout(0n), carried: payout(0n) }
  expect(feesPerUnit({ income: empty, drPrice: null, perUnit: '0' })).toBe(0n)
})
