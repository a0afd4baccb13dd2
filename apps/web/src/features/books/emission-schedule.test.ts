import { expect, it } from 'vitest'
import { scheduledUntilYear } from './emission-schedule.ts'

it('follows the contract: 50,000 a day, half of it every 730 days', () => {
  expect(scheduledUntilYear(0)).toBe(0)
  expect(scheduledUntilYear(1)).toBe(18_250_000)
  expect(scheduledUntilYear(2)).toBe(36_500_000)
  expect(scheduledUntilYear(4)).toBe(54_750_000)
})

it('nears 73 million and never passes it', () => {
  expect(scheduledUntilYear(40)).toBeLessThan(73_000_000)
  expect(scheduledUntilYear(40)).toBeGreaterThan(72_900_000)
})
