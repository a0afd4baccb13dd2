/**
 * Faults of production, injected into real processes that a real Prometheus watches. Short form: all
 * durations 15 times shorter; with FULL=1 as in production, and each alarm fires within two minutes.
 */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drAbi } from '@dr/contracts/abi/dr'
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnPostgres, startFreezingProxy, startPostgres, wrongClock } from '@dr/test-kit'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../apps/server/src/platform/database/postgres.ts'
import { attesterKey, keeperAddress, send } from '../../apps/server/test/app/chain.ts'
import { prepareData } from '../../apps/server/test/app/server-data.ts'
import { startChain } from '../../apps/server/test/app/test-app.ts'
import { type ServerProcess, startServerProcess } from '../../apps/server/test/servers/server-process.ts'
import { isPrometheusInstalled, startPrometheus, type Target } from './start-prometheus.ts'

const FULL = process.env.FULL === '1'
const FACTOR = FULL ? 1 : 15
/** Generous in the short form, since this machine may be busy. */
const SEEN_WITHIN_MS = FULL ? 120_000 : 60_000
const QUIET_WITHIN_MS = FULL ? 900_000 : 90_000
const TEST_WITHIN_MS = FULL ? 3_600_000 : 300_000
/** Age of the newest block in seconds: near the alarm's 60, so that the short form need not wait for it. */
const CHAIN_AGE_SECONDS = 45
const CLOCK_OFF_MS = 30_000

/** A chain 45 s behind the clock, with a block every second. */
const startLateChain = async () => {
  const now = () => Math.floor(Date.now() / 1_000)
  const chain = await startChain(undefined, { timestamp: now() - 92_000 })
  onTestFinished(() => chain.anvil.stop())
  const { client } = chain.anvil
  await client.setNextBlockTimestamp({ timestamp: BigInt(now() - CHAIN_AGE_SECONDS) })
  await chain.anvil.mine(3)
  await client.setIntervalMining({ interval: 1 })
  return chain
}

const startDatabase = async () => {
  const cluster = await startPostgres()
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= cluster.stop()
    return stopped
  }
  onTestFinished(stop)
  const executeOn = async (name: string, sql: string) => {
    const database = openPostgres({ url: cluster.url(name), poolMax: 1 })
    await database.session((session) => session.script(sql))
    await database.close()
  }
  await executeOn('postgres', 'CREATE DATABASE dr')
  const execute = (sql: string) => executeOn('dr', sql)
  /** Locks `table` against reading and writing until the returned function is called. */
  const lock = async (table: string): Promise<() => Promise<void>> => {
    const database = openPostgres({ url: cluster.url('dr'), poolMax: 1 })
    const [locked, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const done = database
      .session(async (session) => {
        await session.script(`SET idle_in_transaction_session_timeout = 0; BEGIN; LOCK TABLE ${table}`)
        locked.resolve()
        await end.promise
        await session.script('ROLLBACK')
      })
      .finally(() => database.close())
    const release = () => {
      end.resolve()
      return done
    }
    onTestFinished(release)
    await Promise.race([locked.promise, done])
    return release
  }
  return { url: cluster.url('dr'), stop, execute, lock }
}

const isHere = isPrometheusInstalled()
if (!isHere) process.stderr.write('SKIPPED: alarms of real faults (Debian: apt-get install prometheus)\n')
test.skipIf(!process.env.CI || isHere)('prometheus is installed', () => expect(isHere).toBe(true))

