/** Mining's front door: machines, electricity, and the reward they share (PRODUCT.md 6). */
export { createMiningModule, type MiningDeps, type MiningModule } from './create-mining-module.ts'
export {
  allProducts,
  changeStock,
  type EditedProduct,
  offerProduct,
  type ProductChange,
  saveProduct,
} from './edit-products.ts'
export type { MiningOverview } from './mining-overview.ts'
export type { NewProduct } from './seed-products.ts'
