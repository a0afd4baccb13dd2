/** Releases on chain: `ResultRegistry` has the SHA-256 of each one's `SHA256SUMS`, in order. */
import { resultRegistryAbi } from '@dr/contracts/abi/result-registry'
import type { Address, Hex, PublicClient } from 'viem'
import { sha256 } from './sums.ts'

type Reader = Pick<PublicClient, 'getBlockNumber' | 'readContract'>

interface PostedRelease {
  /** From 0 on. */
  readonly number: bigint
  readonly sums: Hex
}

/** The form of the sums in which the contract has them. */
export const postedSums = (sums: string): Hex => `0x${sha256(sums)}`

/** The newest release, at one block; null: none was posted. */
export const readNewestRelease = async (client: Reader, address: Address): Promise<PostedRelease | null> => {
  const blockNumber = await client.getBlockNumber({ cacheTime: 0 })
  const at = { address, abi: resultRegistryAbi, blockNumber } as const
  const count = await client.readContract({ ...at, functionName: 'releaseCount' })
  if (count === 0n) return null
  const number = count - 1n
  return { number, sums: await client.readContract({ ...at, functionName: 'releaseOf', args: [number] }) }
}

/** Faults in words; empty where these sums are the newest release on chain. */
export const checkPosted = async (
  client: Reader,
  { registry, sums }: { readonly registry: Address; readonly sums: string },
): Promise<readonly string[]> => {
  const newest = await readNewestRelease(client, registry)
  if (newest === null) return [`no release is on chain at ${registry}`]
  return newest.sums === postedSums(sums)
    ? []
    : [`the newest release on chain, number ${newest.number}, has other sums: ${newest.sums.slice(2)}`]
}
