import type { Voucher } from '@dr/protocol/calls/voucher'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { Address, Hash, Hex } from 'viem'
import type { SignedPermit } from '../../../chain/calls/permit.ts'
import type { Needs } from '../../../chain/shortage/shortage.rules.ts'
import type { Outline } from '../plan/outline.ts'
import type { FreshIntent, Plan } from '../plan/plan.ts'
import type { PendingWork } from '../work/pending.ts'
import type { Failure } from './failure.ts'
import type { FailureEntry } from './failure-entry.ts'
import type { FlowEvent, FlowState, FlowStep } from './flow-state.ts'
import type { Fate } from './trace/look-back.ts'

/** The wallet's answer to a call: a transaction hash, or its own id of a batch. */
export interface SentCall {
  readonly hash: Hash | null
  readonly callsId?: string
  /** Data that was sent, if it is more than the plan's own call. */
  readonly data?: Hex
}

export interface OpenWithdrawal {
  readonly voucher: Voucher
  /** Until its deadline; below 0 if that has passed and the server has not ended it yet. */
  readonly secondsLeft: number
}

/** The account before the wallet was asked: finds a call without its hash. */
export type Before = Pick<PendingWork, 'sentAtBlock' | 'minedBefore' | 'askedNonce' | 'direct' | 'data'>

/** Effects of the flow; `flow-ports.ts` has the real ones. */
export interface FlowPorts {
  readonly account: Address
  /** Requests a new voucher for the intent; null if it needs none. */
  readonly quote: (intent: FreshIntent) => Promise<Voucher | null>
  /** Open voucher of the same withdrawal with the longest time left by the chain's clock; null if none. */
  readonly openWithdrawal: (intent: FreshIntent) => Promise<OpenWithdrawal | null>
  /** Account whose amount a voucher holds from its issue on; null: it holds none. */
  readonly vaultOf: (voucher: Voucher) => Promise<VaultIndex | null>
  /** Verifies, reads and simulates; throws the reason why the call cannot succeed. */
  readonly plan: (intent: FreshIntent | null, voucher: Voucher | null) => Promise<Plan>
  /**
   * Legs of an intent that takes more than its own call; null: it does not. `required`: amounts that the
   * server reported as needed. Throws what cannot be obtained.
   */
  readonly outline: (intent: FreshIntent, required: Needs) => Promise<Outline | null>
  /** Payment of the same electricity without a voucher, if none is available; null: not possible. */
  readonly renewal: (intent: FreshIntent, failure: Failure) => Promise<FreshIntent | null>
  /** Ids of the machines that a transaction bought, once the server has booked them. */
  readonly boughtMachines: (hash: Hash, count: number) => Promise<readonly string[]>
  /** Number of mined transactions of the account. */
  readonly countMined: () => Promise<number>
  /** Requests an approval from the wallet; returns its hash. */
  readonly approve: (plan: Plan, step: FlowStep) => Promise<Hash>
  /** Waits for status 1 and a sufficient allowance, returned in base units; throws otherwise. */
  readonly approved: (plan: Plan, step: FlowStep, hash: Hash) => Promise<bigint | undefined>
  /** Requests a signed allowance from the wallet; null if it cannot, or signs for another account. */
  readonly permit: (plan: Plan, step: FlowStep) => Promise<SignedPermit | null>
  /** Simulates the call on the newest block; throws its revert. */
  readonly simulate: (plan: Plan, steps: readonly FlowStep[]) => Promise<void>
  /** `nonce`: the account's nonce of an earlier attempt at the same call. */
  readonly send: (plan: Plan, steps: readonly FlowStep[], nonce?: number) => Promise<SentCall>
  readonly readBefore: (plan: Plan, steps: readonly FlowStep[]) => Promise<Before>
  /** Last call of the same kind that the wallet was asked for, as long as its outcome is unknown. */
  readonly firstAttempt: (intent: FreshIntent) => PendingWork | undefined
  /** Looks once at the outcome of an attempt. Throws when no node answers. */
  readonly fateOf: (work: PendingWork) => Promise<Fate>
  /** As much of the plan of stored work as its views need. */
  readonly planOf: (work: Pick<PendingWork, 'orderId' | 'voucher' | 'direct' | 'data'>) => Promise<Plan>
  /** Waits until the chain that is read has reached a block. */
  readonly reachBlock: (blockNumber: bigint) => Promise<void>
  /** Resolves when there may be a newer block. */
  readonly nextBlock: () => Promise<void>
  readonly findPending: (orderId: string) => PendingWork | undefined
  /** Also after its removal, as this page last knew it. */
  readonly recallPending: (orderId: string) => PendingWork | undefined
  readonly savePending: (work: PendingWork) => void
  readonly forgetPending: (orderId: string) => void
  readonly follow: (orderId: string) => void
  readonly findVoucher: (orderId: string) => Promise<Voucher | null>
  /** Whether this device has a network connection. */
  readonly isOnline: () => boolean
  /** Logs a failure, without anything signed or secret. */
  readonly report: (entry: FailureEntry, failure: Failure) => void
  readonly chainId: number
  readonly nowMs: () => number
}

/** Context of a task. */
export interface Work {
  readonly ports: FlowPorts
  readonly get: () => FlowState
  /** Dispatches an event while the task is the current one; a late event is ignored. */
  readonly emit: (event: FlowEvent) => void
  /** Dispatches an event in any case. */
  readonly dispatch: (event: FlowEvent) => void
  /** False once the flow has continued without the task. */
  readonly isLive: () => boolean
  /** Resolves when the flow has continued without the task. */
  readonly gone: Promise<void>
}
