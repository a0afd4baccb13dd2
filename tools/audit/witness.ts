/**
 * The witness: reads each post of roots from files and chain alone, through two endpoints, and confirms what
 * holds. It has no database, and believes neither the site nor one endpoint.
 */
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import { factsFileName } from '@dr/protocol/roots/facts-file'
import { rootsFileName } from '@dr/protocol/roots/roots-file'
import {
  type Address,
  createWalletClient,
  custom,
  encodeFunctionData,
  type Hex,
  type PublicClient,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { AuditError, audit } from './audit.ts'
import type { Finding } from './checks.ts'
import { folderSource, parseRoots, type RootsContent, type RootsSource } from './roots-source.ts'

export interface Witness {
  /** Clients of two providers: what one alone says is no finding. */
  readonly clients: readonly [PublicClient, PublicClient]
  readonly site: RootsSource
  /** Folder of the files that it has confirmed, or is about to. */
  readonly folder: string
  readonly registry: Address
  /** Epochs that are another's, as the operator told whoever runs this. */
  readonly foreignEpochs: readonly number[]
  readonly fromBlock?: bigint | undefined
  readonly rangeBlocks: bigint
  /** Undefined: it watches, and confirms nothing. */
  readonly key?: PrivateKeyAccount | undefined
}

/**
 * `idle`: nothing to confirm. `holds`: checked, and confirmed with a key. `waits`: not confirmed now.
 * `contradicts`: both endpoints say that the roots are wrong.
 */
export type Verdict =
  | { readonly kind: 'idle'; readonly epoch: bigint }
  | { readonly kind: 'holds'; readonly epoch: bigint; readonly txHash: Hex | null }
  | { readonly kind: 'waits'; readonly epoch: bigint; readonly reasons: readonly string[] }
  | {
      readonly kind: 'contradicts'
      readonly epoch: bigint
      readonly reasons: readonly string[]
      /** Calldata of `veto`, for guardian or proposer to send to the registry. */
      readonly veto: Hex
    }

/** Findings about what the operator published; the others are about an endpoint. */
const ABOUT_ROOTS: ReadonlySet<string> = new Set(['head', 'R1', 'R2', 'R3', 'R4', 'post'])
/** Faults of a file that is not there, or is not the posted one: then nothing of it says anything of the post. */
const NOT_POSTED = /^(not checked|digest: )/

/** Whether it speaks of what the attester signed: neither the file's head nor the facts are bound by a post. */
const isSigned = ({ name, onFacts }: Finding): boolean => name !== 'head' && !onFacts

const faultsOf = (findings: readonly Finding[]): string[] =>
  findings.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`))

/** Two audits of one file through two endpoints: what they agree on. Pure. */
const judge = (
  epoch: bigint,
  [one, other]: readonly [readonly Finding[], readonly Finding[]],
): Exclude<Verdict, { kind: 'idle' | 'holds' }> | null => {
  const reasons = [...new Set([...faultsOf(one), ...faultsOf(other)])]
  if (reasons.length === 0) return null
  const found = [...one, ...other].filter(({ faults }) => faults.length > 0)
  const isOfPost = found.every(
    ({ name, faults }) => ABOUT_ROOTS.has(name) && !faults.some((fault) => NOT_POSTED.test(fault)),
  )
  const agree = faultsOf(one).join('\n') === faultsOf(other).join('\n')
  if (!isOfPost || !found.some(isSigned) || !agree) return { kind: 'waits', epoch, reasons }
  const veto = encodeFunctionData({ abi: rootRegistryAbi, functionName: 'veto', args: [epoch] })
  return { kind: 'contradicts', epoch, reasons, veto }
}

const readNewest = async (client: PublicClient, address: Address) => {
  const { number: blockNumber } = await client.getBlock({ blockTag: 'finalized' })
  const at = { address, abi: rootRegistryAbi, blockNumber } as const
  const epoch = await client.readContract({ ...at, functionName: 'lastEpoch' })
  return { epoch, ...(await client.readContract({ ...at, functionName: 'epochOf', args: [epoch] })) }
}

/** Files of the epoch that is looked at. */
interface Posted {
  readonly content: RootsContent
  readonly facts: Uint8Array | null
}

/** An own file where there is one, else the site's; of `epoch` these. */
const filesOf = ({ site, folder }: Witness, epoch: bigint, { content, facts }: Posted) => ({
  read: async (asked: bigint) =>
    asked === epoch ? content : ((await folderSource(folder).read(asked)) ?? (await site.read(asked))),
  factBytes: async () => facts,
  registry: async () => null,
})

const keepFile = async (folder: string, name: string, bytes: Uint8Array): Promise<void> => {
  const path = join(folder, name)
  await writeFile(`${path}.tmp`, bytes, { flush: true })
  await rename(`${path}.tmp`, path)
}

/** Sends `confirm` and waits for it; throws if it was not taken. */
const confirm = async (
  { clients: [client], registry }: Witness,
  account: PrivateKeyAccount,
  args: readonly [epoch: bigint, digest: Hex],
): Promise<Hex> => {
  const call = { account, address: registry, abi: rootRegistryAbi, functionName: 'confirm', args } as const
  await client.simulateContract(call)
  const wallet = createWalletClient({
    account,
    transport: custom({ request: (body) => client.request(body) }),
  })
  const hash = await wallet.writeContract({ ...call, chain: null })
  const { status } = await client.waitForTransactionReceipt({ hash })
  if (status !== 'success') throw new Error(`confirm(${args[0]}) reverted: ${hash}`)
  return hash
}

const auditBoth = async (
  witness: Witness,
  epoch: bigint,
  posted: Posted,
): Promise<readonly [readonly Finding[], readonly Finding[]]> => {
  const { clients, registry, foreignEpochs, fromBlock, rangeBlocks } = witness
  const source = filesOf(witness, epoch, posted)
  const findingsOf = async (client: PublicClient): Promise<readonly Finding[]> => {
    const asked = { client, source, registry, epoch, fromBlock, rangeBlocks, foreignEpochs }
    return (await audit(asked)).findings
  }
  const [one, other] = clients
  if (one === other) {
    const findings = await findingsOf(one) // a local chain has one endpoint
    return [findings, findings] as const
  }
  return Promise.all([findingsOf(one), findingsOf(other)])
}

/** Checks the newest post, and confirms it if it holds. Rejects where an endpoint or the site does not answer. */
export const watchOnce = async (witness: Witness): Promise<Verdict> => {
  const { clients, site, folder, registry, foreignEpochs, key } = witness
  const [state, again] = await Promise.all([
    readNewest(clients[0], registry),
    readNewest(clients[1], registry),
  ])
  const { epoch, digest } = state
  const waits = (...reasons: readonly string[]): Verdict => ({ kind: 'waits', epoch, reasons })
  if (epoch === 0n && again.epoch === 0n) return { kind: 'idle', epoch }
  const agree = (['epoch', 'digest', 'isVoid', 'confirmedAt'] as const).every((of) => state[of] === again[of])
  if (!agree) return waits('the endpoints name different posts')
  const isOver = state.isVoid || foreignEpochs.includes(Number(epoch))
  if (isOver || state.confirmedAt > 0n) return { kind: 'idle', epoch }
  const bytes = await site.bytes(epoch)
  if (bytes === null) return waits('the site has no file of it')
  const content = parseRoots(bytes)
  const named = content.head.foreignEpochs.join()
  if (BigInt(content.head.epoch) !== epoch) return waits('the site’s file is of another epoch')
  if (named !== foreignEpochs.join()) return waits(`the file names other foreign epochs: ${named || 'none'}`)
  const facts = await site.factBytes(epoch)
  const findings = await auditBoth(witness, epoch, { content, facts }).catch((error: unknown) => {
    if (error instanceof AuditError) return error
    throw error
  })
  if (findings instanceof AuditError) return waits(findings.message)
  const verdict = judge(epoch, findings)
  if (verdict) return verdict
  await keepFile(folder, rootsFileName(Number(epoch)), bytes)
  if (facts) await keepFile(folder, factsFileName(Number(epoch)), facts)
  return { kind: 'holds', epoch, txHash: key ? await confirm(witness, key, [epoch, digest]) : null }
}
