/** Public API of the exchange: quotes, records, and the division of its fees (docs/product.md 4). */

export { SWAP_JOURNALS } from './journals.ts'
export { createSwapModule } from './module.ts'