describeOnPostgres('a production with faults', () => {
  test.runIf(isHere)(
    'each one’s alarm is seen to fire, and none before',
    async () => {
      const chain = await startLateChain()
      const { url, stop: stopDatabase, execute, lock } = await startDatabase()
      const doors = [
        await startFreezingProxy(chain.anvil.port),
        await startFreezingProxy(chain.anvil.port),
      ] as const
      onTestFinished(async () => void (await Promise.allSettled(doors.map((door) => door.stop()))))
      const directory = await prepareData(chain)
      const environment = {
        PORT: '0',
        DATA_DIR: directory,
        RPC_URLS: doors.map(({ port }) => `http://127.0.0.1:${port}`).join(),
        DATABASE_URL: url,
        DATABASE_POOL_MAX: '4',
      }
      const begin = (role: Target['job'], more: Record<string, string> = {}) =>
        startServerProcess({ ...environment, ...more }, { role })
      const indexers = [await begin('indexer'), await begin('indexer')] as const
      const [api, worker] = await Promise.all([begin('api'), begin('worker')])
      const targets: readonly Target[] = [
        ...indexers.map(({ port }) => ({ job: 'indexer' as const, port })),
        { job: 'api', port: api.port },
        { job: 'worker', port: worker.port },
      ]
      const { watch, query, firing } = await startPrometheus(targets, FACTOR)
      const again = (role: Target['job'], { port }: ServerProcess) => begin(role, { PORT: String(port) })
      const expectFires = (...alarms: readonly string[]) =>
        expect
          .poll(firing, { timeout: SEEN_WITHIN_MS, interval: 200 })
          .toEqual(expect.arrayContaining([...alarms]))
      const expectQuiet = (...but: readonly string[]) =>
        expect
          .poll(async () => (await firing()).filter((alarm) => !but.includes(alarm)), {
            timeout: QUIET_WITHIN_MS,
            interval: 200,
          })
          .toEqual([])
      const expectNot = (alarm: string) =>
        expect.poll(firing, { timeout: QUIET_WITHIN_MS, interval: 200 }).not.toContain(alarm)
      /** Requests to an API, as a proxy's, until the test ends or `stop`. */
      const ask = ({ port }: ServerProcess) => {
        const timer = setInterval(
          () => void fetch(`http://localhost:${port}${CALLS.publicNotices.path}`).catch(() => undefined),
          1_000 / FACTOR,
        )
        onTestFinished(() => clearInterval(timer))
      }

      const watched =
        'sum(up) == 4 and count(vault_checked_block) > 0 and count(tick_failures_total offset 2s) > 0'
      await expect
        .poll(async () => JSON.stringify(await query(watched)), { timeout: QUIET_WITHIN_MS, interval: 200 })
        .toContain('"value"')
      await expectQuiet()

      // One of two endpoints is dead; tables that a call, an event's handler and a tick need are missing; an
      // API with a wrong clock, a foreign signer and its own request keys is started.
      await doors[0].stop()
      await execute(
        'ALTER TABLE notice RENAME TO notice_away; ALTER TABLE expected_inflow RENAME TO inflow_away',
      )
      const [vault] = [chain.deployment.contracts.withdrawalVault0]
      await send(chain, chain.holder, {
        address: chain.deployment.contracts.dr,
        abi: drAbi,
        functionName: 'transfer',
        args: [vault, 1n],
      })
      ask(api)
      const other = await mkdtemp(join(tmpdir(), 'dr-data-'))
      onTestFinished(() => rm(other, { recursive: true }))
      await cp(directory, other, { recursive: true })
      await rm(join(other, 'secrets', 'request-keys'), { recursive: true })
      await writeFile(join(other, 'secrets', 'signer'), attesterKey, { mode: 0o600 })
      const bad = await begin('api', { DATA_DIR: other, ...wrongClock(CLOCK_OFF_MS) })
      await watch([...targets, { job: 'api', port: bad.port }])
      await Promise.all([
        expectFires('EndpointLeftOut', 'EndpointNotAsked api'),
        expectFires('ResponsesFailed'),
        expectFires('EventsInSuspense', 'TickFails', 'TickFailsRepeatedly'),
        expectFires('ClockOff api', 'ProcessNotReady api', 'SignerNotNamed api', 'RequestKeysDiffer'),
      ])
      await bad.kill()
      await watch(targets)
      await execute(
        'ALTER TABLE notice_away RENAME TO notice; ALTER TABLE inflow_away RENAME TO expected_inflow',
      )
      const door = await startFreezingProxy(chain.anvil.port, doors[0].port)
      onTestFinished(() => door.stop())
      // A suspended amount is in the vault but not in the books.
      await expectFires('VaultUnbooked')

      // Requests wait for a table until no connection of the API's pool is left. Metrics then wait two
      // seconds for the database, longer than the time-out of the short form's scrapes.
      if (FULL) {
        const release = await lock('notice')
        await expectFires('ConnectionsExhausted api')
        await release()
        await expectNot('ConnectionsExhausted api')
      }

      // The indexers are frozen, the worker and the API killed; the new worker finds errors.
      for (const indexer of indexers) indexer.freeze()
      await Promise.all([worker.kill(), api.kill()])
      await expectFires(
        'NoIndexerLeads',
        'NoWorkerLeads',
        'NoApiReady',
        'ProcessDown indexer',
        'ProcessDown worker',
      )
      await expectFires('ProcessDown api')
      await chain.anvil.client.setBalance({
        address: keeperAddress,
        value: 10n ** 16n,
      })
      await execute(
        "INSERT INTO package_budget (package_id, token, left_amount, funded) VALUES (1, 'USDT', 5, 5)",
      )
      for (const indexer of indexers) indexer.continue()
      const [newApi] = await Promise.all([again('api', api), again('worker', worker)])
      await expectFires('KeyBalanceLow', 'LedgerFindings')
      // Alarms over the last five minutes still fire; those of repaired faults do not.
      const lasting = ['KeyBalanceLow', 'LedgerFindings', 'VaultUnbooked', 'EventsInSuspense']
      await expectQuiet(...lasting, 'ResponsesFailed', 'TickFails', 'TickFailsRepeatedly')

      await Promise.all([door.stop(), doors[1].stop()])
      await expectFires('NoEndpointUsable', 'ChainClockBehind')

      ask(newApi)
      await stopDatabase()
      await expectFires('ChainClockUnknown', 'ProcessNotReady api', 'NoApiReady', 'ResponsesUnavailable')
    },
    TEST_WITHIN_MS,
  )
})
