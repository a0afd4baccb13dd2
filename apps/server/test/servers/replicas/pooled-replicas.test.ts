/**
 * Many APIs of one host on one database, through PgBouncer with the file of `deploy/`, sharing its sessions.
 * Only in the full run: twenty processes take forty seconds of processor time.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describeOnPostgres, freePort, isInstalled, spawnTied, stopProcess } from '@dr/test-kit'
import { fillFile } from '@dr/test-kit/deploy-files'
import { serverUser } from '@dr/test-kit/postgres-cluster'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { fillData } from '../../app/server-data.ts'
import { type Chain, startChain } from '../../app/test-app.ts'
import { expectRegistered, LOADED_SETTINGS, openUnderLoad } from '../load.ts'
import { openRoles, type Roles } from '../roles/open-roles.ts'
import { startServerProcess } from '../server-process.ts'

const REPLICAS = 20
const CALLERS = 40
const LOAD_MS = 30_000
/** Maximum sessions of PostgreSQL, for all replicas together. */
const SESSIONS_MAX = 60
const PASSWORD = 'secret'

/** PgBouncer in front of the cluster's `digital_rights`; returns its port. */
const startPooler = async ({ cluster, authority }: Roles): Promise<number> => {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'dr-pgbouncer-'))
  const [file, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'userlist.txt')]
  const readable = { mode: 0o644 }
  const settings = {
    'port=5000': `port=${cluster.port}`,
    'listen_port = 6432': `listen_port = ${port}`,
    '/etc/pgbouncer/userlist.txt': users,
    '/etc/pgbouncer/database-ca.pem': authority,
  }
  writeFileSync(file, fillFile('pgbouncer/pgbouncer.ini', settings), readable)
  const passwords = { '@API_PASSWORD@': PASSWORD, '@PGBOUNCER_PASSWORD@': PASSWORD }
  writeFileSync(users, fillFile('pgbouncer/userlist.txt', passwords), readable)
  chmodSync(folder, 0o755)
  const pooler = spawnTied('pgbouncer', [file], { user: serverUser() })
  onTestFinished(async () => {
    await stopProcess(pooler, 'SIGKILL')
    rmSync(folder, { recursive: true })
  })
  return port
}

describe.skipIf(process.env.FULL !== '1')('many replicas', () => {
  describeOnPostgres('behind PgBouncer', () => {
    let chain: Chain
    let roles: Roles
    let directory: string
    beforeAll(async () => {
      chain = await startChain()
      await chain.anvil.client.setIntervalMining({ interval: 1 })
      roles = await openRoles({ durable: true })
      directory = await mkdtemp(join(tmpdir(), 'dr-pooled-'))
      await fillData(chain, directory)
    })
    afterAll(async () => {
      await roles?.stop()
      await chain?.anvil.stop()
      await rm(directory, { recursive: true, force: true })
    })

    test.skipIf(!isInstalled('pgbouncer'))(
      `${REPLICAS} of them answer everything, with at most ${SESSIONS_MAX} sessions of PostgreSQL`,
      { timeout: 600_000 },
      async () => {
        const admin = await roles.connect()
        onTestFinished(() => admin.end())
        const port = await startPooler(roles)
        const settings = { ...LOADED_SETTINGS, DATA_DIR: directory, RPC_URLS: chain.anvil.url }
        await startServerProcess(
          { ...settings, DATABASE_URL: roles.urlOf('dr_indexer') },
          { role: 'indexer' },
        )

        const pooled = {
          ...settings,
          DATABASE_URL: `postgresql://dr_api:${PASSWORD}@127.0.0.1:${port}/digital_rights`,
          DATABASE_DIRECT_URL: roles.urlOf('dr_api'),
        }
        const sessions = async (): Promise<number> => {
          const { rows } = await admin.query<{ n: number }>(
            `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = 'digital_rights'`,
          )
          return rows[0]?.n ?? 0
        }
        const before = await sessions() // the indexer's
        const servers = await Promise.all(
          Array.from({ length: REPLICAS }, () => startServerProcess(pooled, { role: 'api' })),
        )
        const [first = 0, ...others] = servers.map((server) => server.port)
        const { database, load } = await openUnderLoad(roles.urlOf(), {
          ports: [first, ...others],
          callers: CALLERS,
        })
        let max = 0
        for (const until = performance.now() + LOAD_MS; performance.now() < until; await delay(100)) {
          max = Math.max(max, await sessions())
        }
        await load.stop()
        process.stderr.write(
          `${REPLICAS} replicas through PgBouncer: ${load.answers.length} answers, ${load.registered.length} registered, ` +
            `at most ${max} sessions of PostgreSQL, ${before} of them the indexer’s\n`,
        )
        expect(max).toBeLessThanOrEqual(SESSIONS_MAX)
        expect(load.unanswered).toBe(0)
        expect(load.answers.filter(({ code }) => code !== 0)).toEqual([])
        expect(new Set(load.answers.map((answer) => answer.port)).size).toBe(REPLICAS)
        await expectRegistered(load, { database, port: first })
        const errors = servers.flatMap(({ said }) =>
          said()
            .split('\n')
            .filter((line) => /"level":"(?:error|fatal)"/.test(line)),
        )
        expect(errors.slice(0, 3)).toEqual([])
      },
    )
  })
})
