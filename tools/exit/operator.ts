/** An operator as it is before it dies: a real server on a real chain, people who use it, and a witness. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { CALLS } from '@dr/protocol/calls/index'
import { DAY_SECONDS, LOCAL_CHAIN_ID } from '@dr/protocol/constants'
import { formatExportedProof } from '@dr/protocol/roots/exported-proof'
import { NO_PROOF } from '@dr/protocol/roots/proof'
import { chainPackageId } from '@dr/server/modules/packages/deposit/deposit.rules'
import { type Address, encodeFunctionData, type Hex, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { siteSource } from '../audit/roots-source.ts'
import { watchOnce } from '../audit/witness.ts'
import { createRandom } from '../crash/random.ts'
import { nothingReported } from '../crash/reported.ts'
import { catchUp, inviteCodeOf } from '../crash/server-state.ts'
import type { World } from '../crash/test-network.ts'
import { equip, payOut, type UserParts } from '../crash/user.ts'
import { makeFinal, travel } from '../dev/chain/clock.ts'
import { ensureKeys } from '../dev/deployment/keys.ts'
import { readRecord } from '../dev/deployment/record.ts'
import { sendCall } from './exit-page.ts'

const HOUR_SECONDS = 3_600
const PATIENCE_MS = 180_000
const POLL_MS = 100
export const STAKE = chainPackageId({ packageId: 1, incomeToken: 'USDT' })
/** No package has this id: the deposit is credited, and free. */
const NO_PACKAGE = chainPackageId({ packageId: 99, incomeToken: 'USDT' })

const until = async (isDone: () => Promise<boolean>, what: string): Promise<void> => {
  const end = performance.now() + PATIENCE_MS
  while (!(await isDone())) {
    if (performance.now() > end) throw new Error(`within ${PATIENCE_MS} ms not: ${what}`)
    await delay(POLL_MS)
  }
}

export const deposit = (user: UserParts, usdt: string, packageId: bigint): Promise<void> => {
  const { USDT, DigitalRights: to } = user.contracts
  const args = [USDT, parseEther(usdt), packageId, 1n] as const
  const data = encodeFunctionData({ abi: digitalRightsAbi, functionName: 'deposit', args })
  return sendCall(user, { to, data })
}

const keysOf = ({ directory }: World) => ensureKeys(join(directory, 'secrets'))

/** One look of a witness with its own folder, at the operator's site and chain. */
const confirmNewest = async (world: World, folder: string): Promise<void> => {
  const { witness } = await keysOf(world)
  const record = readRecord(join(world.directory, 'deployment.json'))
  if (record === undefined) throw new Error('the deployment has no record')
  const look = {
    clients: [world.client, world.client] as const,
    site: siteSource(world.url),
    folder,
    registry: world.contracts.RootRegistry,
    foreignEpochs: [],
    // The local chain serves the newest blocks' states alone.
    fromBlock: BigInt(record.startBlock),
    rangeBlocks: 5_000n,
    key: privateKeyToAccount(witness),
  }
  await until(async () => (await watchOnce(look)).kind === 'holds', 'the witness confirms the newest roots')
}

/** The next day's roots: posted by the worker, its server killed and started again, and confirmed. */
const nextRoots = async (world: World, folder: string): Promise<bigint> => {
  const { RootRegistry: address } = world.contracts
  const newest = () => world.client.readContract({ address, abi: rootRegistryAbi, functionName: 'lastEpoch' })
  // A worker looks for what is due when it starts, and then once a minute.
  const restart = async () => {
    await world.server.kill()
    await world.server.start()
  }
  const before = await newest()
  await travel(world.chain.rpc, DAY_SECONDS)
  await catchUp(world)
  await restart()
  await until(async () => (await newest()) > before, 'roots are posted')
  await restart()
  await confirmNewest(world, folder)
  return newest()
}

const newUser = (world: World, seed: number) =>
  world.addUser({ reported: nothingReported(), random: createRandom(seed) })

interface People {
  readonly ada: UserParts
  readonly ben: UserParts
  /** Deposits, and never registers. */
  readonly cleo: UserParts
}

