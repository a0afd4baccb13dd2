import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type EditedProduct, productNeedsTwo } from './edit-products.rules.ts'

const product: fc.Arbitrary<EditedProduct> = fc.record({
  productId: fc.constant('m1'),
  name: fc.constantFrom('M1', 'M2'),
  tier: fc.integer({ min: 1, max: 9 }),
  power: fc.integer({ min: 1, max: 9 }),
  price: fc.bigInt(1n, 9n),
  drgvShareBps: fc.integer({ min: 0, max: 3 }),
  perUserLimit: fc.integer({ min: 1, max: 9 }),
  lifeDays: fc.integer({ min: 30, max: 39 }),
})

test('whatever one operator edits, one after the other: no product gives more power, longer, or for less', () => {
  fc.assert(
    fc.property(product, fc.array(product, { maxLength: 30 }), (first, edits) => {
      const last = edits.reduce((before, after) => (productNeedsTwo(before, after) ? before : after), first)
      expect(last.power).toBeLessThanOrEqual(first.power)
      expect(last.lifeDays).toBeLessThanOrEqual(first.lifeDays)
      expect(last.price).toBeGreaterThanOrEqual(first.price)
      expect(last.drgvShareBps).toBeLessThanOrEqual(first.drgvShareBps)
    }),
    { numRuns: 2_000 },
  )
})

test('a new product takes two, always; a dearer or weaker one, another name, tier or limit take one', () => {
  fc.assert(
    fc.property(product, (before) => {
      expect(productNeedsTwo(null, before)).toBe(true)
      const { power, price, lifeDays } = before
      const worse = { power: power - 1, price: price + 1n, lifeDays: lifeDays - 1, drgvShareBps: 0 }
      const other = { name: 'M3', tier: 9, perUserLimit: 1_000 }
      expect(productNeedsTwo(before, { ...before, ...worse, ...other })).toBe(false)
    }),
  )
})
