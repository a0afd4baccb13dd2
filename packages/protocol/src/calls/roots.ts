/** Daily roots of what was earned, and each account's proof (ADR 0073). */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import { addressSchema, amountSchema, blockNumberSchema, hashSchema, unixSecondsSchema } from '../schemas.ts'

/**
 * posted: waits for the witness. confirmed: final seven days after the confirmation, unless vetoed. void:
 * vetoed, or replaced before it was confirmed.
 */
export const EPOCH_STATES = ['posted', 'confirmed', 'final', 'void'] as const

const epochShape = {
  epoch: z.number().int().positive(),
  state: z.enum(EPOCH_STATES),
  snapshotBlock: blockNumberSchema,
  snapshotTime: unixSecondsSchema,
  postedAt: unixSecondsSchema,
  confirmedAt: unixSecondsSchema.nullable(),
  /** Seven days after the confirmation; null: not confirmed, or void. */
  finalAt: unixSecondsSchema.nullable(),
  /** Hash of epoch, snapshot block and all books, which the witness confirms. */
  digest: hashSchema,
}

const bookShape = { vault: addressSchema, token: addressSchema }

export const publicRoots = defineCall({
  name: 'publicRoots',
  method: 'GET',
  path: '/api/v1/public/roots',
  access: 'public',
  limit: 'call',
  tag: 'public',
  summary: 'The newest 30 daily roots with state, totals and hashes of their books, the newest first.',
  response: z.strictObject({
    epochs: z
      .array(
        z.strictObject({
          ...epochShape,
          books: z.array(
            z.strictObject({
              ...bookShape,
              hash: hashSchema,
              /** Sum of all that the accounts ever earned in this book, base units. */
              total: amountSchema,
              /** False: its total was above what the vault held, so that it does not count. */
              posted: z.boolean(),
            }),
          ),
        }),
      )
      .max(30),
  }),
})

const epochProofSchema = z.strictObject({
  ...epochShape,
  /** Books in which the account has a line. */
  books: z.array(
    z.strictObject({
      ...bookShape,
      /** All that the account ever earned in this book, base units. */
      earned: amountSchema,
      index: amountSchema,
      /** Siblings from the leaf up. */
      path: z.array(z.strictObject({ hash: hashSchema, sum: amountSchema })).max(40),
    }),
  ),
})

export const publicRootProof = defineCall({
  name: 'publicRootProof',
  method: 'GET',
  path: '/api/v1/public/roots/proof/:address',
  access: 'public',
  limit: 'call',
  tag: 'public',
  summary: 'Lines and paths of an account in the newest root and in the newest final one.',
  params: z.strictObject({ address: addressSchema }),
  response: z.strictObject({
    account: addressSchema,
    /** The newest that is not void; null: none was posted. */
    newest: epochProofSchema.nullable(),
    final: epochProofSchema.nullable(),
  }),
})
