import type { KeptNumber } from '../../platform/chain/chain-numbers.ts'

interface Step {
  /** The block before the range; undefined if nothing has been counted. */
  readonly cursor: bigint | undefined
  readonly to: { readonly number: bigint; readonly timestamp: bigint }
  readonly added: bigint
  /** The chain's own number at `to`; null: it has no such view; undefined: it was not asked. */
  readonly said: bigint | null | undefined
}

/**
 * A number after a range of blocks; undefined: unchanged, since its start is unknown. That is the case if the
 * row is missing, or another program has moved the cursor: then the number starts with the chain's value, and
 * keeps the known gap.
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

/** Adds missing events that have been booked: they reduce the gap. */
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
