import type { KeptNumber } from '../../platform/chain/chain-numbers.ts'

interface Step {
  /** The block before the range; undefined: there is none, nothing has been counted. */
  readonly cursor: bigint | undefined
  readonly to: { readonly number: bigint; readonly timestamp: bigint }
  readonly added: bigint
  /** The chain's own number at `to`; null: it has no such view; undefined: it was not asked. */
  readonly said: bigint | null | undefined
}

/**
 * A number after a range of blocks; undefined: it stays as it is, since nothing is known of where it begins.
 * That is so where the row is missing, or another program has moved the cursor: then the number begins with
 * what the chain says, and keeps the gap that was known.
 */
export const advanceNumber = (
  kept: KeptNumber | undefined,
  name: string,
  { cursor, to, added, said }: Step,
): KeptNumber | undefined => {
  if (said === null) return undefined
  const follows = cursor === undefined || kept?.countedTo === cursor
  const before = kept ?? { booked: 0n, gap: 0n, agreed: null }
  if (!follows && said === undefined) return undefined
  const booked = follows ? before.booked + added : (said as bigint) - before.gap
  const gap = said === undefined ? before.gap : said - booked
  const agrees = said !== undefined && gap === 0n
  return {
    name,
    booked,
    gap,
    countedTo: to.number,
    agreed: agrees ? { block: to.number, at: to.timestamp } : before.agreed,
  }
}

/** Events that were missing are booked now: by so much the gap is smaller. */
export const addToNumber = (kept: KeptNumber, { added, at }: { added: bigint; at: bigint }): KeptNumber => {
  const gap = kept.gap - added
  const agrees = gap === 0n && kept.gap !== 0n
  return {
    ...kept,
    booked: kept.booked + added,
    gap,
    agreed: agrees ? { block: kept.countedTo, at } : kept.agreed,
  }
}
