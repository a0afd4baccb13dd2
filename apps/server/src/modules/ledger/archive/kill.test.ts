import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describeOnPostgres, openTestPostgres, spawnTied } from '@dr/test-kit'
import { expect, onTestFinished, test } from 'vitest'
import { available, move, pool, post } from '../../../../test/modules/ledger.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { auditLedger, ledgerLines } from '../index.ts'
import { verifyArchive } from './verify-archive.ts'

const ARCHIVIST = fileURLToPath(new URL('../../../../test/engines/archivist.ts', import.meta.url))
const FULL = process.env.FULL === '1'
const USERS = 400
const DAYS = FULL ? 400 : 60
/** At most; the last one may finish. */
const KILLS = FULL ? 30 : 5
/** After a process has begun to archive. */
const KILL_AFTER_MS = FULL ? 1_500 : 700
/** On a machine that does other things too. */
const START_MS = 60_000
const NOW = Date.parse('2027-06-15T00:00:00Z') / 1_000

/** Every user collects on each day, the last one half a year ago. */
const fill = async ({ single }: Database): Promise<void> => {
  await single.script(`
    INSERT INTO chain_clock (chain_id, block_number, block_hash, block_timestamp)
      VALUES (31337, 1, '0x${'1'.repeat(64)}', ${NOW});
    INSERT INTO ledger_account (vault, token, kind, user_id, balance)
      SELECT 0, 'DR', 'user-available', n, ${DAYS} * n FROM generate_series(1, ${USERS}) n;
    INSERT INTO ledger_account (vault, token, kind, balance)
      SELECT 0, 'DR', 'emission-pool', 1000000 FROM ledger_account HAVING count(*) > 0;
    INSERT INTO ledger_account (vault, token, kind, balance)
      SELECT 0, 'DR', 'chain', -sum(balance) FROM ledger_account;
    INSERT INTO journal (key, reason, vault, at, source)
      VALUES ('open', 'mining.release', 0, to_timestamp(${NOW}) - interval '2 years', '{"kind":"test"}');
    INSERT INTO posting (journal_id, from_account, to_account, amount)
      SELECT 1, ${USERS + 2}, ${USERS + 1}, -balance FROM ledger_account WHERE kind = 'chain';
    INSERT INTO journal (key, reason, vault, at, source)
      SELECT 'collect:' || d || ':' || n, 'mining.collect', 0,
        to_timestamp(${NOW}) - (200 + ${DAYS} - d) * interval '1 day', jsonb_build_object('kind', 'test', 'day', d)
      FROM generate_series(1, ${DAYS}) d, generate_series(1, ${USERS}) n;
    INSERT INTO posting (journal_id, from_account, to_account, amount)
      SELECT 1 + (d - 1) * ${USERS} + n, ${USERS + 1}, n, n
      FROM generate_series(1, ${DAYS}) d, generate_series(1, ${USERS}) n;
    UPDATE installation SET value = '2020-01-01' WHERE name = 'archive-from'`)
}

const linesOf = async ({ read }: Database, userId: number): Promise<string[]> => {
  const lines: string[] = []
  let cursor: string | undefined
  do {
    const page = await ledgerLines(read, { userId: userId as UserId, limit: 100, cursor })
    lines.push(
      ...page.items.map(({ id, amount, at, source }) => `${id} ${amount} ${at.getTime()} ${source.day}`),
    )
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return lines
}

describeOnPostgres('an archiving process that is killed with -9', () => {
  test(
    'loses nothing and does nothing twice, while journals are posted',
    async () => {
      const { database, url } = await openTestPostgres()
      onTestFinished(() => database.close())
      await fill(database)
      expect(await auditLedger(database.read)).toEqual([])
      const [first, last] = [await linesOf(database, 1), await linesOf(database, USERS)]

      let posted = 0
      let finished = false
      onTestFinished(() => {
        finished = true
      })
      const posting = (async () => {
        while (!finished) {
          const at = new Date(NOW * 1_000)
          await post(database.single, `new:${posted}`, [move(pool, available(7 as UserId), 1n)], { at })
          posted += 1
          await delay(5)
        }
      })()
      let killed = 0
      while (!finished) {
        const child = spawnTied(process.execPath, [ARCHIVIST, url])
        let said = ''
        for (const output of [child.stdout, child.stderr]) {
          output?.on('data', (chunk: Buffer) => {
            said += chunk.toString()
          })
        }
        const gone = once(child, 'exit')
        await expect.poll(() => said, { timeout: START_MS }).toContain('started')
        if (killed < KILLS) {
          await Promise.race([gone, delay(Math.random() * KILL_AFTER_MS)])
          if (child.exitCode === null) killed += 1
          child.kill('SIGKILL')
        }
        await gone
        finished = said.includes('finished')
        expect(await linesOf(database, 1)).toEqual(first)
      }
      await posting
      expect(killed).toBeGreaterThan(0)
      expect(await linesOf(database, USERS)).toEqual(last)
      expect(await linesOf(database, 7)).toHaveLength(DAYS + posted)
      expect(await auditLedger(database.read)).toEqual([])
      expect(await verifyArchive(database.read)).toMatchObject({
        journals: BigInt(DAYS * USERS + 1),
        findings: [],
      })
      const { rows } = await database.read.query<{ n: bigint }>({ text: 'SELECT count(*) AS n FROM journal' })
      expect(Number(rows[0]?.n)).toBe(posted)
    },
    FULL ? 600_000 : 120_000,
  )
})
