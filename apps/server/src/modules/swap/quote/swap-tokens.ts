import type { ResponseOf } from '@dr/protocol/call'
import type { swapTokens as swapTokensCall, TokenSwapPrices } from '@dr/protocol/calls/swap'
import { BPS, SWAP_VOUCHER_LIFETIME_SECONDS } from '@dr/protocol/constants'
import type { LiveExchange } from '@dr/protocol/live'
import { FEE_TO_INVITER_BPS, FEE_TO_NODE_VAULT_BPS } from '@dr/protocol/rules/fee-shares'
import { allByToken, PRICED_TOKENS, SWAP_TOKENS, type SwapToken } from '@dr/protocol/tokens'
import { isNoPrice, isUnpriced, type PriceReader, type ReadBlock } from '../../prices/index.ts'
import type { SwapDeps } from '../deps.ts'
import { type Available, availableOf, leftOfPair, type Promised } from './available.rules.ts'
import type { ExchangeReader, ExchangeState } from './exchange-state.ts'
import { type PairLimits, pairLimits } from './limits.rules.ts'
import { promised } from './promises.ts'
import { SWAP_CONFIG } from './quote.rules.ts'
import { type MissingPrice, missingPrice, type SwapPrices, swapPricesOf } from './swap-prices.ts'

type Answer = ResponseOf<typeof swapTokensCall>
type AllPrices = Readonly<Record<SwapToken, SwapPrices | MissingPrice>>

const pricesOrMissing = (reading: Promise<SwapPrices>): Promise<SwapPrices | MissingPrice> =>
  reading.catch((error: unknown) => {
    if (isNoPrice(error)) return missingPrice(error)
    throw error
  })

const isMissing = (price: SwapPrices | MissingPrice): price is MissingPrice => typeof price === 'string'

const shownPrices = (found: SwapPrices | MissingPrice): TokenSwapPrices =>
  isMissing(found)
    ? { average: null, inputPrice: null, outputPrice: null }
    : {
        average: found.average.toString(),
        inputPrice: found.input.price.toString(),
        outputPrice: found.output.price.toString(),
      }

const noQuote = (obstacle: PairLimits['obstacle']): PairLimits => ({
  rate: null,
  minimum: 0n,
  maximum: 0n,
  obstacle,
})

const limitsOf = (
  pair: { readonly inputToken: SwapToken; readonly outputToken: SwapToken },
  { prices, state, free, open }: Omit<SwapOffer, 'block'>,
): PairLimits => {
  const { inputToken, outputToken } = pair
  if (state.paused) return noQuote('paused')
  const input = prices[inputToken]
  const output = prices[outputToken]
  if (input === 'no-price' || output === 'no-price') return noQuote('no-price')
  if (isMissing(input) || isMissing(output)) return noQuote('no-day-average')
  return pairLimits(
    { ...SWAP_CONFIG, feeBps: state.feeBps },
    {
      ...pair,
      prices: { [inputToken]: input.input, [outputToken]: output.output },
      inventory: free.inventory,
      leftToday: leftOfPair(state, open, { ...pair, outputPrice: output.output.price }),
    },
  )
}

type ReadDeps = Pick<SwapDeps, 'database' | 'contracts' | 'prices'>

/** All inputs of the answer. */
interface SwapOffer {
  readonly block: ReadBlock
  readonly state: ExchangeState
  /** Available amounts less those of open vouchers. */
  readonly free: Available
  readonly open: Promised
  readonly prices: AllPrices
}

export const answerOf = (
  contracts: SwapDeps['contracts'],
  { block, state, free, open, prices }: SwapOffer,
): Answer => {
  const text = (amount: bigint | null): string | null => amount?.toString() ?? null
  return {
    exchange: contracts.Exchange,
    tokens: SWAP_TOKENS.map((token) => ({
      token,
      address: contracts[token],
      ...shownPrices(prices[token]),
      inventory: free.inventory[token].toString(),
      leftToday: free.leftToday[token].toString(),
    })),
    pairs: SWAP_TOKENS.flatMap((inputToken) =>
      SWAP_TOKENS.filter((outputToken) => outputToken !== inputToken).map((outputToken) => {
        const limits = limitsOf({ inputToken, outputToken }, { prices, state, free, open })
        const { rate, minimum, maximum, obstacle } = limits
        return {
          inputToken,
          outputToken,
          rate: text(rate),
          obstacle,
          minimum: minimum.toString(),
          maximum: maximum.toString(),
        }
      }),
    ),
    fee: {
      bps: Number(state.feeBps),
      collected: state.feesCollected.toString(),
      inviterBps: Number(FEE_TO_INVITER_BPS),
      nodePoolBps: Number(FEE_TO_NODE_VAULT_BPS - FEE_TO_INVITER_BPS),
      dividendPoolBps: Number(BPS - FEE_TO_NODE_VAULT_BPS),
    },
    boundBps: Number(SWAP_CONFIG.boundBps),
    lifetimeSeconds: SWAP_VOUCHER_LIFETIME_SECONDS,
    blockNumber: Number(block.number),
    blockTime: Number(block.timestamp),
    source: contracts.PriceOracle,
  }
}

const readOffer = async ({ database, prices }: ReadDeps, exchange: ExchangeReader): Promise<SwapOffer> => {
  const block = await prices.newestBlock()
  const [state, open, found] = await Promise.all([
    exchange.at(block),
    promised(database.read, { now: block.timestamp }),
    allByToken(SWAP_TOKENS, (token) => pricesOrMissing(swapPricesOf(prices, token, block))),
  ])
  return { block, state, free: availableOf(state, open), open, prices: found }
}

/** The prices, or the reason why the oracle has none. Throws if the chain cannot be asked. */
const pricesIfAsked = async (reading: Promise<SwapPrices>): Promise<SwapPrices | MissingPrice> =>
  reading.catch((error: unknown) => {
    if (isUnpriced(error) || (isNoPrice(error) && missingPrice(error) === 'no-day-average'))
      return missingPrice(error)
    throw error
  })

/** The prices of `swapTokens` without its limits, at the newest block. */
export const exchangePrices = async (prices: PriceReader): Promise<LiveExchange> => {
  const block = await prices.newestBlock()
  return {
    blockNumber: Number(block.number),
    blockTime: Number(block.timestamp),
    prices: await allByToken(PRICED_TOKENS, async (token) =>
      shownPrices(await pricesIfAsked(swapPricesOf(prices, token, block))),
    ),
  }
}

const keyOf = (offer: SwapOffer): string =>
  JSON.stringify(offer, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))

/**
 * Tokens and all ordered pairs at the newest block, less the amounts of open vouchers. The pairs' limits take
 * some milliseconds to compute, so they are computed again only when an input has changed.
 */
export const createSwapTokens = (
  deps: ReadDeps,
  exchange: ExchangeReader,
  answer: typeof answerOf = answerOf,
): (() => Promise<Answer>) => {
  let last: { readonly key: string; readonly answer: Answer } | undefined
  return async () => {
    const offer = await readOffer(deps, exchange)
    const key = keyOf(offer)
    const known = last?.key === key ? last : { key, answer: answer(deps.contracts, offer) }
    last = known
    return known.answer
  }
}
