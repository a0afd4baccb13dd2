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

/** What the wallet gave back for a call: a transaction's hash, or its own name for a batch. */
export interface SentCall {
  readonly hash: Hash | null
  readonly callsId?: string
  /** What was sent, where it is more than the plan's own call. */
  readonly data?: Hex
}

export interface OpenWithdrawal {
  readonly voucher: Voucher
  /** Until its deadline; below 0 once that is past, and the server has not ended it yet. */
  readonly secondsLeft: number
}

/** The account as it was before the wallet was asked: by this a call is recognised without its hash. */
export type Before = Pick<PendingWork, 'sentAtBlock' | 'minedBefore' | 'direct' | 'data'>

/** What the flow does to the world; `flow-ports.ts` has the real ones. */
export interface FlowPorts {
  readonly account: Address
  /** A new voucher for the intent; null where it needs none. */
  readonly quote: (intent: FreshIntent) => Promise<Voucher | null>
  /**
   * The open voucher of the same withdrawal, with the longest time left by the chain's clock; null: there is
   * none.
   */
  readonly openWithdrawal: (intent: FreshIntent) => Promise<OpenWithdrawal | null>
  /** The account whose amount a voucher holds from the moment it is issued; null: it holds none. */
  readonly vaultOf: (voucher: Voucher) => Promise<VaultIndex | null>
  /** Verified, read and tried; throws what prevents it. */
  readonly plan: (intent: FreshIntent | null, voucher: Voucher | null) => Promise<Plan>
  /**
   * The legs of an intent that takes more than its own call; null: it does not. `required`: what the server
   * said the wallet would have to hold. Throws what is really missing.
   */
  readonly outline: (intent: FreshIntent, required: Needs) => Promise<Outline | null>
  /**
   * The same payment of electricity without a voucher, since none can be had; null: it can't be paid in that
   * way.
   */
  readonly renewal: (intent: FreshIntent, failure: Failure) => Promise<FreshIntent | null>
  /** Ids of the machines that a transaction bought, once the server has booked them. */
  readonly boughtMachines: (hash: Hash, count: number) => Promise<readonly string[]>
  /** Asks the wallet for an approval; its hash. */
  readonly approve: (plan: Plan, step: FlowStep) => Promise<Hash>
  /** Waits until the approval is there: status 1, and an allowance that suffices; throws otherwise. */
  readonly approved: (plan: Plan, step: FlowStep, hash: Hash) => Promise<void>
  /** Asks the wallet to sign an allowance; null where it can't, or signs for another account. */
  readonly permit: (plan: Plan, step: FlowStep) => Promise<SignedPermit | null>
  /** Tries the call against the newest block; throws what it would revert with. */
  readonly simulate: (plan: Plan, steps: readonly FlowStep[]) => Promise<void>
  /** Null: the wallet cannot send a batch after all. */
  readonly send: (plan: Plan, steps: readonly FlowStep[]) => Promise<SentCall | null>
  readonly readBefore: (plan: Plan, steps: readonly FlowStep[]) => Promise<Before>
  /**
   * The last call of the same kind that the wallet was asked for, as long as it is not known what became of
   * it.
   */
  readonly firstAttempt: (intent: FreshIntent) => PendingWork | undefined
  /** Whether a call without a voucher has left its trace on the chain. */
  readonly isDone: (work: PendingWork) => Promise<boolean>
  /** As much of the plan of a kept work as its views need. */
  readonly planOf: (work: Pick<PendingWork, 'orderId' | 'voucher' | 'direct' | 'data'>) => Promise<Plan>
  /** Waits until a block is in the state that the chain is read from. */
  readonly reachBlock: (blockNumber: bigint) => Promise<void>
  /** Resolves when there may be a newer block. */
  readonly nextBlock: () => Promise<void>
  readonly findPending: (orderId: string) => PendingWork | undefined
  readonly savePending: (work: PendingWork) => void
  readonly forgetPending: (orderId: string) => void
  readonly follow: (orderId: string) => void
  readonly findVoucher: (orderId: string) => Promise<Voucher | null>
  /** Whether this device has a network at all. */
  readonly isOnline: () => boolean
  /** A failure for the log, without anything that is signed or secret. */
  readonly report: (entry: FailureEntry, failure: Failure) => void
  readonly chainId: number
  readonly nowMs: () => number
}

/** What a task works with. */
export interface Work {
  readonly ports: FlowPorts
  readonly get: () => FlowState
  /** Tells the flow, as long as the task is its task; a late answer changes nothing. */
  readonly emit: (event: FlowEvent) => void
  /** Tells the flow in any case. */
  readonly dispatch: (event: FlowEvent) => void
  /** False once the flow went on without the task. */
  readonly isLive: () => boolean
  /** Resolves when it did. */
  readonly gone: Promise<void>
}
