/**
 * A simulated year: people who mine, buy power, swap, stake and withdraw with the real contracts on Anvil.
 * The server is killed at random, and at every week's end the ledger is compared with the chain.
 */

import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { weekEnd, weekOf } from '@dr/protocol/rules/weeks'
import type { Database } from '@dr/server/platform/database/database'
import { openPostgres } from '@dr/server/platform/database/postgres'
import { NoAnswer, Refused } from '../crash/api-client.ts'
import { createRandom, type Random } from '../crash/random.ts'
import { catchUp, inviteCodeOf } from '../crash/server-state.ts'
import { createWorld, type World } from '../crash/test-network.ts'
import { travel } from '../dev/chain/clock.ts'
import { readBlock } from '../dev/chain/rpc.ts'
import { addressOf, ensureKeys } from '../dev/deployment/keys.ts'
import { type Act, type Action, act, beginnings, wasDone } from './actions.ts'
import type { SentCall } from './bulk-rpc.ts'
import { checkBooks, checkEnd } from './check-books.ts'
import { checkResults } from './check-results.ts'
import { forEach } from './for-each.ts'
import { stakeLong } from './package-actions.ts'
import { givePaymentPasswords } from './payment-passwords.ts'
import { sumExits } from './root-claims.ts'
import { confirmWeek, openRootsWatch, postFalse, type RootsWatch } from './roots.ts'
import { type Crowd, gatherCrowd, type Person } from './users.ts'

export interface Simulation {
  readonly seed: number
  readonly people: number
  readonly weeks: number
  /** Rounds of many concurrent actions a week, at random times. */
  readonly roundsAWeek: number
  readonly actionsARound: number
  /** Total number of kills of the server with -9. */
  readonly kills: number
  /** Actions that must have been done at least once: missing ones are tried before the last comparison. */
  readonly mustHappen: readonly Action[]
  readonly databaseUrl: string
  /** Called with a report after each week. */
  readonly onWeek?: (line: string) => void
}

export interface SimulationResult {
  /** Differences by week. */
  readonly findings: readonly string[]
  /** Mined, or answered if there is no transaction. */
  readonly done: ReadonlyMap<Action, number>
  /** By error code. */
  readonly refused: ReadonlyMap<number, number>
  readonly unanswered: number
  readonly transactions: { readonly mined: number; readonly reverted: number }
  readonly weeksClosed: number
  /** Number of paid shares of the node pool. */
  readonly nodesPaid: number
  /** Epochs that the witness confirmed. */
  readonly rootsConfirmed: number
  /** By book: what the last root pays to all, and what the vault holds. */
  readonly exits: Awaited<ReturnType<typeof sumExits>>
}

const INTERNAL = 10_001
const AT_ONCE = 16
const BEGIN_AT_ONCE = 100
const EXPIRY_SECONDS = 1_200

const nextMonday = (seconds: number): number => Number(weekEnd(weekOf(BigInt(seconds))))

const sceneOf = ({ client, contracts }: World, person: Person) => ({ person, client, contracts })

const chainSeconds = async ({ chain }: World): Promise<number> =>
  (await readBlock(chain.rpc, 'latest'))?.timestamp ?? 0

const signInAll = async (world: World, people: readonly Person[]): Promise<void> => {
  // The first invites the others, since fees are shared with a direct inviter.
  const codes = [await inviteCodeOf(world.url)]
  const join = async ({ api, account }: Person, code?: string): Promise<void> => {
    await api.signIn(account, code ?? (codes[account.address.charCodeAt(5) % codes.length] as string))
    codes.push(account.address.toLowerCase())
  }
  const { host, guests, others } = partyOf(people)
  await join(host)
  await forEach(guests, AT_ONCE, (guest) => join(guest, host.account.address.toLowerCase()))
  await forEach(others, AT_ONCE, (other) => join(other))
}

/** Accounts that become a node: the first, by its stakes and those of its referrals. */
const HOST_STAKES = 1_500n
const GUEST_STAKES = 3_000n
const GUESTS = 4

