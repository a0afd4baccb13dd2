/**
 * Deposits of an account into the node vault that were not returned: `unreturned`, U. They leave without
 * burn; only earned amounts burn (docs/product.md 4, ADR 0027). Counted by account and token. Base units.
 */

/** Adds a deposit, however it was booked. */
export const raiseUnreturned = (unreturned: bigint, deposited: bigint): bigint => unreturned + deposited

/** Subtracts any payment or transfer to another user, whatever its source; at least zero. */
export const lowerUnreturned = (unreturned: bigint, left: bigint): bigint =>
  unreturned > left ? unreturned - left : 0n

export interface BurnSplit {
  /** Leaves without burn. */
  readonly burnFree: bigint
  /** Amount that is subject to the burn. */
  readonly burnable: bigint
}

/** Splits a payment of `amount`; `unreturned` is the value before it. */
export const splitBurnFree = ({
  amount,
  unreturned,
}: {
  readonly amount: bigint
  readonly unreturned: bigint
}): BurnSplit => {
  const burnFree = amount < unreturned ? amount : unreturned
  return { burnFree, burnable: amount - burnFree }
}
