/** Public API of packages: staking for a term, its budgets, and returned deposits. */

export { auditPackages } from './budget/audit-packages.ts'
export {
  allBudgets as packageFunding,
  lockWithheld,
  type NamedBudget as PackageFunding,
  withholdBudget,
} from './budget/budget.ts'
export { attributeDepositsOf } from './deposit/attribute-deposits.ts'
export { claimsAhead } from './deposit/claims-ahead.ts'
export { chainPackageId } from './deposit/deposit.rules.ts'
export { depositedSince } from './deposit/deposited-since.ts'
export { PACKAGES_JOURNALS } from './journals.ts'
export { createPackagesModule } from './module.ts'
export { settlePackages } from './position/credit-due.ts'
export { endPositions } from './position/end-positions.ts'
export { type LockedPosition, lockedPositions, positionMaturity } from './position/locked-positions.ts'
export { pendingIncome } from './position/positions.ts'
export type { Stake, StakeBegun, StakeEnded } from './position/stake.ts'
export { lockCounters } from './position/user-counters.ts'
export { listPackages } from './terms/config-list.ts'
export { type EditedTerms, requireBounded, termsNeedTwo } from './terms/edit.rules.ts'
export { allPackages, editTerms, lockNewestTerms, offerPackage } from './terms/edit-packages.ts'
export type { NewPackage } from './terms/seed-packages.ts'
export type { PackageToken } from './terms/terms.rules.ts'
