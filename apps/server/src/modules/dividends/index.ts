/**
 * Public API of dividends: pledged POD power, the weekly pool that pays it, the close, and published results.
 */

export { auditDividends } from './dividends-pool.ts'
export { DIVIDENDS_JOURNALS } from './journals.ts'
export {
  createDividendsModule,
  type DividendsModule,
} from './module.ts'
export { recordPurchases } from './power/record-purchases.ts'
export { checkResults } from './results/check-results.ts'
