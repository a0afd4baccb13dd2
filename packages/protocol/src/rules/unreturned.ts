/**
 * Deposits of an account into the node vault that it has not got back: `unreturned`, U. It leaves
 * without burn; the burn falls on what was earned (docs/product.md 4, ADR 0027). Counted for each account and
 * token. Base units.
 */

/** A deposit adds to it, whatever became of the deposit. */
export const raiseUnreturned = (unreturned: bigint, deposited: bigint): bigint => unreturned + deposited

/** Every payment and every transfer to another user lowers it, whatever money it was of; never below zero. */
export const lowerUnreturned = (unreturned: bigint, left: bigint): bigint =>
  unreturned > left ? unreturned - left : 0n

export interface BurnSplit {
  /** Leaves without burn. */
  readonly burnFree: bigint
  /** What the burn is reckoned on. */
  readonly burnable: bigint
}

/** Of a payment of `amount`, with `unreturned` as it was before the payment. */
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