const partyOf = (people: readonly Person[]) => {
  const [host, ...rest] = people
  if (!host) throw new Error('no one is there')
  return { host, guests: rest.slice(0, GUESTS), others: rest.slice(GUESTS) }
}

interface Counts {
  readonly done: Map<Action, number>
  readonly refused: Map<number, number>
  readonly transactions: { mined: number; reverted: number }
  unanswered: number
}

const count = <K>(map: Map<K, number>, key: K): void => {
  map.set(key, (map.get(key) ?? 0) + 1)
}

interface Scene {
  readonly world: World
  readonly crowd: Crowd
  readonly random: Random
  readonly counts: Counts
}

const send = async ({ crowd, counts }: Pick<Scene, 'crowd' | 'counts'>, calls: readonly SentCall[]) => {
  const outcomes = await crowd.send(calls)
  for (const { success } of outcomes) {
    if (success) counts.transactions.mined += 1
    else counts.transactions.reverted += 1
  }
  return outcomes
}

/** Sends the actions' calls, and counts the results. */
const finish = async (scene: Pick<Scene, 'crowd' | 'counts'>, acts: readonly Act[]): Promise<void> => {
  const outcomes = [
    ...(await send(
      scene,
      acts.flatMap(({ calls }) => calls),
    )),
  ]
  for (const one of acts) {
    if (wasDone(one, outcomes.splice(0, one.calls.length))) count(scene.counts.done, one.action)
  }
}

/** Refusals and lost answers are counted; everything else is thrown. */
const attempt = async <T>(counts: Counts, ask: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof NoAnswer) counts.unanswered += 1
    else if (error instanceof Refused && error.code !== INTERNAL) count(counts.refused, error.code)
    else throw error
    return undefined
  }
}

/** Plays a round: many request quotes concurrently, then all calls are sent. An ended session is renewed. */
const playRound = async (scene: Scene, actions: number): Promise<void> => {
  const { world, crowd, random, counts } = scene
  // Each person only once: their vouchers share a nonce.
  const chosen = new Set<Person>()
  while (chosen.size < Math.min(actions, crowd.people.length)) {
    chosen.add(crowd.people[random.between(0, crowd.people.length - 1)] as Person)
  }
  const acts: Act[] = []
  await forEach([...chosen], AT_ONCE, async (person) => {
    const one = await attempt(counts, () => act(sceneOf(world, person)))
    if (one) acts.push(one)
  })
  await finish(scene, acts)
}

/** Before the first week: gives wallets some of everything. */
const begin = async (scene: Scene): Promise<void> => {
  const { world, crowd, counts } = scene
  for (const beginning of beginnings) {
    await catchUp(world)
    for (let at = 0; at < crowd.people.length; at += BEGIN_AT_ONCE) {
      const sent: SentCall[] = []
      await forEach(crowd.people.slice(at, at + BEGIN_AT_ONCE), AT_ONCE, async (person) => {
        sent.push(...((await attempt(counts, () => beginning(sceneOf(world, person)))) ?? []))
      })
      await send({ crowd, counts }, sent)
    }
  }
}

/** Makes stakes for a quarter of a year, without which no node would be paid. */
const makeNode = async ({ world, crowd, counts }: Scene): Promise<void> => {
  const { host, guests } = partyOf(crowd.people)
  await catchUp(world)
  const sent: SentCall[] = []
  for (const person of [host, ...guests]) {
    const amount = person === host ? HOST_STAKES : GUEST_STAKES
    sent.push(...(await stakeLong(sceneOf(world, person), amount)))
    person.keepsStake = true
  }
  await send({ crowd, counts }, sent)
}

const killOnce = async (world: World, random: Random): Promise<void> => {
  await delay(random.between(0, 1_500))
  await world.server.kill()
  await world.server.start()
}

/** Tries missing actions with one person after another until one succeeds. */
const makeUp = async (scene: Scene, actions: readonly Action[]): Promise<void> => {
  const { world, crowd, counts } = scene
  for (const action of actions) {
    for (const person of crowd.people) {
      if (counts.done.has(action)) break
      const one = await attempt(counts, () => act(sceneOf(world, person), action))
      if (one) await finish(scene, [one])
    }
  }
}

