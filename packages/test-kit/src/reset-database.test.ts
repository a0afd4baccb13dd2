import type { Database } from '@dr/server/platform/database/database'
import { expect, it } from 'vitest'
import { openSnapshot } from './pglite-snapshot.ts'

const count = async (database: Database, table: string): Promise<bigint | undefined> =>
  (await database.read.query<{ n: bigint }>({ text: `SELECT count(*) AS n FROM ${table}` })).rows[0]?.n

const addAccount = (database: Database) =>
  database.single.query<{ id: bigint }>({
    text: `INSERT INTO ledger_account (vault, token, kind) VALUES (0, 'DR', 'chain') RETURNING id`,
  })

it('a closed database serves the next test as if it were new: rows, sequences, settings', async () => {
  const first = await openSnapshot()
  const { rows } = await addAccount(first)
  await first.single.query({ text: `DELETE FROM team_member` })
  await first.single.query({ text: `SET statement_timeout = 12345` })
  await first.close()
  const second = await openSnapshot()
  expect(await count(second, 'ledger_account')).toBe(0n)
  expect((await second.read.query({ text: 'SELECT user_id, depth FROM team_member' })).rows).toEqual([
    { user_id: 0n, depth: 0 },
  ])
  expect((await second.read.query({ text: 'SHOW statement_timeout' })).rows).toEqual([
    { statement_timeout: '0' },
  ])
  expect((await addAccount(second)).rows).toEqual(rows)
  await second.close()
})

it('a table that a test added is gone for the next one', async () => {
  const first = await openSnapshot()
  await first.single.script(`
    CREATE TABLE another (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY);
    CREATE TABLE further (id int REFERENCES another)`)
  await first.close()
  const second = await openSnapshot()
  const { rows } = await second.read.query({
    text: `SELECT to_regclass('another') AS another, to_regclass('further') AS further`,
  })
  expect(rows).toEqual([{ another: null, further: null }])
  await second.close()
})

it.each([
  'ALTER TABLE posting DISABLE TRIGGER posting_append_only',
  'ALTER TABLE ledger_account ADD COLUMN another int',
])('what changed the schema serves no other test: %s', async (statement) => {
  const first = await openSnapshot()
  await first.single.script(statement)
  await first.close()
  const second = await openSnapshot()
  await expect(second.single.script(statement)).resolves.toBeUndefined()
  await second.close()
})

it('nothing is asked of a database that is closed, and two at once are two', async () => {
  const [first, second] = [await openSnapshot(), await openSnapshot()]
  await addAccount(first)
  expect(await count(second, 'ledger_account')).toBe(0n)
  await first.close()
  expect(() => first.read).toThrow('closed')
  await expect(first.transaction(async () => 1)).rejects.toThrow('closed')
  await second.close()
})
