import { describeOnBoth } from '@dr/test-kit'
import { expect, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { dailyFigures } from './daily-figures.ts'
import { foldAll, foldSome } from './fold-activity.ts'
import { RememberedTree, TreeChangedError } from './remembered-tree.ts'
import { bindUser, plantChain, plantUser } from './test-forest.ts'

const NOW = 1_795_003_200n // noon of Wednesday 2026-11-18
const DAY = 86_400n
const ROOT = 1

const join = (database: Database, userId: number, { at = NOW, inviterId = ROOT } = {}) =>
  database.transaction(async (tx) => {
    await plantUser(tx, userId, { genesis: false })
    await bindUser(tx, { userId, inviterId, at })
  })

const newDirectByDay = async (database: Database) => {
  const { items } = await dailyFigures(database.read, { userId: ROOT as UserId, limit: 10 })
  return items.map(({ day, direct }) => [day, direct.newMembers])
}

/** A root that somebody joined below yesterday, and who folds remembers so. */
const openWithYesterday = async (openDatabase: () => Promise<Database>) => {
  const database = await openDatabase()
  const memory = new RememberedTree()
  await database.transaction((tx) => plantUser(tx, ROOT, { genesis: true }))
  await join(database, 2, { at: NOW - DAY })
  await foldAll(database, { memory })
  return { database, memory }
}

const TWO_DAYS = [
  ['2026-11-18', 2],
  ['2026-11-17', 1],
]

describeOnBoth('what the folding process remembers', ({ openDatabase }) => {
  test('a fold that was undone leaves a memory that is found out, and nothing of yesterday is lost', async () => {
    const { database, memory } = await openWithYesterday(openDatabase)
    await join(database, 3)
    const undone = database.transaction(async (tx) => {
      await foldSome(tx, { limit: 10, memory })
      throw new Error('the disk is full')
    })
    await expect(undone).rejects.toThrow('the disk is full')
    await join(database, 4)
    await expect(foldAll(database, { memory })).rejects.toThrow(TreeChangedError)
    expect(await foldAll(database)).toBe(2)
    expect(await newDirectByDay(database)).toEqual(TWO_DAYS)
  })

  test('so does a fold of another process', async () => {
    const { database, memory } = await openWithYesterday(openDatabase)
    await join(database, 3)
    await foldAll(database)
    await join(database, 4)
    await expect(foldAll(database, { memory })).rejects.toThrow(TreeChangedError)
    expect(await foldAll(database)).toBe(1)
    expect(await newDirectByDay(database)).toEqual(TWO_DAYS)
  })

  test('somebody’s first people, counted by another process, are found out too', async () => {
    const { database, memory } = await openWithYesterday(openDatabase)
    await join(database, 3, { inviterId: 2 })
    await foldAll(database)
    await join(database, 4, { inviterId: 2 })
    await expect(foldAll(database, { memory })).rejects.toThrow(TreeChangedError)
    expect(await foldAll(database)).toBe(1)
  })

  test('and so are people below somebody whom only another process placed', async () => {
    const { database, memory } = await openWithYesterday(openDatabase)
    for (const userId of [3, 4]) await join(database, userId, { inviterId: userId - 1 })
    await foldAll(database)
    await join(database, 5, { inviterId: 4 })
    await expect(foldAll(database, { memory })).rejects.toThrow('3 has people nobody here counted')
    expect(await foldAll(database)).toBe(1)
  })

  test('is read as it stands, in chunks, across its own pages', async () => {
    const database = await openDatabase()
    const [from, to] = [4_000, 4_200]
    await database.transaction((tx) => plantChain(tx, { from, to, at: NOW }))
    await foldAll(database)
    const memory = new RememberedTree()
    await database.transaction((tx) => memory.load(tx, 7))
    const day = Number(NOW / DAY)
    for (let id = from; id < to; id++) {
      const userId = id as UserId
      const inviterId = id === from ? null : id - 1
      expect(memory.node(userId)).toEqual({ userId, inviterId, depth: id - from })
      expect(memory.peopleDay(userId)).toBe(day)
    }
    // nobody below: not among those who have people
    for (const id of [from - 1, to, to + 1]) expect(memory.has(id as UserId)).toBe(false)
    expect([...memory.upwards([4_002 as UserId, 4_001 as UserId]).keys()]).toEqual([4_002, 4_001, 4_000])
  })
})
