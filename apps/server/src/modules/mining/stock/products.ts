import type { Product } from '@dr/protocol/calls/mining'
import { AppError } from '../../../platform/app-error.ts'
import type { Reader, Tx } from '../../../platform/database/database.ts'

interface ProductRow {
  product_id: string
  name: string
  tier: number | bigint
  power: bigint
  price: bigint
  drgv_share_bps: number | bigint
  stock_left: bigint
  per_user_limit: number | bigint
  life_days: number | bigint
}

const COLUMNS = 'product_id, name, tier, power, price, drgv_share_bps, stock_left, per_user_limit, life_days'

export interface OfferedProduct {
  readonly productId: string
  readonly name: string
  readonly tier: number
  /** In T. */
  readonly power: bigint
  /** USD, 18 decimals. */
  readonly price: bigint
  readonly drgvShareBps: number
  readonly stockLeft: bigint
  readonly perUserLimit: number
  readonly lifeDays: number
}

const productOf = (row: ProductRow): OfferedProduct => ({
  productId: row.product_id,
  name: row.name,
  tier: Number(row.tier),
  power: row.power,
  price: row.price,
  drgvShareBps: Number(row.drgv_share_bps),
  stockLeft: row.stock_left,
  perUserLimit: Number(row.per_user_limit),
  lifeDays: Number(row.life_days),
})

/** Products for sale, by tier, with their remaining stock. */
export const listProducts = async (reader: Reader): Promise<{ items: Product[] }> => {
  const { rows } = await reader.query<ProductRow>({
    name: 'mining_products',
    text: `SELECT ${COLUMNS} FROM mining_product WHERE offered ORDER BY tier, product_id`,
  })
  return {
    items: rows.map(productOf).map(({ stockLeft, power, price, ...product }) => ({
      ...product,
      power: Number(power),
      price: price.toString(),
      stock: Number(stockLeft),
    })),
  }
}

/** Whether PostgreSQL can store the text (without U+0000), as it must for an id. */
export const mayBeProductId = (text: string): boolean => !text.includes('\0')

/** Throws PRODUCT_NOT_FOUND (20008) for a product that is not offered. */
export const findProduct = async (reader: Reader, productId: string): Promise<OfferedProduct> => {
  if (!mayBeProductId(productId)) throw new AppError('PRODUCT_NOT_FOUND', { details: { productId } })
  const { rows } = await reader.query<ProductRow>({
    name: 'mining_product',
    text: `SELECT ${COLUMNS} FROM mining_product WHERE product_id = $1 AND offered`,
    values: [productId],
  })
  if (!rows[0]) throw new AppError('PRODUCT_NOT_FOUND', { details: { productId } })
  return productOf(rows[0])
}

/**
 * Locks the product's row, under which its stock is reserved and freed; taken before any reservation's row.
 */
export const lockProduct = async (
  tx: Tx,
  productId: string,
): Promise<{ readonly stockLeft: bigint; readonly perUserLimit: number }> => {
  const { rows } = await tx.query<Pick<ProductRow, 'stock_left' | 'per_user_limit'>>({
    name: 'mining_product_lock',
    text: 'SELECT stock_left, per_user_limit FROM mining_product WHERE product_id = $1 FOR UPDATE',
    values: [productId],
  })
  if (!rows[0]) throw new AppError('PRODUCT_NOT_FOUND', { details: { productId } })
  return { stockLeft: rows[0].stock_left, perUserLimit: Number(rows[0].per_user_limit) }
}
