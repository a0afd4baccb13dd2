/**
 * Digit draw (docs/product.md 10 and 15; contracts/src/interfaces/IDigitDraw.sol): off by default. Entries
 * are the wallet's own transactions and burn DR; prizes come from a pot funded in advance. Amounts are base
 * units of DR.
 */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import {
  addressSchema,
  amountSchema,
  blockNumberSchema,
  fundingSchema,
  hashSchema,
  pageOf,
  pageQueryShape,
  positiveAmountSchema,
  uintSchema,
  unixSecondsSchema,
} from '../schemas.ts'

const digitSchema = z.number().int().min(0).max(9)

/**
 * open: accepts entries. drawing: closed, the digit is not known yet. drawn: prizes can be claimed.
 * expired: refunds can be claimed.
 */
const drawStateSchema = z.enum(['open', 'drawing', 'drawn', 'expired'])

/** Newest round in its present state on chain. */
const drawRoundSchema = z
  .strictObject({
    round: uintSchema,
    state: drawStateSchema,
    /** Keccak-256 of the round and its secret, posted before the first entry. */
    commitment: hashSchema,
    /** Hash chain of the entries: complete before the target block exists. */
    entriesHash: hashSchema,
    /** Last block with entries; block whose hash decides; last block that accepts the secret. */
    closeBlock: blockNumberSchema,
    targetBlock: blockNumberSchema,
    revealBlock: blockNumberSchema,
    /** Estimated time at which entries close, by the chain's present pace. */
    closesAt: unixSecondsSchema,
    total: amountSchema,
    byDigit: z.array(amountSchema).length(10),
    /** Amount that each digit still accepts: limited by the pot's prizes and the bond's refunds. */
    acceptable: z.array(amountSchema).length(10),
  })
  .meta({ id: 'DrawRound' })
export type DrawRound = z.infer<typeof drawRoundSchema>

export const getGameConfigList = defineCall({
  name: 'getGameConfigList',
  method: 'GET',
  path: '/game/getGameConfigList',
  access: 'public',
  limit: 'call',
  answer: 'legacy',
  tag: 'game',
  summary: 'The digit draw: odds, pot, bond, the newest round. 1023 while it is off.',
  response: z.strictObject({
    contract: addressSchema,
    /** A prize is this many times the entry. */
    prizeMultiple: z.number().int().positive(),
    /** Number of digits, of which one is drawn. */
    digits: z.literal(10),
    /** Average return of an entry, in 1/10,000. */
    averageReturnBps: z.number().int(),
    entryMinimum: amountSchema,
    /** A round begins at each multiple of this many seconds, UTC. */
    roundSeconds: z.number().int().positive(),
    pot: z.strictObject({
      /** Amount beyond everything that rounds may still owe. */
      free: amountSchema,
      /** Total funding, by final events. */
      funded: amountSchema,
      /** Newest first, at most 10. */
      fundings: z.array(fundingSchema),
    }),
    /** Refund bond for withheld secrets, beyond what it already covers. */
    bondFree: amountSchema,
    /** Null before the first round. */
    round: drawRoundSchema.nullable(),
    blockNumber: blockNumberSchema,
    blockTime: unixSecondsSchema,
  }),
  errors: ['FEATURE_OFF', 'NO_PRICE'],
})

const drawEntrySchema = z
  .strictObject({ digit: digitSchema, amount: amountSchema, txHash: hashSchema, at: unixSecondsSchema })
  .meta({ id: 'DrawEntry' })

/** A drawn or expired round with its proof, by final events. */
const drawResultSchema = z
  .strictObject({
    round: uintSchema,
    state: z.enum(['drawn', 'expired']),
    digit: digitSchema.nullable(),
    entries: z.number().int().nonnegative(),
    /** Burned by entries. */
    total: amountSchema,
    /** Prizes for the drawn digit; in an expired round, refunds of all entries. */
    owed: amountSchema,
    commitment: hashSchema,
    entriesHash: hashSchema,
    secret: hashSchema.nullable(),
    targetBlock: blockNumberSchema,
    targetHash: hashSchema.nullable(),
    at: unixSecondsSchema,
    txHash: hashSchema,
    /** Data of `account`, if requested. */
    mine: z
      .strictObject({
        entries: z.array(drawEntrySchema),
        /** Prize or refund. */
        owed: amountSchema,
        paid: amountSchema,
      })
      .nullable(),
  })
  .meta({ id: 'DrawResult' })
export type DrawResult = z.infer<typeof drawResultSchema>

export const getDigitLogList = defineCall({
  name: 'getDigitLogList',
  method: 'GET',
  path: '/game/getDigitLogList',
  access: 'public',
  limit: 'call',
  answer: 'legacy',
  tag: 'game',
  summary:
    'Rounds that are over, newest first, with their proofs; with `account`, what it entered, is owed and was paid.',
  request: z.strictObject({ ...pageQueryShape, account: addressSchema.optional() }),
  response: pageOf(drawResultSchema),
  errors: ['FEATURE_OFF'],
})

export const addDigitUserLog = defineCall({
  name: 'addDigitUserLog',
  method: 'POST',
  path: '/game/addDigitUserLog',
  access: 'activated',
  limit: 'quote',
  answer: 'legacy',
  tag: 'game',
  summary:
    'Checks an entry and returns the call the wallet has to send: `enter(round, digit, amount)`, which burns the amount. Stores nothing.',
  request: z.strictObject({ round: uintSchema, digit: digitSchema, amount: positiveAmountSchema }),
  feature: 'game',
  response: z.strictObject({
    contract: addressSchema,
    round: uintSchema,
    digit: digitSchema,
    /** Burned out of the wallet. */
    amount: amountSchema,
    /** Paid if the digit is drawn: one chance in ten. */
    prize: amountSchema,
    closeBlock: blockNumberSchema,
    closesAt: unixSecondsSchema,
  }),
  // BAD_PARAMETER has `acceptable` if the pot could not pay; DRAW_UNDER_WAY: the round accepts no more
  // entries.
  errors: ['FEATURE_OFF', 'DRAW_UNDER_WAY', 'WALLET_BALANCE_TOO_LOW', 'NO_PRICE'],
})
