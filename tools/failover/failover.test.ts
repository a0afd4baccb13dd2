/**
 * The product on Patroni as in `deploy/`: the primary fails under load, and no acknowledged data is lost.
 * One API connects through PgBouncer; leaders and the other API do not.
 */
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { missingPrograms, type PatroniCluster, startPatroniCluster } from '@dr/test-kit/patroni-cluster'
import { findPostgres } from '@dr/test-kit/postgres-cluster'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { crashRun } from '../crash/run.ts'
import type { World } from '../crash/test-network.ts'
import { createServerProcess } from '../crash/test-server.ts'
import { FAULTS, type Fault, failOver, type Recovery, startRegistrars } from './test-faults.ts'
import { compareWriters, startWriters } from './test-writers.ts'

const FULL = process.env.FULL === '1'
/** `FAILOVER_ROUNDS` limits a full run. */
const ROUNDS = FULL ? Number(process.env.FAILOVER_ROUNDS || 20) : 1
const SEED = Number(process.env.CRASH_SEED || randomInt(2 ** 31))
/**
 * Time in which the product must work again. Asserted only with `FULL`: otherwise other tests share the
 * machine.
 */
const READY_MAX_MS = 30_000
const CALLERS = FULL ? 4 : 2
const POOLED_MS = FULL ? 20_000 : 4_000
const POOL_SIZE = 20
const FAILOVER_MS = 90_000

const faultOf = (round: number): Fault => FAULTS[round % FAULTS.length] as Fault
const seconds = (times: readonly number[]): string => times.map((ms) => (ms / 1_000).toFixed(1)).join(', ')
const slowest = ({ registering, ready, following }: Recovery): number =>
  Math.max(...registering, ...ready, following)

/** Starts an API through PgBouncer besides the run's server. */
const startPooledApi = async (world: World, cluster: PatroniCluster) => {
  const port = world.settings.port + 1
  const url = `http://127.0.0.1:${port}`
  const server = createServerProcess({
    url,
    program: 'api',
    log: join(world.directory, 'pooled-api.log'),
    environment: {
      ...world.environment,
      PORT: String(port),
      DATABASE_URL: cluster.pooledUrl,
      DATABASE_DIRECT_URL: cluster.url,
    },
  })
  onTestFinished(server.kill)
  await server.start()
  return { url, stop: server.stop }
}

/** Internal errors in the servers' logs; an unavailable database is none. */
const mistakesIn = ({ directory }: World): string[] =>
  ['server.log', 'pooled-api.log']
    .flatMap((name) => readFileSync(join(directory, name), 'utf8').split('\n'))
    .filter((line) => /"level":"(?:error|fatal)"/.test(line))

/** Number of PgBouncer's sessions with PostgreSQL. */
const pooledSessions = async (cluster: PatroniCluster): Promise<number> => {
  const client = new pg.Client({ connectionString: cluster.poolerUrl() })
  await client.connect()
  const { rows } = await client.query<{ database: string }>('SHOW SERVERS')
  await client.end()
  return rows.filter(({ database }) => database === 'digital_rights').length
}

const canSignIn = async (connectionString: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString })
  try {
    await client.connect()
    return true
  } catch (error) {
    const refused = ['28P01', '08P01'] // by PostgreSQL, by PgBouncer
    if (refused.includes(String((error as pg.DatabaseError).code))) return false
    throw error
  } finally {
    await client.end()
  }
}

const MISSING = missingPrograms()
const program = describe.skipIf(MISSING.length > 0)
if (MISSING.length > 0) {
  process.stderr.write(
    `SKIPPED: failover (not here: ${MISSING.join(', ')}; tools/test-run/system-packages.sh)\n`,
  )
}
test.skipIf(!process.env.CI || MISSING.length === 0)('the cluster’s programs are installed', () =>
  expect(MISSING).toEqual([]),
)

