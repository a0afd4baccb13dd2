import type { Tx } from '../../../platform/database/database.ts'

export interface NewProduct {
  readonly productId: string
  readonly name: string
  /** 1 … 9. */
  readonly tier: number
  /** In T. */
  readonly power: bigint
  /** USD for one machine, 18 decimals. */
  readonly price: bigint
  readonly drgvShareBps: number
  /** How many there are in the beginning; never set again. */
  readonly stock: bigint
  readonly perUserLimit: number
  readonly lifeDays: number
}

/**
 * Updates the products to the configuration; idempotent. Stock is set once. A product that is no longer
 * configured is not offered any more; machines sold before keep their terms. Products that an operator edited
 * are not changed.
 */
export const seedProducts = async (tx: Tx, products: readonly NewProduct[]): Promise<void> => {
  for (const product of products) {
    await tx.query({
      text: `INSERT INTO mining_product
          (product_id, name, tier, power, price, drgv_share_bps, stock_left, per_user_limit, life_days, offered)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, true)
        ON CONFLICT (product_id) DO UPDATE SET name = excluded.name, tier = excluded.tier, power = excluded.power,
          price = excluded.price, drgv_share_bps = excluded.drgv_share_bps, per_user_limit = excluded.per_user_limit,
          life_days = excluded.life_days, offered = true
        WHERE NOT mining_product.by_operator`,
      values: [
        product.productId,
        product.name,
        product.tier,
        product.power,
        product.price,
        product.drgvShareBps,
        product.stock,
        product.perUserLimit,
        product.lifeDays,
      ],
    })
  }
  await tx.query({
    text: 'UPDATE mining_product SET offered = false WHERE offered AND NOT by_operator AND NOT (product_id = ANY($1::text[]))',
    values: [products.map(({ productId }) => productId)],
  })
}
