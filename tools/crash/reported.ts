/** What the users got as answers, kept outside the server: after every crash it has to be true still. */
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

/** What the chain did with a transaction that used a voucher. */
interface SeenTransaction {
  readonly orderId: string
  readonly hash: Hex
  readonly success: boolean
}

export interface Reported {
  readonly collects: ReportedCollect[]
  readonly vouchers: ReportedVoucher[]
  readonly transactions: SeenTransaction[]
  /** Refusals by code, for the record of the run. */
  readonly refusals: Map<number, number>
  /** Calls whose answer never came. */
  unanswered: number
  /** Answers that the database is away. */
  unavailable: number
  /** Wallets whose registration was answered. */
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
