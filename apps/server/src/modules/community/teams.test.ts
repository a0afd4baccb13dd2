import { describeOnDatabase, setChainClock } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { bindUser, plantChain, plantUser, queueActivities } from '../../../test/modules/forest.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Database } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { answerCommunity } from './answer-community.ts'
import { dailyFigures } from './daily-figures.ts'
import { foldAll } from './fold-activity.ts'
import { listMembers } from './list-members.ts'
import { readFigures, readLevel } from './read-figures.ts'
import { referralRanking } from './referral-ranking.ts'

const NOW = 1_795_003_200n // noon of Wednesday 2026-11-18
const DAY = 86_400n
const USD = 10n ** 18n
const user = (id: number) => id as UserId
const addressOf = (id: number) => `0x${id.toString(16).padStart(40, '0')}`

/** A root, and users directly `below` it, each joining a second after the previous one. */
const plantStar = (database: Database, { root, below }: { root: number; below: readonly number[] }) =>
  database.transaction(async (tx) => {
    await plantUser(tx, root, { genesis: true })
    for (const [index, id] of below.entries()) {
      await plantUser(tx, id, { genesis: false })
      await bindUser(tx, { userId: id, inviterId: root, at: NOW + BigInt(index) })
    }
  })

const search = async (database: Database, id: number, text: string) => {
  const { mine } = await readFigures(database.read, { userId: user(id), now: NOW })
  const query = { userId: user(id), depth: mine.depth, search: text, limit: 10 }
  return (await listMembers(database.read, query)).items.map(({ address, depth }) => [Number(address), depth])
}

