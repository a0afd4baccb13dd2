/** Remaining POD power of each purchase, for display (docs/product.md 7 and 11: pod-power-info). Pure. */
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
 * Divides a holder's remaining power (`left`, base units) among the purchases, given oldest first: dividends
 * consume the oldest power first. For display only: a holder's power is fungible, and no dividend depends on
 * the order.
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
