import { describeOnBoth } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { analyzeIfGrown } from './analyze-if-grown.ts'
import type { Database } from './database.ts'

/** A look-up that was prepared and planned once, for any value. */
const planOf = async ({ read }: Database): Promise<string> => {
  const { rows } = await read.query<{ 'QUERY PLAN': string }>({
    text: `EXPLAIN SELECT FROM grown WHERE id = 5`,
  })
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const counted = async ({ read }: Database): Promise<number> => {
  const { rows } = await read.query<{ n: number }>({
    text: `SELECT reltuples::bigint AS n FROM pg_class WHERE oid = 'grown'::regclass`,
  })
  return Number(rows[0]?.n)
}

const insert = ({ single }: Database, from: number, to: number) =>
  single.query({
    text: `INSERT INTO grown SELECT n, repeat('x', 200) FROM generate_series($1::int, $2::int) n`,
    values: [from, to],
  })

describeOnBoth('analyzeIfGrown', ({ openDatabase }) => {
  test('counts a table that has doubled, and no other', async () => {
    const database = await openDatabase()
    const analyze = () => database.transaction((tx) => analyzeIfGrown(tx, 'grown'))
    await database.single.script(
      'CREATE TABLE grown (id int PRIMARY KEY, text text) WITH (autovacuum_enabled = off)',
    )
    await database.single.script('ANALYZE grown')
    expect(await planOf(database)).toContain('grown')
    await insert(database, 1, 50)
    await analyze()
    expect(await counted(database)).toBe(0) // two pages: read whole as soon as by the index
    await insert(database, 51, 5_000)
    await analyze()
    expect(await counted(database)).toBe(5_000)
    expect(await planOf(database)).toMatch(/Index.* Scan using grown_pkey/)
    await insert(database, 5_001, 7_000)
    await analyze()
    expect(await counted(database)).toBe(5_000)
  })
})
