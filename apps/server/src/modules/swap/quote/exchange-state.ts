import { exchangeAbi } from '@dr/contracts/abi/exchange'
import { priceOracleAbi } from '@dr/contracts/abi/price-oracle'
import { allByToken, byToken, PRICED_TOKENS, SWAP_TOKENS, type SwapToken } from '@dr/protocol/tokens'
import { type Address, BaseError, ContractFunctionRevertedError, type PublicClient } from 'viem'
import { chainUnavailable } from '../../../platform/chain/chain-unavailable.ts'
import type { ContractAddresses } from '../../../platform/chain/contract-addresses.ts'
import { keepByBlock } from '../../../platform/chain/keep-by-block.ts'
import { maxBigInt } from '../../../platform/integers.ts'
import type { ReadBlock } from '../../prices/index.ts'
import { type ByToken, type ExchangeDay, poolDepth } from './available.rules.ts'

/** The exchange at one block, base units. Its inventory is without the fees set aside. */
export interface ExchangeState extends ExchangeDay {
  readonly feeBps: bigint
  readonly feesCollected: bigint
  readonly paused: boolean
}

export interface ExchangeReader {
  /** Throws NO_PRICE when the chain can't be asked. */
  at(block: ReadBlock): Promise<ExchangeState>
}

/** Errors of `IPriceOracle` that mean that there is no price. */
const NO_PRICE_ERRORS = new Set(['TokenNotSupported', 'PoolTooShallow', 'WindowNotFull'])

/** Depth 0 for the oracle's errors that mean no price; rethrows others. */
export const noDepthWithoutPrice = (error: unknown): bigint => {
  const revert = error instanceof BaseError && error.walk((e) => e instanceof ContractFunctionRevertedError)
  const name = revert instanceof ContractFunctionRevertedError ? revert.data?.errorName : undefined
  if (name !== undefined && NO_PRICE_ERRORS.has(name)) return 0n
  throw error
}

const readState = async (
  client: PublicClient,
  contracts: ContractAddresses,
  block: ReadBlock,
): Promise<ExchangeState> => {
  const at = { address: contracts.Exchange, abi: exchangeAbi, blockNumber: block.number } as const
  const readAll = (read: (token: SwapToken) => Promise<bigint>): Promise<ByToken> =>
    allByToken(SWAP_TOKENS, read)
  const oracle = { address: contracts.PriceOracle, abi: priceOracleAbi, blockNumber: block.number } as const
  const depthOf = async (token: Address): Promise<bigint> => {
    const [usdt, spot, lower] = await Promise.all([
      client.readContract({ ...oracle, functionName: 'depthOf', args: [token] }),
      client.readContract({ ...oracle, functionName: 'spotPrice', args: [token] }),
      client.readContract({ ...oracle, functionName: 'lowerPrice', args: [token] }),
    ])
    return poolDepth(usdt, { spot, lower })
  }
  const [inventory, days, depths, feeBps, feesCollected, paused] = await Promise.all([
    readAll((token) => client.readContract({ ...at, functionName: 'inventoryOf', args: [contracts[token]] })),
    allByToken(SWAP_TOKENS, (token) =>
      client.readContract({ ...at, functionName: 'daily', args: [contracts[token]] }),
    ),
    allByToken(PRICED_TOKENS, (token) => depthOf(contracts[token]).catch(noDepthWithoutPrice)),
    client.readContract({ ...at, functionName: 'feeBps' }),
    client.readContract({ ...at, functionName: 'feesCollected' }),
    client.readContract({ ...at, functionName: 'paused' }),
  ])
  const usedToday = byToken(SWAP_TOKENS, (token) => days[token][0])
  const leftToday = byToken(SWAP_TOKENS, (token) => maxBigInt(days[token][1] - usedToday[token], 0n))
  return { inventory, usedToday, leftToday, depths, feeBps, feesCollected, paused }
}

/** Cached by block, so that many quotes in one block ask the chain once. */
export const createExchangeReader = (client: PublicClient, contracts: ContractAddresses): ExchangeReader => ({
  at: keepByBlock((block: ReadBlock) => readState(client, contracts, block).catch(chainUnavailable)),
})
