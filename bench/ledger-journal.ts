/**
 * `ledger.journal`: journals a second through `postJournal`, against pgbench calling the same `post_journal` function
 * prepared. Both: 16 callers, the same accounts, keys as random, PostgreSQL as it is when nothing is configured (durable).
 */
import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { base } from '@dr/protocol/amounts'
import { account, postJournal } from '@dr/server/modules/ledger/index'
import type { Database } from '@dr/server/platform/database/database'
import { migrate } from '@dr/server/platform/database/migrate'
import { openPostgres } from '@dr/server/platform/database/postgres'
import type { UserId } from '@dr/server/platform/ids'
import { type PostgresCluster, spawnTied, startPostgres, stopProcess } from '@dr/test-kit'
import type { Bench } from './bench.ts'
import { figure } from './figure.ts'
import { alternate, medianRound } from './rounds.ts'

const CALLERS = 16
const ACCOUNTS = 1_000
/** Many and short: what else the machine does changes by the second, and should meet both sides alike. */
const ROUNDS = 31
const ROUND_MS = 1_000
/** Of each side, before anything counts: connections open, plans prepared, pages in memory. */
const WARM_UP_MS = 2_000
/** In which calls that were under way when pgbench was stopped come to their end. */
const DRAIN_MS = 50
const DATABASE = 'postgres'
const PGBENCH_THREADS = 2
/** More than it will ever be given; it is stopped. */
const PGBENCH_SECONDS = 3_600
/** Journals that give every account its first balance, in one go. */
const SEED_BATCH = 100

const available = (userId: number) =>
  account({ vault: 0, token: 'DR', kind: 'user-available', userId: userId as UserId })

/** Every account funded, so that no call opens one. */
const seed = async (database: Database): Promise<void> => {
  for (let first = 1; first <= ACCOUNTS; first += SEED_BATCH) {
    await postJournal(database.single, {
      key: `bench:seed:${first}`,
      reason: 'bench.seed',
      at: new Date(),
      source: { kind: 'bench' },
      postings: Array.from({ length: SEED_BATCH }, (_, offset) => ({
        from: account({ vault: 0, token: 'DR', kind: 'chain' }),
        to: available(first + offset),
        amount: base('DR', 10n ** 18n),
      })),
    })
  }
}

/** Of the same journal as `callPostJournal`. pgbench takes every `:name` for a variable, inside quotes too. */
const PGBENCH_SCRIPT = `\\set a random(1, ${ACCOUNTS})
SELECT journal_id, replayed FROM post_journal(
  gen_random_uuid()::text, 'bench.move', now(), jsonb_build_object('kind', 'bench'),
  ARRAY[concat_ws(chr(58), 0, 'DR', 'user-available', :a::int)],
  ARRAY[concat_ws(chr(58), 0, 'DR', 'user-available', :a::int % ${ACCOUNTS} + 1)],
  ARRAY[1::numeric]);
`

const callPostJournal = (database: Database) => {
  const from = randomInt(1, ACCOUNTS + 1)
  return postJournal(database.single, {
    key: randomUUID(),
    reason: 'bench.move',
    at: new Date(),
    source: { kind: 'bench' },
    postings: [{ from: available(from), to: available((from % ACCOUNTS) + 1), amount: base('DR', 1n) }],
  })
}

/** Journals a second. */
const throughUs = async (database: Database, durationMs: number): Promise<number> => {
  const start = performance.now()
  const end = start + durationMs
  let done = 0
  const call = async (): Promise<void> => {
    while (performance.now() < end) {
      await callPostJournal(database)
      done++
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, call))
  return (done * 1_000) / (performance.now() - start)
}

const countJournals = async (database: Database): Promise<number> => {
  const { rows } = await database.read.query<{ id: bigint }>({ text: 'SELECT max(id) AS id FROM journal' })
  return Number(rows[0]?.id)
}

/** One pgbench for all rounds, standing still between them: it connects and prepares once, as we do. */
const startPgbench = (cluster: PostgresCluster, database: Database, script: string) => {
  const server = ['-h', '127.0.0.1', '-p', String(cluster.port), '-U', 'postgres']
  const load = ['-n', '-M', 'prepared', '-c', String(CALLERS), '-j', String(PGBENCH_THREADS)]
  const args = [...server, ...load, '-T', String(PGBENCH_SECONDS), '-f', script, DATABASE]
  const child = spawnTied(join(cluster.binDirectory, 'pgbench'), args)
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  return {
    /** Journals a second. What was under way at the end is counted though its time is not: in pgbench's favour. */
    async run(durationMs: number): Promise<number> {
      const before = await countJournals(database)
      const start = performance.now()
      child.kill('SIGCONT')
      await delay(durationMs)
      child.kill('SIGSTOP')
      const seconds = (performance.now() - start) / 1_000
      await delay(DRAIN_MS)
      if (child.exitCode !== null) throw new Error(`pgbench ended with ${child.exitCode}: ${said}`)
      return ((await countJournals(database)) - before) / seconds
    },
    stop: async (): Promise<void> => {
      child.kill('SIGCONT')
      await stopProcess(child, 'SIGTERM')
    },
  }
}

export const ledgerJournal: Bench = {
  figures: { 'ledger.journal': { of: 'ratio', is: 'at least', limit: 0.8 } },
  async run({ log, defer }) {
    const cluster = await startPostgres({ durable: true })
    defer(cluster.stop)
    const database = openPostgres({ url: cluster.url(DATABASE), poolMax: CALLERS })
    defer(() => database.close())
    const folder = mkdtempSync(join(tmpdir(), 'dr-bench-'))
    defer(() => rmSync(folder, { recursive: true }))
    const script = join(folder, 'post-journal.sql')
    writeFileSync(script, PGBENCH_SCRIPT)
    await migrate(database)
    await seed(database)

    const pgbench = startPgbench(cluster, database, script)
    defer(pgbench.stop)
    await pgbench.run(WARM_UP_MS)
    await throughUs(database, WARM_UP_MS)
    const rounds = await alternate({
      rounds: ROUNDS,
      subject: () => throughUs(database, ROUND_MS),
      reference: () => pgbench.run(ROUND_MS),
      onRound: ({ subject, reference }) =>
        log(`ledger.journal: ${Math.round(subject)} journals/s, pgbench ${Math.round(reference)}`),
    })
    const { subject: value, reference } = medianRound(rounds)
    return [figure({ bench: 'ledger.journal', value, unit: 'journals/s', reference })]
  },
}
