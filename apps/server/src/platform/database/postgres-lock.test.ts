import { describeOnPostgres } from '@dr/test-kit'
import { openTestPostgres } from '@dr/test-kit/postgres-databases'
import { expect, onTestFinished, test } from 'vitest'
import { createBatcher, fulfilled } from '../batcher.ts'
import { currentLeadership, LeadershipLostError } from './leadership.ts'
import { tryAdvisoryLock } from './postgres-lock.ts'

describeOnPostgres('the advisory lock', () => {
  test('that cannot be asked for leaves no connection behind', async () => {
    const { database, url } = await openTestPostgres()
    onTestFinished(() => database.close())
    await database.single.script(`CREATE SCHEMA trap;
      CREATE FUNCTION trap.pg_try_advisory_lock(bigint) RETURNS boolean LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'out of shared memory'; END $$`)
    const trapped = {
      connectionString: url,
      application_name: 'lock-test',
      options: '-c search_path=trap,pg_catalog',
    }
    for (let attempt = 0; attempt < 3; attempt++) {
      await expect(tryAdvisoryLock(trapped, 'a', { database })).rejects.toThrow('out of shared memory')
    }
    const connections = async () => {
      const { rowCount } = await database.read.query({
        text: `SELECT 1 FROM pg_stat_activity WHERE application_name = 'lock-test'`,
      })
      return rowCount
    }
    await expect.poll(connections, { timeout: 5_000 }).toBe(0)
  })

  const open = async () => {
    const { database } = await openTestPostgres()
    onTestFinished(() => database.close())
    await database.single.script('CREATE TABLE written (how text)')
    const lock = await database.tryLock('worker')
    if (!lock) throw new Error('the lock is free')
    onTestFinished(() => lock.release())
    const replace = () =>
      database.single.query({ text: `UPDATE leadership SET epoch = epoch + 1 WHERE name = 'worker'` })
    const rows = async () =>
      (await database.read.query<{ how: string }>({ text: 'SELECT how FROM written ORDER BY how' })).rows.map(
        ({ how }) => how,
      )
    return { database, lock, replace, rows }
  }
  const insert = (how: string) => ({ text: 'INSERT INTO written VALUES ($1)', values: [how] })

  test('raises the epoch each time it is acquired', async () => {
    const { database, lock } = await open()
    expect(lock.epoch).toBe(1n)
    expect(await database.tryLock('worker')).toBeUndefined()
    const other = await database.tryLock('indexer')
    expect(other?.epoch).toBe(1n)
    await other?.release()
    await lock.release()
    const again = await database.tryLock('worker')
    expect(again?.epoch).toBe(2n)
    await again?.release()
  })

  test.each(['read committed', 'repeatable read', 'serializable'] as const)(
    'fences every write of a leader that was replaced (%s), and nothing else',
    async (isolation) => {
      const { database, lock, replace, rows } = await open()
      const write = (how: string) => database.transaction((tx) => tx.query(insert(how)), { isolation })
      await lock.run(async () => {
        await write('before')
        await database.single.query(insert('before, single'))
      })
      await replace()
      await lock.run(async () => {
        await expect(write('after')).rejects.toBeInstanceOf(LeadershipLostError)
        await expect(database.single.query(insert('after'))).rejects.toBeInstanceOf(LeadershipLostError)
        await expect(database.single.script(`INSERT INTO written VALUES ('after')`)).rejects.toBeInstanceOf(
          LeadershipLostError,
        )
        // Also writes that were started before and run later.
        const later = new Promise((resolve, reject) =>
          setTimeout(() => write('after').then(resolve, reject), 10),
        )
        await expect(later).rejects.toBeInstanceOf(LeadershipLostError)
      })
      expect(lock.lost.aborted).toBe(true)
      await write('of no leader')
      expect(await rows()).toEqual(['before', 'before, single', 'of no leader'])
    },
  )

  test('makes the next leader wait for a transaction of this one, which is committed before or never', async () => {
    const { database, lock, replace, rows } = await open()
    const inside = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    const transaction = lock.run(() =>
      database.transaction(async (tx) => {
        inside.resolve()
        await go.promise
        await tx.query(insert('before'))
      }),
    )
    await inside.promise
    const seen: string[][] = []
    const replaced = replace().then(async () => void seen.push(await rows()))
    const waits = async () => {
      const { rowCount } = await database.read.query({
        text: `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      })
      return rowCount
    }
    await expect.poll(waits, { timeout: 20_000 }).toBe(1)
    go.resolve()
    await Promise.all([transaction, replaced])
    expect(seen).toEqual([['before']])
  })

  test('of one database says nothing about another', async () => {
    const { lock, replace } = await open()
    const other = await open()
    await replace()
    await lock.run(() => other.database.transaction((tx) => tx.query(insert('elsewhere'))))
    expect(await other.rows()).toEqual(['elsewhere'])
  })

  test('keeps the batches of a leader apart from those of other callers', async () => {
    const { lock } = await open()
    const batches: (readonly string[])[] = []
    const names: (string | undefined)[] = []
    const ask = createBatcher<string, string>({
      run: async (items) => {
        batches.push(items)
        names.push(currentLeadership()?.name)
        return items.map(fulfilled)
      },
    })
    const led = (item: string) => lock.run(() => ask(item))
    await Promise.all([ask('a'), ask('b'), led('c'), led('d'), ask('e')])
    expect(batches).toEqual([['a', 'b'], ['c', 'd'], ['e']])
    expect(names).toEqual([undefined, 'worker', undefined])
  })
})
