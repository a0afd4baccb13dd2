/**
 * History of the local demo network: its people sign in, buy, mine, pledge, stake, swap, invite and
 * withdraw through the product's own calls, day by day in the chain's time, up to now. No row is written
 * directly.
 */
import { rmSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { commonValue } from '@dr/protocol/calls/common'
import { operatorSaveNotice } from '@dr/protocol/calls/operator-notices'
import { DAY_SECONDS, LOCAL_CHAIN_ID } from '@dr/protocol/constants'
import { type ServerOnDemand, startOnDemand } from '@dr/server/bin/server/start-on-demand'
import { readConfig } from '@dr/server/platform/config/config'
import type { Logger } from 'pino'
import { keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createApiClient } from '../../crash/api-client.ts'
import { createRandom } from '../../crash/random.ts'
import type { SentCall } from '../../simulation/bulk-rpc.ts'
import { forEach } from '../../simulation/for-each.ts'
import type { Person } from '../../simulation/users.ts'
import { readBlock } from '../chain/rpc.ts'
import { requireSameHistory, requireSameSchema } from '../check-database.ts'
import { addressOf, type LocalKeys } from '../deployment/keys.ts'
import type { NetworkHistory } from '../deployment/record.ts'
import { writeWhole } from '../files.ts'
import type { Past, PreparedChain } from '../prepare-chain.ts'
import { serverEnvironment } from '../server-settings.ts'
import type { Settings } from '../settings.ts'
import { openWitness, WITNESS_FOLDER } from '../witness.ts'
import { dayOf } from './days.ts'
import type { Deed } from './deeds.ts'
import { fundPeople, fundPools, fundTrader } from './fund-people.ts'
import { tradeOnce } from './market.ts'
import { ELECTRICITY, type NoticeTexts, WELCOME } from './notices.ts'
import {
  ageOf,
  comesOn,
  DEMO_DAY_SECONDS,
  DEMO_PLAN,
  type DemoPlan,
  GUESTS,
  isPeoplesDay,
  MEMBER,
  pricesMove,
} from './plan.ts'
import { createPeople, createWorld, type World } from './world.ts'

/** Concurrent people, on one server with one database connection. */
const AT_ONCE = 6
/** Interval of the sponsor's fundings, in days. */
const SPONSORED_EACH = 7
const TRADER_KEY = keccak256(toHex('demo network of digital rights, trader'))

/** Invite code for an account: mostly of an earlier account, for the first the genesis account's. */
const inviterOf = (index: number, people: readonly Person[], genesis: string): string => {
  if (index === MEMBER) return genesis
  const by =
    index <= GUESTS + 2 ? MEMBER : createRandom(index).between(0, Math.max(0, Math.floor(index / 2) - 1))
  return people[by]?.account.address.toLowerCase() ?? genesis
}

interface Scene {
  readonly world: World
  readonly plan: DemoPlan
  readonly people: readonly Person[]
}

/**
 * Runs the actions of many people concurrently, each person's in order; then sends all their calls in that
 * order.
 */
const doAll = async (
  { world }: Scene,
  doings: readonly { person: Person; deeds: readonly Deed[] }[],
): Promise<void> => {
  const { client, contracts } = world
  const calls = new Map<Person, SentCall[]>()
  await forEach(doings, AT_ONCE, async ({ person, deeds }) => {
    const own: SentCall[] = []
    for (const deed of deeds) own.push(...(await deed({ world, person, client, contracts })))
    calls.set(person, own)
  })
  const all = doings.flatMap(({ person }) => calls.get(person) ?? [])
  if (all.length === 0) return
  await world.send(all)
  await world.settle()
}

const liveDay = async (scene: Scene, at: number): Promise<void> => {
  const { world, plan, people } = scene
  for (const [index, { api, account }] of people.entries()) {
    if (comesOn(plan, index) !== at) continue
    await api.signIn(account, inviterOf(index, people, world.server.genesisInviteCode))
  }
  const days = people.map((person, index) => ({ person, day: dayOf(plan, at, { index, person }) }))
  for (const go of ['first', 'second'] as const) {
    const doings = days.map(({ person, day }) => ({ person, deeds: day[go] }))
    await doAll(
      scene,
      doings.filter(({ deeds }) => deeds.length > 0),
    )
  }
}

const publish = async ({ server, keys }: World, texts: NoticeTexts): Promise<void> => {
  const operator = createApiClient({ url: server.url, chainId: LOCAL_CHAIN_ID })
  await operator.signIn(privateKeyToAccount(keys.operator1), server.genesisInviteCode)
  await operator.call(operatorSaveNotice, { texts })
}

interface LivedHistory {
  readonly server: ServerOnDemand
  readonly keys: LocalKeys
  readonly plan: DemoPlan
  /** Folder of the witness's folder. */
  readonly directory: string
}

/** Runs all days of the plan; leaves the chain at the present. */
export const liveHistory = async (
  { chain, record }: PreparedChain,
  { server, keys, plan, directory }: LivedHistory,
): Promise<World> => {
  const people = createPeople(plan.accounts, server.url)
  const anyone = createApiClient({ url: server.url, chainId: LOCAL_CHAIN_ID })
  const { values } = await anyone.call(commonValue)
  const witness = await openWitness(
    { chain, record },
    { keys, site: server.url, folder: join(directory, WITNESS_FOLDER) },
  )
  const scenery = { server, keys, people, trader: TRADER_KEY, values: values as World['values'], witness }
  const world = createWorld({ chain, record }, scenery)
  const opened = (await readBlock(chain.rpc, 'latest'))?.timestamp ?? 0
  const trader = addressOf(TRADER_KEY)
  const random = createRandom(plan.accounts)
  await fundPeople(
    { world, rpc: chain.rpc },
    people.map(({ account }) => account.address),
  )
  await fundTrader({ world, rpc: chain.rpc }, trader)
  await world.settle()
  await publish(world, WELCOME)
  const peoplesDays = plan.days.filter(isPeoplesDay)
  let sponsored = 0
  for (const day of plan.days) {
    if (day > 0) await world.goTo(opened + Math.floor(day * DEMO_DAY_SECONDS))
    await world.runTicks()
    if (isPeoplesDay(day)) {
      if (day === peoplesDays.at(-1)) await publish(world, ELECTRICITY)
      await liveDay({ world, plan, people }, peoplesDays.indexOf(day))
    }
    if (day - sponsored >= SPONSORED_EACH) {
      await fundPools(world)
      sponsored = day
    }
    if (pricesMove(plan, day))
      await tradeOnce(world, { trader, random, calm: day >= (plan.pricesFrom ?? day) })
  }
  await world.goTo(Math.max(Math.floor(Date.now() / 1_000), opened + ageOf(plan)))
  await world.runTicks()
  return world
}

interface HistoryDeps {
  readonly settings: Settings
  readonly keys: LocalKeys
  readonly logger: Logger
}

/** Folder of the history until it is complete. */
const draftOf = ({ settings }: HistoryDeps): string => join(settings.dataDirectory, 'first-start')
/** Parts of the draft that are moved into the data folder. */
const KEPT = ['db', 'results', WITNESS_FOLDER] as const

export const openDraft = async (
  deps: HistoryDeps,
  { chain, record }: PreparedChain,
): Promise<ServerOnDemand> => {
  const { settings, keys, logger } = deps
  const directory = draftOf(deps)
  rmSync(directory, { recursive: true, force: true })
  await mkdir(directory, { recursive: true })
  await writeWhole(join(directory, 'deployment.json'), JSON.stringify(record))
  const environment = {
    SECRETS_DIR: join(settings.dataDirectory, 'secrets'),
    OPERATORS: addressOf(keys.operator1),
    // All requests come from this machine within seconds.
    RATE_LIMIT_FACTOR: '1000',
  }
  const draft = { ...settings, dataDirectory: directory }
  const config = readConfig(serverEnvironment(draft, { siteDirectory: undefined, environment }))
  const { databaseUrl } = settings
  return requireSameSchema(databaseUrl, () =>
    startOnDemand(config, {
      logger,
      verify: (database) => requireSameHistory(database, { rpc: chain.rpc, databaseUrl }),
    }),
  )
}

const keepDraft = async (deps: HistoryDeps): Promise<void> => {
  const directory = draftOf(deps)
  for (const name of KEPT) {
    if (deps.settings.databaseUrl !== undefined && name === 'db') continue
    await rename(join(directory, name), join(deps.settings.dataDirectory, name))
  }
  rmSync(directory, { recursive: true, force: true })
}

/** History of the demo network for a new chain. */
export const demoPast = (deps: HistoryDeps, plan = DEMO_PLAN): Past => ({
  ageSeconds: ageOf(plan),
  live: async (prepared): Promise<NetworkHistory> => {
    const server = await openDraft(deps, prepared)
    try {
      await liveHistory(prepared, { server, keys: deps.keys, plan, directory: draftOf(deps) })
    } finally {
      await server.stop()
    }
    await keepDraft(deps)
    return { accounts: plan.accounts, days: Math.floor(ageOf(plan) / DAY_SECONDS) }
  },
})
