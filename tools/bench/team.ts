/**
 * Teams in a random tree of 1,000, 100,000 and a million users, with a chain of 10,000 in each database,
 * default PostgreSQL (durable). `team.read`: microseconds to read the figures of the tree's root (own,
 * direct referrals, team, community); `team.read.chain` of the chain's; compared with reading one user's
 * row by its key, by turns. `team.bind`: binds a second of 16 callers with random users and inviters while
 * the fold runs, compared with a bare insert. `team.lag`: longest time in milliseconds until a join is
 * folded at 500 binds a second (reason: ADR 0022).
 */
import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { oldestActivity } from '@dr/server/modules/activity/index'
import { keepFolding } from '@dr/server/modules/community/fold-activity'
import { readFigures } from '@dr/server/modules/community/read-figures'
import { bindInviter } from '@dr/server/modules/users/inviter/bind-inviter'
import type { UserId } from '@dr/server/platform/ids'
import { startPostgres } from '@dr/test-kit'
import type { Bench, BenchContext } from './bench.ts'
import { type Figure, figure } from './figure.ts'
import { medianRound, type Round, takeTurns } from './rounds.ts'
import { figuresBySize, nameAt, SIZES } from './sizes.ts'
import { addressOf, CALLERS, type Forest, NOW, openForest } from './team/forest.ts'
import { watchLag } from './team/lag.ts'

const DEEP = 10_000
const READS = 300
const READ_ROUNDS = 21
const WARM_UP_MS = 1_000
const ROUND_MS = 1_000
const BIND_ROUNDS = 9
/** Joins a second at a launch, and their duration. */
const LAUNCH_RATE = 500
const LAUNCH_MS = 8_000
/** Interval between groups of joins. */
const ARRIVAL_MS = 20
/** More than all rounds bind. */
const UNBOUND = 300_000

/** Microseconds of a call, sequentially. */
const timeCalls = async (count: number, call: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  for (let n = 0; n < count; n++) await call()
  return ((performance.now() - started) * 1_000) / count
}

const measureReads = async ({ database, size }: Forest, user: number): Promise<Round[]> => {
  const subject = () =>
    timeCalls(READS, () => readFigures(database.read, { userId: user as UserId, now: BigInt(NOW) }))
  const reference = () =>
    timeCalls(READS, () =>
      database.read.query({
        name: 'bench_point_read',
        text: 'SELECT * FROM users WHERE id = $1',
        values: [randomInt(1, size + 1)],
      }),
    )
  for (const warmUp of [subject, reference]) await warmUp()
  return takeTurns({ rounds: READ_ROUNDS, sides: { subject, reference } })
}

/** Calls a second of `CALLERS` concurrently. */
const rateOf = async (durationMs: number, call: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  let done = 0
  const caller = async () => {
    while (performance.now() - started < durationMs) {
      await call()
      done++
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
  return (done * 1_000) / (performance.now() - started)
}

/** Calls `LAUNCH_RATE` times a second, whether earlier calls have ended or not. */
const launch = async (call: () => Promise<unknown>): Promise<void> => {
  const calls: Promise<unknown>[] = []
  const started = performance.now()
  for (let passed = 0; passed < LAUNCH_MS; passed = performance.now() - started) {
    while (calls.length < (passed * LAUNCH_RATE) / 1_000) calls.push(call())
    await delay(ARRIVAL_MS)
  }
  await Promise.all(calls)
}

const measureBinds = async ({ log, defer }: BenchContext, { database, size, unbound }: Forest) => {
  let next = unbound.from
  const bind = () => {
    if (next > unbound.to) throw new Error('everyone is bound: more newcomers are needed')
    const userId = next++ as UserId
    const inviteCode = addressOf(randomInt(1, size + 1))
    return database.transaction((tx) =>
      bindInviter(tx, { userId, inviterName: inviteCode, at: new Date(NOW * 1_000) }),
    )
  }
  const insert = () =>
    database.single.query({
      name: 'bench_bare_insert',
      text: 'INSERT INTO bare (user_id, inviter_id, at) VALUES ($1, $2, $3)',
      values: [randomInt(1, size + 1), randomInt(1, size + 1), new Date()],
    })
  const stop = new AbortController()
  const folding = keepFolding(database, stop.signal)
  defer(() => stop.abort())
  for (const side of [bind, insert]) await rateOf(WARM_UP_MS, side)
  while ((await oldestActivity(database.read)) !== null) await delay(ARRIVAL_MS)
  const lag = watchLag(database)
  await launch(bind)
  const longest = await lag.end()
  const rounds = await takeTurns({
    rounds: BIND_ROUNDS,
    sides: { subject: () => rateOf(ROUND_MS, bind), reference: () => rateOf(ROUND_MS, insert) },
    onRound: ({ subject, reference }) =>
      log(`team, ${size} users: ${Math.round(subject)} binds/s, ${Math.round(reference)} inserts/s`),
  })
  stop.abort()
  await folding
  return { rounds, longest }
}

export const team: Bench = {
  figures: {
    ...figuresBySize('team.read', { of: 'ratio', is: 'at most', limit: 1.5 } as const),
    'team.read.chain': { of: 'ratio', is: 'at most', limit: 1.5 },
    ...figuresBySize('team.bind', { of: 'ratio', is: 'at least', limit: 0.12 } as const),
    ...figuresBySize('team.lag', { of: 'value', is: 'at most', limit: 1_000 } as const),
  },
  async run(context): Promise<Figure[]> {
    const cluster = await startPostgres({ durable: true })
    context.defer(cluster.stop)
    const figures: Figure[] = []
    for (const size of SIZES) {
      const forest = await openForest(context, { cluster, size, deep: DEEP, unbound: UNBOUND })
      const read = medianRound(await measureReads(forest, forest.root))
      const chain = medianRound(await measureReads(forest, forest.chainRoot))
      const { rounds, longest } = await measureBinds(context, forest)
      const bind = medianRound(rounds)
      const push = (bench: string, { subject: value, reference }: Round, unit: string) =>
        figures.push(figure({ bench, value, unit, reference }))
      push(nameAt('team.read', size), read, 'µs')
      push(nameAt('team.bind', size), bind, 'binds/s')
      push(nameAt('team.lag', size), { subject: longest, reference: 1_000 }, 'ms')
      if (size === SIZES.at(-1)) push('team.read.chain', chain, 'µs')
    }
    return figures
  },
}
