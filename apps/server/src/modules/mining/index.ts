/** Mining's front door: machines, electricity, and the reward they share (PRODUCT.md 6). */

export { type EditedProduct, productNeedsTwo } from './edit-products.rules.ts'
export {
  allProducts,
  changeStock,
  lockProductTerms,
  offerProduct,
  type ProductChange,
  requireStockOfNew,
  saveProduct,
} from './edit-products.ts'
export { MINING_JOURNALS } from './journals.ts'
export type { MiningOverview } from './mining-overview.ts'
export { createMiningModule, type MiningModule } from './module.ts'
export type { NewProduct } from './seed-products.ts'
