/** The dividends' front door: the weekly pool, its close, and what is published of it. */
export { auditDividends, type DividendFinding } from './audit-dividends.ts'
export { type CheckedDividends, checkResults } from './check-results.ts'
export {
  createDividendsModule,
  type DividendsModule,
  type ReceivedFees,
} from './create-dividends-module.ts'
