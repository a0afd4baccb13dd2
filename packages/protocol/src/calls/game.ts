/**
 * The digit draw (docs/product.md 10 and 15; contracts/src/interfaces/IDigitDraw.sol): off unless configured.
 * Entries are the wallet's own transactions and burn DR; prizes come from a pot that was funded before.
 * Amounts are base units of DR.
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
 * open: takes entries. drawing: closed, the digit is not known yet. drawn: prizes wait. expired: refunds
 * wait.
 */
const drawStateSchema = z.enum(['open', 'drawing', 'drawn', 'expired'])

/** The newest round, as the contract says it now. */
const drawRoundSchema = z
  .strictObject({
    round: uintSchema,
    state: drawStateSchema,
    /** Keccak-256 of the round and its secret, posted before the first entry. */
    commitment: hashSchema,
    /** Each entry folded into the one before: complete before the target block exists. */
    entriesHash: hashSchema,
    /** The last block with entries; the block whose hash decides; the last that takes the secret. */
    closeBlock: blockNumberSchema,
    targetBlock: blockNumberSchema,
    revealBlock: blockNumberSchema,
    /** About when entries close, by the chain's pace now. */
    closesAt: unixSecondsSchema,
    total: amountSchema,
    byDigit: z.array(amountSchema).length(10),
    /** What can still be put on each digit: what the pot could pay and the bond refund. */
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
    /** A prize is so many times the entry. */
    prizeMultiple: z.number().int().positive(),
    /** How many digits there are, of which one is drawn. */
    digits: z.literal(10),
    /** Of what is entered, what comes back on average, in 1/10,000. */
    averageReturnBps: z.number().int(),
    entryMinimum: amountSchema,
    /** A round begins at each multiple of so many seconds, UTC. */
    roundSeconds: z.number().int().positive(),
    pot: z.strictObject({
      /** Beyond all that rounds may still owe. */
      free: amountSchema,
      /** Ever put in, by final events. */
      funded: amountSchema,
      /** Newest first, at most 10. */
      fundings: z.array(fundingSchema),
    }),
    /** What refunds entries when a secret is withheld, beyond what it backs already. */
    bondFree: amountSchema,
    /** Null before the first. */
    round: drawRoundSchema.nullable(),
    blockNumber: blockNumberSchema,
    blockTime: unixSecondsSchema,
  }),
  errors: ['FEATURE_OFF', 'NO_PRICE'],
})

const drawEntrySchema = z
  .strictObject({ digit: digitSchema, amount: amountSchema, txHash: hashSchema, at: unixSecondsSchema })
  .meta({ id: 'DrawEntry' })

/** A round whose digit is known, or that expired, by final events; with what proves it. */
const drawResultSchema = z
  .strictObject({
    round: uintSchema,
    state: z.enum(['drawn', 'expired']),
    digit: digitSchema.nullable(),
    entries: z.number().int().nonnegative(),
    /** Burned by entries. */
    total: amountSchema,
    /** Owed to those who named the digit; of an expired round, the refund of all. */
    owed: amountSchema,
    commitment: hashSchema,
    entriesHash: hashSchema,
    secret: hashSchema.nullable(),
    targetBlock: blockNumberSchema,
    targetHash: hashSchema.nullable(),
    at: unixSecondsSchema,
    txHash: hashSchema,
    /** Of `account`, when one was asked for. */
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
    /** Leaves the wallet for good. */
    amount: amountSchema,
    /** What comes if the digit is drawn: one chance in ten. */
    prize: amountSchema,
    closeBlock: blockNumberSchema,
    closesAt: unixSecondsSchema,
  }),
  // BAD_PARAMETER carries `acceptable` where the pot could not pay; DRAW_UNDER_WAY: the round takes no
  // entries any more.
  errors: ['FEATURE_OFF', 'DRAW_UNDER_WAY', 'WALLET_BALANCE_TOO_LOW', 'NO_PRICE'],
})
