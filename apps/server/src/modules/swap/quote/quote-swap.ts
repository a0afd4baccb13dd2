import { isNear } from '@dr/protocol/amounts'
import { orderIdToUint } from '@dr/protocol/order-id'
import type { SwapToken } from '@dr/protocol/tokens'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import type { UserId } from '../../../platform/ids.ts'
import { priceAnswer } from '../../prices/index.ts'
import {
  isOfKind,
  type Order,
  type OrderOf,
  type QuoteBase,
  requireWalletCanPay,
} from '../../vouchers/index.ts'
import type { SwapDeps } from '../deps.ts'
import { availableOf, leftOfPair } from './available.rules.ts'
import type { ExchangeReader, ExchangeState } from './exchange-state.ts'
import { insertPromise, lockInventory, promised } from './promises.ts'
import { quoteSwap, requireInventory, SWAP_CONFIG, type SwapQuote } from './quote.rules.ts'
import { type SwapPrices, swapPricesOf } from './swap-prices.ts'

export interface SwapOrder {
  readonly userId: UserId
  readonly account: LowerHex
  readonly inputToken: SwapToken
  readonly outputToken: SwapToken
  readonly inputAmount: bigint
}

/** An identical request gets its open order again while a new one would differ by at most 0.1 %. */
const OUTPUT_REUSE_BPS = 10n

const givesLike = (order: Order, { outputAmount }: SwapQuote): boolean =>
  isOfKind(order, 'swap-token') && isNear(BigInt(order.details.outputAmount), outputAmount, OUTPUT_REUSE_BPS)

interface Terms {
  readonly base: QuoteBase
  readonly state: ExchangeState
  readonly input: SwapPrices
  readonly output: SwapPrices
  readonly quote: SwapQuote
}

/** All inputs of a quote at one block: nonce, prices, inventory, caps, and the wallet's balance. */
const readTerms = async (deps: SwapDeps, exchange: ExchangeReader, order: SwapOrder): Promise<Terms> => {
  const { client, contracts, prices, vouchers } = deps
  const { account, inputToken, outputToken, inputAmount } = order
  const block = await prices.newestBlock()
  const [base, state, input, output] = await Promise.all([
    vouchers.openQuote('swap-token', { account, block }),
    exchange.at(block),
    swapPricesOf(prices, inputToken, block),
    swapPricesOf(prices, outputToken, block),
  ])
  const quote = quoteSwap(
    { ...SWAP_CONFIG, feeBps: state.feeBps },
    {
      inputToken,
      outputToken,
      inputAmount,
      inventory: state.inventory,
      prices: {
        [inputToken]: input.input,
        ...(inputToken === outputToken ? {} : { [outputToken]: output.output }),
      },
    },
  )
  await requireWalletCanPay(client, {
    account,
    blockNumber: block.number,
    needs: [{ token: inputToken, address: contracts[inputToken], amount: inputAmount }],
  })
  return { base, state, input, output, quote }
}

/** Refuses what other open vouchers may take, and what exceeds the day's caps. */
const requireAvailable = async (tx: Tx, order: SwapOrder, terms: Terms): Promise<void> => {
  const { base, state, quote, output } = terms
  const { account, outputToken } = order
  const except = { account, nonce: base.nonce }
  const open = await promised(tx, { now: base.block.timestamp, except })
  requireInventory({ ...order, inventory: availableOf(state, open).inventory }, quote)
  const left = leftOfPair(state, open, { ...order, outputPrice: output.output.price })
  if (quote.outputAmount <= left) return
  const details = { token: outputToken, reason: 'daily-cap', left: left.toString() }
  throw new AppError('NO_PRICE', { details })
}

const pricesOf = ({ inputToken, outputToken }: SwapOrder, { input, output }: Terms): Order['prices'] => ({
  ...(input.quoted ? { [inputToken]: priceAnswer({ ...input.quoted, price: input.input.price }) } : {}),
  ...(output.quoted ? { [outputToken]: priceAnswer({ ...output.quoted, price: output.output.price }) } : {}),
})

const detailsOf = (
  { inputToken, outputToken, inputAmount }: SwapOrder,
  { state, quote }: Terms,
): OrderOf<'swap-token'>['details'] => ({
  inputToken,
  outputToken,
  inputAmount: inputAmount.toString(),
  outputAmount: quote.outputAmount.toString(),
  swap: {
    value: quote.value.toString(),
    fee: quote.fee.toString(),
    feeBps: Number(state.feeBps),
    rate: quote.rate.toString(),
  },
})

/**
 * Quotes a swap as a voucher of 60 seconds, out of what the exchange holds and other open vouchers do not
 * take. Throws BAD_PARAMETER (10002) for a token for itself or for dust, NO_PRICE (30002, `details.reason`:
 * no-day-average, price-moved, inventory, daily-cap), WALLET_BALANCE_TOO_LOW (20004), FEATURE_OFF (1023)
 * while the exchange takes no vouchers.
 */
export const quoteSwapOrder = async (
  deps: SwapDeps,
  exchange: ExchangeReader,
  order: SwapOrder,
): Promise<Order> => {
  const terms = await readTerms(deps, exchange, order)
  const { base, quote } = terms
  const { userId, account, inputToken, outputToken, inputAmount } = order
  const { outputAmount, fee } = quote
  const { contracts } = deps

  return deps.database.transaction(async (tx) => {
    await lockInventory(tx)
    await requireAvailable(tx, order, terms)
    const issued = await deps.vouchers.issueVoucher(tx, {
      kind: 'swap-token',
      userId,
      account,
      base,
      fields: (orderId) => ({
        inputAmount,
        outputAmount,
        inputTokenAddress: contracts[inputToken],
        outputTokenAddress: contracts[outputToken],
        orderId: orderIdToUint(orderId),
      }),
      requestKey: `${inputToken}:${outputToken}:${inputAmount}`,
      isReusable: (known) => givesLike(known, quote),
      prices: pricesOf(order, terms),
      outgoing: [{ token: inputToken, amount: inputAmount.toString(), from: 'wallet', to: 'exchange' }],
      incoming: [{ kind: 'token', token: outputToken, amount: outputAmount.toString(), to: 'wallet' }],
      remaining: 0,
      details: detailsOf(order, terms),
    })
    if (!issued.reused) {
      const usdtForFee = inputToken === 'USDT' ? 0n : fee
      const { id: orderId, deadline, nonce } = issued.order
      await insertPromise(tx, {
        orderId,
        account,
        nonce,
        deadline,
        outputToken,
        outputAmount,
        usdtForFee,
      })
    }
    return issued.order
  })
}
