/** The weekly close: late or on time, by one or many concurrent callers, it has the same result, once. */
import { WAD } from '@dr/protocol/amounts'
import { weekOf, weekStart } from '@dr/protocol/rules/weeks'
import { describeOnDatabase, describeOnPostgres } from '@dr/test-kit'
import type { Logger } from 'pino'
import { expect, test } from 'vitest'
import { closedWeeksOf, DatabasePod } from '../../../../test/modules/pod-database.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { auditLedger } from '../../ledger/index.ts'
import { closeDue, closeWithTheClock } from '../../weeks/index.ts'
import { DIVIDEND_CONFIG } from '../default-config.ts'
import { holderWeeks } from '../power/holder-weeks.ts'
import { bringUpTo, closeAndCredit } from './bring-up-to.ts'
import { creditSome } from './credit-holders.ts'
import { dividendClosing } from './dividend-closing.ts'

const FIRST = weekOf(1_795_000_000n)
const deps = { firstWeek: FIRST, config: DIVIDEND_CONFIG, drPriceAt: async () => WAD / 2n }
/** A moment of the n-th week, some seconds after its beginning. */
const inWeek = (n: bigint, seconds = 3_600n): bigint => weekStart(FIRST + n) + seconds

const open = async (openDatabase: () => Promise<Database>) => {
  const database = await openDatabase()
  const pod = new DatabasePod(database, deps)
  await pod.setClock(inWeek(0n))
  return { database, pod }
}

/** Three weeks of purchases and income; `after` runs after each week. */
const threeWeeks = async (pod: DatabasePod, after: () => Promise<unknown>) => {
  await pod.setClock(inWeek(0n))
  await pod.buy(inWeek(0n), { user: 1, power: 1_000n * WAD })
  await pod.buy(inWeek(0n), { user: 2, power: 3_000n * WAD + 1n })
  await pod.receive(inWeek(0n), 'USDT', 40n * WAD)
  await pod.setClock(inWeek(1n))
  await after()
  await pod.receive(inWeek(1n), 'USDT', 100n * WAD + 7n)
  await pod.receive(inWeek(1n), 'DR', 300n * WAD)
  await pod.buy(inWeek(1n), { user: 3, power: 500n * WAD })
  await pod.setClock(inWeek(2n))
  await after()
  await pod.receive(inWeek(2n), 'USDT', 5_000n * WAD)
  await pod.setClock(inWeek(3n))
  await after()
}

const ledgerOf = async (database: Database) => {
  const { rows } = await database.read.query({
    text: `SELECT j.key, j.reason, j.at, j.source, array_agg(p.amount ORDER BY p.id) AS amounts
      FROM journal j JOIN posting p ON p.journal_id = j.id WHERE j.reason LIKE 'dividends.%' GROUP BY j.id ORDER BY j.key`,
  })
  return rows
}

const holdersOf = async (database: Database, week: bigint) => {
  const holders = []
  for await (const holder of holderWeeks(database.read, week)) holders.push(holder)
  return holders
}

const creditAll = async (database: Database) => {
  while ((await database.transaction((tx) => creditSome(tx, FIRST, 2))) > 0);
}

const countOf = async (database: Database, table: string): Promise<bigint> => {
  const { rows } = await database.read.query<{ count: bigint }>({ text: `SELECT count(*) FROM ${table}` })
  return rows[0]?.count ?? -1n
}

