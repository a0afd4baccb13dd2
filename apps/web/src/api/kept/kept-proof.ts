/**
 * The final proof of the signed-in account that grants most, stored on this device: with it the account
 * leaves although the server is silent, or answers with less (ADR 0073).
 */
import {
  type ExportedProof,
  formatExportedProof,
  parseExportedProof,
} from '@dr/protocol/roots/exported-proof'
import { addressKey, readStored, writeStored } from '../../lib/storage.ts'
import type { Config } from '../config.ts'

const isOf = ({ chain, contracts }: Config, { chainId, registry }: ExportedProof): boolean =>
  chainId === chain.chainId && registry === contracts.RootRegistry

/** The stored proof on this chain; null: none, or what is there is not ours. */
export const keptProof = (config: Config, account: string): ExportedProof | null => {
  const text = readStored(addressKey('proof', account))
  if (text === null) return null
  try {
    const proof = parseExportedProof(text)
    return isOf(config, proof) ? proof : null
  } catch {
    return null // the next final proof replaces it
  }
}

export const keepProof = (proof: ExportedProof): void =>
  writeStored(addressKey('proof', proof.account), formatExportedProof(proof))
