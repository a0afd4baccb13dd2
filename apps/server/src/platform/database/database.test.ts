import { describeOnBoth, describeOnPostgres } from '@dr/test-kit'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { chainClock } from '../tables.ts'
import { savepoint, type Tx } from './database.ts'
import { isConflict } from './errors.ts'
import { TransactionScopeError } from './transaction-scope.ts'

const hash = `0x${'ab'.repeat(32)}` as const

const countClocks = async (tx: Pick<Tx, 'query'>) =>
  (await tx.query<{ n: bigint }>({ text: 'SELECT count(*) AS n FROM chain_clock' })).rows[0]?.n

const insertClock = (tx: Tx) =>
  tx.query({
    text: 'INSERT INTO chain_clock (chain_id, block_number, block_hash, block_timestamp) VALUES (1, 2, $1, 3)',
    values: [hash],
  })

describeOnBoth('database', ({ openDatabase }) => {
  test('values go in and come out alike', async () => {
    const database = await openDatabase()
    const { rows } = await database.read.query({
      name: 'all_kinds',
      text: `SELECT $1::numeric(78,0) AS amount, $2::int8 AS big, $3::timestamptz AS at, $4::jsonb AS json,
        $5::numeric[] AS amounts, $6::text[] AS texts, $7::bytea AS bytes, 0.5::numeric AS half, true AS yes, 7 AS small`,
      values: [
        2n ** 256n - 1n,
        2n ** 62n,
        new Date('2026-01-02T03:04:05.678Z'),
        { a: ['b'] },
        [1n, 2n ** 200n],
        ['a,b', 'c"d'],
        Buffer.from([0, 255]),
      ],
    })
    expect(rows).toEqual([
      {
        amount: 2n ** 256n - 1n,
        big: 2n ** 62n,
        at: new Date('2026-01-02T03:04:05.678Z'),
        json: { a: ['b'] },
        amounts: [1n, 2n ** 200n],
        texts: ['a,b', 'c"d'],
        bytes: expect.toSatisfy((bytes: Uint8Array) => bytes[0] === 0 && bytes[1] === 255),
        half: '0.5',
        yes: true,
        small: 7,
      },
    ])
  })

  test('Drizzle shares the transaction', async () => {
    const database = await openDatabase()
    await expect(
      database.transaction(async (tx) => {
        await tx.orm.insert(chainClock).values({
          chainId: 31337,
          blockNumber: 2n ** 40n,
          blockHash: hash.toUpperCase().replace('0X', '0x') as typeof hash,
          blockTimestamp: 5n,
        })
        const read = await tx.orm.select().from(chainClock).where(sql`${chainClock.blockNumber} > 1`)
        expect(read).toEqual([
          { id: 1, chainId: 31337, blockNumber: 2n ** 40n, blockHash: hash, blockTimestamp: 5n },
        ])
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await countClocks(database.read)).toBe(0n)
  })

  test('a savepoint undoes its part alone', async () => {
    const database = await openDatabase()
    await database.transaction(async (tx) => {
      await insertClock(tx)
      const inner = savepoint(tx, async () => {
        await tx.query({ text: 'DELETE FROM chain_clock' })
        await tx.query({ text: 'SELECT 1/0' })
      })
      await expect(inner).rejects.toThrow('division by zero')
    })
    expect(await countClocks(database.read)).toBe(1n)
  })

  test('using the database past its open transaction is refused, not a dead lock', async () => {
    const database = await openDatabase()
    await database.transaction(async () => {
      expect(() => database.read).toThrow(TransactionScopeError)
      expect(() => database.single).toThrow(TransactionScopeError)
      await expect(database.transaction(async () => 1)).rejects.toThrow(TransactionScopeError)
    })
    expect(await countClocks(database.read)).toBe(0n)
  })

  test('a malformed address or hash is refused by the database', async () => {
    const database = await openDatabase()
    const insert = database.single.query({
      text: `INSERT INTO chain_clock (chain_id, block_number, block_hash, block_timestamp) VALUES (1, 1, '0xAB', 1)`,
    })
    await expect(insert).rejects.toMatchObject({ code: '23514' })
  })

  test('a name is locked once, and free after release', async () => {
    const database = await openDatabase()
    const first = await database.tryLock('leader')
    expect(await database.tryLock('leader')).toBeUndefined()
    expect(await database.tryLock('other').then((lock) => lock?.release())).toBeUndefined()
    await first?.release()
    const second = await database.tryLock('leader')
    expect(second?.lost.aborted).toBe(false)
    await second?.release()
  })
})

describeOnPostgres('database, many connections', ({ openDatabase }) => {
  test('a transaction in the way of another is run again', async () => {
    const database = await openDatabase()
    await database.single.script('CREATE TABLE counter (n int); INSERT INTO counter VALUES (0)')
    let runs = 0
    const increment = () =>
      database.transaction(
        async (tx) => {
          runs++
          const { rows } = await tx.query<{ n: number }>({ text: 'SELECT n FROM counter' })
          await tx.query({ text: 'UPDATE counter SET n = $1', values: [(rows[0]?.n ?? 0) + 1] })
        },
        { isolation: 'serializable', attempts: 50 },
      )
    await Promise.all(Array.from({ length: 8 }, increment))
    expect((await database.read.query({ text: 'SELECT n FROM counter' })).rows).toEqual([{ n: 8 }])
    expect(runs).toBeGreaterThan(8)
  })

  test('attempts are limited, and the conflict is thrown', async () => {
    const database = await openDatabase()
    let runs = 0
    const fail = database.transaction(
      async (tx) => {
        runs++
        await tx.query({ text: `DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '40001'; END $$` })
      },
      { attempts: 3 },
    )
    await expect(fail).rejects.toSatisfy(isConflict)
    expect(runs).toBe(3)
  })

  test('a leader whose session is cut loses the lock, and its signal is aborted', async () => {
    const database = await openDatabase()
    const lock = await database.tryLock('leader')
    await database.read.query({
      text: `SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE l.locktype = 'advisory' AND d.datname = current_database()`,
    })
    await expect.poll(() => lock?.lost.aborted, { timeout: 20_000 }).toBe(true)
    const next = await database.tryLock('leader')
    expect(next).toBeDefined()
    await next?.release()
    await lock?.release()
  })
})