describeOnDatabase('the weekly close', ({ openDatabase }) => {
  test('a server off for three weeks closes three, each as it would have been on time', async () => {
    const onTime = await open(openDatabase)
    await threeWeeks(onTime.pod, () => onTime.pod.closeDue())
    await creditAll(onTime.database)
    const late = await open(openDatabase)
    await threeWeeks(late.pod, async () => undefined)
    expect(await late.pod.closeDue()).toBe(3)
    await creditAll(late.database)

    const weeks = await closedWeeksOf(onTime.database)
    expect(weeks).toHaveLength(3)
    expect(await closedWeeksOf(late.database)).toEqual(weeks)
    expect(await ledgerOf(late.database)).toEqual(await ledgerOf(onTime.database))
    expect(await late.pod.balances()).toEqual(await onTime.pod.balances())
    for (let week = FIRST; week < FIRST + 3n; week += 1n) {
      expect(await holdersOf(late.database, week)).toEqual(await holdersOf(onTime.database, week))
    }
    expect(await auditLedger(late.database.read)).toEqual([])
  })

  test('a week is paid from what came in within it, and never more; the rest is carried over', async () => {
    const { database, pod } = await open(openDatabase)
    await threeWeeks(pod, () => pod.closeDue())
    const weeks = (await closedWeeksOf(database)) as Record<string, bigint>[]
    // No power earns in the first week: only the prize is paid, 1/8 of 40, to the two buyers.
    expect(weeks[0]).toMatchObject({ dividends_usdt: 0n, carried_in_usdt: 0n })
    expect(5n * WAD - (weeks[0]?.prize_usdt ?? 0n) < 2n).toBe(true)
    expect(weeks[1]?.carried_in_usdt).toBe(weeks[0]?.carried_usdt)
    // In the second week seven eighths of the pool, by 4,000 units; in the third a fifth of the remaining
    // power is the maximum.
    const second = (((weeks[1]?.carried_in_usdt ?? 0n) + 100n * WAD + 7n) * 7n) / 8n
    expect(second - (weeks[1]?.dividends_usdt ?? 0n) < 2n).toBe(true)
    const cap = (weeks[2]?.pledged ?? 0n) / 5n
    expect(weeks[2]?.dividends_usdt).toBe(cap)
    expect(weeks[2]?.dividends_dr).toBe(0n)
  })

  test('a second close changes nothing, and a closed week’s rows cannot be changed', async () => {
    const { database, pod } = await open(openDatabase)
    await threeWeeks(pod, () => pod.closeDue())
    const before = [await closedWeeksOf(database), await ledgerOf(database), await pod.balances()]
    expect(await pod.closeDue()).toBe(0)
    expect([await closedWeeksOf(database), await ledgerOf(database), await pod.balances()]).toEqual(before)
    for (const table of ['dividend_week', 'dividend_prize', 'dividend_income', 'pod_close', 'pod_purchase']) {
      await expect(database.single.query({ text: `DELETE FROM ${table}` })).rejects.toMatchObject({
        code: 'LG003',
      })
    }
    await creditAll(database)
    const credited = await pod.balances()
    await creditAll(database)
    for (const user of [1, 2, 3]) await pod.credit(user)
    expect(await pod.balances()).toEqual(credited)
  })

  test('a week that cannot be closed stays open, is logged, and stops nothing else', async () => {
    const { database, pod } = await open(openDatabase)
    await threeWeeks(pod, async () => undefined)
    const said: string[] = []
    const logger = { error: (_: unknown, message: string) => said.push(message) } as unknown as Logger
    let broken = true
    const drPriceAt = async (_: unknown, at: bigint) => {
      if (broken && at === weekStart(FIRST + 2n)) throw new RangeError('a fault of ours')
      return WAD / 2n
    }
    const closing = dividendClosing({ ...deps, drPriceAt })
    const hook = () =>
      database.transaction(async (tx) => {
        await tx.query({
          text: `INSERT INTO rate_bucket VALUES ('what else the indexer wrote', now()) ON CONFLICT DO NOTHING`,
        })
        await closeWithTheClock(tx, closing, { now: inWeek(3n), logger })
      })
    await hook()
    expect(said).toEqual(['a week could not be closed'])
    expect([await countOf(database, 'rate_bucket'), await countOf(database, 'dividend_week')]).toEqual([
      1n,
      1n,
    ])
    await expect(database.transaction((tx) => closeDue(tx, closing))).rejects.toThrow('a fault of ours')
    // Earlier earnings can be withdrawn anyway; a pledge would count in a week that has ended, and waits.
    await database.transaction((tx) => bringUpTo(tx, { closing, logger }, 1 as UserId))
    expect((await pod.balances()).get('1:USDT:user-available:1')).toBeGreaterThan(0n)
    const strictly = () => database.transaction((tx) => closeAndCredit(tx, closing, 1 as UserId))
    await expect(strictly()).rejects.toThrow('a fault of ours')
    broken = false
    await hook()
    await hook()
    expect([said.length, await countOf(database, 'dividend_week')]).toEqual([2, 3n])
  })

  test('what was in suspense until its week was closed counts in the open one, and is named in its result', async () => {
    const { database, pod } = await open(openDatabase)
    await pod.buy(inWeek(0n), { user: 1, power: 1_000n * WAD })
    await pod.setClock(inWeek(1n))
    await pod.closeDue()
    await pod.buy(inWeek(0n, 7_200n), { user: 2, power: 1_000n * WAD })
    await pod.receive(inWeek(0n, 7_200n), 'USDT', 8n * WAD)
    await pod.setClock(inWeek(2n))
    await pod.closeDue()
    const weeks = (await closedWeeksOf(database)) as Record<string, bigint>[]
    expect(weeks.map(({ operator_usdt }) => operator_usdt)).toEqual([0n, 8n * WAD])
    expect(weeks[1]).toMatchObject({ pledged: 1_000n * WAD, dividends_usdt: 7n * WAD, prize_usdt: WAD })
    await pod.credit(2)
    const { pledged, joining } = await pod.view(2)
    expect([1_000n * WAD - pledged < 2n, joining]).toEqual([true, 0n]) // joined at a used index
    const results = await pod.results()
    for (const { published, recomputed } of results) expect(recomputed).toBe(published)
    expect(results.map(({ published }) => JSON.parse(published).late.length)).toEqual([0, 2])
    const { rows } = await database.read.query<{ week: bigint; at: bigint }>({
      text: 'SELECT week, at FROM pod_purchase ORDER BY id',
    })
    expect(rows.map(({ week, at }) => weekOf(at) === week)).toEqual([true, false])
  })
})

