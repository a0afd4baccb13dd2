/** Daily roots: what each account ever earned, as it was posted on chain, and an account's own lines. */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import { addressSchema, amountSchema, hashSchema, uintSchema, unixSecondsSchema } from '../schemas.ts'

/** Seconds from an epoch's confirmation until it is final, by the contract. */
export const ROOTS_FINALITY_SECONDS = 7 * 86_400

/**
 * `void`: vetoed, or another was posted before it was confirmed. `foreign`: its roots are no file of this
 * server, whatever else holds.
 */
const epochStateSchema = z.enum(['posted', 'confirmed', 'final', 'void', 'foreign'])
export type EpochState = z.infer<typeof epochStateSchema>

const epochShape = {
  epoch: z.number().int().positive(),
  state: epochStateSchema,
  snapshotBlock: uintSchema,
  snapshotTime: unixSecondsSchema,
  postedAt: unixSecondsSchema,
  /** Null: not confirmed. */
  confirmedAt: unixSecondsSchema.nullable(),
  /** From when on its proofs count; null: not confirmed. */
  finalAt: unixSecondsSchema.nullable(),
  /** By which the witness confirms the post. */
  digest: hashSchema,
}

export const publicRoots = defineCall({
  name: 'publicRoots',
  method: 'GET',
  path: '/api/v1/public/roots',
  access: 'public',
  limit: 'call',
  tag: 'public',
  summary: 'Daily roots by epoch, newest first, at most 30: their state, and what each book adds up to.',
  response: z.strictObject({
    epochs: z
      .array(
        z.strictObject({
          ...epochShape,
          /** Null for a foreign epoch, as is its time: its file is not known. */
          snapshotBlock: uintSchema.nullable(),
          snapshotTime: unixSecondsSchema.nullable(),
          /** Path of its file on this origin; null: not kept any more, or foreign. */
          file: z.string().nullable(),
          /** In the order of a line's numbers; none for a foreign epoch. */
          books: z.array(
            z.strictObject({
              vault: addressSchema,
              token: addressSchema,
              hash: hashSchema,
              total: amountSchema,
              /** False: the contract refused it, and it has no root. */
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
  /** Books in which the account has a line; the fields of an exported proof. */
  books: z.array(
    z.strictObject({
      vault: addressSchema,
      token: addressSchema,
      earned: amountSchema,
      index: uintSchema,
      path: z.array(z.strictObject({ hash: hashSchema, sum: amountSchema })),
    }),
  ),
})

export const rootsProof = defineCall({
  name: 'rootsProof',
  method: 'GET',
  path: '/api/v1/public/roots/proof/:address',
  access: 'public',
  limit: 'call',
  tag: 'public',
  summary: 'An account’s lines, with the paths that prove them, in the newest and the newest final epoch.',
  params: z.strictObject({ address: addressSchema }),
  response: z.strictObject({
    account: addressSchema,
    /** Lines in the newest epoch that is not void. */
    newest: epochProofSchema.nullable(),
    final: epochProofSchema.nullable(),
  }),
})
