import { WAD } from '@dr/protocol/amounts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { balancePoints, pointWorth } from './balance-history.rules.ts'

const DAY = 86_400n
const NOW = 20_000n * DAY + 3_600n
const amounts = fc.bigInt({ min: 0n, max: 10n ** 30n })

test('each point is what came less what left until then, and the last one is what there is now', () => {
  const moves = fc.array(
    fc.record({
      token: fc.constantFrom('USDT' as const, 'DR' as const),
      daysAgo: fc.integer({ min: 0, max: 60 }),
      change: fc.oneof(
        amounts,
        amounts.map((amount) => -amount),
      ),
    }),
    { minLength: 1, maxLength: 40 },
  )
  fc.assert(
    fc.property(moves, (all) => {
      const changes = all.map(({ token, daysAgo, change }) => ({
        token,
        bucket: 20_000n - BigInt(daysAgo),
        change,
      }))
      const until = (token: string, bucket: bigint): bigint =>
        changes
          .filter((one) => one.token === token && one.bucket <= bucket)
          .reduce((sum, { change }) => sum + change, 0n)
      const balances = { USDT: until('USDT', 20_000n), DR: until('DR', 20_000n) }
      const points = balancePoints(
        { balances, changes, readFrom: null },
        { now: NOW, bucketSeconds: DAY, count: 31 },
      )
      expect(points.length).toBeLessThanOrEqual(31)
      expect(points.at(-1)).toEqual({ at: NOW, ...balances })
      for (const { at, USDT, DR } of points) {
        const bucket = (at - 1n) / DAY
        expect([USDT, DR]).toEqual([until('USDT', bucket), until('DR', bucket)])
      }
    }),
  )
})

test('begins a day before the first change, at nothing; and never before what was read', () => {
  const changes = [{ token: 'USDT' as const, bucket: 19_995n, change: 7n }]
  const window = { now: NOW, bucketSeconds: DAY, count: 31 }
  const whole = balancePoints({ balances: { USDT: 7n, DR: 0n }, changes, readFrom: null }, window)
  expect(whole.map(({ USDT }) => USDT)).toEqual([0n, 7n, 7n, 7n, 7n, 7n, 7n])
  const cut = balancePoints({ balances: { USDT: 9n, DR: 0n }, changes, readFrom: 19_995n * DAY + 5n }, window)
  expect(cut.map(({ USDT }) => USDT)).toEqual([9n, 9n, 9n, 9n, 9n, 9n])
})

test('DR without a price has no worth; without DR none is needed', () => {
  const at = NOW
  expect(pointWorth({ at, USDT: 5n, DR: 3n }, null)).toBeNull()
  expect(pointWorth({ at, USDT: 5n, DR: 0n }, null)).toBe(5n)
  expect(pointWorth({ at, USDT: 5n, DR: 3n }, WAD / 2n)).toBe(6n)
})