const playWeek = async (
  scene: Scene & { readonly database: Database },
  plan: Simulation & { readonly killsThisWeek: number; readonly isLastWeek: boolean },
): Promise<readonly string[]> => {
  const { world, random, database } = scene
  const monday = nextMonday(await chainSeconds(world))
  let kills = plan.killsThisWeek
  for (let round = 0; round < plan.roundsAWeek; round += 1) {
    const now = await chainSeconds(world)
    const left = monday - now - EXPIRY_SECONDS
    if (left > 0)
      await travel(
        world.chain.rpc,
        Math.max(1, Math.floor((left / (plan.roundsAWeek - round)) * random.next())),
      )
    await catchUp(world)
    const killing = kills > 0 ? killOnce(world, random) : Promise.resolve()
    if (kills > 0) kills -= 1
    await Promise.all([playRound(scene, plan.actionsARound), killing])
  }
  if (plan.isLastWeek) await makeUp(scene, plan.mustHappen)
  // After Monday and every deadline: the week is closed, and nothing is open.
  await travel(
    world.chain.rpc,
    Math.max(EXPIRY_SECONDS, monday - (await chainSeconds(world)) + EXPIRY_SECONDS),
  )
  await catchUp(world)
  const { client, contracts } = world
  return checkBooks({ database, client, contracts })
}

/** Week in which a stolen attester's key posts false roots. */
const FALSE_ROOTS_IN = 2

const live = async (world: World, plan: Simulation, database: Database): Promise<SimulationResult> => {
  const random = createRandom(plan.seed)
  const keys = await ensureKeys(join(world.directory, 'secrets'))
  await world.server.start()
  const faucet = addressOf(keys.faucet)
  const crowd = await gatherCrowd(world, { count: plan.people, seed: plan.seed, faucet })
  await signInAll(world, crowd.people)
  await givePaymentPasswords(database, { people: crowd.people, directory: world.directory })
  const counts: Counts = {
    done: new Map(),
    refused: new Map(),
    transactions: { mined: 0, reverted: 0 },
    unanswered: 0,
  }
  await begin({ world, crowd, random, counts })
  await makeNode({ world, crowd, random, counts })
  const findings: string[] = []
  const watch: RootsWatch = await openRootsWatch(world)
  let epoch = 0n
  let rootsConfirmed = 0
  for (let week = 1; week <= plan.weeks; week += 1) {
    const killsThisWeek =
      Math.floor((plan.kills * week) / plan.weeks) - Math.floor((plan.kills * (week - 1)) / plan.weeks)
    const isLastWeek = week === plan.weeks
    const found = await playWeek(
      { world, crowd, random, counts, database },
      { ...plan, killsThisWeek, isLastWeek },
    )
    findings.push(...found.map((finding) => `week ${week}: ${finding}`))
    epoch = await confirmWeek(world, watch)
    rootsConfirmed += 1
    if (week === FALSE_ROOTS_IN)
      findings.push(...(await postFalse(world, watch, { crowd, thief: partyOf(crowd.people).host.account.address })))
    const { mined } = counts.transactions
    plan.onWeek?.(`week ${week} of ${plan.weeks}: ${mined} transactions mined, ${found.length} findings`)
  }
  findings.push(...(await checkResults(world.url, partyOf(crowd.people).host.api)))
  const end = await checkEnd(database)
  const exits = await sumExits(world, { folder: watch.witness.folder, epoch })
  for (const { book, claimable, held } of exits)
    if (claimable > held) findings.push(`${book}: the last root pays ${claimable}, the vault holds ${held}`)
  return { ...counts, rootsConfirmed, exits, findings: [...findings, ...end.findings], ...end.totals }
}

/** Runs everything up to the last comparison; leaves no processes. */
export const simulate = async (plan: Simulation): Promise<SimulationResult> => {
  const world = await createWorld({ databaseUrl: plan.databaseUrl })
  const database = openPostgres({ url: plan.databaseUrl, poolMax: 2 })
  try {
    return await live(world, plan, database)
  } finally {
    await database.close()
    await world.end()
  }
}