describeOnPostgres('the weekly close, concurrently', ({ openDatabase }) => {
  test('of eight processes that close three weeks at once each week is closed once', async () => {
    const { database, pod } = await open(openDatabase)
    await threeWeeks(pod, async () => undefined)
    const closed = await Promise.all(Array.from({ length: 8 }, () => pod.closeDue()))
    expect(closed.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 3])
    expect(await countOf(database, 'dividend_week')).toBe(3n)
    expect(await countOf(database, `journal WHERE reason = 'dividends.week'`)).toBe(2n)
    expect(await auditLedger(database.read)).toEqual([])
  })

  test('pledges that are made while a week closes are in one week or the next, and none is lost', async () => {
    const { database, pod } = await open(openDatabase)
    const users = Array.from({ length: 12 }, (_, index) => index + 1)
    for (const user of users) await pod.buy(inWeek(0n), { user, power: 100n * WAD })
    await pod.setClock(inWeek(1n))
    await pod.closeDue()
    for (const user of users) await pod.credit(user)
    await pod.setClock(inWeek(2n))
    const unpledging = async (user: number) => {
      await pod.credit(user)
      await pod.change(user, 'unpledge', 40n * WAD)
    }
    await Promise.all([
      ...users.slice(0, 6).map(unpledging),
      pod.closeDue(),
      ...users.slice(6).map(unpledging),
    ])
    expect(await countOf(database, 'pod_close')).toBe(2n)
    await pod.setClock(inWeek(3n))
    await pod.closeDue()
    await Promise.all(users.map((user) => pod.credit(user)))
    for (const user of users) {
      expect(await pod.view(user)).toMatchObject({ pledged: 60n * WAD, unpledged: 40n * WAD, leaving: 0n })
    }
    const { rows } = await database.read.query<{ pool: bigint; holders: bigint }>({
      text: 'SELECT (SELECT shares FROM pod_pool) AS pool, (SELECT sum(shares) FROM pod_position) AS holders',
    })
    expect(rows[0]?.pool).toBe(rows[0]?.holders)
  })

  test('holders are credited once, by ticks and by their own requests together', async () => {
    const { database, pod } = await open(openDatabase)
    const users = Array.from({ length: 20 }, (_, index) => index + 1)
    for (const user of users) await pod.buy(inWeek(0n), { user, power: 100n * WAD })
    await pod.setClock(inWeek(1n))
    await pod.closeDue()
    await pod.receive(inWeek(1n), 'USDT', 80n * WAD)
    await pod.setClock(inWeek(2n))
    await pod.closeDue()
    const ticks = Array.from({ length: 4 }, () => creditAll(database))
    await Promise.all([...ticks, ...users.map((user) => pod.credit(user))])
    const balances = await pod.balances()
    for (const user of users) expect(balances.get(`1:USDT:user-available:${user}`)).toBe((70n * WAD) / 20n)
    expect(balances.get('1:USDT:dividends-payable')).toBeUndefined()
    expect(await auditLedger(database.read)).toEqual([])
  })
})
