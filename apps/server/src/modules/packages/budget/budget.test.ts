import { WAD } from '@dr/protocol/amounts'
import { describeOnDatabase } from '@dr/test-kit'
import { expect, test } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import { lowerHex } from '../../../platform/hex.ts'
import { addToBudget, lockBudget, takeFromBudget } from './budget.ts'

const NAME = { packageId: 1, token: 'USDT' } as const
const hashOf = (number: number) => lowerHex(`0x${number.toString(16).padStart(64, '0')}`)

/** Fundings in this order: number of the transaction, and amount. */
const fund = (database: Database, fundings: readonly (readonly [number, bigint])[]) =>
  database.transaction(async (tx) => {
    for (const [index, [number, amount]] of fundings.entries()) {
      const source = lowerHex(`0x${'a'.repeat(40)}`)
      const of = { ...NAME, key: `event:${index}`, amount, source, memo: '', at: 5n, txHash: hashOf(number) }
      await addToBudget(tx, of)
    }
  })

const take = (database: Database, income: bigint) =>
  database.transaction(async (tx) =>
    takeFromBudget(tx, NAME, { budget: await lockBudget(tx, NAME), income, until: 9n }),
  )

const DUST = Array.from({ length: 12 }, (_, index) => [100 + index, 1n] as const)

describeOnDatabase('what an income is funded by', ({ openDatabase }) => {
  test('names its largest parts: ten tiny fundings between two real ones hide neither', async () => {
    const database = await openDatabase()
    await fund(database, [[1, WAD], ...DUST, [2, WAD]])
    const named = await take(database, 2n * WAD)
    expect(named).toHaveLength(10)
    expect([named.at(0), named.at(-1)]).toEqual([hashOf(1), hashOf(2)]) // in the order they came
  })

  test('counts by the part of a funding that it takes, not by the whole of it', async () => {
    const database = await openDatabase()
    const real = Array.from({ length: 10 }, (_, index) => [10 + index, 5n] as const)
    await fund(database, [[1, 1_000n * WAD], ...real, [2, 1_000n * WAD]])
    await take(database, 1_000n * WAD - 1n)
    // One wei is left of the first, and one is needed of the last.
    expect(await take(database, 1n + 50n + 1n)).toEqual(real.map(([number]) => hashOf(number)))
  })

  test('names a transaction once, with all that it put in', async () => {
    const database = await openDatabase()
    await fund(database, [[1, 3n], ...DUST, [2, 2n], ...DUST.map(([, amount]) => [3, amount] as const)])
    expect((await take(database, 29n)).filter((hash) => hash === hashOf(3))).toHaveLength(1)
  })
})
