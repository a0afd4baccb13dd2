/** The dividends' front door: the weekly pool, its close, and what is published of it. */
export { auditDividends } from './audit-dividends.ts'
export { checkResults } from './check-results.ts'
export {
  createDividendsModule,
  type DividendsModule,
} from './create-dividends-module.ts'
export { DIVIDENDS_JOURNALS } from './journals.ts'
