/** Amounts that an account can take out by its own call now, read and proved by this device (ADR 0073). */
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
import { isSilence } from '../../api/kept/kept-machines.ts'
import { keepProof, keptProof } from '../../api/kept/kept-proof.ts'
import { lineFault } from './compare-proofs.ts'
import { loadChainClient } from './public-client.ts'

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
    if (isSilence(error)) return null
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

/** Throws when no node answers. */
export const readExit = async (address: Address): Promise<ExitReading> => {
  const [config, client, asked] = await Promise.all([loadConfig(), loadChainClient(), askServer(address)])
  const registry = config.contracts.RootRegistry as Address
  const reader = await openReader((method, params = []) =>
    client.request({ method, params } as Parameters<typeof client.request>[0]),
  )
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
    isSilent: asked === null,
  }
}
