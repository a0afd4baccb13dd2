/** Mining's public API: machines, electricity, and the reward that they share (docs/product.md 6). */

export type { MiningOverview } from './figures/mining-overview.ts'
export { MACHINES_ACTIVATED, MACHINES_BOUGHT } from './handlers.ts'
export { MINING_JOURNALS } from './journals.ts'
export { createMiningModule, type MiningModule } from './module.ts'
export { readMachineFacts, readPowerFacts } from './pool/power-facts.ts'
export { type EditedProduct, productNeedsTwo } from './stock/edit-products.rules.ts'
export {
  allProducts,
  changeStock,
  lockProductTerms,
  offerProduct,
  type ProductChange,
  requirePerUserLimit,
  requirePowerForPrice,
  requireSellablePrice,
  requireStockOfNew,
  saveProduct,
} from './stock/edit-products.ts'
export type { NewProduct } from './stock/seed-products.ts'
