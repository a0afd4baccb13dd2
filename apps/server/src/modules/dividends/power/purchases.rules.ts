/** How POD power is left by purchase, for people to read (docs/product.md 7 and 11: pod-power-info). Pure. */
import { minBigInt } from '../../../platform/integers.ts'

export interface PodPurchase {
  /** Base units of POD power obtained. */
  readonly power: bigint
}

export interface PurchaseLeft {
  readonly left: bigint
  readonly consumed: bigint
}

/**
 * Divides what a holder has left (`left`, base units) among the purchases, oldest first in: dividends consume
 * the oldest power first. A holder's power is fungible: the order is only for display, and no dividend
 * depends on it. No purchase draws more than its power.
 */
export const leftByPurchase = <P extends PodPurchase>(
  purchases: readonly P[],
  left: bigint,
): readonly (P & PurchaseLeft)[] => {
  const obtained = purchases.reduce((sum, { power }) => sum + power, 0n)
  if (left > obtained) throw new RangeError('more POD power is left than was obtained')
  let open = obtained - left
  return purchases.map((purchase) => {
    const consumed = minBigInt(open, purchase.power)
    open -= consumed
    return { ...purchase, consumed, left: purchase.power - consumed }
  })
}
