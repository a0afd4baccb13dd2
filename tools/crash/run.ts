/** Kills the server with -9 while it is under load. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@dr/server/platform/database/database'
import { openDatabase } from '@dr/server/platform/database/open-database'
import { createLogger } from '@dr/server/platform/logger'
import { travel } from '../dev/chain/clock.ts'
import { compare } from './compare.ts'
import { createRandom, type Random } from './random.ts'
import { nothingReported, type Reported } from './reported.ts'
import { catchUp, inviteCodeOf } from './server-state.ts'
import { createWorld, type World } from './test-network.ts'
import { actOnce, equip, PAUSE_MS, payOut, type UserParts } from './user.ts'

export interface Run {
  readonly seed: number
  readonly users: number
  readonly kills: number
  readonly databaseUrl: string | undefined
  /** Disturbs the run during the load; absent: the server is killed `kills` times. */
  readonly disturb?: (world: World, load: { reported: Reported; inviteCode: string }) => Promise<void>
}

export interface RunResult {
  readonly findings: readonly string[]
  /** Findings of the same comparison with forged answers: never empty. */
  readonly findingsWhenForged: readonly string[]
  readonly reported: Reported
  readonly kills: number
}

/** Slightly more than a day: collects are possible again, and every open voucher has expired. */
const JUMP_SECONDS = 90_000
/** More than enough for a first withdrawal. */
const FIRST_DAY_SECONDS = 86_400
/** Longer than every deadline. */
const EXPIRY_SECONDS = 1_200
const ALIVE_MS = { min: 150, max: 2_500 }

/** Acts until `stopped`: whatever is killed, each user has its answers, or records that one is missing. */
const live = async (user: UserParts, stopped: AbortSignal): Promise<void> => {
  while (!stopped.aborted) {
    await actOnce(user)
    await delay(PAUSE_MS)
  }
}

const killAndRestart = async (world: World, { kills, random }: { kills: number; random: Random }) => {
  for (let kill = 0; kill < kills; kill += 1) {
    await delay(random.between(ALIVE_MS.min, ALIVE_MS.max))
    await world.server.kill()
    if (random.chance(0.4)) await travel(world.chain.rpc, JUMP_SECONDS)
    await world.server.start()
  }
}

/** Waits until the server has processed everything final, and stops it; returns the database. */
const settle = async (world: World): Promise<Database> => {
  await travel(world.chain.rpc, EXPIRY_SECONDS)
  await world.freeze()
  await catchUp(world)
  const code = await world.server.stop()
  if (code !== 0) throw new Error(`the server ended with ${code} when asked to stop`)
  const { databaseUrl, dataDirectory } = world.settings
  return openDatabase({ databaseUrl, dataDirectory }, createLogger('silent'))
}

/** Adds a collect and a withdrawal that were never made. */
const forge = (reported: Reported): Reported => {
  const account = `0x${'00'.repeat(20)}` as const
  const orderId = '00000000-0000-7000-8000-000000000000'
  return {
    ...reported,
    registered: [...reported.registered, account],
    collects: [...reported.collects, { account, journalId: 0n, amount: 1n }],
    vouchers: [
      ...reported.vouchers,
      { account, orderId, kind: 'withdraw-dr', digest: `0x${'00'.repeat(32)}` },
    ],
  }
}

const enter = async (user: UserParts, inviteCode: string): Promise<UserParts> => {
  await user.api.signIn(user.account, inviteCode)
  user.reported.registered.push(user.account.address)
  return user
}

const crash = async (world: World, run: Run): Promise<RunResult> => {
  const random = createRandom(run.seed)
  const reported = nothingReported()
  await world.server.start()
  const inviteCode = await inviteCodeOf(world.url)
  const users: UserParts[] = []
  for (let index = 0; index < run.users; index += 1) {
    const own = createRandom(run.seed + index + 1)
    users.push(await enter(await world.addUser({ reported, random: own }), inviteCode))
  }
  await Promise.all(users.map(equip))
  await travel(world.chain.rpc, FIRST_DAY_SECONDS)
  await Promise.all(users.map(payOut))
  await travel(world.chain.rpc, JUMP_SECONDS)
  const stopped = new AbortController()
  const living = Promise.all(users.map((user) => live(user, stopped.signal)))
  try {
    const disturbed = run.disturb
      ? run.disturb(world, { reported, inviteCode })
      : killAndRestart(world, { kills: run.kills, random })
    await Promise.race([disturbed, living])
  } finally {
    stopped.abort()
    await living
  }
  const database = await settle(world)
  try {
    const { client, contracts } = world
    const evidence = { database, client, contracts, reported }
    return {
      findings: await compare(evidence),
      findingsWhenForged: await compare({ ...evidence, reported: forge(reported) }),
      reported,
      kills: run.kills,
    }
  } finally {
    await database.close()
  }
}

/** Runs everything up to the comparison; leaves no processes. */
export const crashRun = async (run: Run): Promise<RunResult> => {
  const world = await createWorld(run)
  try {
    return await crash(world, run)
  } finally {
    await world.end()
  }
}
