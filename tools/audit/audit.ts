/** The audit of one epoch, from a node and files alone. */
import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { digestOfPost } from '@dr/protocol/roots/post-digest'
import type { Address, PublicClient } from 'viem'
import {
  checkCounts,
  checkCovered,
  checkHead,
  checkNothingFell,
  checkPosted,
  checkRoots,
  type Finding,
  type PostedRoot,
} from './checks.ts'
import type { RootsContent, RootsSource } from './roots-source.ts'
import {
  type BookCounts,
  type BookTotals,
  bookKey,
  type Counts,
  createCounter,
  findFirstBlock,
  NO_COUNTS,
  readEvents,
} from './vault-counts.ts'

/** Views asked at a time. */
const CONCURRENT = 10

export interface AuditInput {
  readonly client: PublicClient
  readonly source: Pick<RootsSource, 'read' | 'registry'>
  readonly registry?: Address | undefined
  readonly epoch?: bigint | undefined
  /** First block with events; found by bisection otherwise. */
  readonly fromBlock?: bigint | undefined
  readonly rangeBlocks: bigint
  /** Epochs on chain that are another's, whatever became of them: nothing is compared with them. */
  readonly foreignEpochs?: readonly number[] | undefined
}

export interface Audit {
  readonly registry: Address
  readonly epoch: bigint
  readonly block: bigint
  readonly findings: readonly Finding[]
}

/** It cannot be begun: what is asked for does not exist. */
export class AuditError extends Error {
  override readonly name = 'AuditError'
}

const openRegistry = async ({ client, source, registry: given }: AuditInput) => {
  const address = given ?? (await source.registry())
  if (address === null) throw new AuditError('no registry is named: give it by --registry')
  const at = { address, abi: rootRegistryAbi } as const
  const [vaults, tokens] = await Promise.all([
    Promise.all(
      (['MINER_VAULT', 'DEFLATION_VAULT', 'NODE_VAULT'] as const).map((functionName) =>
        client.readContract({ ...at, functionName }),
      ),
    ),
    Promise.all(
      (['DR_TOKEN', 'USDT'] as const).map((functionName) => client.readContract({ ...at, functionName })),
    ),
  ])
  return { at, vaults, tokens }
}
type Registry = Awaited<ReturnType<typeof openRegistry>>

/** Newest epoch up to `from` that was confirmed and not vetoed; null: there is none. */
const findConfirmed = async (
  { client, foreignEpochs = [] }: AuditInput,
  { at }: Registry,
  from: bigint,
): Promise<bigint | null> => {
  for (let epoch = from; epoch > 0n; epoch--) {
    if (foreignEpochs.includes(Number(epoch))) continue
    const found = await client.readContract({ ...at, functionName: 'epochOf', args: [epoch] })
    if (found.confirmedAt > 0n && !found.isVoid) return epoch
  }
  return null
}

/** Snapshot's block of an epoch's post, which is looked for from the file's own snapshot on. */
const findPost = async (
  { client, rangeBlocks }: AuditInput,
  { at }: Registry,
  { head }: RootsContent,
  last: bigint,
): Promise<bigint> => {
  for (let fromBlock = BigInt(head.snapshotBlock); fromBlock <= last; fromBlock += rangeBlocks) {
    const end = fromBlock + rangeBlocks - 1n
    const [event] = await client.getContractEvents({
      ...at,
      eventName: 'RootsPosted',
      args: { epoch: BigInt(head.epoch) },
      strict: true,
      fromBlock,
      toBlock: end < last ? end : last,
    })
    if (event) return event.args.snapshotBlock
  }
  throw new AuditError(`epoch ${head.epoch} was not posted after block ${head.snapshotBlock}, the file’s own`)
}

/** Counts at the snapshot and at `last`. */
const countEvents = async (
  { client, rangeBlocks, fromBlock: given }: AuditInput,
  { vaults, tokens }: Registry,
  { snapshotBlock, last }: { snapshotBlock: bigint; last: bigint },
) => {
  const [DR, USDT] = tokens as [Address, Address]
  const counter = createCounter({ DR, USDT })
  const fromBlock = given ?? (await findFirstBlock(client, vaults[0] as Address, last))
  let snapshot: ReadonlyMap<string, BookCounts> | undefined
  await readEvents(client, { vaults, fromBlock, toBlock: last, rangeBlocks }, (event) => {
    if (event.blockNumber > snapshotBlock) snapshot ??= counter.read()
    counter.add(event)
  })
  const newest = counter.read()
  return { snapshot: snapshot ?? newest, newest }
}

interface Asked {
  readonly what: string
  readonly events: bigint
  readonly ask: () => Promise<bigint>
}

