/** The exchange's front door: quotes, records, and where its fees go (PRODUCT.md 4). */
export { createSwapModule } from './create-swap-module.ts'
export { SWAP_JOURNALS } from './journals.ts'
