/**
 * The week's roots: the worker posts them, the witness confirms each honest one and no false one. Once a week and
 * not each day: a look of the witness reads all events and asks for each account's numbers through two endpoints.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import { createBookTrees } from '@dr/protocol/roots/book-trees'
import { BOOKS, type RootsHead } from '@dr/protocol/roots/roots-file'
import { type Address, encodeFunctionData, type Hex, parseEther, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { siteSource } from '../audit/roots-source.ts'
import { type Verdict, type Witness, watchOnce } from '../audit/witness.ts'
import { catchUp } from '../crash/server-state.ts'
import type { World } from '../crash/test-network.ts'
import { makeFinal, travel } from '../dev/chain/clock.ts'
import { readBlock } from '../dev/chain/rpc.ts'
import { addressOf, ensureKeys, type LocalKeys } from '../dev/deployment/keys.ts'
import { readRecord } from '../dev/deployment/record.ts'
import type { Crowd } from './users.ts'

const PATIENCE_MS = 180_000
const POLL_MS = 100
const POST_INTERVAL_SECONDS = 20 * 3_600

export interface RootsWatch {
  readonly keys: LocalKeys
  readonly witness: Witness
}

export const openRootsWatch = async (world: World): Promise<RootsWatch> => {
  const keys = await ensureKeys(join(world.directory, 'secrets'))
  const record = readRecord(join(world.directory, 'deployment.json'))
  if (record === undefined) throw new Error('the deployment has no record')
  const folder = join(world.directory, 'witness')
  mkdirSync(folder)
  for (const role of ['witness', 'attester', 'guardian'] as const)
    await world.chain.rpc('anvil_setBalance', [addressOf(keys[role]), toHex(parseEther('100'))])
  const witness: Witness = {
    clients: [world.client, world.client],
    site: siteSource(world.url),
    folder,
    registry: world.contracts.RootRegistry,
    foreignEpochs: [],
    // The local chain serves the newest blocks' states alone.
    fromBlock: BigInt(record.startBlock),
    rangeBlocks: 5_000n,
    key: privateKeyToAccount(keys.witness),
  }
  return { keys, witness }
}

const readEpoch = async ({ client, contracts }: World) => {
  const registry = { address: contracts.RootRegistry, abi: rootRegistryAbi } as const
  const epoch = await client.readContract({ ...registry, functionName: 'lastEpoch' })
  return { registry, epoch }
}

const until = async (isDone: () => Promise<boolean>, what: () => string): Promise<void> => {
  const end = performance.now() + PATIENCE_MS
  while (!(await isDone())) {
    if (performance.now() > end) throw new Error(`within ${PATIENCE_MS} ms not: ${what()}`)
    await delay(POLL_MS)
  }
}

/** Jobs run when the server starts, and then once a minute only. */
const runJobs = async ({ server }: World): Promise<void> => {
  await server.kill()
  await server.start()
}

/** Posts and confirms the roots of now. Answers their epoch. */
export const confirmWeek = async (world: World, { witness }: RootsWatch): Promise<bigint> => {
  const { epoch: before } = await readEpoch(world)
  await runJobs(world)
  await until(async () => (await readEpoch(world)).epoch > before, () => 'roots are posted')
  await makeFinal(world.chain.rpc)
  await catchUp(world)
  await runJobs(world)
  let last: Verdict | undefined
  await until(
    async () => {
      last = await watchOnce(witness)
      if (last.kind === 'contradicts') throw new Error(`honest roots contradicted: ${last.reasons.join('; ')}`)
      return last.kind === 'holds'
    },
    () => `the witness confirms: ${last?.kind === 'waits' ? last.reasons.join('; ') : last?.kind}`,
  )
  await makeFinal(world.chain.rpc)
  return before + 1n
}

/** Five books that give `account` all that each vault can owe. */
const falseBooks = async (world: World, account: Hex) => {
  const { client, contracts } = world
  const { registry, epoch } = await readEpoch(world)
  const vaults = contracts.withdrawalVaults as readonly Hex[]
  const head = { chainId: 31_337, vaults, tokens: contracts, epoch: Number(epoch) + 1 } as unknown as RootsHead
  const trees = createBookTrees(head)
  const earned = await Promise.all(
    BOOKS.map(({ vault, token }) =>
      client.readContract({
        ...registry,
        functionName: 'mostEarned',
        args: [vaults[vault] as Address, contracts[token]],
      }),
    ),
  )
  trees.add({ account: account.toLowerCase() as Hex, earned })
  return trees.finish().map(({ vault, token, hash, total }) => ({ vault, token, hash, total }))
}

/**
 * A stolen attester's key posts roots that give everything to one account: the contract takes them, the witness
 * does not confirm them, and the guardian vetoes. Answers what went otherwise.
 */
export const postFalse = async (
  world: World,
  { keys, witness }: RootsWatch,
  { crowd, thief }: { readonly crowd: Crowd; readonly thief: Hex },
): Promise<readonly string[]> => {
  await travel(world.chain.rpc, POST_INTERVAL_SECONDS)
  const { registry, epoch } = await readEpoch(world)
  const block = await readBlock(world.chain.rpc, 'finalized')
  const send = async (from: Hex, data: Hex): Promise<void> => {
    const [outcome] = await crowd.send([{ from, to: registry.address, data }])
    if (!outcome?.success) throw new Error('the registry refused a call of the thief or the guardian')
  }
  const books = await falseBooks(world, thief)
  const args = [epoch + 1n, BigInt(block?.number ?? 0), books] as const
  const { abi } = registry
  await send(addressOf(keys.attester), encodeFunctionData({ abi, functionName: 'post', args }))
  await makeFinal(world.chain.rpc)
  const verdict = await watchOnce(witness)
  await send(
    addressOf(keys.guardian),
    encodeFunctionData({ abi, functionName: 'veto', args: [epoch + 1n] }),
  )
  await makeFinal(world.chain.rpc)
  const { confirmedAt, isVoid } = await world.client.readContract({
    ...registry,
    functionName: 'epochOf',
    args: [epoch + 1n],
  })
  return [
    ...(verdict.kind === 'holds' ? [`the witness confirmed false roots, epoch ${epoch + 1n}`] : []),
    ...(confirmedAt > 0n || !isVoid ? [`false roots stand, epoch ${epoch + 1n}`] : []),
  ]
}
