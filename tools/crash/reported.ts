/** Answers to the users, stored outside the server: they must still be true after every crash. */
import type { Voucher } from '@dr/protocol/calls/voucher'
import type { Hex } from 'viem'

interface ReportedCollect {
  readonly account: Hex
  readonly journalId: bigint
  /** Base units of DR. */
  readonly amount: bigint
}

interface ReportedVoucher {
  readonly account: Hex
  readonly orderId: string
  readonly kind: Voucher['kind']
  readonly digest: Hex
}

/** Result of a transaction that used a voucher. */
interface SeenTransaction {
  readonly orderId: string
  readonly hash: Hex
  readonly success: boolean
}

export interface Reported {
  readonly collects: ReportedCollect[]
  readonly vouchers: ReportedVoucher[]
  readonly transactions: SeenTransaction[]
  /** Number of refusals by code. */
  readonly refusals: Map<number, number>
  /** Number of calls without an answer. */
  unanswered: number
  /** Number of answers that the database is unavailable. */
  unavailable: number
  /** Wallets with an answered registration. */
  readonly registered: Hex[]
}

export const nothingReported = (): Reported => ({
  collects: [],
  vouchers: [],
  transactions: [],
  refusals: new Map(),
  unanswered: 0,
  unavailable: 0,
  registered: [],
})
