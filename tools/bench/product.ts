import { type Product, startProduct } from '@dr/e2e/fixtures/product'
import type { BenchContext } from './bench.ts'

/** Starts the app like `npm start`, on free ports, with its own data. */
export const startApp = async ({ log, defer }: BenchContext): Promise<Product> => {
  log('starting the product (built first, when its sources have changed)')
  const product = await startProduct()
  defer(product.stop)
  return product
}
