import { describeOnBoth } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { bindUser, Killed, mortal, plantChain, plantUser } from '../../../test/modules/forest.ts'
import type { Database } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { dailyFigures } from './daily-figures.ts'
import { createFold, foldAll } from './fold-activity.ts'
import { TreeCache } from './tree-cache.ts'

const NOW = 1_795_003_200n // noon of Wednesday 2026-11-18
const DAY = 86_400n
const ROOT = 1

const join = (database: Database, userId: number, { at = NOW, inviterId = ROOT } = {}) =>
  database.transaction(async (tx) => {
    await plantUser(tx, userId, { genesis: false })
    await bindUser(tx, { userId, inviterId, at })
  })

/** New members of a user by day, newest day first: direct, and in the whole team. */
const newByDay = async (database: Database, id = ROOT) => {
  const { items } = await dailyFigures(database.read, { userId: id as UserId, limit: 10 })
  return items.map(({ day, direct, team }) => [day, direct.newMembers, team.newMembers])
}

/**
 * A root below which a user joined yesterday, which the fold has cached. Counts how often its cache was
 * invalid.
 */
const openWithYesterday = async (opened: Promise<Database>) => {
  const database = await opened
  const world = { database, lifetime: null as number | null, changes: 0 }
  const onChanged = () => {
    world.changes++
  }
  const fold = createFold(
    mortal(database, () => world.lifetime),
    { onChanged },
  )
  await database.transaction((tx) => plantUser(tx, ROOT, { genesis: true }))
  await join(database, 2, { at: NOW - DAY })
  await foldAll(fold)
  return Object.assign(world, { fold })
}

/** Another process, which folds once. */
const foldElsewhere = (database: Database) => foldAll(createFold(database))

describeOnBoth('what the folding process remembers', ({ openDatabase }) => {
  test('serves its next fold, and a fold that was undone leaves nothing of it', async () => {
    const world = await openWithYesterday(openDatabase())
    const { database, fold } = world
    await join(database, 3)
    world.lifetime = 100 // all of its statements, but no commit
    await expect(fold()).rejects.toThrow(Killed)
    world.lifetime = null
    await join(database, 4)
    expect(await fold()).toBe(2)
    await join(database, 5)
    expect(await fold()).toBe(1)
    expect(world.changes).toBe(0)
    expect(await newByDay(database)).toEqual([
      ['2026-11-18', 3, 3],
      ['2026-11-17', 1, 1],
    ])
  })

  test('is found out when another process folded a later day: what is of the day before takes nothing away', async () => {
    const world = await openWithYesterday(openDatabase())
    const { database, fold } = world
    await join(database, 3)
    expect(await foldElsewhere(database)).toBe(1)
    await join(database, 4, { at: NOW - DAY })
    expect(await fold()).toBe(1)
    expect(world.changes).toBe(1)
    expect(await newByDay(database)).toEqual([
      ['2026-11-18', 1, 1],
      ['2026-11-17', 2, 2],
    ])
  })

  test('is detected when another process counted a user’s first members', async () => {
    const world = await openWithYesterday(openDatabase())
    const { database, fold } = world
    await join(database, 3) // the root's row is at today already
    expect(await fold()).toBe(1)
    await join(database, 4, { inviterId: 2 })
    expect(await foldElsewhere(database)).toBe(1)
    await join(database, 5, { inviterId: 2 })
    expect(await fold()).toBe(1)
    expect(world.changes).toBe(1)
    expect(await newByDay(database, 2)).toEqual([['2026-11-18', 2, 2]])
  })

  test('is found out when another process placed who is above an inviter', async () => {
    const world = await openWithYesterday(openDatabase())
    const { database, fold } = world
    for (const userId of [3, 4]) await join(database, userId, { inviterId: userId - 1 })
    expect(await foldElsewhere(database)).toBe(2)
    await join(database, 5, { inviterId: 4 })
    expect(await fold()).toBe(1)
    expect(world.changes).toBe(1)
    expect(await newByDay(database)).toEqual([
      ['2026-11-18', 0, 3],
      ['2026-11-17', 1, 1],
    ])
  })

  test('is read as it stands, in chunks, across its own pages', async () => {
    const database = await openDatabase()
    const [from, to] = [4_000, 4_200]
    await database.transaction((tx) => plantChain(tx, { from, to, at: NOW }))
    await foldAll(createFold(database))
    const memory = new TreeCache()
    await database.transaction((tx) => memory.load(tx, 7))
    const day = Number(NOW / DAY)
    for (let id = from; id < to; id++) {
      const userId = id as UserId
      const inviterId = id === from ? null : id - 1
      expect(memory.node(userId)).toEqual({ userId, inviterId, depth: id - from })
      expect(memory.peopleDay(userId)).toBe(day)
    }
    // without members: not in the cache
    for (const id of [from - 1, to, to + 1]) expect(memory.has(id as UserId)).toBe(false)
    expect([...memory.upwards([4_002 as UserId, 4_001 as UserId]).keys()]).toEqual([4_002, 4_001, 4_000])
  })
})
