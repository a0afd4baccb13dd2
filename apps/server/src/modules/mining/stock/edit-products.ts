/** Products as operators see and edit them (docs/product.md 10): sold machines keep their terms. */
import { WAD } from '@dr/protocol/amounts'
import type { OperatorProduct } from '@dr/protocol/calls/operator-offers'
import { MACHINE_PRICE, POWER_PER_USD_MAX } from '@dr/protocol/constants'
import { perUserLimitMax } from '@dr/protocol/rules/machine-cost'
import { AppError } from '../../../platform/app-error.ts'
import type { Reader, Tx } from '../../../platform/database/database.ts'
import type { EditedProduct } from './edit-products.rules.ts'

interface ProductRow {
  product_id: string
  name: string
  tier: number
  power: bigint
  price: bigint
  drgv_share_bps: number
  stock_left: bigint
  reserved: bigint
  sold: bigint
  per_user_limit: number
  life_days: number
  offered: boolean
}

const SELECT = `SELECT p.product_id, name, tier, power, price, drgv_share_bps, stock_left, per_user_limit, life_days, offered,
    coalesce((SELECT sum(count) FROM mining_reservation r WHERE r.product_id = p.product_id), 0) AS reserved,
    coalesce((SELECT sum(machine_count) FROM mining_purchase b WHERE b.product_id = p.product_id), 0) AS sold
  FROM mining_product p`

const productOf = (row: ProductRow): OperatorProduct => ({
  productId: row.product_id,
  name: row.name,
  tier: row.tier,
  power: Number(row.power),
  price: row.price.toString(),
  drgvShareBps: row.drgv_share_bps,
  stock: Number(row.stock_left),
  reserved: Number(row.reserved),
  sold: Number(row.sold),
  perUserLimit: row.per_user_limit,
  lifeDays: row.life_days,
  offered: row.offered,
})

/** All products, offered or not, by tier. */
export const allProducts = async (reader: Reader): Promise<OperatorProduct[]> => {
  const { rows } = await reader.query<ProductRow>({
    name: 'mining_products_all',
    text: `${SELECT} ORDER BY tier, product_id`,
  })
  return rows.map(productOf)
}

/** Reads a product and locks its row, which is the lock of its stock, until the transaction ends. */
const lockOne = async (tx: Tx, productId: string): Promise<OperatorProduct | undefined> => {
  await tx.query({
    name: 'mining_product_lock_edit',
    text: 'SELECT 1 FROM mining_product WHERE product_id = $1 FOR UPDATE',
    values: [productId],
  })
  return findOne(tx, productId)
}

const findOne = async (reader: Reader, productId: string): Promise<OperatorProduct | undefined> => {
  const { rows } = await reader.query<ProductRow>({
    name: 'mining_product_one',
    text: `${SELECT} WHERE p.product_id = $1`,
    values: [productId],
  })
  return rows[0] && productOf(rows[0])
}

export interface ProductChange {
  readonly before: OperatorProduct | null
  readonly after: OperatorProduct
}

/**
 * A product's terms without its stock, which sales change; locked until the transaction ends. Null: no such
 * product.
 */
export const lockProductTerms = async (tx: Tx, productId: string): Promise<EditedProduct | null> => {
  const product = await lockOne(tx, productId)
  if (!product) return null
  const { name, tier, power, price, drgvShareBps, perUserLimit, lifeDays } = product
  return { productId, name, tier, power, price: BigInt(price), drgvShareBps, perUserLimit, lifeDays }
}

/** Throws BAD_PARAMETER for a new product without stock, and for the stock of an existing one. */
export const requireStockOfNew = (before: object | null, { stock }: EditedProduct): void => {
  if ((stock === undefined) !== (before === null)) return
  const reason = before ? 'stock-is-added-or-taken' : 'a-new-product-needs-stock'
  throw new AppError('BAD_PARAMETER', { details: { path: 'stock', reason } })
}

/** Throws BAD_PARAMETER for a price at which the contract would sell no machine. */
export const requireSellablePrice = ({ price }: EditedProduct): void => {
  if (price >= MACHINE_PRICE.min && price <= MACHINE_PRICE.max) return
  const [min, max] = [MACHINE_PRICE.min.toString(), MACHINE_PRICE.max.toString()]
  throw new AppError('BAD_PARAMETER', { details: { path: 'price', reason: 'out-of-bounds', min, max } })
}

