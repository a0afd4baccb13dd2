import { MACHINE_TERMS } from '@dr/protocol/constants'
import type { NewProduct } from './seed-products.ts'

const USD = 10n ** 18n

/** What is for sale unless the configuration says otherwise (PRODUCT.md 4). */
export const DEFAULT_PRODUCTS: readonly NewProduct[] = [
  { productId: 'm1', name: 'M1', tier: 1, power: 10n, price: 100n * USD, stock: 10_000n },
  { productId: 'm2', name: 'M2', tier: 2, power: 26n, price: 250n * USD, stock: 5_000n },
  { productId: 'm3', name: 'M3', tier: 3, power: 55n, price: 500n * USD, stock: 2_000n },
  { productId: 'm4', name: 'M4', tier: 4, power: 120n, price: 1_000n * USD, stock: 500n },
].map((product) => ({ ...product, ...MACHINE_TERMS }))
