/** The dividends' front door: the weekly pool, its close, and what is published of it. */
export { auditDividends, type DividendFinding } from './audit-dividends.ts'
export { type CheckedWeek, checkResults, isRight } from './check-results.ts'
export {
  createDividendsModule,
  type DividendsModule,
  type ReceivedFees,
} from './create-dividends-module.ts'
export { resultName } from './results.ts'
