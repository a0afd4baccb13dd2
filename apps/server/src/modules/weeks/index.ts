/**
 * Public API of weeks: payouts of weekly pools, and the engine that closes, publishes and recomputes them.
 * Dividends and nodes are its two configurations. The calendar itself is the protocol's.
 */
export type {
  BoughtFact,
  ChainFacts,
  DepositFact,
  EventName,
  FlushFact,
  FundingFact,
  Happened,
} from './chain-facts.ts'
export { type CheckedWeek, type CheckInput, checkWeeks } from './check-weeks.ts'
export {
  closeDue,
  closeWithTheClock,
  closingParts,
  countDue,
  type WeekClosing,
} from './close-weeks.ts'
export { createEventWeeks, eventKey, ImpossibleClaimError } from './event-weeks.rules.ts'
export {
  addPayouts,
  formatPayout,
  NO_PAYOUT,
  type Payout,
  payoutOf,
  subtractPayouts,
} from './payout.rules.ts'
export { incomePostings, payoutPostings } from './pool-journals.ts'
export { commonFields, lateFields, publishedEvent, publishedFields, resultText } from './result-text.rules.ts'
export { weekAnswer } from './week-answer.ts'
export {
  createWeeklyPool,
  type Income,
  type IncomeEvent,
  type NewIncome,
  type PoolWeek,
  type PoolWeekRow,
} from './weekly-pool.ts'
