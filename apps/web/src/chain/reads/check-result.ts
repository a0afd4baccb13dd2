import { resultRegistryAbi } from '@dr/contracts/abi/result-registry'
import { type Address, keccak256, stringToHex } from 'viem'
import { readContract } from 'viem/actions'
import { loadConfig } from '../../api/config.ts'
import { loadChainClient } from './public-client.ts'

const NOTHING = `0x${'0'.repeat(64)}`

/** Series of weekly results, which names their hashes on chain. */
export type ResultKind = 'dividends' | 'nodes'

export interface ResultCheck {
  /** Keccak-256 of the file's bytes, computed here. */
  readonly fileHash: string
  /** Hash on chain for the week; null: none yet. */
  readonly chainHash: string | null
}

/**
 * Compares a week's published file with the hash on chain, by this device alone; throws if either cannot be
 * read.
 */
export const checkResult = async ({
  kind,
  file,
  week,
}: {
  readonly kind: ResultKind
  readonly file: string
  readonly week: number
}): Promise<ResultCheck> => {
  const [bytes, config, client] = await Promise.all([readFile(file), loadConfig(), loadChainClient()])
  const chainHash = await readContract(client, {
    address: config.contracts.ResultRegistry as Address,
    abi: resultRegistryAbi,
    functionName: 'resultOf',
    args: [stringToHex(kind, { size: 32 }), BigInt(week)],
  })
  return { fileHash: keccak256(bytes), chainHash: chainHash === NOTHING ? null : chainHash }
}

const readFile = async (file: string): Promise<Uint8Array> => {
  const answer = await fetch(file, { cache: 'no-store' })
  if (!answer.ok) throw new Error(`${file} answered ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}
