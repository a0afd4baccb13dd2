import { priceOracleAbi } from '@dr/contracts/abi/price-oracle'
import type { PricedToken } from '@dr/protocol/tokens'
import { BaseError, ContractFunctionRevertedError, type PublicClient } from 'viem'
import { AppError } from '../../platform/app-error.ts'
import type { LowerHex } from '../../platform/hex.ts'

/** A block at which several values are read. */
export interface ReadBlock {
  readonly number: bigint
  /** Unix seconds. */
  readonly timestamp: bigint
}

/** USDT for one token (18 decimals), with its source. */
export interface Price {
  readonly price: bigint
  readonly block: ReadBlock
  readonly source: LowerHex
}

/**
 * `average`: of the last 30 minutes. `day`: of 24 hours. `lower`: the lower of both, for purchases and
 * thresholds. `spot`: by the pool's reserves at that block; one swap can move it.
 */
export type PriceKind = 'average' | 'day' | 'lower' | 'spot'

const VIEW = { average: 'price', day: 'price24h', lower: 'lowerPrice', spot: 'spotPrice' } as const

/** The oracle's reason for having no price. */
const reasonOf = (error: unknown): string => {
  const revert =
    error instanceof BaseError ? error.walk((e) => e instanceof ContractFunctionRevertedError) : null
  if (revert instanceof ContractFunctionRevertedError) return revert.data?.errorName ?? 'reverted'
  return 'chain-unavailable'
}

/**
 * Reads a price of the oracle contract at `block`. Throws `AppError` NO_PRICE (30002) for an incomplete
 * window, a pool that is too shallow, or an unavailable chain.
 */
export const readPrice = async (
  client: PublicClient,
  input: {
    readonly oracle: LowerHex
    readonly token: PricedToken
    readonly tokenAddress: LowerHex
    readonly kind: PriceKind
    readonly block: ReadBlock
  },
): Promise<Price> => {
  const { oracle, token, tokenAddress, kind, block } = input
  try {
    const price = await client.readContract({
      address: oracle,
      abi: priceOracleAbi,
      functionName: VIEW[kind],
      args: [tokenAddress],
      blockNumber: block.number,
    })
    if (price === 0n) throw new AppError('NO_PRICE', { details: { token, reason: 'zero' } })
    return { price, block, source: oracle }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('NO_PRICE', { details: { token, reason: reasonOf(cause) }, cause })
  }
}

/** The newest block. Throws NO_PRICE if the chain is unavailable. */
export const readNewestBlock = async (client: PublicClient): Promise<ReadBlock> => {
  try {
    const { number, timestamp } = await client.getBlock({ blockTag: 'latest' })
    return { number, timestamp }
  } catch (cause) {
    throw new AppError('NO_PRICE', { details: { reason: 'chain-unavailable' }, cause })
  }
}
