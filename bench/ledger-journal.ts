/**
 * `ledger.journal`: journals a second through `postJournal`, against pgbench calling the same `post_journal` function
 * prepared. Both: 16 callers, the same accounts, keys as random, PostgreSQL as it is when nothing is configured (durable).
 */
import { execFile } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { base } from '@dr/protocol/amounts'
import { account, postJournal } from '@dr/server/modules/ledger/index'
import type { Database } from '@dr/server/platform/database/database'
import { migrate } from '@dr/server/platform/database/migrate'
import { openPostgres } from '@dr/server/platform/database/postgres'
import type { UserId } from '@dr/server/platform/ids'
import { type PostgresCluster, startPostgres } from '@dr/test-kit'
import type { Bench } from './bench.ts'
import { figure } from './figure.ts'
import { alternate, medianRound } from './rounds.ts'

const CALLERS = 16
const ACCOUNTS = 1_000
const ROUNDS = 7
const ROUND_SECONDS = 3
/** Of each side, before anything counts: plans prepared, pages in memory. */
const WARM_UP_SECONDS = 2
const DATABASE = 'postgres'
/** Threads of pgbench: as many as this machine's smallest kind has cores. */
const PGBENCH_THREADS = 2
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
const throughUs = async (database: Database, seconds: number): Promise<number> => {
  const start = performance.now()
  const end = start + seconds * 1_000
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

const execute = promisify(execFile)
const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Journals a second. Its first second is left out: its connections are new each time, ours are not. */
const throughPgbench = async (cluster: PostgresCluster, script: string, seconds: number): Promise<number> => {
  const server = ['-h', '127.0.0.1', '-p', String(cluster.port), '-U', 'postgres']
  const load = ['-n', '-M', 'prepared', '-c', String(CALLERS), '-j', String(PGBENCH_THREADS)]
  const args = [...server, ...load, '-T', String(seconds + 1), '-P', '1', '-f', script, DATABASE]
  const { stdout, stderr } = await execute(join(cluster.binDirectory, 'pgbench'), args)
  const rates = [...stderr.matchAll(/^progress: [\d.]+ s, ([\d.]+) tps/gm)].map(([, tps]) => Number(tps))
  if (rates.length < 2 || /failed transactions: [1-9]/.test(stdout)) {
    throw new Error(`pgbench failed or said something else:\n${stdout}\n${stderr}`)
  }
  return meanOf(rates.slice(1))
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

    await throughUs(database, WARM_UP_SECONDS)
    await throughPgbench(cluster, script, WARM_UP_SECONDS)
    const rounds = await alternate({
      rounds: ROUNDS,
      subject: () => throughUs(database, ROUND_SECONDS),
      reference: () => throughPgbench(cluster, script, ROUND_SECONDS),
      onRound: ({ subject, reference }) =>
        log(`ledger.journal: ${Math.round(subject)} journals/s, pgbench ${Math.round(reference)}`),
    })
    const { subject: value, reference } = medianRound(rounds)
    return [figure({ bench: 'ledger.journal', value, unit: 'journals/s', reference })]
  },
}