/** Two users mine and stake; one of them withdraws, and gives a part of a deposit to the other. */
const live = async (world: World): Promise<People> => {
  await world.server.start()
  const [ada, ben, cleo] = [await newUser(world, 1), await newUser(world, 2), await newUser(world, 3)]
  const inviteCode = await inviteCodeOf(world.url)
  for (const { api, account } of [ada, ben]) await api.signIn(account, inviteCode)
  await Promise.all([equip(ada), equip(ben), deposit(cleo, '300', STAKE)])
  await Promise.all([deposit(ada, '1000', STAKE), deposit(ben, '500', NO_PACKAGE)])
  await travel(world.chain.rpc, DAY_SECONDS)
  await payOut(ben)
  const { USDT, withdrawalVaults } = world.contracts
  const args = [USDT, ada.account.address, parseEther('200'), NO_PROOF] as const
  const data = encodeFunctionData({ abi: withdrawalVaultAbi, functionName: 'transferWithin', args })
  await sendCall(ben, { to: withdrawalVaults[2], data })
  return { ada, ben, cleo }
}

/** More is mined and withdrawn; then no more is emitted, so that the last roots say all that is owed. */
const liveOn = async (world: World, { ada }: People): Promise<void> => {
  await travel(world.chain.rpc, 6 * HOUR_SECONDS)
  await payOut(ada)
  const { keeper } = await keysOf(world)
  await world.chain.rpc('anvil_setBalance', [privateKeyToAccount(keeper).address, '0x0'])
  await makeFinal(world.chain.rpc)
  await catchUp(world)
}

/** Amounts that the server says it owes a user: DR in the miner account, and USDT in the node account. */
const owedTo = async ({ api }: UserParts) => {
  const { balances } = await api.call(CALLS.getUserMoney)
  const { accrued } = await api.call(CALLS.miningInfo, {})
  const of = (vault: number, name: string): bigint =>
    balances
      .filter(({ account, token }) => account === vault && token === name)
      .flatMap(({ available, held, locked }) => [available, held, locked])
      .reduce((sum, amount) => sum + BigInt(amount), 0n)
  return { miner: of(0, 'DR') + BigInt(accrued), node: of(2, 'USDT') }
}

/** A proof as a user exports it in the app. */
const exportFrom = async ({ api, contracts, account }: UserParts): Promise<Uint8Array> => {
  const address = account.address.toLowerCase() as Address
  const { newest } = await api.call(CALLS.rootsProof, undefined, { address })
  if (newest === null) throw new Error('no roots are posted')
  const books = newest.books.map(({ vault, token, earned, index, path }) => ({
    vault: vault as Address,
    token: token as Address,
    earned: BigInt(earned),
    index: BigInt(index),
    path: path.map(({ hash, sum }) => ({ hash: hash as Hex, sum: BigInt(sum) })),
  }))
  const { epoch } = newest
  const registry = contracts.RootRegistry
  return Buffer.from(
    formatExportedProof({ chainId: LOCAL_CHAIN_ID, registry, epoch, account: address, books }),
  )
}

/** The server is killed for good; its database, its files and its keys are removed. */
const die = async ({ server, directory }: World): Promise<void> => {
  await server.kill()
  for (const name of readdirSync(directory))
    if (name !== 'chain') rmSync(join(directory, name), { recursive: true })
}

/**
 * An operator's life up to its end. `kept`: the folder of the witness. `exported`: ben's proof. `owed`: the
 * server's last word on what it owed.
 */
export const liveAndDie = async (world: World, kept: string) => {
  const people = await live(world)
  const oldEpoch = await nextRoots(world, kept)
  await liveOn(world, people)
  const lastEpoch = await nextRoots(world, kept)
  const owed = { ada: await owedTo(people.ada), ben: await owedTo(people.ben) }
  const exported = await exportFrom(people.ben)
  await die(world)
  return { ...people, oldEpoch, lastEpoch, owed, exported }
}
export type Remains = Awaited<ReturnType<typeof liveAndDie>>
