/** POD power's front door. */
export {
  type ClosePoint,
  endWeek,
  GENERATION_FLOOR,
  NO_PAYOUT,
  type Payout,
  type PledgePool,
  payPledged,
  pledgedLeft,
} from './scaled-power.rules.ts'
