import { CALLS } from '@dr/protocol/calls/index'
import { describeOnBoth } from '@dr/test-kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRateLimits } from './limits.ts'
import { forgetRequests } from './replay.ts'

const START = Date.UTC(2026, 0, 5)
const at = (ms: number) => new Date(START + ms)
const call = CALLS.getNonce // 60 a minute for a network address

describeOnBoth('rate limits', ({ openDatabase }) => {
  test('one network address, however spelled; a whole IPv6 /64 counts as one', async () => {
    const database = await openDatabase()
    const limits = createRateLimits(() => database.single, { factor: 1 / 60 })
    const admitted = async (ip: string) =>
      limits.admitAddress(call, ip, at(0)).then(
        () => true,
        () => false,
      )
    expect(await admitted('203.0.113.7')).toBe(true)
    expect(await admitted('203.0.113.7')).toBe(false)
    expect(await admitted('::ffff:203.0.113.7')).toBe(false)
    expect(await admitted('203.0.113.8')).toBe(true)
    expect(await admitted('2001:db8:1:2::1')).toBe(true)
    expect(await admitted('2001:db8:1:2:ffff:1:2:3')).toBe(false)
    expect(await admitted('2001:db8:1:3::1')).toBe(true)
    expect(await admitted('::1')).toBe(true)
  })

  test('never more than the burst and the refill, whenever the requests come; each refusal tells the truth', async () => {
    const database = await openDatabase()
    const limits = createRateLimits(() => database.single, { factor: 0.1 }) // 6 at once, one more each 10 s
    let bucket = 0
    const waits = fc.array(fc.nat({ max: 25_000 }), { minLength: 1, maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(waits, async (pauses) => {
        bucket += 1
        let now = 0
        const admitted: number[] = []
        for (const pause of pauses) {
          now += pause
          const refusal = await limits.admitAccount(call, bucket, at(now)).then(
            () => undefined,
            (error: { details: { retryAfterSeconds: number } }) => error.details.retryAfterSeconds,
          )
          if (refusal === undefined) {
            admitted.push(now)
            continue
          }
          expect(refusal).toBeGreaterThan(0)
          now += refusal * 1_000
          await limits.admitAccount(call, bucket, at(now)) // as told: admitted
          admitted.push(now)
        }
        // 30 a minute × 0.1: at most 3 and one more each 20 s, in any stretch of time.
        for (const [from, first] of admitted.entries()) {
          for (const [to, last] of admitted.entries()) {
            if (to >= from) expect(to - from + 1 <= 3 + Math.floor((last - first) / 20_000)).toBe(true)
          }
        }
      }),
      { numRuns: 15 },
    )
  })

  test('at once from many callers: the burst and not one more', async () => {
    const database = await openDatabase()
    const limits = createRateLimits(() => database.single, { factor: 0.1 })
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, () => limits.admitAddress(call, '203.0.113.7', at(0))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
  })

  test('full buckets and old requests are forgotten, the others not', async () => {
    const database = await openDatabase()
    const limits = createRateLimits(() => database.single)
    await limits.admitAddress(call, '203.0.113.7', at(0))
    await limits.admitAddress(call, '203.0.113.8', at(60_000))
    await forgetRequests(database.single, at(30_000))
    const { rows } = await database.read.query({ text: 'SELECT key FROM rate_bucket' })
    expect(rows).toEqual([{ key: 'sign-in:ip:203.0.113.8' }])
  })
})
