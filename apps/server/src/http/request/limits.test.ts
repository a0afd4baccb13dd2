import { setTimeout as delay } from 'node:timers/promises'
import type { Call, LimitClass, RateLimit } from '@dr/protocol/call'
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnDatabase } from '@dr/test-kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Tx } from '../../platform/database/database.ts'
import { createRateLimits, PER_ACCOUNT, PER_ADDRESS } from './limits.ts'
import { forgetRequests } from './replay.ts'

const START = Date.UTC(2026, 0, 5)
const at = (ms: number) => new Date(START + ms)
const call = CALLS.getNonce // 60 a minute for a network address

const countStatements = (tx: Tx): { readonly counting: Tx; readonly statements: () => number } => {
  let count = 0
  const query: Tx['query'] = (statement) => {
    count += 1
    return tx.query(statement)
  }
  return { counting: { ...tx, query }, statements: () => count }
}

describeOnDatabase('rate limits', ({ openDatabase }) => {
  test('of many concurrent requests exactly as many as fit pass, in each bucket separately', async () => {
    const database = await openDatabase()
    const limits = createRateLimits(() => database.single, { factor: 0.1 }) // accounts: 3 at once
    const ask = async (users: readonly number[], ms: number) => {
      const requests = users.map(async (user) => {
        const admitted = await limits
          .admitAccount(call, { userId: user, ip: `198.51.100.${user}` }, at(ms))
          .then(
            () => 1,
            () => 0,
          )
        return { user, admitted }
      })
      const counts: Record<number, number> = {}
      for (const { user, admitted } of await Promise.all(requests))
        counts[user] = (counts[user] ?? 0) + admitted
      return counts
    }
    const crowd = Array.from({ length: 40 }, (_, index) => (index % 4) + 1)
    expect(await ask(crowd, 0)).toEqual({ 1: 3, 2: 3, 3: 3, 4: 3 })
    expect(await ask([1, 1, 2, 5, 5, 5, 5], 20_000)).toEqual({ 1: 1, 2: 1, 5: 3 }) // one more each 20 s
    expect(await ask([1, 2, 3, 3, 5, 5], 40_000)).toEqual({ 1: 1, 2: 1, 3: 2, 5: 1 })
  })

  test('accounts behind one address together have ten times its limit', async () => {
    const database = await openDatabase()
    const limits = createRateLimits(() => database.single, { factor: 0.1 }) // a session's calls: 3; addresses: 6
    const requests = Array.from({ length: 90 }, (_, index) =>
      limits.admitAccount(call, { userId: Math.floor(index / 3), ip: '203.0.113.7' }, at(0)),
    )
    const results = await Promise.allSettled(requests)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(60)
    await limits.admitAddress(call, '203.0.113.7', at(0)) // those without a session have their own
    await limits.admitAccount(call, { userId: 99, ip: '203.0.113.8' }, at(0))
  })

  test('never more than fit, of an account or behind an address, on three replicas at once', async () => {
    const database = await openDatabase()
    // accounts: 3 at once; addresses, with a session: 60
    const replicas = [0, 1, 2].map(() => createRateLimits(() => database.single, { factor: 0.1 }))
    const requests = Array.from({ length: 180 }, async (_, index) => {
      await delay(index % 7) // some of them together
      const userId = Math.floor(index / 6) // each twice as often as it may
      await replicas[index % 3]?.admitAccount(call, { userId, ip: '203.0.113.7' }, at(0))
      return userId
    })
    const results = await Promise.allSettled(requests)
    const admitted = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const each = [...Map.groupBy(admitted, (user) => user).values()].map(({ length }) => length)
    expect(Math.max(...each)).toBeLessThanOrEqual(3)
    expect(admitted.length).toBeLessThanOrEqual(60)
    // Two replicas that see an account first at once may count one that is refused against the address.
    expect(admitted.length).toBeGreaterThan(45)
    for (const { reason } of results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[])
      expect(reason).toMatchObject({ details: { retryAfterSeconds: expect.any(Number) } })
  })

  test('an account beyond its own limit takes nothing of what it shares with its neighbours', async () => {
    const database = await openDatabase()
    const limits = createRateLimits(() => database.single, { factor: 0.1 }) // a session's calls: 3; addresses: 60
    const ip = '203.0.113.7'
    const requests = Array.from({ length: 200 }, () => limits.admitAccount(call, { userId: 1, ip }, at(0)))
    const results = await Promise.allSettled(requests)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    for (let userId = 2; userId <= 20; userId++) await limits.admitAccount(call, { userId, ip }, at(0))
  })

  test('one network address in any notation; a whole IPv6 /64 counts as one', async () => {
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

  test('never more than the burst and the refill, whenever requests come; each refusal’s retry-after is right', async () => {
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
          const refusal = await limits
            .admitAccount(call, { userId: bucket, ip: `2001:db8:0:${bucket}::1` }, at(now))
            .then(
              () => undefined,
              (error: { details: { retryAfterSeconds: number } }) => error.details.retryAfterSeconds,
            )
          if (refusal === undefined) {
            admitted.push(now)
            continue
          }
          expect(refusal).toBeGreaterThan(0)
          now += refusal * 1_000
          await limits.admitAccount(call, { userId: bucket, ip: `2001:db8:0:${bucket}::1` }, at(now)) // after the reported wait: admitted
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

  test('concurrent requests of many callers: the burst and not one more', async () => {
    const database = await openDatabase()
    const limits = createRateLimits(() => database.single, { factor: 0.1 })
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, () => limits.admitAddress(call, '203.0.113.7', at(0))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
  })

  test('a flood of refused requests costs a few statements, however many they are', async () => {
    const database = await openDatabase()
    const { counting, statements } = countStatements(database.single)
    const limits = createRateLimits(() => counting, { factor: 0.1 }) // network addresses: 6 at once
    const flood = Array.from({ length: 180 }, () => limits.admitAddress(call, '203.0.113.7', at(0)))
    const neighbour = limits.admitAddress(call, '203.0.113.8', at(0))
    const results = await Promise.allSettled(flood)
    await neighbour
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
    expect(statements()).toBeLessThan(20)
    for (const result of results.slice(6)) {
      expect(result).toMatchObject({ reason: { details: { retryAfterSeconds: 10 } } })
    }
  })

  test('an account’s request costs one statement, and one that is refused none until its wait is over', async () => {
    const database = await openDatabase()
    const { counting, statements } = countStatements(database.single)
    const limits = createRateLimits(() => counting, { factor: 0.1 }) // accounts: 3 at once, one more each 20 s
    const ask = (userId: number, ms: number) =>
      limits.admitAccount(call, { userId, ip: '203.0.113.7' }, at(ms)).then(
        () => 0,
        (error: { details: { retryAfterSeconds: number } }) => error.details.retryAfterSeconds,
      )
    for (let count = 1; count <= 3; count++) expect([await ask(1, 0), statements()]).toEqual([0, count])
    expect(await ask(1, 0)).toBe(20)
    const before = statements()
    expect([await ask(1, 5_000), await ask(1, 19_999), statements()]).toEqual([15, 1, before])
    expect([await ask(1, 20_000), await ask(1, 20_001)]).toEqual([0, 20])
  })

  test('neighbours of an account that is refused share two statements with it', async () => {
    const database = await openDatabase()
    const { counting, statements } = countStatements(database.single)
    const limits = createRateLimits(() => counting, { factor: 0.1 })
    const ip = '203.0.113.7'
    const flood = Array.from({ length: 10 }, () => limits.admitAccount(call, { userId: 1, ip }, at(0)))
    const neighbours = Array.from({ length: 20 }, (_, one) =>
      limits.admitAccount(call, { userId: 2 + one, ip }, at(0)),
    )
    const results = await Promise.allSettled(flood)
    await Promise.all(neighbours)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(statements()).toBe(2 + 5) // of the flood's own bucket: three are admitted, one is refused and its wait read
  })

  test('every call that signs or moves money has the limit of quotes', async () => {
    const database = await openDatabase()
    const limits = createRateLimits(() => database.single)
    const signing = Object.values(CALLS).filter(
      ({ name, errors }) =>
        name.endsWith('Signature') || (errors as readonly string[]).includes('WALLET_BALANCE_TOO_LOW'),
    )
    expect(signing.length).toBeGreaterThan(4)
    const taken = async ({ name, limit }: { name: string; limit: LimitClass }, user: number) => {
      const requests = Array.from({ length: 31 }, () =>
        limits.admitAccount({ name, limit }, { userId: user, ip: '203.0.113.7' }, at(0)),
      )
      return (await Promise.allSettled(requests)).filter(({ status }) => status === 'fulfilled').length
    }
    for (const [user, one] of signing.entries())
      expect([one.name, await taken(one, user)]).toEqual([one.name, 30])
  })

  test('a call’s own limit holds beside its class’s, for all replicas together, in the same statement', async () => {
    const database = await openDatabase()
    const own = {
      name: 'login',
      limit: 'sign-in',
      ownLimits: { perAddress: { burst: 3, perSeconds: 60 } },
    } as const
    const { counting, statements } = countStatements(database.single)
    const replicas = [createRateLimits(() => counting), createRateLimits(() => counting)] as const
    await replicas[0].admitAddress(own, '203.0.113.7', at(0))
    expect(statements()).toBe(1)
    const requests = replicas.flatMap((limits) => [
      limits.admitAddress(own, '203.0.113.7', at(0)),
      limits.admitAddress(own, '203.0.113.7', at(0)),
    ])
    const results = await Promise.allSettled(requests)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    await expect(replicas[1].admitAddress(own, '203.0.113.7', at(0))).rejects.toMatchObject({
      details: { retryAfterSeconds: 20 },
    })
    await replicas[1].admitAddress(own, '203.0.113.8', at(0))
    await replicas[1].admitAddress({ name: 'register', limit: 'sign-in' }, '203.0.113.7', at(0)) // the class has room
    await replicas[0].admitAddress(own, '203.0.113.7', at(20_000))
  })

  test('requests and forgetting at once: neither ends the other', async () => {
    const database = await openDatabase()
    const replicas = [0, 1].map(() => createRateLimits(() => database.single))
    const ask = (userId: number, ms: number) =>
      replicas[userId % 2]?.admitAccount(call, { userId, ip: `198.51.${userId % 7}.1` }, at(ms))
    for (let round = 0; round < 20; round += 1) {
      const ms = round * 120_000 // all of the round before are full again
      const users = Array.from({ length: 40 }, (_, user) => user)
      await Promise.all([
        ...users.map(async (user) => {
          await delay(user % 5)
          await ask(user, ms)
        }),
        ...[0, 1, 2].map(() => forgetRequests(database.single, at(ms - 1))),
      ])
    }
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

test('a limit that a call declares is tighter than that of its class, or it would be none', () => {
  const paceOf = ({ burst, perSeconds }: RateLimit) => burst / perSeconds
  const declared = Object.values<Call>(CALLS).filter(({ ownLimits }) => ownLimits !== undefined)
  expect(declared.length).toBeGreaterThan(0)
  for (const one of declared) {
    const { perAddress, perAccount } = one.ownLimits ?? {}
    if (perAddress)
      expect([one.name, paceOf(perAddress) < paceOf(PER_ADDRESS[one.limit])]).toEqual([one.name, true])
    if (perAccount)
      expect([one.name, paceOf(perAccount) < paceOf(PER_ACCOUNT[one.limit])]).toEqual([one.name, true])
    // Without a session there is no account to count.
    if (one.access === 'public') expect([one.name, perAccount]).toEqual([one.name, undefined])
  }
})
