/** Basic schemas of the calls. Strict in both directions: unknown fields are refused. */
import * as z from 'zod'
import { UINT256_MAX } from './amounts.ts'
import { DAY_SECONDS, PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from './constants.ts'
import type { VaultIndex } from './token-table.ts'
import { byToken, PAYOUT_TOKENS, SWAP_TOKENS, TOKENS, type Token } from './tokens.ts'

/**
 * A 20-byte address, compared and stored in lower case; a checksummed address is accepted and lower-cased.
 */
export const addressSchema = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .toLowerCase()
  .meta({ id: 'Address', description: '20-byte address, lower-case hex' })

export const hexSchema = (bytes: number) => z.string().regex(new RegExp(`^0x[0-9a-f]{${bytes * 2}}$`))

/** A signature or other bytes of variable length (ERC-6492 signatures of contract wallets are long). */
export const bytesSchema = z
  .string()
  .regex(/^0x(?:[0-9a-fA-F]{2})+$/)
  .max(20_000)

const UINT = /^(0|[1-9]\d{0,77})$/
/** Also called for invalid text, which must not throw. */
const isUint256 = (text: string): boolean => UINT.test(text) && BigInt(text) <= UINT256_MAX

/** An amount in base units, as a decimal string: no sign, no leading zero, at most 2^256 − 1. */
export const amountSchema = z
  .string()
  .regex(UINT)
  .refine(isUint256)
  .meta({ id: 'Amount', description: 'Integer in base units (18 decimals), as a decimal string' })

/** Larger than the supply of all tokens, and small enough that its product with a price fits a uint256. */
export const ASKED_MAX = 2n ** 128n - 1n

/** A requested amount (for everything that moves money): more than zero, at most 2^128 − 1. */
export const positiveAmountSchema = amountSchema.refine(
  (text) => text !== '0' && (!UINT.test(text) || BigInt(text) <= ASKED_MAX),
)

/** A uint256 that is not money: machine ids, nonces. */
export const uintSchema = z.string().regex(UINT).refine(isUint256)

/** A second of the UTC day, 24:00 included. */
export const secondOfDaySchema = z.number().int().min(0).max(DAY_SECONDS)

/** Text typed for display: not empty, and without U+0000, which PostgreSQL cannot store. */
export const plainTextSchema = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .refine((text) => !text.includes('\0'))

/** Technical name of a product. */
export const productIdSchema = z.string().regex(/^[\w-]{1,64}$/)

export const tokenSchema = z.enum(TOKENS)
/** Tokens that can be swapped. */
export const swapTokenSchema = z.enum(SWAP_TOKENS)
/** Shape of an object with the same schema for each token symbol. */
export const tokenShape = <T extends Token, Schema extends z.ZodType>(
  tokens: readonly T[],
  schema: Schema,
): Record<T, Schema> => byToken(tokens, () => schema)
export const uuidSchema = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
  .meta({ id: 'Uuid' })
/** ISO 8601 in UTC. */
export const timeSchema = z.iso.datetime()
/** A block's or a deadline's time: Unix seconds. */
export const unixSecondsSchema = z.number().int().nonnegative()
export const blockNumberSchema = z.number().int().nonnegative()
export const vaultIndexSchema = z.union([
  z.literal(0),
  z.literal(1),
  z.literal(2),
]) satisfies z.ZodType<VaultIndex>

export const pageRequestShape = {
  cursor: z.string().max(200).optional(),
  limit: z.number().int().min(1).max(PAGE_LIMIT_MAX).default(PAGE_LIMIT_DEFAULT),
}

/** Page parameters of a GET's query, where numbers are text. */
export const pageQueryShape = {
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number<number | string>().int().min(1).max(PAGE_LIMIT_MAX).default(PAGE_LIMIT_DEFAULT),
}

/** A block of an account: its owner gets no vouchers (30007). */
export const accountBlockSchema = z
  .strictObject({
    since: unixSecondsSchema,
    /** Text of the operator who proposed it. */
    reason: z.string(),
  })
  .meta({ id: 'AccountBlock' })

/** A transaction's or a file's hash. */
export const hashSchema = hexSchema(32).meta({ id: 'Hash' })

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), nextCursor: z.string().nullable() })

/** A price with its source. */
export const priceSchema = z
  .strictObject({
    /** USDT for one token, 18 decimals. */
    price: amountSchema,
    blockNumber: blockNumberSchema,
    blockTime: unixSecondsSchema,
    source: addressSchema,
  })
  .meta({ id: 'Price' })

/** Tokens of rewards and packages. */
export const payoutTokenSchema = z.enum(PAYOUT_TOKENS)

/** An amount of each payout token, base units. */
export const payoutSchema = z.strictObject(tokenShape(PAYOUT_TOKENS, amountSchema)).meta({ id: 'Payout' })

/** Both on-chain averages of DR in USDT (18 decimals) at one block. */
export const drAveragesSchema = z
  .strictObject({
    /** 30 minutes. */
    price: amountSchema,
    /** 24 hours. */
    price24h: amountSchema,
    /** The lower of the two, at which DR is valued. */
    lower: amountSchema,
    /** The higher of the two. */
    higher: amountSchema,
    blockNumber: blockNumberSchema,
    blockTime: unixSecondsSchema,
    /** The oracle contract. */
    source: addressSchema,
  })
  .meta({ id: 'DrAverages' })

/** A week of the product: Monday 00:00 UTC to the next; numbered from Monday 1970-01-05. */
export const weekShape = {
  week: z.number().int().nonnegative(),
  startsAt: unixSecondsSchema,
  endsAt: unixSecondsSchema,
} as const

/** Published result of a closed week. */
export const weekResultSchema = z.strictObject({
  /** Path on this origin. */
  file: z.string(),
  /** Keccak-256 of the file's bytes. */
  hash: hashSchema,
  /** Transaction that posted the hash on chain; null until final. */
  txHash: hashSchema.nullable(),
})

/** Public funding of a pool or a budget, by the operator or anyone: the source of its payments. */
export const fundingSchema = z
  .strictObject({
    source: addressSchema,
    token: payoutTokenSchema,
    amount: amountSchema,
    memo: z.string(),
    at: unixSecondsSchema,
    txHash: hashSchema,
  })
  .meta({ id: 'Funding' })
