import { expect, it } from 'vitest'
import { scheduledUntilYear } from './emission-schedule.ts'

it('follows the contract: 20,000 a day, half of it every 1,825 days', () => {
  expect(scheduledUntilYear(0)).toBe(0)
  expect(scheduledUntilYear(1)).toBe(7_300_000)
  expect(scheduledUntilYear(5)).toBe(36_500_000)
  expect(scheduledUntilYear(10)).toBe(54_750_000)
})

it('nears 73 million and never passes it', () => {
  expect(scheduledUntilYear(100)).toBeLessThan(73_000_000)
  expect(scheduledUntilYear(100)).toBeGreaterThan(72_900_000)
})
