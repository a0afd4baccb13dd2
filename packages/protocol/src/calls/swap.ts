/** Exchange (docs/product.md 4 and 5): inventory, quotes, and the user's swaps. */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import { PRICE_RANGES } from '../constants.ts'
import {
  addressSchema,
  amountSchema,
  blockNumberSchema,
  hashSchema,
  pageOf,
  pageRequestShape,
  positiveAmountSchema,
  swapTokenSchema,
  unixSecondsSchema,
  uuidSchema,
} from '../schemas.ts'
import { PRICED_TOKENS } from '../tokens.ts'
import { voucherSchema } from './voucher.ts'

/** Reason for no quote of a pair; answered as 30002 with it as `details.reason` (no reason: no price). */
const swapObstacleSchema = z.enum([
  'no-price',
  'no-day-average',
  'price-moved',
  'inventory',
  'daily-cap',
  'paused',
])
export type SwapObstacle = z.infer<typeof swapObstacleSchema>

const swapPricesShape = {
  /** USDT for one token, 18 decimals: the 30-minute average. Null: none now. USDT and USDR are at par. */
  average: amountSchema.nullable(),
  /**
   * Price of the token in a quote as input (the lowest of spot and both averages), and as output (the
   * highest).
   */
  inputPrice: amountSchema.nullable(),
  outputPrice: amountSchema.nullable(),
}
/** Prices that the exchange uses for a token. */
export type TokenSwapPrices = z.infer<z.ZodObject<typeof swapPricesShape>>

const swapTokenInfoSchema = z
  .strictObject({
    token: swapTokenSchema,
    address: addressSchema,
    ...swapPricesShape,
    /** Inventory without promised amounts and owed fees; base units. */
    inventory: amountSchema,
    /** Rest of the contract's rolling-day cap, base units. */
    leftToday: amountSchema,
  })
  .meta({ id: 'SwapToken' })

const swapPairSchema = z.strictObject({
  inputToken: swapTokenSchema,
  outputToken: swapTokenSchema,
  /** Output for one whole input token, fee included, 18 decimals; null: no quote. */
  rate: amountSchema.nullable(),
  /** Minimum and maximum of the input now, base units; the maximum is 0 without a quote. */
  minimum: amountSchema,
  maximum: amountSchema,
  obstacle: swapObstacleSchema.nullable(),
})

export const swapTokens = defineCall({
  name: 'swapTokens',
  method: 'GET',
  path: '/api/v1/public/swap/tokens',
  access: 'public',
  limit: 'call',
  tag: 'swap',
  summary: 'Tokens, all ordered pairs with rate and limits, the fee and where it goes, at one block.',
  response: z.strictObject({
    /** Contract to approve and call. */
    exchange: addressSchema,
    tokens: z.array(swapTokenInfoSchema),
    pairs: z.array(swapPairSchema),
    fee: z.strictObject({
      /**
       * Fee as a share of the input's value, in 1/10,000; taken from the output, so that the input is paid
       * in full.
       */
      bps: z.number().int().min(0).max(10_000),
      /** Collected since the last flush, base units of USDT. */
      collected: amountSchema,
      /** Shares of a flushed fee, in 1/10,000. */
      inviterBps: z.number().int(),
      nodePoolBps: z.number().int(),
      dividendPoolBps: z.number().int(),
    }),
    /** Maximum deviation of a price from the average, in 1/10,000; beyond it there is no quote. */
    boundBps: z.number().int(),
    /** Lifetime of a quote, seconds. */
    lifetimeSeconds: z.number().int().positive(),
    blockNumber: blockNumberSchema,
    blockTime: unixSecondsSchema,
    /** The oracle contract. */
    source: addressSchema,
  }),
})

export const swapTokenSignature = defineCall({
  name: 'swapTokenSignature',
  method: 'POST',
  path: '/api/v1/swap/token-signature',
  access: 'activated',
  limit: 'quote',
  tag: 'swap',
  summary: 'A quote for a swap, as a voucher that is valid for 60 seconds.',
  request: z.strictObject({
    inputToken: swapTokenSchema,
    outputToken: swapTokenSchema,
    /** Base units of the input token. */
    inputAmount: positiveAmountSchema,
  }),
  response: voucherSchema,
  errors: ['WALLET_BALANCE_TOO_LOW', 'NO_PRICE', 'FORBIDDEN', 'FEATURE_OFF', 'ACCOUNT_BLOCKED'],
})

const swapRecordSchema = z
  .strictObject({
    orderId: uuidSchema,
    inputToken: swapTokenSchema,
    outputToken: swapTokenSchema,
    inputAmount: amountSchema,
    outputAmount: amountSchema,
    /** Output for one whole input token, fee included, 18 decimals. */
    rate: amountSchema,
    /** Base units of USDT. */
    fee: amountSchema,
    at: unixSecondsSchema,
    txHash: hashSchema,
    blockNumber: blockNumberSchema,
    /** Flush that moved the fee to the vaults; null: not yet. */
    flushId: z.string().nullable(),
  })
  .meta({ id: 'SwapRecord' })
export type SwapRecord = z.infer<typeof swapRecordSchema>

export const swapRecords = defineCall({
  name: 'swapRecords',
  method: 'POST',
  path: '/api/v1/swap/records',
  access: 'session',
  limit: 'call',
  tag: 'swap',
  summary: 'My swaps that are final, newest first: quantity, price, time, fee.',
  request: z.strictObject(pageRequestShape),
  response: pageOf(swapRecordSchema),
})

const pricePointSchema = z.strictObject({
  /** Start of the bucket, Unix seconds. */
  at: unixSecondsSchema,
  /** USDT for one token by the pool's reserves, 18 decimals: last, lowest and highest within the bucket. */
  close: amountSchema,
  low: amountSchema,
  high: amountSchema,
})

export const priceHistory = defineCall({
  name: 'priceHistory',
  method: 'GET',
  path: '/api/v1/public/swap/price-history',
  access: 'public',
  limit: 'call',
  tag: 'swap',
  summary:
    'Price of a token by its pool’s own events, in at most 200 equal buckets, oldest first. A bucket without an event keeps the last price; nothing before the pool’s first event.',
  request: z.strictObject({ token: z.enum(PRICED_TOKENS), range: z.enum(PRICE_RANGES) }),
  response: z.strictObject({
    token: z.enum(PRICED_TOKENS),
    range: z.enum(PRICE_RANGES),
    /** Requested window; `to` is the product's clock. */
    from: unixSecondsSchema,
    to: unixSecondsSchema,
    bucketSeconds: z.number().int().positive(),
    /** Start of the pool's history; null: no event yet. */
    since: unixSecondsSchema.nullable(),
    /** The pair contract. */
    source: addressSchema,
    points: z.array(pricePointSchema).max(200),
  }),
})
