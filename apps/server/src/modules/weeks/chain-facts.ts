/** Facts of the chain's events from which weekly results are computed. */
import type { PayoutToken } from '@dr/protocol/tokens'
import type { LowerHex } from '../../platform/hex.ts'
import type { ResultOrigin } from '../results/index.ts'

/** Transaction and log index of an event. */
export interface EventName {
  readonly txHash: LowerHex
  readonly logIndex: number
}

export interface Happened extends EventName {
  /** Unix seconds. */
  readonly timestamp: bigint
}

/** A `PODpowerBought`. Base units; addresses in lower case. */
export interface BoughtFact extends Happened {
  readonly account: LowerHex
  /** The zero address if there is none. */
  readonly referrer: LowerHex
  /** Block × 2^20 + log: the order of the chain. */
  readonly place: bigint
  readonly usdrAmount: bigint
  /** The split of the price on chain at that moment. */
  readonly usdrShareBps: bigint
}

/** A `Deposited` event, booked as a position or not. Base units. */
export interface DepositFact extends Happened {
  readonly account: LowerHex
  readonly token: PayoutToken
  readonly amount: bigint
  /** USDT for one DR, the lower of its block's averages; 0 without one. */
  readonly drPrice: bigint
}

/** Amounts of an event that reached each vault. Base units. */
interface Divided extends Happened {
  readonly toDeflation: bigint
  readonly toNode: bigint
}

/** A `FeesFlushed`, in USDT. */
export interface FlushFact extends Divided {
  /** Total of both parts. */
  readonly amount: bigint
}

/** A `Funded` event of the pools, or USDT that a claim left in a vault for its pool. */
export interface FundingFact extends Divided {
  readonly token: PayoutToken
}

/** A claim or a transfer that an account made by its own call in the node vault. */
export interface ClaimFact extends Happened {
  readonly account: LowerHex
  readonly token: PayoutToken
}

export interface ChainFacts {
  readonly origin: ResultOrigin
  readonly firstWeek: bigint
  readonly bought: readonly BoughtFact[]
  readonly deposits: readonly DepositFact[]
  readonly flushes: readonly FlushFact[]
  readonly fundings: readonly FundingFact[]
  readonly claims: readonly ClaimFact[]
  /** USDT for one DR at a moment, 18 decimals; null: no price. */
  readonly drPriceAt: (at: bigint) => bigint | null
}
