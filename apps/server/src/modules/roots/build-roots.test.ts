import { createBookTrees } from '@dr/protocol/roots/book-trees'
import { BOOKS } from '@dr/protocol/roots/roots-file'
import { describeOnDatabase } from '@dr/test-kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOf, buildDeps, buildEpoch, history, RootsHistory } from '../../../test/modules/roots.ts'
import { addToAccountBook } from '../ledger/index.ts'

const DR = BOOKS.findIndex(({ vault, token }) => vault === 2 && token === 'DR')
const NONE = BOOKS.map(() => 0n)
const inBook = (book: number, amount: bigint) => NONE.map((zero, at) => (at === book ? amount : zero))

describeOnDatabase('the roots of the ledger', ({ openDatabase, dialect }) => {
  const timeout = 60_000

  test(
    'after any history each line is what the account ever earned, and roots are those of the lines',
    async () => {
      await fc.assert(
        fc.asyncProperty(history, history, async (first, second) => {
          const database = await openDatabase()
          const books = new RootsHistory(database)
          const deps = buildDeps(database)
          for (const command of first) await books.apply(command)
          await books.nextBlock()
          const one = await buildEpoch(deps, 1n)
          expect(one.lines).toEqual(books.lines())
          for (const command of second) await books.apply(command)
          await books.nextBlock()
          const two = await buildEpoch(deps, 2n, one.file.id)
          expect(two.lines).toEqual(books.lines())
          expect(two.file).toMatchObject({ lines: BigInt(two.lines.length), kept: 0n, lifted: 0n })
          const trees = createBookTrees(two.head)
          for (const line of two.lines) trees.add(line)
          expect(two.books).toEqual(trees.finish())
        }),
        { numRuns: dialect === 'pglite' ? 6 : 3, endOnFailure: true },
      )
    },
    timeout,
  )

  test('a number never falls, and an account that is gone keeps its line', async () => {
    const database = await openDatabase()
    const books = new RootsHistory(database)
    const deps = buildDeps(database)
    for (const person of [0, 1]) {
      await books.apply({ kind: 'register', person, book: DR, amount: 0n })
      await books.apply({ kind: 'earn', person, book: DR, amount: 100n })
    }
    await books.nextBlock()
    const one = await buildEpoch(deps, 1n)
    await books.give(0, 1, DR, 30n)
    await books.nextBlock()
    const two = await buildEpoch(deps, 2n, one.file.id)
    expect(two.lines).toEqual([
      { account: addressOf(0), earned: inBook(DR, 100n) },
      { account: addressOf(1), earned: inBook(DR, 130n) },
    ])
    expect(two.file).toMatchObject({ kept: 1n, lifted: 0n })
    await books.nextBlock()
    const three = await buildEpoch(buildDeps(database), 3n, two.file.id)
    expect(three.lines).toEqual(two.lines)
  })

  test('an account that cannot be computed keeps its line, and the others go on', async () => {
    const database = await openDatabase()
    const books = new RootsHistory(database)
    const deps = buildDeps(database)
    for (const person of [0, 1]) {
      await books.apply({ kind: 'register', person, book: 0, amount: 0n })
      await books.apply({ kind: 'mine', person, book: 0, amount: 100n })
    }
    await books.nextBlock()
    const one = await buildEpoch(deps, 1n)
    await books.apply({ kind: 'mine', person: 1, book: 0, amount: 5n })
    // a change of power below zero: the position contradicts itself
    await database.single.query({
      text: 'INSERT INTO mining_power_change (user_id, at, delta) VALUES ($1, 10, -7)',
      values: [books.ids[0]],
    })
    await database.single.script(`INSERT INTO mining_acc_point (at, acc) VALUES (10, 0);
      INSERT INTO mining_pool (time, release_id, released, power, acc, carry, undistributed) VALUES (20, 1, 0, 0, 0, 0, 0)`)
    await books.nextBlock()
    const two = await buildEpoch(deps, 2n, one.file.id)
    expect(two.lines).toEqual([
      { account: addressOf(0), earned: inBook(0, 100n) },
      { account: addressOf(1), earned: inBook(0, 105n) },
    ])
    expect(two.file).toMatchObject({ kept: 1n })
  })

  test('an account that was paid more than it was owed stands with what it took, a stranger too', async () => {
    const database = await openDatabase()
    const books = new RootsHistory(database)
    await books.apply({ kind: 'register', person: 0, book: DR, amount: 0n })
    await books.apply({ kind: 'earn', person: 0, book: DR, amount: 10n })
    await books.apply({ kind: 'deposit', person: 2, book: DR, amount: 40n })
    // recorded, and not booked: a claim of more than the ledger has for it
    await addToAccountBook(
      database.single,
      { account: addressOf(0), vault: 2, token: 'DR' },
      { pending: 25n },
    )
    await books.nextBlock()
    const floors = new Map([[addressOf(5), inBook(DR, 7n)]])
    const { lines, file } = await buildEpoch(buildDeps(database, { readFloors: async () => floors }), 1n)
    expect(lines).toEqual(
      [
        { account: addressOf(0), earned: inBook(DR, 25n) },
        { account: addressOf(5), earned: inBook(DR, 7n) },
      ].sort((a, b) => (a.account < b.account ? -1 : 1)),
    )
    expect(file).toMatchObject({ kept: 0n, lifted: 2n })
  })

  test('nothing is left of a file that fails', async () => {
    const database = await openDatabase()
    const books = new RootsHistory(database)
    await books.apply({ kind: 'register', person: 0, book: DR, amount: 0n })
    await books.apply({ kind: 'earn', person: 0, book: DR, amount: 10n })
    await books.nextBlock()
    const failing = buildDeps(database, { accrued: () => Promise.reject(new Error('no database')) })
    await expect(buildEpoch(failing, 1n)).rejects.toThrow('no database')
    const { rows } = await database.read.query({ text: 'SELECT id FROM roots_file' })
    expect(rows).toEqual([])
    expect((await buildEpoch(buildDeps(database), 1n)).lines).toEqual(books.lines())
  })
})
