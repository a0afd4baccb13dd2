/**
 * Disks that are really full (a tmpfs each, so Linux and root): of PostgreSQL, of `DATA_DIR`, of
 * `SECRETS_DIR`, and of the signing process. No wrong answer is given, no acknowledged write is lost, no
 * partial file is used, and everything continues once there is space. `FULL=1`: longer, and more often.
 */
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { CALLS } from '@dr/protocol/calls/index'
import {
  canMountDisks,
  describeOnDatabase,
  describeOnPostgres,
  mountSmallDisk,
  openTestPostgres,
  type PostgresCluster,
  type SmallDisk,
  startPostgres,
} from '@dr/test-kit'
import { createPublicClient, http, keccak256, stringToBytes } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createRequestKeys } from '../../../src/http/request/request-keys.ts'
import { startTicks } from '../../../src/jobs/start-ticks.ts'
import { auditLedger } from '../../../src/modules/ledger/index.ts'
import { createResultsModule } from '../../../src/modules/results/module.ts'
import { type ResultSource, resultName } from '../../../src/modules/results/result-kind.ts'
import { createProcessSigner } from '../../../src/modules/vouchers/signing/process-signer.ts'
import { SignerUnavailableError } from '../../../src/modules/vouchers/signing/voucher-signer.ts'
import { ensureSecret } from '../../../src/platform/config/secret-file.ts'
import { lowerHex } from '../../../src/platform/hex.ts'
import { createLogger } from '../../../src/platform/logger.ts'
import { createRegistry } from '../../../src/platform/metrics.ts'
import { prepareData } from '../../app/server-data.ts'
import { type Chain, ONE, startChain } from '../../app/test-app.ts'
import { accountOf, sampleVoucher, toSign } from '../../modules/sample-vouchers.ts'
import { expectClear, expectRegistered, LOADED_SETTINGS, type Load, ORIGIN, openUnderLoad } from '../load.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { prepareSigner, removeFolder, startSignerProcess } from '../signer-process.ts'
import { createTestClient } from '../test-client.ts'

const FULL = process.env.FULL === '1'
/** Generous, since this machine may be busy. */
const PATIENCE = { timeout: 120_000, interval: 50 }
const CALLERS = FULL ? 8 : 2
const ROUNDS = FULL ? 2 : 1
/** Time for which a disk stays full after the first refusal. */
const KEPT_FULL_MS = FULL ? 8_000 : 1_000

const openDisk = (megabytes: number): SmallDisk => {
  const disk = mountSmallDisk(megabytes)
  onTestFinished(disk.unmount)
  return disk
}

/** Lines on standard error for the operator, outside the log. */
const plainLines = (text: string): string[] =>
  text.split('\n').filter((line) => line && !line.startsWith('{'))

const errorsOf = (server: ServerProcess): string[] =>
  server
    .said()
    .split('\n')
    .filter((line) => /"level":"(?:error|fatal)"/.test(line))

/** Expects exit code 1 and one line, without a stack. */
const expectRefused = async (start: Promise<ServerProcess>, says: RegExp): Promise<void> => {
  const message = await start.then(
    () => 'it started',
    (error: Error) => error.message,
  )
  const [, line = message] = /^the server ended with 1: (.*)$/s.exec(message) ?? []
  expect(plainLines(line), message).toEqual([expect.stringMatching(says)])
}

