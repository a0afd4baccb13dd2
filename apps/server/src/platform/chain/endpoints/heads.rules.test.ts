import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { believedHeads, type Head, highest, isBehind } from './heads.rules.ts'

const NOW = 1_800_000_000n
const TIP = 90_000_000n
/** A head `behind` blocks behind the newest, at BNB Smart Chain's 0.45 s for each block. */
const honest = (behind: number): Head => ({
  number: TIP - BigInt(behind),
  timestamp: NOW - BigInt(Math.floor(behind * 0.45)),
})
const bestOf = (heads: readonly Head[]) => highest(believedHeads(heads, NOW))?.number
const best = (...heads: Head[]) => bestOf(heads)

describe('the newest believed block', () => {
  test('is the highest: one fresh endpoint is believed against two that are behind together', () => {
    expect(best(honest(100), honest(0), honest(100))).toBe(TIP)
    expect(best(honest(100), honest(99))).toBe(TIP - 99n)
    expect(best(honest(7))).toBe(TIP - 7n)
    expect(best()).toBeUndefined()
  })

  test('is not of the future by the wall clock', () => {
    const future = { number: TIP + 40n, timestamp: NOW + 18n }
    expect(best(future, honest(0), honest(1))).toBe(TIP)
    expect(best(future, honest(0))).toBe(TIP)
  })

  test('is one of the future where all are: a local chain whose time was moved', () => {
    const moved = (behind: bigint) => ({ number: TIP - behind, timestamp: NOW + 86_400n - behind })
    expect(best(moved(0n), moved(20n))).toBe(TIP)
  })

  test('is none that cannot have been made in its time', () => {
    const fast = { number: TIP + 1_000n, timestamp: NOW }
    expect(best(fast, honest(0), honest(0))).toBe(TIP)
    expect(best(fast, honest(0))).toBe(TIP)
    expect(best(fast, honest(100), honest(0))).toBe(TIP)
    // A report of an old block with the time of a new one.
    expect(best({ number: 5n, timestamp: NOW }, honest(0), honest(1))).toBe(TIP)
  })

  test('of a majority of honest endpoints, however late some are, is the newest honest one, whatever one other says', () => {
    const lateness = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 2, maxLength: 4 })
    const claim = fc.record({
      number: fc.bigInt({ min: TIP + 500n, max: 2n ** 60n }),
      timestamp: fc.bigInt({ min: NOW - 10_000n, max: NOW }),
    })
    fc.assert(
      fc.property(lateness, claim, (late, claimed) => {
        const heads = late.map(honest)
        const expected = heads.reduce((top, { number }) => (number > top ? number : top), 0n)
        const agrees = believedHeads([claimed, ...heads], NOW).includes(claimed as Head)
        // Only a claim that its own time allows cannot be distinguished from an honest one.
        const possible = heads.some(
          (head) => claimed.number - head.number <= (claimed.timestamp - head.timestamp + 2n) * 10n,
        )
        expect(agrees && !possible).toBe(false)
        if (!possible) expect(bestOf([claimed, ...heads])).toBe(expected)
      }),
    )
  })
})

test('an endpoint is behind from three blocks on; one that was asked earlier may be as many more behind as were made since', () => {
  const seen = (behind: number, seenAt: number) => ({ ...honest(behind), seenAt })
  expect(isBehind(seen(2, 0), seen(0, 0))).toBe(false)
  expect(isBehind(seen(3, 0), seen(0, 0))).toBe(true)
  expect(isBehind(seen(4, 0), seen(0, 500))).toBe(false)
  expect(isBehind(seen(100, 0), seen(0, 5_000))).toBe(true)
  expect(isBehind(seen(0, 5_000), seen(1, 0))).toBe(false)
})
