/** Front door of packages: staking for a term, its budgets, and what came back unbooked. */
export { attributeDepositsOf } from './attribute-deposits.ts'
export { auditPackages } from './audit-packages.ts'
export {
  allBudgets as packageFunding,
  lockWithheld,
  type NamedBudget as PackageFunding,
  withholdBudget,
} from './budget.ts'
export { listPackages } from './config-list.ts'
export { settlePackages } from './credit-due.ts'
export { chainPackageId } from './deposit.rules.ts'
export { type EditedTerms, requireBounded, termsNeedTwo } from './edit.rules.ts'
export { allPackages, editTerms, lockNewestTerms, offerPackage } from './edit-packages.ts'
export { PACKAGES_JOURNALS } from './journals.ts'
export { type LockedPosition, lockedPositions, positionMaturity } from './locked-positions.ts'
export { createPackagesModule } from './module.ts'

export type { NewPackage } from './seed-packages.ts'
export type { Stake, StakeBegun } from './stake.ts'
export type { PackageToken } from './terms.rules.ts'
export {
  lockCounters,
  readCounters,
  recordPaid,
  recordSent,
  splitPayment,
} from './user-counters.ts'
