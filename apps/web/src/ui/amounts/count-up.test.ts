import fc from 'fast-check'
import { expect, it } from 'vitest'
import { COUNT_UP_AFTER_MS, COUNT_UP_MS, countUpAt } from './count-up.ts'

const amount = fc.bigInt({ min: 0n, max: 10n ** 30n })
const moment = fc.double({ min: -100, max: 1_000, noNaN: true })

it('starts at zero, never decreases, never exceeds the amount, and ends at it', () => {
  fc.assert(
    fc.property(amount, moment, moment, (value, a, b) => {
      const [early, late] = a < b ? [a, b] : [b, a]
      const [before, after] = [countUpAt(value, early), countUpAt(value, late)]
      expect(before <= after && after <= value).toBe(true)
      expect(countUpAt(value, COUNT_UP_AFTER_MS)).toBe(0n)
      expect(countUpAt(value, COUNT_UP_AFTER_MS + COUNT_UP_MS)).toBe(value)
    }),
  )
})