/** Throws BAD_PARAMETER for more power than an audit takes for the price. */
export const requirePowerForPrice = ({ power, price }: EditedProduct): void => {
  const max = (price * POWER_PER_USD_MAX) / WAD
  if (BigInt(power) <= max) return
  const reason = 'too-much-for-the-price'
  throw new AppError('BAD_PARAMETER', { details: { path: 'power', reason, max: max.toString() } })
}

/** All machines that are or were in stock. */
const machinesOf = ({
  stock,
  reserved,
  sold,
}: Pick<OperatorProduct, 'stock' | 'reserved' | 'sold'>): number => stock + reserved + sold

/** Throws BAD_PARAMETER if one user could buy more than a twentieth of the stock. */
export const requirePerUserLimit = async (tx: Tx, product: EditedProduct): Promise<void> => {
  const before = await findOne(tx, product.productId)
  const max = perUserLimitMax(before ? machinesOf(before) : (product.stock ?? 0))
  if (product.perUserLimit <= max) return
  const reason = 'above-a-twentieth-of-the-stock'
  throw new AppError('BAD_PARAMETER', { details: { path: 'perUserLimit', reason, max } })
}

/**
 * Creates or edits a product; the seed does not change it from then on. The caller checks first whether one
 * operator suffices (`productNeedsTwo`). Throws BAD_PARAMETER for a new one without stock, and for the stock
 * of an existing one.
 */
export const saveProduct = async (tx: Tx, product: EditedProduct): Promise<ProductChange> => {
  const { productId, stock } = product
  const before = (await lockOne(tx, productId)) ?? null
  requireStockOfNew(before, product)
  await tx.query({
    name: 'mining_product_save',
    text: `INSERT INTO mining_product (product_id, name, tier, power, price, drgv_share_bps, stock_left, per_user_limit,
        life_days, offered, by_operator)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, true, true)
      ON CONFLICT (product_id) DO UPDATE SET name = excluded.name, tier = excluded.tier, power = excluded.power,
        price = excluded.price, drgv_share_bps = excluded.drgv_share_bps, per_user_limit = excluded.per_user_limit,
        life_days = excluded.life_days, by_operator = true`,
    values: [
      productId,
      product.name,
      product.tier,
      product.power,
      product.price,
      product.drgvShareBps,
      stock ?? 0,
      product.perUserLimit,
      product.lifeDays,
    ],
  })
  return { before, after: (await findOne(tx, productId)) as OperatorProduct }
}

const requireProduct = async (tx: Tx, productId: string): Promise<OperatorProduct> => {
  const product = await lockOne(tx, productId)
  if (!product) throw new AppError('PRODUCT_NOT_FOUND', { details: { productId } })
  return product
}

/**
 * Adds stock, or removes stock that is neither sold nor reserved; throws OUT_OF_STOCK if that is less. The
 * limit per user stays within a twentieth.
 */
export const changeStock = async (
  tx: Tx,
  { productId, change }: { readonly productId: string; readonly change: number },
): Promise<ProductChange> => {
  const before = await requireProduct(tx, productId)
  if (before.stock + change < 0) {
    throw new AppError('OUT_OF_STOCK', { details: { productId, stock: before.stock } })
  }
  const limit = Math.min(before.perUserLimit, perUserLimitMax(machinesOf(before) + change))
  await tx.query({
    name: 'mining_product_stock',
    text: 'UPDATE mining_product SET stock_left = stock_left + $2, per_user_limit = $3 WHERE product_id = $1',
    values: [productId, change, limit],
  })
  return { before, after: (await findOne(tx, productId)) as OperatorProduct }
}

/** Withdraws a product from sale, or offers it again; open vouchers remain valid. */
export const offerProduct = async (
  tx: Tx,
  { productId, offered }: { readonly productId: string; readonly offered: boolean },
): Promise<ProductChange> => {
  const before = await requireProduct(tx, productId)
  await tx.query({
    name: 'mining_product_offer',
    text: 'UPDATE mining_product SET offered = $2, by_operator = true WHERE product_id = $1',
    values: [productId, offered],
  })
  return { before, after: (await findOne(tx, productId)) as OperatorProduct }
}
