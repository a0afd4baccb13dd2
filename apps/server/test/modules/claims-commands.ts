/** Commands of random histories of claims, each with how often it comes. */
import { BOOKS } from '@dr/protocol/roots/roots-file'
import fc from 'fast-check'

const KINDS = [
  ['deposit', 6],
  ['give', 8],
  ['voucher', 5],
  ['use', 5],
  ['suspend', 2],
  ['repost', 2],
  ['claim', 7],
  ['transfer', 4],
  ['day', 3],
  ['week', 2],
  ['index', 3],
  ['book', 3],
  ['collect', 2],
  ['register', 1],
  ['backup', 2],
  ['restore', 2],
] as const
export interface ClaimsCommand {
  readonly kind: (typeof KINDS)[number][0]
  readonly person: number
  readonly other: number
  readonly book: number
  /** Whole tokens. */
  readonly amount: bigint
}
/** The last one is no user until it registers; the first one mines. */
export const PEOPLE = 4
export const STRANGER = PEOPLE - 1

export const claimsHistory = (length: number): fc.Arbitrary<ClaimsCommand[]> =>
  fc.array(
    fc.record({
      kind: fc.oneof(...KINDS.map(([kind, weight]) => ({ arbitrary: fc.constant(kind), weight }))),
      person: fc.nat(PEOPLE - 1),
      other: fc.nat(PEOPLE - 1),
      book: fc.nat(BOOKS.length - 1),
      amount: fc.bigInt(1n, 300n),
    }),
    { minLength: length, maxLength: length },
  )