describeOnDatabase('teams', ({ openDatabase, dialect }) => {
  const DEEP = dialect === 'pglite' ? 1_000 : 10_000 // PGlite is ten times slower, with the same result

  test('a chain of thousands is folded right, and its root is read like any user', async () => {
    const database = await openDatabase()
    await setChainClock(database.single, { timestamp: NOW })
    await database.transaction((tx) => plantChain(tx, { from: 1, to: DEEP, at: NOW }))
    await foldAll(database)
    await database.transaction((tx) =>
      queueActivities(tx, [
        { userId: DEEP, kind: 'staked', at: NOW, amount: 7n * USD },
        { userId: DEEP / 2, kind: 'burned', at: NOW, amount: 3n * USD },
      ]),
    )
    expect(await foldAll(database)).toBe(2)
    const at = async (id: number) => (await readFigures(database.read, { userId: user(id), now: NOW })).mine
    expect(await at(1)).toMatchObject({
      depth: 0,
      direct: { members: 1, staked: 0n },
      team: { members: DEEP - 1, newToday: DEEP - 1, staked: 7n * USD, burned: 3n * USD },
    })
    expect(await at(DEEP - 1)).toMatchObject({
      depth: DEEP - 2,
      direct: { members: 1, staked: 7n * USD },
      team: { members: 1, staked: 7n * USD, burned: 0n },
    })
    expect(await search(database, 1, addressOf(DEEP))).toEqual([[DEEP, DEEP - 1]])
    expect(await search(database, DEEP / 2, addressOf(1))).toEqual([])
  }, 180_000)

  test('search finds a prefix among direct members, a whole address below, and no other user', async () => {
    const database = await openDatabase()
    await setChainClock(database.single, { timestamp: NOW })
    await plantStar(database, { root: 1, below: [0xab0, 0xab1, 0xac0] })
    await plantStar(database, { root: 2, below: [0xab2] })
    await database.transaction(async (tx) => {
      await plantUser(tx, 0xab3, { genesis: false })
      await bindUser(tx, { userId: 0xab3, inviterId: 0xab0, at: NOW })
      await plantUser(tx, 0xab4, { genesis: false })
    })
    await foldAll(database)
    const prefix = addressOf(0xab0).slice(0, -1)
    expect(await search(database, 1, prefix)).toEqual([
      [0xab0, 1],
      [0xab1, 1],
    ])
    expect(await search(database, 1, addressOf(0xac0).slice(0, -2))).toHaveLength(3)
    expect(await search(database, 1, addressOf(0xab3))).toEqual([[0xab3, 2]])
    // In another tree, above, oneself, without an inviter, and not existing: the same result.
    for (const outside of [0xab2, 2, 1, 0xab4, 0xdead]) {
      expect(await search(database, 1, addressOf(outside))).toEqual([])
    }
    expect(await search(database, 0xab0, addressOf(1))).toEqual([])
    expect(await search(database, 0xab0, addressOf(0xab1))).toEqual([])
    expect(await search(database, 0xab4, addressOf(1))).toEqual([])
  })

  test('members come newest first, prefixes by address, page by page, none twice', async () => {
    const database = await openDatabase()
    await setChainClock(database.single, { timestamp: NOW })
    const below = [30, 10, 20, 50, 40]
    await plantStar(database, { root: 1, below })
    await foldAll(database)
    const pages = async (text?: string) => {
      const seen: number[] = []
      let cursor: string | undefined
      do {
        const query = { userId: user(1), depth: 0, search: text, cursor, limit: 2 }
        const { items, nextCursor } = await listMembers(database.read, query)
        seen.push(...items.map(({ address }) => Number(address)))
        cursor = nextCursor ?? undefined
      } while (cursor !== undefined)
      return seen
    }
    expect(await pages()).toEqual([40, 50, 20, 10, 30])
    expect(await pages('0x0')).toEqual([10, 20, 30, 40, 50])
  })

  test('days come newest first, within the range, with the members of each day’s end', async () => {
    const database = await openDatabase()
    await setChainClock(database.single, { timestamp: NOW + 3n * DAY })
    await plantStar(database, { root: 1, below: [2, 3] })
    await database.transaction(async (tx) => {
      await plantUser(tx, 4, { genesis: false })
      await bindUser(tx, { userId: 4, inviterId: 3, at: NOW + 2n * DAY })
      await queueActivities(tx, [{ userId: 2, kind: 'bought', at: NOW + DAY, amount: 5n }])
    })
    await foldAll(database)
    const days = async (query: { from?: string; to?: string; cursor?: string; limit?: number }) =>
      dailyFigures(database.read, { userId: user(1), limit: 10, ...query })
    const all = await days({})
    expect(all.items.map(({ day, direct, team }) => [day, direct.activated, team.activated])).toEqual([
      ['2026-11-20', 2, 3],
      ['2026-11-19', 2, 2],
      ['2026-11-18', 2, 2],
    ])
    expect(all.items[1]?.team).toMatchObject({ newMembers: 0, power: '5' })
    expect((await days({ from: '2026-11-19', to: '2026-11-19' })).items).toEqual([all.items[1]])
    const first = await days({ limit: 1 })
    const second = await days({ limit: 1, cursor: first.nextCursor as string })
    expect([...first.items, ...second.items]).toEqual(all.items.slice(0, 2))
    expect((await days({ from: '2026-12-01' })).items).toEqual([])
  })

  test('totals from before joining count for the inviter; daily figures from before joining do not', async () => {
    const database = await openDatabase()
    await setChainClock(database.single, { timestamp: NOW })
    await database.transaction(async (tx) => {
      await plantUser(tx, 1, { genesis: true })
      await plantUser(tx, 2, { genesis: false })
      await queueActivities(tx, [{ userId: 2, kind: 'staked', at: NOW, amount: 6_000n * USD }])
    })
    await foldAll(database)
    await database.transaction((tx) => bindUser(tx, { userId: 2, inviterId: 1, at: NOW }))
    await foldAll(database)
    const { mine, totals } = await readFigures(database.read, { userId: user(1), now: NOW })
    expect(mine.direct).toMatchObject({ members: 1, staked: 6_000n * USD })
    expect(totals).toMatchObject({ members: 1, staked: 6_000n * USD })
    expect(await readLevel(database.read, user(1))).toBe(1)
    expect((await dailyFigures(database.read, { userId: user(1), limit: 1 })).items[0]?.team.staked).toBe('0')
    expect((await referralRanking(database.read, undefined)).items).toMatchObject([
      { address: addressOf(1), newMembers: 1, performance: '0' },
    ])
  })

  test('a future week is refused', async () => {
    const database = await openDatabase()
    await setChainClock(database.single, { timestamp: NOW })
    const { week } = await referralRanking(database.read, undefined)
    expect((await referralRanking(database.read, week - 1)).items).toEqual([])
    for (const far of [week + 1, Number.MAX_SAFE_INTEGER]) {
      await expect(referralRanking(database.read, far)).rejects.toBeInstanceOf(AppError)
    }
  })

  test('foldedUntil is the oldest activity that is not folded, or the clock', async () => {
    const database = await openDatabase()
    await setChainClock(database.single, { timestamp: NOW + 60n })
    await plantStar(database, { root: 1, below: [2] })
    const deps = { reader: database.read, nodes: { isNode: async () => false } }
    const until = async () => (await answerCommunity(deps, user(1), { limit: 5 })).mine.foldedUntil
    expect(await until()).toBe(Number(NOW))
    await foldAll(database)
    expect(await until()).toBe(Number(NOW + 60n))
  })
})