program('the primary of three database hosts fails under load', () => {
  test('nothing acknowledged is lost, and the product is whole again', { timeout: 3_000_000 }, async () => {
    expect(findPostgres()).toBeDefined()
    const cluster = await startPatroniCluster()
    onTestFinished(cluster.stop)
    // Even processes of the host need a password.
    const superuser = cluster.adminUrl(await cluster.primary())
    const guesses = [superuser, cluster.url, cluster.pooledUrl].map((url) =>
      url.replace(/:[^:@]*@/, ':wrong@'),
    )
    expect(await Promise.all(guesses.map(canSignIn))).toEqual([false, false, false])
    const recoveries: Recovery[] = []
    const mistakes: string[] = []
    const writers = await startWriters(cluster)
    onTestFinished(writers.stop)
    const pooled = { sessions: 0, done: 0, failed: new Map<string, number>() }
    const result = await crashRun({
      seed: SEED,
      users: FULL ? 4 : 1,
      kills: 0,
      databaseUrl: cluster.url,
      disturb: async (world, { reported, inviteCode }) => {
        const { url: api, stop } = await startPooledApi(world, cluster)
        const quiet = startRegistrars([api], { reported, inviteCode, callers: 3 * CALLERS })
        await delay(POOLED_MS)
        pooled.sessions = await pooledSessions(cluster)
        await quiet.stop()
        Object.assign(pooled, { done: quiet.done.length, failed: quiet.failed })

        const urls = [world.url, api] as const
        const registrars = startRegistrars(urls, { reported, inviteCode, callers: CALLERS })
        for (let round = 0; round < ROUNDS; round += 1) {
          const recovery = await failOver(cluster, faultOf(round), { urls, registrars })
          recoveries.push(recovery)
          process.stdout.write(
            `failover ${round + 1} (${recovery.fault}): registering after ${seconds(recovery.registering)} s, ` +
              `ready ${seconds(recovery.ready)}, chain followed ${seconds([recovery.following])}\n`,
          )
        }
        await registrars.stop()
        expect(await stop()).toBe(0)
        mistakes.push(...mistakesIn(world))
        const failed = [...registrars.failed].map(([what, count]) => `${count}× ${what}`).join(', ')
        process.stdout.write(
          `failover: ${registrars.done.length} registered, not: ${failed || 'none'}; through PgBouncer before: ` +
            `${pooled.done} registered, ${pooled.sessions} sessions\n`,
        )
      },
    })
    await writers.stop()

    expect(result.findings).toEqual([])
    expect(result.findingsWhenForged.length).toBeGreaterThanOrEqual(3)
    expect(await compareWriters(cluster, writers)).toEqual([])
    expect(new Set(writers.acknowledged.map(({ timeline }) => timeline)).size).toBe(ROUNDS + 1)
    expect(mistakes.slice(0, 3)).toEqual([])
    expect([...pooled.failed]).toEqual([])
    expect(pooled.done).toBeGreaterThan(0)
    expect(pooled.sessions).toBeGreaterThan(0)
    expect(pooled.sessions).toBeLessThanOrEqual(POOL_SIZE)
    if (FULL) expect(recoveries.filter((one) => slowest(one) > READY_MAX_MS)).toEqual([])
  })

  // operations.md, "Rotating keys".
  test.skipIf(!FULL)(
    'other passwords of Patroni and PgBouncer: writers go on, and a failover works',
    async () => {
      const cluster = await startPatroniCluster()
      onTestFinished(cluster.stop)
      const writers = await startWriters(cluster)
      onTestFinished(writers.stop)
      const before = await cluster.whole()
      const oldUrls = [cluster.poolerUrl(), cluster.adminUrl(before)]
      await cluster.changePasswords('another')
      expect(await cluster.whole()).toBe(before)
      expect(await Promise.all(oldUrls.map(canSignIn))).toEqual([false, false])
      const newUrls = [cluster.poolerUrl(), cluster.adminUrl(before), cluster.url, cluster.pooledUrl]
      expect(await Promise.all(newUrls.map(canSignIn))).toEqual([true, true, true, true])
      expect(new Set(writers.acknowledged.map(({ node }) => node))).toEqual(new Set([before.name]))

      // Replication and pg_rewind sign in again, with the new passwords.
      before.kill()
      await expect.poll(cluster.primary, { timeout: FAILOVER_MS }).not.toBe(before)
      before.start()
      const after = await cluster.whole()
      expect(after).not.toBe(before)
      await expect.poll(() => writers.acknowledged.at(-1)?.node, { timeout: FAILOVER_MS }).toBe(after.name)
      await writers.stop()
      expect(await compareWriters(cluster, writers)).toEqual([])
    },
  )
})
