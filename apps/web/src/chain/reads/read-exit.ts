/** Amounts that an account can take out by its own call now, read and proved by this device (ADR 0073). */

import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import type { ResponseOf } from '@dr/protocol/call'
import type { ExportedProof } from '@dr/protocol/roots/exported-proof'
import type { Address } from 'viem'
import { ExitError } from '../../../exit/exit-error.ts'
import { exportedBooks } from '../../../exit/loaded-book.ts'
import { openReader, type Reader } from '../../../exit/reader.ts'
import { type EpochReport, type Report, readReport } from '../../../exit/report.ts'
import { callApi } from '../../api/client.ts'
import { type Config, loadConfig } from '../../api/config.ts'
import type { CallOf } from '../../api/endpoints.ts'
import { ApiError } from '../../api/errors.ts'
import { keepProof, keptProof } from '../../api/kept/kept-proof.ts'
import { currentWallet } from '../wallet/wallet-connection.ts'
import { lineFault } from './compare-proofs.ts'
import { loadChainClient } from './public-client.ts'

/** A root that was posted so long ago has its file at the server, whatever its indexer waits for. */
const SERVED_AFTER_SECONDS = 3_600

type Served = ResponseOf<CallOf<'rootsProof'>>

/**
 * missing, fell: a line of an earlier root is gone, or smaller. differs: what the server sent does not lead
 * to the root on chain.
 */
export type ExitFault = 'missing' | 'fell' | 'differs'

export interface ExitReading {
  /** By the final proof that grants most; without one, by deposits and transfers received alone. */
  readonly report: Report
  readonly proof: ExportedProof | null
  /** Newest root in which the account's lines were found on chain, and these lines. */
  readonly newest: { readonly epoch: EpochReport; readonly lines: ExportedProof } | null
  readonly fault: ExitFault | null
  /** Newest epoch on chain whose lines the server does not hand out, although it answers; null: none. */
  readonly withheld: bigint | null
  /** The server did not answer: the proof is the device's. */
  readonly isSilent: boolean
}

const exportedOf = (
  { chain, contracts }: Config,
  account: Address,
  root: NonNullable<Served['newest']>,
): ExportedProof => ({
  chainId: chain.chainId,
  registry: contracts.RootRegistry as Address,
  epoch: root.epoch,
  account,
  books: root.books.map(({ vault, token, earned, index, path }) => ({
    vault: vault as Address,
    token: token as Address,
    earned: BigInt(earned),
    index: BigInt(index),
    path: path.map(({ hash, sum }) => ({ hash: hash as `0x${string}`, sum: BigInt(sum) })),
  })),
})

/** The report by a proof; null: the proof does not lead to the root on chain. */
const reportBy = async (reader: Reader, registry: Address, proof: ExportedProof): Promise<Report | null> => {
  try {
    return await readReport(reader, {
      registry,
      account: proof.account,
      proof: { head: proof, books: () => exportedBooks(proof) },
    })
  } catch (error) {
    if (error instanceof ExitError) return null
    throw error
  }
}

const askServer = async (address: Address): Promise<Served | null> => {
  try {
    return await callApi('rootsProof', { params: { address } })
  } catch (error) {
    // Refused, or in no form: as good as silent. The device has its own proof.
    if (error instanceof ApiError) return null
    throw error
  }
}

interface Found {
  readonly report: Report | null
  readonly proof: ExportedProof | null
  readonly fault: ExitFault | null
}

/** The proof that counts: the server's, or the device's where that one is better or the only one. */
const chooseProof = async (
  reader: Reader,
  registry: Address,
  { served, kept }: { readonly served: ExportedProof | null; readonly kept: ExportedProof | null },
): Promise<Found> => {
  const report = served && (await reportBy(reader, registry, served))
  const fell = served && kept ? lineFault(served, kept) : null
  if (served !== null && report?.epoch?.state === 'final' && fell === null)
    return { report, proof: served, fault: null }
  const fault = fell ?? (served === null ? null : 'differs')
  const keptReport = kept && (await reportBy(reader, registry, kept))
  // A chain that was set back, as a local one, does not know the device's proof any more.
  if (kept === null || keptReport?.epoch?.state !== 'final') return { report: null, proof: null, fault }
  return { report: keptReport, proof: kept, fault }
}

/** The newest epoch on chain, if the server keeps quiet about it for longer than its indexer needs. */
const findWithheld = async (reader: Reader, registry: Address, served: Served): Promise<bigint | null> => {
  const last = await reader.read(rootRegistryAbi, registry, 'lastEpoch', [])
  if (last <= BigInt(served.newest?.epoch ?? 0)) return null
  const { postedAt, isVoid } = await reader.read(rootRegistryAbi, registry, 'epochOf', [last])
  return isVoid || Number(postedAt) + SERVED_AFTER_SECONDS > reader.timestamp ? null : last
}

/** Node that a reading asks: the app's, or the connected wallet's own. */
export type ReadThrough = 'app' | 'wallet'

const openThrough = async (through: ReadThrough): Promise<Reader> => {
  const client = through === 'app' ? await loadChainClient() : (await currentWallet())?.provider
  if (client === undefined) throw new Error('no wallet is connected')
  return openReader((method, params = []) => client.request({ method, params } as never))
}

/** Throws when no node answers, or one of another chain. */
export const readExit = async (address: Address, through: ReadThrough = 'app'): Promise<ExitReading> => {
  const [config, reader, asked] = await Promise.all([loadConfig(), openThrough(through), askServer(address)])
  if (reader.chainId !== config.chain.chainId) throw new Error(`the node is on chain ${reader.chainId}`)
  const registry = config.contracts.RootRegistry as Address
  const served = asked?.final ? exportedOf(config, address, asked.final) : null
  const { report, proof, fault } = await chooseProof(reader, registry, {
    served,
    kept: keptProof(config, address),
  })
  if (proof !== null && proof === served) keepProof(proof)
  const lines = asked?.newest ? exportedOf(config, address, asked.newest) : null
  const isSame = lines !== null && lines.epoch === proof?.epoch
  const newest = lines && (isSame ? report : await reportBy(reader, registry, lines))
  const shrunk = lines && proof ? lineFault(lines, proof) : null
  return {
    report: report ?? (await readReport(reader, { registry, account: address, proof: null })),
    proof,
    newest: newest?.epoch && lines ? { epoch: newest.epoch, lines } : null,
    fault: fault ?? shrunk ?? (lines !== null && newest === null ? 'differs' : null),
    withheld: asked && (await findWithheld(reader, registry, asked)),
    isSilent: asked === null,
  }
}