describe.skipIf(!canMountDisks())('a full disk', () => {
  describeOnPostgres('of a server', () => {
    let chain: Chain
    beforeAll(async () => {
      chain = await startChain()
      await chain.anvil.client.setIntervalMining({ interval: 1 })
    })
    afterAll(() => chain?.anvil.stop())

    /** Creates the keys that an API creates at its first start. */
    const makeKeys = async (secrets: string): Promise<void> => {
      for (const name of ['nonce-key', 'payment-pepper']) await ensureSecret(join(secrets, name))
      await createRequestKeys({ directory: join(secrets, 'request-keys'), now: () => new Date() })
    }

    /**
     * A server that starts with a full `DATA_DIR`, and PostgreSQL with its log (WAL) on a separate disk: a
     * full table is an error, a full log ends it.
     */
    const open = async () => {
      const [data, tables, wal] = [openDisk(8), openDisk(96), openDisk(48)]
      const cluster = await startPostgres({
        durable: true,
        directory: tables.directory,
        initArguments: ['--wal-segsize=1', `--waldir=${join(wal.directory, 'wal')}`],
        // No checkpoint frees a segment: each megabyte of log needs a new one.
        settings: ['log_timezone=UTC', 'checkpoint_timeout=1h', 'max_wal_size=2GB', 'min_wal_size=2MB'],
      })
      onTestFinished(cluster.stop)
      const url = cluster.url('postgres')
      cpSync(await prepareData(chain), data.directory, { recursive: true })
      await makeKeys(join(data.directory, 'secrets'))
      data.fill()
      const server = await startServerProcess({
        ...LOADED_SETTINGS,
        DATA_DIR: data.directory,
        RPC_URLS: chain.anvil.url,
        DATABASE_URL: url,
      })
      const opened = await openUnderLoad(url, { ports: [server.port], callers: CALLERS })
      return { data, tables, wal, cluster, server, ...opened }
    }
    type Opened = Awaited<ReturnType<typeof open>>

    const goesOn = async ({ load, server }: Opened): Promise<number> => {
      const since = performance.now()
      await vi.waitFor(() => {
        const good = load.answers.filter(
          ({ path, code, at }) => path === CALLS.register.path && code === 0 && at > since,
        )
        expect(good.length).toBeGreaterThan(3)
      }, PATIENCE)
      await vi.waitFor(
        async () => expect((await fetch(`http://localhost:${server.port}/readyz`)).status).toBe(200),
        PATIENCE,
      )
      return Math.round(performance.now() - since)
    }

    const refusals = ({ answers, unanswered }: Load) =>
      answers.filter(({ code }) => code !== 0).length + unanswered

    /** PostgreSQL's log begins each line with the time, `2026-11-26 19:14:33.123 UTC`. */
    const saysSince = ({ cluster }: Opened, since: number, text: string): boolean =>
      cluster
        .log()
        .split('\n')
        .some((line) => line.includes(text) && Date.parse(line.slice(0, 27)) >= since)

    /** Fills the disk until requests are refused, and waits a while longer. */
    const fillUp = async (
      app: Opened,
      disk: SmallDisk,
      hasten: () => Promise<unknown> = () => Promise.resolve(),
    ): Promise<void> => {
      const [before, since] = [refusals(app.load), Date.now()]
      disk.fill()
      await vi.waitFor(async () => {
        await hasten()
        expect(refusals(app.load)).toBeGreaterThan(before)
        expect(saysSince(app, since, 'No space left on device')).toBe(true)
      }, PATIENCE)
      await delay(KEPT_FULL_MS)
    }

    /** Restarts it until it is up, like systemd. */
    const restartUntilUp = async (cluster: PostgresCluster): Promise<void> => {
      await vi.waitFor(async () => {
        if (!cluster.isRunning()) await cluster.restart('crash')
      }, PATIENCE)
    }

    test('its DATA_DIR from the start, PostgreSQL’s tables, PostgreSQL’s log, one after the other', {
      timeout: 600_000,
    }, async () => {
      const app = await open()
      const { data, tables, wal, cluster, server, database, load } = app
      const times: number[] = []

      const files = readdirSync(data.directory, { recursive: true })
      await goesOn(app)
      await delay(FULL ? KEPT_FULL_MS : 0)
      expect(load.answers.filter(({ code }) => code !== 0)).toEqual([])
      // It writes no other file there: the one with the database's timeline makes a later start safer.
      const [timeline, ...others] = errorsOf(server)
      expect([timeline, others]).toEqual([expect.stringMatching(/timeline could not be kept.*/), []])
      expect(readdirSync(data.directory, { recursive: true })).toEqual(files)
      data.free()

      for (let round = 0; round < ROUNDS; round++) {
        await fillUp(app, tables)
        expect(cluster.isRunning()).toBe(true)
        tables.free()
        times.push(await goesOn(app))

        // The next record needs the next segment, like with archive_timeout.
        const nextSegment = () => database.single.script('SELECT pg_switch_wal()').catch(() => undefined)
        const since = Date.now()
        await fillUp(app, wal, nextSegment)
        expect(saysSince(app, since, 'PANIC')).toBe(true)
        wal.free()
        await restartUntilUp(cluster)
        times.push(await goesOn(app))
      }
      await load.stop()
      process.stderr.write(
        `full disks of PostgreSQL under load: registrations again after ${times.join(', ')} ms; ` +
          `${load.registered.length} registered, ${refusals(load) - load.unanswered} refused, ` +
          `${load.unanswered} unanswered\n`,
      )
      expectClear(load)
      await expectRegistered(load, { database, port: server.port })
      expect(await auditLedger(database.read)).toEqual([])
      expect(errorsOf(server)).toEqual([timeline])
      expect(await server.stop()).toBe(0)
    })

    test('its SECRETS_DIR at the first start: one line, and no half key', async () => {
      const { database, url } = await openTestPostgres()
      onTestFinished(() => database.close())
      const disk = openDisk(1)
      const at = (name: string) => join(disk.directory, name)
      cpSync(await prepareData(chain), disk.directory, { recursive: true })
      const given = readdirSync(at('secrets'))
      const environment = {
        PORT: '0',
        DATA_DIR: disk.directory,
        RPC_URLS: chain.anvil.url,
        DATABASE_URL: url,
        DATABASE_POOL_MAX: '4',
        PUBLIC_ORIGIN: ORIGIN,
      }
      const start = () => startServerProcess(environment, { role: 'api' })
      disk.fill()
      await expectRefused(start(), /^SECRETS_DIR: \S+\/secrets\/nonce-key cannot be written \(ENOSPC/)
      expect(readdirSync(at('secrets'))).toEqual(given)

      disk.free()
      for (const name of ['nonce-key', 'payment-pepper']) await ensureSecret(at(`secrets/${name}`))
      disk.fill()
      const says = /^SECRETS_DIR: \S+\/request-keys cannot be written \(ENOSPC/
      const keys = { directory: at('secrets/request-keys'), now: () => new Date() }
      await expect(createRequestKeys(keys)).rejects.toThrow(says)
      if (FULL) await expectRefused(start(), says)
      expect(readdirSync(at('secrets/request-keys'))).toEqual([])

      disk.free()
      const server = await start()
      expect(readdirSync(at('secrets/request-keys'))).toHaveLength(1)
      const { code } = await createTestClient(server.port).get(CALLS.publicKeys.path)
      expect(code).toBe(0)
      expect(await server.stop()).toBe(0)
    })
  })

  describeOnDatabase('of a worker', ({ openDatabase }) => {
    const WEEK = 2_000n
    const name = resultName({ kind: 'dividends', week: WEEK })
    const text = Array.from(
      { length: 2_000 },
      (_, n) => `{"account":"${keccak256(stringToBytes(`${n}`))}"}\n`,
    )
    const source: ResultSource = {
      kind: 'dividends',
      closedAfter: async (_reader, week) => (week === null ? [WEEK] : []),
      async *text() {
        yield* text
      },
    }

    test('a weekly result is written whole or not at all, and again once there is room', async () => {
      const database = await openDatabase()
      const disk = openDisk(1)
      const directory = join(disk.directory, 'results')
      const lines: string[] = []
      const logger = createLogger('info', { write: (line) => void lines.push(line) })
      const registry = createRegistry({ defaults: false })
      const module = createResultsModule({
        database,
        client: createPublicClient({ transport: http('http://127.0.0.1:1') }), // only for the hashes
        contracts: { ResultRegistry: lowerHex(`0x${'0'.repeat(40)}`) },
        sources: [source],
        directory,
        logger,
      })
      disk.fill()
      const ticks = startTicks({ ticks: module.ticks, logger, registry })
      const failures = async () => {
        const counted = await registry.getSingleMetricAsString('tick_failures_total')
        return Number(/\{tick="results\.publish"\} (\d+)/.exec(counted)?.[1] ?? 0)
      }
      await expect.poll(failures, PATIENCE).toBe(1)
      await ticks.stop()
      expect(lines).toEqual([expect.stringContaining(`DATA_DIR: ${join(directory, name)} cannot be written`)])
      expect(JSON.parse(String(lines[0]))).toMatchObject({ level: 'error', tick: 'results.publish' })
      expect(readdirSync(directory)).toEqual([])
      expect(await module.openResult({ kind: 'dividends', week: WEEK })).toBeNull() // not published

      // Space for the file, and for half of its compressed forms.
      disk.free()
      disk.fill(text.join('').length + 20_000)
      const again = startTicks({ ticks: module.ticks, logger, registry })
      await expect.poll(failures, PATIENCE).toBe(2)
      await again.stop()
      expect(readdirSync(directory)).toEqual([name])
      expect(await module.openResult({ kind: 'dividends', week: WEEK })).toBeNull()

      disk.free()
      const last = startTicks({ ticks: module.ticks, logger, registry })
      const { path, hash } = await vi.waitFor(async () => {
        const opened = await module.openResult({ kind: 'dividends', week: WEEK })
        return opened ?? Promise.reject(new Error('it is not published yet'))
      }, PATIENCE)
      await last.stop()
      expect(await failures()).toBe(2)
      const whole = readFileSync(path, 'utf8')
      expect(whole).toBe(text.join(''))
      expect(gunzipSync(readFileSync(`${path}.gz`)).toString()).toBe(whole)
      expect(hash).toBe(keccak256(stringToBytes(whole)))

      // An API that has lost the file, on a full disk: an error, and no part of the file.
      rmSync(directory, { recursive: true })
      disk.fill()
      await expect(module.openResult({ kind: 'dividends', week: WEEK })).rejects.toThrow(/^DATA_DIR: /)
      expect(readdirSync(directory)).toEqual([])
      disk.free()
      await module.openResult({ kind: 'dividends', week: WEEK })
      expect(readFileSync(path, 'utf8')).toBe(whole)
    })
  })

  test('of the signing process: it signs nothing that is not in its journal, and ends', async () => {
    const key = generatePrivateKey()
    const address = lowerHex(privateKeyToAccount(key).address)
    const folder = await prepareSigner({ signer: key }, { caps: { 'withdraw-dr': { DR: '100' } } })
    onTestFinished(() => removeFolder(folder))
    const disk = openDisk(1)
    const journal = join(disk.directory, 'signed')
    const environment = { ...folder.environment, DATA_DIR: disk.directory }
    const signer = createProcessSigner({ socket: folder.socket })
    const signed: string[] = []
    /** Signs a voucher of one DR; returns the reason if it is refused. */
    const sign = async (): Promise<unknown> => {
      const fields = { amount: ONE, account: accountOf(signed.length + 1) }
      const request = toSign(sampleVoucher('withdraw-dr', { now: Date.now() / 1_000, fields }), address)
      const [outcome] = await signer.sign([request])
      if (outcome?.status !== 'fulfilled') return outcome?.reason
      signed.push(request.digest)
      return undefined
    }
    const journaled = () =>
      readdirSync(journal)
        .filter((name) => name.endsWith('.jsonl'))
        .toSorted()
        .flatMap((name) => readFileSync(join(journal, name), 'utf8').split('\n').slice(0, -1))
        .map((line) => (JSON.parse(line) as { digest: string }).digest)

    const first = await startSignerProcess(environment)
    expect(await sign()).toBeUndefined()
    disk.fill()
    // The file's last block still has space for a few lines, and for a part of one.
    let reason: unknown
    while (reason === undefined && signed.length < 100) reason = await sign()
    expect(reason).toBeInstanceOf(SignerUnavailableError)
    expect(journaled()).toEqual(signed)
    await vi.waitFor(() => expect(first.isAlive()).toBe(false), PATIENCE)
    expect(plainLines(first.said())).toEqual([
      expect.stringMatching(/^DATA_DIR: \S+\/signed cannot be written \(ENOSPC/),
    ])
    expect(await first.stop()).toBe(1)
    await expectRefused(startSignerProcess(environment), /^DATA_DIR: \S+\/signed cannot be written \(ENOSPC/)

    disk.free()
    const second = await startSignerProcess(environment)
    expect(second.said()).toContain(`"counted":${signed.length}`)
    await expect.poll(sign, PATIENCE).toBeUndefined()
    expect(journaled()).toEqual(signed)
    expect(readdirSync(journal).filter((name) => !name.endsWith('.jsonl'))).toEqual(['seen.json'])
    expect(await second.stop()).toBe(0)
  })
})
