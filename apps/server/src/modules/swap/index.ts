/** The exchange's front door: quotes, records, and where its fees go (PRODUCT.md 4). */
export { createSwapModule, type SwapModuleDeps } from './create-swap-module.ts'
export type { ReceiveFees } from './record-flush.ts'
