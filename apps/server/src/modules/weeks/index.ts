/** Public API of weeks: what the weekly pools pay, and weeks as the API shows them. The calendar itself is the protocol's. */
export type { EventName } from './event-name.ts'
export {
  addPayouts,
  formatPayout,
  NO_PAYOUT,
  PAYOUT_TOKENS,
  type Payout,
  type PayoutToken,
  payoutOf,
  subtractPayouts,
} from './payout.rules.ts'
export { weekAnswer } from './week-answer.ts'
