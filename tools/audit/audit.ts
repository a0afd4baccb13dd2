/** The audit of one epoch, from a node and files alone. */
import { emissionAbi } from '@dr/contracts/abi/emission'
import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import { parseFacts } from '@dr/protocol/roots/facts-file'
import { digestOfPost } from '@dr/protocol/roots/post-digest'
import type { Address, PublicClient } from 'viem'
import {
  checkCovered,
  checkHead,
  checkNothingFell,
  checkPosted,
  checkRoots,
  type Finding,
  type PostedRoot,
} from './checks.ts'
import { allNumbers, compareNumbers } from './contract-numbers.ts'
import { countEvents } from './count-events.ts'
import { checkMined } from './growth.ts'
import { checkDividends, checkNodeBooks } from './other-sources.ts'
import type { RootsContent, RootsSource } from './roots-source.ts'

export interface AuditInput {
  readonly client: PublicClient
  readonly source: Pick<RootsSource, 'read' | 'factBytes' | 'registry'>
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

/** The newest earlier file that counts, where it is the posted one; R1 compares with it. */
const readBefore = async (
  input: AuditInput,
  registry: Registry,
  now: RootsContent,
): Promise<{ readonly before: RootsContent | null; readonly finding: Finding }> => {
  const { client, source } = input
  const none = (finding: Omit<Finding, 'name'>) => ({ before: null, finding: { name: 'R1', ...finding } })
  const epoch = await findConfirmed(input, registry, BigInt(now.head.epoch) - 1n)
  if (epoch === null) return none({ text: 'no earlier epoch was confirmed', faults: [] })
  const before = await source.read(epoch)
  if (before === null)
    return none({ text: `against epoch ${epoch}`, faults: ['not checked: its file is missing'] })
  const { text, faults } = checkRoots(before, await readRoots(client, registry, before))
  // Another file than the posted one proves nothing.
  if (faults.length > 0)
    return none({ text, faults: faults.map((fault) => `file of epoch ${epoch}: ${fault}`) })
  return { before, finding: checkNothingFell(now, before) }
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
  const { before, finding } = await readBefore(input, registry, content)
  const facts = await source.factBytes(epoch)
  const { contracts, snapshot, newest: counted } = await countEvents(input, registry, { snapshotBlock, last })
  const startTime =
    contracts &&
    (await client.readContract({ address: contracts.emission, abi: emissionAbi, functionName: 'startTime' }))
  const growth = { now: content, before, snapshot, startTime, facts: facts && parseFacts(facts) }
  const findings = [
    head,
    finding,
    checkCovered(content, snapshot.books),
    roots,
    checkMined(growth),
    checkDividends(growth),
    checkNodeBooks(growth),
    await checkPost(input, registry, { content, snapshotBlock, timestamp }),
    await compareNumbers(client, allNumbers(registry, content, { contracts, counted }), last),
  ]
  return { registry: registry.at.address, epoch, block: last, findings }
}
