import { WAD } from '@dr/protocol/amounts'
import { MACHINE_TERMS } from '@dr/protocol/constants'
import { perUserLimitMax } from '@dr/protocol/rules/machine-cost'
import type { Tx } from '../../../platform/database/database.ts'

export interface NewProduct {
  readonly productId: string
  readonly name: string
  /** 1 … 9. */
  readonly tier: number
  /** In T. */
  readonly power: bigint
  /** WAD for one machine, 18 decimals. */
  readonly price: bigint
  readonly drgvShareBps: number
  /** Initial stock, set once. */
  readonly stock: bigint
  readonly perUserLimit: number
  readonly lifeDays: number
}

/** Products for sale by default: together as much power as the power floor. */
export const DEFAULT_PRODUCTS: readonly NewProduct[] = [
  { productId: 'm1', name: 'M1', tier: 1, power: 10n, price: 100n * WAD, stock: 10_000n },
  { productId: 'm2', name: 'M2', tier: 2, power: 26n, price: 250n * WAD, stock: 5_000n },
  { productId: 'm3', name: 'M3', tier: 3, power: 55n, price: 500n * WAD, stock: 2_000n },
  { productId: 'm4', name: 'M4', tier: 4, power: 120n, price: 1_000n * WAD, stock: 500n },
].map((product) => ({
  ...product,
  ...MACHINE_TERMS,
  perUserLimit: perUserLimitMax(Number(product.stock)),
}))

/**
 * Updates the products to the configuration; idempotent. Stock is set once. A product that is no longer
 * configured is no longer offered; sold machines keep their terms. Products that an operator edited are not
 * changed.
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
