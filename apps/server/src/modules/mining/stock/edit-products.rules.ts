/** Whether one operator suffices for an edit of a product (ADR 0024). Pure. */

export interface EditedProduct {
  readonly productId: string
  readonly name: string
  readonly tier: number
  readonly power: number
  readonly price: bigint
  readonly drgvShareBps: number
  readonly perUserLimit: number
  readonly lifeDays: number
  /** Stock of a new product. */
  readonly stock?: number | undefined
}

/**
 * Whether an edit makes a product more favourable: a new product, more power, a lower price, a longer life,
 * or more of its price payable in DRGV.
 */
export const productNeedsTwo = (before: EditedProduct | null, after: EditedProduct): boolean =>
  before === null ||
  after.power > before.power ||
  after.price < before.price ||
  after.lifeDays > before.lifeDays ||
  after.drgvShareBps > before.drgvShareBps
