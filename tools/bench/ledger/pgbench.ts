/** pgbench with the product's own `post_journal`, prepared: the database's rate without the product. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@dr/server/platform/database/database'
import { type PostgresCluster, spawnTied, stopProcess } from '@dr/test-kit'
import type { Size } from '../sizes.ts'
import { CALLERS } from './seed-database.ts'

/** Milliseconds in which running calls end after pgbench was stopped. */
const DRAIN_MS = 50
const PGBENCH_THREADS = 2
/** Longer than any run; it is stopped. */
const PGBENCH_SECONDS = 3_600

/**
 * Script with the same journal as `callPostJournal`. pgbench treats every `:name` as a variable, even
 * inside quotes.
 */
const scriptOf = (size: Size) => `\\set a random(1, ${size})
SELECT journal_id, replayed FROM post_journal(
  gen_random_uuid()::text, 'bench.move', now(), jsonb_build_object('kind', 'bench'),
  ARRAY[concat_ws(chr(58), 0, 'DR', 'user-available', :a::int)],
  ARRAY[concat_ws(chr(58), 0, 'DR', 'user-available', :a::int % ${size} + 1)],
  ARRAY[1::numeric]);
`

const countJournals = async (database: Database): Promise<number> => {
  const { rows } = await database.read.query<{ id: bigint }>({ text: 'SELECT max(id) AS id FROM journal' })
  return Number(rows[0]?.id)
}

/**
 * Starts one pgbench for all rounds, suspended between them: it connects and prepares once, like the
 * product.
 */
export const startPgbench = (input: {
  readonly cluster: PostgresCluster
  readonly database: Database
  readonly name: string
  readonly size: Size
}) => {
  const { cluster, database, name, size } = input
  const folder = mkdtempSync(join(tmpdir(), 'dr-bench-'))
  const script = join(folder, 'post-journal.sql')
  writeFileSync(script, scriptOf(size))
  const server = ['-h', '127.0.0.1', '-p', String(cluster.port), '-U', 'postgres']
  const load = ['-n', '-M', 'prepared', '-c', String(CALLERS), '-j', String(PGBENCH_THREADS)]
  const args = [...server, ...load, '-T', String(PGBENCH_SECONDS), '-f', script, name]
  const child = spawnTied(join(cluster.binDirectory, 'pgbench'), args)
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  return {
    /** Journals a second. Calls running at the end are counted without their time, in pgbench's favour. */
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
      rmSync(folder, { recursive: true })
    },
  }
}
