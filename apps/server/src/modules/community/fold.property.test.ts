import { describeOnDatabase, setChainClock } from '@dr/test-kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bindUser,
  ForestModel,
  failingDatabase,
  forgetTeams,
  Killed,
  type ModelDay,
  plantUser,
  queueActivities,
} from '../../../test/modules/forest.ts'
import type { Database } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { dailyFigures } from './daily-figures.ts'
import { COMMUNITY } from './fold.rules.ts'
import { foldAll, foldSome } from './fold-activity.ts'
import { listMembers } from './list-members.ts'
import { readFigures } from './read-figures.ts'
import { referralRanking } from './referral-ranking.ts'

/** Noon of 2026-11-18, a Wednesday. */
const START = 1_795_003_200n
const DAY = 86_400n
const KINDS = ['burned', 'staked', 'pledged', 'bought'] as const

/** Lag of an earlier block: out of suspense, or by a transaction that read the clock long before its end. */
const late = fc.oneof(fc.constant(0n), fc.bigInt(0n, 4n * DAY))

/** Numbers choose users by index, so that every run shrinks well. */
const command = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ do: 'root' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'register' as const }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('bind' as const), who: fc.nat(50), below: fc.nat(50), late }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('act' as const),
      who: fc.nat(50),
      kind: fc.constantFrom(...KINDS),
      amount: fc.bigInt(1n, 10n ** 30n),
      back: fc.boolean(),
      late,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.bigInt(1n, 3n * DAY) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('fold' as const), batch: fc.integer({ min: 1, max: 9 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('kill' as const),
      batch: fc.integer({ min: 1, max: 9 }),
      statements: fc.nat(30),
    }),
  },
)
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

interface World {
  readonly database: Database
  readonly model: ForestModel
  readonly ids: number[]
  now: bigint
}

let lastId = 0

const plant = async ({ database, model, ids }: World, genesis: boolean) => {
  const id = ++lastId
  await database.transaction((tx) => plantUser(tx, id, { genesis }))
  model.add(id)
  ids.push(id)
  if (genesis) model.roots.add(id)
}

/** A fold that fails after this number of statements, before its commit. */
const kill = async ({ database }: World, { batch, statements }: { batch: number; statements: number }) => {
  await expect(
    foldSome(
      failingDatabase(database, () => statements),
      batch,
    ),
  ).rejects.toThrow(Killed)
}

const perform = async (world: World, one: Command): Promise<void> => {
  const { database, model, ids, now } = world
  const pick = (index: number) => ids[index % ids.length] as number
  if (one.do === 'root' || one.do === 'register') return plant(world, one.do === 'root')
  if (one.do === 'wait') {
    world.now += one.seconds
    return
  }
  if (one.do === 'fold') return void (await foldSome(database, one.batch))
  if (one.do === 'kill') return kill(world, one)
  const who = pick(one.who)
  const at = now - one.late < START ? START : now - one.late
  if (one.do === 'bind') {
    const below = pick(one.below)
    if (model.isActivated(who) || !model.isActivated(below)) return
    await database.transaction((tx) => bindUser(tx, { userId: who, inviterId: below, at }))
    return model.join(who, below, at)
  }
  const leaves = one.back && (one.kind === 'staked' || one.kind === 'pledged')
  const activity = {
    userId: who,
    kind: one.kind,
    at,
    amount: leaves ? -one.amount : one.amount,
  }
  await database.transaction((tx) => queueActivities(tx, [activity]))
  model.act(activity)
}

const asAnswered = ({ burned, staked, power, ...counts }: ModelDay) => ({
  ...counts,
  burned: String(burned),
  staked: String(staked),
  power: String(power),
})

/** Compares every readable figure with the model's. */
const compare = async ({ database: { read }, model, ids, now }: World): Promise<void> => {
  const days = Array.from(
    { length: Number(now / DAY - START / DAY) + 1 },
    (_, index) => now / DAY - BigInt(index),
  )
  const { totals } = await readFigures(read, { userId: COMMUNITY, now })
  expect(totals).toMatchObject(model.totals())
  for (const id of ids) {
    const userId = id as UserId
    const { mine } = await readFigures(read, { userId, now })
    const [direct, team] = [model.direct(id), model.team(id)]
    const today = (people: typeof team) => model.day(people, now / DAY).newMembers
    const { members: _, ...own } = model.figures(model.people.has(id) ? [model.people.get(id) as never] : [])
    expect(mine).toEqual({
      depth: model.depth(id),
      own,
      direct: { ...model.figures(direct), newToday: today(direct) },
      team: { ...model.figures(team), newToday: today(team) },
    })
    const busy = days
      .map((day) => ({ day, direct: model.day(direct, day), team: model.day(team, day) }))
      .filter(({ team: { activated: __, ...activities } }) =>
        Object.values(activities).some((activity) => BigInt(activity) !== 0n),
      )
      .map((row) => ({
        day: new Date(Number(row.day * DAY) * 1_000).toISOString().slice(0, 10),
        direct: asAnswered(row.direct),
        team: asAnswered(row.team),
      }))
    expect((await dailyFigures(read, { userId, limit: 100 })).items).toEqual(busy)
    const listed = await listMembers(read, { userId, depth: mine.depth, limit: 100 })
    expect(listed.items.map(({ address }) => Number(address)).toSorted((a, b) => a - b)).toEqual(
      direct.map((one) => one.id).toSorted((a, b) => a - b),
    )
  }
  await compareRanking({ read, model, ids, now })
}

const compareRanking = async ({
  read,
  model,
  ids,
}: {
  read: Database['read']
  model: ForestModel
  ids: number[]
  now: bigint
}): Promise<void> => {
  const { week, items } = await referralRanking(read, undefined)
  const expected = ids
    .map((id) => ({ id, ...model.week(id, BigInt(week)) }))
    .filter(({ newMembers, performance }) => newMembers > 0 || performance > 0n)
    .toSorted(
      (a, b) =>
        Number(b.performance > a.performance) - Number(b.performance < a.performance) ||
        b.newMembers - a.newMembers ||
        a.id - b.id,
    )
  expect(items).toEqual(
    expected.map(({ id, newMembers, performance }, index) => ({
      rank: index + 1,
      address: `0x${id.toString(16).padStart(40, '0')}`,
      newMembers,
      performance: String(performance),
    })),
  )
}

const TIMEOUT_MS = 180_000 // for a busy machine

describeOnDatabase('folding activity up the tree', ({ openDatabase, dialect }) => {
  test(
    'any activity, folded in any batches with any kills, gives the reference model’s figures',
    async () => {
      const database = await openDatabase()
      await fc.assert(
        fc.asyncProperty(
          fc.array(command, { minLength: 10, maxLength: 80, size: 'max' }),
          async (commands) => {
            await forgetTeams(database)
            const world: World = {
              database,
              model: new ForestModel(),
              ids: [],
              now: START,
            }
            for (const genesis of [true, false, false]) await plant(world, genesis)
            for (const one of commands) await perform(world, one)
            await setChainClock(database.single, { timestamp: world.now })
            await foldAll(database, { batch: 5 })
            await compare(world)
          },
        ),
        { numRuns: dialect === 'pglite' ? 20 : 100 },
      )
    },
    TIMEOUT_MS,
  )
})
