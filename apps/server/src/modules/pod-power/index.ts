/** POD power's front door. */

export { createPodPowerModule, type PodPowerModule } from './create-pod-power-module.ts'
export { growthOf, topBuyers } from './growth.ts'
export {
  type HolderChange,
  type HolderWeek,
  holderWeekOf,
  newHolderState,
  passWeek,
} from './holder-week.rules.ts'
export { holderWeeks } from './holder-weeks.ts'
export { latePurchases } from './late-purchases.ts'
export type { DividendsPort } from './pod-power-deps.ts'
export {
  lockWeeks,
  readCloses,
  readPool,
  readWeekSums,
  writeClose,
} from './pool.ts'
export { type Holder, lockHolder, lockHoldersBehind } from './positions.ts'
export { POD_POWER_CONFIG, podPowerBounds } from './quote.rules.ts'
export { placeOf } from './record-purchases.ts'
export {
  type ClosePoint,
  endWeek,
  FINE,
  GENERATION_FLOOR,
  newPledgePool,
  type PledgePool,
  payPledged,
  pledgedLeft,
} from './scaled-power.rules.ts'
export { type Settled, settleHolders } from './settle-holders.ts'
