/** Public API of the exchange: quotes, records, and where its fees go (docs/product.md 4). */

export { SWAP_JOURNALS } from './journals.ts'
export { createSwapModule } from './module.ts'