/** Each number of the contracts that the events give, at `blockNumber`. */
const askedNumbers = (
  client: PublicClient,
  content: RootsContent,
  newest: ReadonlyMap<string, BookCounts>,
  blockNumber: bigint,
): readonly Asked[] =>
  content.books.flatMap(({ vault, token }) => {
    const at = { address: vault, abi: withdrawalVaultAbi, blockNumber } as const
    const zero: BookTotals = { totalDeposited: 0n, totalPaid: 0n, totalTransferred: 0n }
    const { accounts, totals } = newest.get(bookKey(vault, token)) ?? { accounts: new Map(), totals: zero }
    // An account with a line and without events has zeros.
    const asked = new Set([...accounts.keys(), ...content.lines.keys()])
    const counted: readonly Asked[] = [...asked].flatMap((account) =>
      (['credited', 'paid', 'free'] as const).map((name) => ({
        what: `${name}(${account}, ${token}) of ${vault}`,
        events: ((accounts.get(account) ?? NO_COUNTS) as Counts)[name],
        ask: () => client.readContract({ ...at, functionName: name, args: [account as Address, token] }),
      })),
    )
    const summed: readonly Asked[] = (['totalDeposited', 'totalPaid', 'totalTransferred'] as const).map(
      (name) => ({
        what: `${name}(${token}) of ${vault}`,
        events: totals[name],
        ask: () => client.readContract({ ...at, functionName: name, args: [token] }),
      }),
    )
    return [...summed, ...counted]
  })

const compareNumbers = async (asked: readonly Asked[]): Promise<Finding> => {
  const pairs: { what: string; events: bigint; contract: bigint }[] = []
  for (let from = 0; from < asked.length; from += CONCURRENT) {
    const some = asked.slice(from, from + CONCURRENT)
    pairs.push(
      ...(await Promise.all(
        some.map(async ({ what, events, ask }) => ({ what, events, contract: await ask() })),
      )),
    )
  }
  return checkCounts('D and P', pairs)
}

const checkBefore = async (input: AuditInput, registry: Registry, now: RootsContent): Promise<Finding> => {
  const { client, source } = input
  const epoch = await findConfirmed(input, registry, BigInt(now.head.epoch) - 1n)
  if (epoch === null) return { name: 'R1', text: 'no earlier epoch was confirmed', faults: [] }
  const before = await source.read(epoch)
  if (before === null)
    return { name: 'R1', text: `against epoch ${epoch}`, faults: ['not checked: its file is missing'] }
  const roots = checkRoots(before, await readRoots(client, registry, before))
  // Another file than the posted one proves nothing.
  const faults = roots.faults.map((fault) => `file of epoch ${epoch}: ${fault}`)
  return faults.length > 0 ? { ...roots, name: 'R1', faults } : checkNothingFell(now, before)
}

const readRoots = (
  client: PublicClient,
  { at }: Registry,
  { head, books }: RootsContent,
): Promise<readonly PostedRoot[]> =>
  Promise.all(
    books.map(async ({ vault, token }) => {
      const args = [BigInt(head.epoch), vault, token] as const
      const [hash, total, posted] = await client.readContract({ ...at, functionName: 'rootOf', args })
      return { hash, total, posted }
    }),
  )

/** The post itself: by its digest, its age, and what the vaults can owe at most. */
const checkPost = async (
  { client }: AuditInput,
  registry: Registry,
  { content, snapshotBlock, timestamp }: { content: RootsContent; snapshotBlock: bigint; timestamp: bigint },
): Promise<Finding> => {
  const epoch = BigInt(content.head.epoch)
  const [{ digest, postedAt }, roots, maxima] = await Promise.all([
    client.readContract({ ...registry.at, functionName: 'epochOf', args: [epoch] }),
    readRoots(client, registry, content),
    Promise.all(
      content.books.map(({ vault, token }) =>
        client.readContract({ ...registry.at, functionName: 'mostEarned', args: [vault, token] }),
      ),
    ),
  ])
  const refused = roots.reduce((bits, { posted }, at) => (posted ? bits : bits | (1 << at)), 0)
  const own = digestOfPost({ epoch, snapshotBlock, books: content.books, refused })
  return checkPosted({
    digest,
    own,
    age: postedAt - timestamp,
    totals: roots.map(({ total }) => total),
    maxima,
  })
}

/** @throws AuditError where there is nothing to audit, RootsFileError for a file that is none. */
export const audit = async (input: AuditInput): Promise<Audit> => {
  const { client, source } = input
  const [chainId, newest, registry] = await Promise.all([
    client.getChainId(),
    client.getBlock({ blockTag: 'finalized' }),
    openRegistry(input),
  ])
  const last = newest.number
  const lastEpoch = await client.readContract({ ...registry.at, functionName: 'lastEpoch' })
  const epoch = input.epoch ?? (await findConfirmed(input, registry, lastEpoch))
  if (epoch === null) throw new AuditError('no epoch was confirmed yet: name one by --epoch')
  const content = await source.read(epoch)
  if (content === null) throw new AuditError(`there is no file of epoch ${epoch}`)
  const snapshotBlock = await findPost(input, registry, content, last)
  const { hash, timestamp } = await client.getBlock({ blockNumber: snapshotBlock })
  const chain = { chainId, registry: registry.at.address, ...registry, snapshotBlock, hash, timestamp }
  const head = checkHead(content, chain)
  const roots = checkRoots(content, await readRoots(client, registry, content))
  const before = await checkBefore(input, registry, content)
  const counts = await countEvents(input, registry, { snapshotBlock, last })
  const findings = [
    head,
    before,
    checkCovered(content, counts.snapshot),
    roots,
    await checkPost(input, registry, { content, snapshotBlock, timestamp }),
    await compareNumbers(askedNumbers(client, content, counts.newest, last)),
  ]
  return { registry: registry.at.address, epoch, block: last, findings }
}
