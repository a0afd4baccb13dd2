import { type Product, startProduct } from '@dr/e2e/fixtures/product'
import type { BenchContext } from './bench.ts'

/** The app as `npm start` serves it, on free ports, with data of its own. */
export const startApp = async ({ log, defer }: BenchContext): Promise<Product> => {
  log('starting the product (built first, when its sources have changed)')
  const product = await startProduct()
  defer(product.stop)
  return product
}
