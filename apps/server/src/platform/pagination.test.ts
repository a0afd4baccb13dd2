import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeCursor, toPage } from './pagination.ts'

test('page by page every row is seen once, in order, whatever the page’s length', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 25 }), (count, limit) => {
      const all = Array.from({ length: count }, (_, index) => BigInt(count - index))
      const seen: string[] = []
      let before: bigint | null = BigInt(count) + 1n
      let pages = 0
      while (before !== null) {
        const edge: bigint = before
        const rows = all.filter((id) => id < edge).slice(0, limit + 1)
        const page = toPage(rows, { limit, idOf: (id) => id, itemOf: String })
        expect(page.items.length).toBeLessThanOrEqual(limit)
        seen.push(...page.items)
        before = page.nextCursor === null ? null : decodeCursor(page.nextCursor)
        pages += 1
      }
      expect(seen).toEqual(all.map(String))
      expect(pages).toBe(Math.max(1, Math.ceil(count / limit)))
    }),
  )
})
