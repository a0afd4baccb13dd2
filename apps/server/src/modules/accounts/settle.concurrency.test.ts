/** Settlements wait for each other and for the ticks that credit, without deadlocks. */
import { setTimeout as delay } from 'node:timers/promises'
import { WAD } from '@dr/protocol/amounts'
import { weekOf, weekStart } from '@dr/protocol/rules/weeks'
import type { VaultIndex } from '@dr/protocol/token-table'
import { describeOnPostgres } from '@dr/test-kit'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { Dues } from '../../../test/modules/dues.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { TransactionScopeError } from '../../platform/database/transaction-scope.ts'
import { DIVIDEND_CONFIG } from '../dividends/default-config.ts'
import { bringUpTo } from '../dividends/week/bring-up-to.ts'
import { creditSome } from '../dividends/week/credit-holders.ts'
import { dividendClosing } from '../dividends/week/dividend-closing.ts'
import { auditLedger } from '../ledger/index.ts'
import { auditPackages } from '../packages/budget/audit-packages.ts'
import { attributeDeposits } from '../packages/deposit/attribute-deposits.ts'
import { creditBatch } from '../packages/position/credit-due.ts'
import { createSettle } from './settle.ts'

const FIRST = weekOf(1_795_000_000n)
const deps = { firstWeek: FIRST, config: DIVIDEND_CONFIG, drPriceAt: async () => WAD / 2n }
const logger = pino({ level: 'silent' })
const { signal } = new AbortController()
const USERS = 6
const WEEKS = 6

/**
 * Without retries, so that a deadlock shows; and with a pause before each statement, so that locks are held
 * for long.
 */
const slow = (database: Database): Database => ({
  ...database,
  get read() {
    return database.read
  },
  get single() {
    return database.single
  },
  transaction: (work) =>
    database.transaction(
      (tx) => {
        const query: Tx['query'] = async (statement) => {
          await delay(Math.random() * 6)
          return tx.query(statement)
        }
        return work({ ...tx, query })
      },
      { attempts: 1 },
    ),
})

const leftDue = async ({ read }: Database, now: bigint) => {
  const { rows } = await read.query({
    text: `SELECT (SELECT count(*) FROM package_position WHERE next_due_at <= $1) AS positions,
      (SELECT count(*) FROM package_deposit WHERE outcome = 'unattributed') AS deposits,
      (SELECT count(*) FROM pod_position p, pod_pool WHERE p.week < pod_pool.week) AS holders`,
    values: [now],
  })
  return rows[0]
}
const NOTHING = { positions: 0n, deposits: 0n, holders: 0n }

describeOnPostgres('concurrent settlements', ({ openDatabase }) => {
  const open = async (users: number) => {
    const database = await openDatabase()
    const dues = new Dues(database, deps, weekStart(FIRST) + 3_600n)
    await dues.start(users)
    const busy = slow(database)
    const dividends = {
      bringUpTo: (tx: Tx, userId: Parameters<typeof bringUpTo>[2]) =>
        bringUpTo(tx, { closing: dividendClosing(deps), logger }, userId),
    }
    return { database, dues, busy, settle: createSettle({ database: busy, dividends }) }
  }

  test('never deadlock, with each other or with the ticks that credit, and book everything once', {
    timeout: 120_000,
  }, async () => {
    const { database, dues, busy, settle } = await open(USERS)
    const ticks = [
      () => busy.transaction((tx) => creditSome(tx, FIRST, 4)),
      () => busy.transaction((tx) => creditBatch(tx, { now: dues.now, limit: 5 })),
      () => attributeDeposits(busy, { now: dues.now, signal }),
    ]
    const vaults: readonly (VaultIndex | undefined)[] = [undefined, 0, 1, 2]
    for (let week = 0; week < WEEKS; week += 1) {
      await dues.nextWeek()
      const results = await Promise.allSettled([
        ...dues.users.flatMap((user, n) => [
          settle(user),
          settle({ ...user, vault: vaults[(n + week) % 4] }),
        ]),
        ...ticks.map((tick) => tick()),
        ...ticks.map((tick) => tick()),
      ])
      expect(results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toEqual([])
      expect(await leftDue(database, dues.now)).toEqual(NOTHING)
    }
    expect(await auditLedger(database.read)).toEqual([])
    expect(await auditPackages(database.read)).toEqual([])
  })

  test('wait for a transaction that holds something due: afterwards all of it is booked', async () => {
    const { database, dues, settle } = await open(2)
    await dues.nextWeek()
    const [locked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = database.transaction(async (tx) => {
      await tx.query({ text: 'SELECT FROM package_position FOR UPDATE' })
      locked.resolve()
      await free.promise
    })
    await locked.promise
    const settled = Promise.all(dues.users.map((user) => settle({ ...user, vault: 2 })))
    await delay(300)
    free.resolve()
    await Promise.all([holding, settled])
    expect(await leftDue(database, dues.now)).toMatchObject({ positions: 0n })
  })

  test('are refused inside a transaction, whose locks they could wait for', async () => {
    const { database, dues, settle } = await open(2)
    await dues.nextWeek()
    const [user] = dues.users
    if (!user) throw new Error('no user')
    await expect(database.transaction(() => settle(user))).rejects.toBeInstanceOf(TransactionScopeError)
  })
})
