import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digitOf } from '../../../test/reference/contract-rules.ts'
import { lowerHex } from '../../platform/hex.ts'
import { commitmentOf, drawSecret } from './draw-secret.ts'
import { blockPace, DRAWING_SECONDS, openBlocksAt, ROUND_SECONDS } from './round.rules.ts'

const key = lowerHex(`0x${'11'.repeat(32)}`)
const contract = lowerHex(`0x${'22'.repeat(20)}`)

test('a round closes a minute before the next multiple of ten minutes, or is not opened', () => {
  const bounds = fc.record({
    now: fc.integer({ min: 1_700_000_000, max: 2_000_000_000 }),
    blockMs: fc.integer({ min: 1, max: 60_000 }),
  })
  fc.assert(
    fc.property(bounds, ({ now, blockMs }) => {
      const blocks = openBlocksAt(now, blockMs)
      const left = ROUND_SECONDS - DRAWING_SECONDS - (now % ROUND_SECONDS)
      expect(blocks === null).toBe(left < 60)
      if (blocks === null) return
      expect(blocks).toBeGreaterThanOrEqual(60n)
      expect(blocks).toBeLessThanOrEqual(28_800n)
      if (blocks > 60n) expect(Number(blocks) * blockMs).toBeLessThanOrEqual(left * 1_000)
      if (blocks < 28_800n) expect((Number(blocks) + 1) * blockMs).toBeGreaterThan(left * 1_000)
    }),
  )
})

test('the pace is that of the blocks between, and never zero', () => {
  expect(blockPace({ number: 10n, timestamp: 100n }, { number: 74n, timestamp: 148n })).toBe(750)
  expect(blockPace({ number: 0n, timestamp: 100n }, { number: 0n, timestamp: 100n })).toBe(1_000)
  expect(blockPace({ number: 0n, timestamp: 100n }, { number: 64n, timestamp: 100n })).toBe(1)
})

test('every round has a secret of its own, that its key alone makes', () => {
  const of = (drawId: bigint, change = {}) => drawSecret(key, { chainId: 56, contract, drawId, ...change })
  const all = [
    of(1n),
    of(2n),
    of(11n),
    of(1n, { chainId: 97 }),
    of(1n, { contract: lowerHex(`0x${'23'.repeat(20)}`) }),
    drawSecret(`0x${'12'.repeat(32)}`, { chainId: 56, contract, drawId: 1n }),
  ]
  expect(new Set(all).size).toBe(all.length)
  expect(of(1n)).toBe(of(1n))
  expect(commitmentOf(1n, of(1n))).not.toBe(commitmentOf(2n, of(1n)))
})

test('digits come out about equally often', () => {
  const counts = Array.from({ length: 10 }, () => 0)
  for (let drawId = 0n; drawId < 2_000n; drawId += 1n) {
    const secret = drawSecret(key, { chainId: 56, contract, drawId })
    const digit = digitOf({ secret, targetHash: commitmentOf(drawId, secret), entriesHash: key })
    counts[digit] = (counts[digit] ?? 0) + 1
  }
  // Fixed inputs give always the same counts; χ² of nine degrees is below 27.9 for 999 of 1,000 fair dice.
  const chiSquared = counts.reduce((sum, count) => sum + (count - 200) ** 2 / 200, 0)
  expect(chiSquared).toBeLessThan(27.9)
})
