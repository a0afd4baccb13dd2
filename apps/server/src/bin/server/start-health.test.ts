import { describeOnBoth, mutableClock, setChainClock } from '@dr/test-kit'
import type { InjectOptions } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { MetricsAccess } from '../../http/health.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import { createLogger } from '../../platform/logger.ts'
import { createRegistry } from '../../platform/metrics.ts'
import { startHealth } from './start-health.ts'

const TOKEN = 'a-token-of-the-test-2026'
const closed: MetricsAccess = { public: false, token: undefined }

const open = async (
  database: Database,
  {
    metrics = closed,
    begun = true,
    fails = false,
    aheadMs = 0,
  }: { metrics?: MetricsAccess; begun?: boolean; fails?: boolean; aheadMs?: number } = {},
) => {
  const clock = mutableClock()
  if (begun) await setChainClock(database.single, { timestamp: BigInt(clock.now().getTime() / 1_000) })
  const reads: string[] = []
  const read: Reader = {
    orm: database.read.orm,
    query: (statement) => {
      reads.push(statement.text)
      if (fails) throw new Error('the connection to the database was lost')
      return database.read.query(statement)
    },
  }
  const { app, stop } = await startHealth(
    { metrics },
    {
      database: Object.create(database, { read: { value: read } }) as Database,
      now: clock.now,
      clockAheadMs: () => aheadMs,
      registry: createRegistry(),
      logger: createLogger('silent'),
    },
  )
  onTestFinished(stop)
  const statusOf = async (url: string, options: InjectOptions = {}) =>
    (await app.inject({ method: 'GET', url, ...options })).statusCode
  const answerOf = async (url: string) => {
    const { statusCode: status, headers, payload } = await app.inject({ method: 'GET', url })
    const isJson = String(headers['content-type']).startsWith('application/json')
    return { status, retryAfter: headers['retry-after'], body: isJson ? JSON.parse(payload) : payload }
  }
  return { clock, reads, statusOf, answerOf }
}

describeOnBoth('health', ({ openDatabase }) => {
  test('the database is asked once a second at most, however many requests for /readyz there are', async () => {
    const { clock, reads, statusOf } = await open(await openDatabase())
    const statuses = await Promise.all(Array.from({ length: 50 }, () => statusOf('/readyz')))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(reads).toHaveLength(1)
    clock.advance(1_000)
    expect(await statusOf('/readyz')).toBe(200)
    expect(reads).toHaveLength(2)
  })

  test.each([-10_001, 10_001])(
    'a process whose clock is %i ms ahead is not ready, and shows it',
    async (aheadMs) => {
      const database = await openDatabase()
      const off = await open(database, { aheadMs, metrics: { public: true, token: undefined } })
      expect(await off.answerOf('/readyz')).toMatchObject({
        status: 503,
        retryAfter: '5',
        body: { ready: false, database: 'up', reason: "this machine's clock is off by the database's" },
      })
      expect((await off.answerOf('/metrics')).body).toContain(`clock_ahead_seconds ${aheadMs / 1_000}`)
      const near = await open(database, { aheadMs: Math.sign(aheadMs) * 10_000 })
      expect(await near.answerOf('/readyz')).toMatchObject({ status: 200 })
      expect((await near.answerOf('/metrics')).body).toMatch(/^process_ready 1$/m)
    },
  )

  test('a process is not ready before the first block or without its database, and answers with retry-after', async () => {
    const database = await openDatabase()
    const fresh = await open(database, { begun: false })
    expect(await fresh.answerOf('/readyz')).toMatchObject({
      status: 503,
      retryAfter: '5',
      body: { database: 'up' },
    })
    const down = await open(database, { fails: true })
    expect(await down.answerOf('/readyz')).toMatchObject({
      status: 503,
      retryAfter: '5',
      body: { database: 'down' },
    })
    const { body } = await down.answerOf('/metrics')
    expect(body).toContain('# HELP chain_clock_lag_seconds')
    expect(body).toMatch(/^process_ready 0$/m)
    expect(body).not.toMatch(/^chain_clock_lag_seconds /m)
  })

  test('metrics are for this machine, for a reader with the token, or public', async () => {
    const database = await openDatabase()
    const far = { remoteAddress: '10.1.2.3' }
    const proxied = { headers: { 'x-forwarded-for': '10.1.2.3' } }
    const bearer = (token: string) => ({ ...far, headers: { authorization: `Bearer ${token}` } })
    const ask = async (metrics: MetricsAccess, options: InjectOptions) =>
      (await open(database, { metrics })).statusOf('/metrics', options)
    expect(await ask(closed, {})).toBe(200)
    expect(await ask(closed, { remoteAddress: '::ffff:127.0.0.1' })).toBe(200)
    expect(await ask(closed, far)).toBe(403)
    expect(await ask(closed, proxied)).toBe(403)
    const withToken = { public: false, token: TOKEN }
    expect(await ask(withToken, bearer(TOKEN))).toBe(200)
    expect(await ask(withToken, bearer(`${TOKEN}x`))).toBe(403)
    expect(await ask(withToken, {})).toBe(403)
    expect(await ask({ public: true, token: undefined }, far)).toBe(200)
  })
})
