import { exchangeAbi } from '@dr/contracts/abi/exchange'
import { allByToken, SWAP_TOKENS, type SwapToken } from '@dr/protocol/tokens'
import type { PublicClient } from 'viem'
import { type ContractAddresses, tokenAddresses } from '../../platform/chain/contract-addresses.ts'
import { keepByBlock } from '../../platform/chain/keep-by-block.ts'
import { maxBigInt } from '../../platform/integers.ts'
import type { ReadBlock } from '../prices/index.ts'
import { chainUnavailable } from '../vouchers/index.ts'
import type { Available, ByToken } from './available.rules.ts'

/** The exchange at one block, base units. Its inventory is without the fees set aside. */
export interface ExchangeState extends Available {
  readonly feeBps: bigint
  readonly feesCollected: bigint
  readonly paused: boolean
}

export interface ExchangeReader {
  /** Throws NO_PRICE when the chain can't be asked. */
  at(block: ReadBlock): Promise<ExchangeState>
}

const readState = async (
  client: PublicClient,
  contracts: ContractAddresses,
  block: ReadBlock,
): Promise<ExchangeState> => {
  const at = { address: contracts.exchange, abi: exchangeAbi, blockNumber: block.number } as const
  const addresses = tokenAddresses(contracts)
  const readAll = (read: (token: SwapToken) => Promise<bigint>): Promise<ByToken> =>
    allByToken(SWAP_TOKENS, read)
  const [inventory, leftToday, feeBps, feesCollected, paused] = await Promise.all([
    readAll((token) => client.readContract({ ...at, functionName: 'inventoryOf', args: [addresses[token]] })),
    readAll(async (token) => {
      const args = [addresses[token]] as const
      const [used, limit] = await client.readContract({ ...at, functionName: 'daily', args })
      return maxBigInt(limit - used, 0n)
    }),
    client.readContract({ ...at, functionName: 'feeBps' }),
    client.readContract({ ...at, functionName: 'feesCollected' }),
    client.readContract({ ...at, functionName: 'paused' }),
  ])
  return { inventory, leftToday, feeBps, feesCollected, paused }
}

/** Kept by block, so that many quotes in one block ask the chain once. */
export const createExchangeReader = (client: PublicClient, contracts: ContractAddresses): ExchangeReader => ({
  at: keepByBlock((block: ReadBlock) => readState(client, contracts, block).catch(chainUnavailable)),
})
