import type { Token } from '@dr/protocol/amounts'
import type { Voucher } from '@dr/protocol/calls/voucher'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { Hash } from 'viem'
import type { ApprovalChoice } from '../../../chain/calls/approval.rules.ts'
import type { SignedPermit } from '../../../chain/calls/permit.ts'
import type { Needs } from '../../../chain/shortage/shortage.rules.ts'
import type { TokenAmount } from '../../../chain/vouchers/voucher-tokens.ts'
import type { TransactionIntent } from '../intents.ts'
import type { Leg, Outline } from '../plan/outline.ts'
import type { Change, FreshIntent, Plan } from '../plan/plan.ts'
import type { Failure } from './failure.ts'

/**
 * idle → checking → approving → signing → pending → success | failed | rejected. From signing also to
 * unsure: the wallet was asked for the call, and the chain is read to find out whether it was sent.
 */
type Stage =
  | 'idle'
  | 'checking'
  | 'approving'
  | 'signing'
  | 'unsure'
  | 'pending'
  | 'success'
  | 'failed'
  | 'rejected'

/** `amount` (base units) of `token` for the called contract; 0 is a reset. */
interface Approval {
  readonly token: Token
  readonly amount: bigint
}

export interface FlowStep {
  /** permit: an approval by signature, passed in with the call. */
  readonly kind: 'reset' | 'approve' | 'permit' | 'call'
  /** Token of an approval. */
  readonly token?: Token
  /** Base units approved; 0 for a reset. */
  readonly amount?: bigint
  /** Allowance that a mined approval gave, base units. */
  readonly given?: bigint
  /** Signed permit, once the wallet has signed it. */
  readonly permit?: SignedPermit
  /** Approvals that the wallet sends in one batch with the call. */
  readonly batch?: readonly Approval[]
  /** wallet: being asked. mining: sent. */
  readonly state: 'todo' | 'wallet' | 'mining' | 'done'
  readonly hash?: Hash
}

/** A mined leg, with its steps. */
export interface DoneLeg {
  readonly leg: Leg
  readonly steps: readonly FlowStep[]
  readonly hash: Hash | null
  /** The block that contains it; null when only the ledger knows it. */
  readonly blockNumber: bigint | null
  /** Amounts that its quote took out of the wallet, and that it brought. */
  readonly paid: readonly TokenAmount[]
  readonly came: readonly TokenAmount[]
}

/** A withdrawal's voucher, which holds its amount in the `vault` until it is used or ends. */
export interface Held {
  readonly voucher: Voucher
  readonly vault: VaultIndex
}

/**
 * One effect that the flow waits for (`tasks.ts`). The state names the current one; events of an earlier
 * one are ignored.
 */
export type Task =
  /**
   * Finds the calls that the intent takes. `short`: `error` said that something is missing; `less`: a swap
   * would give too little for the legs after it.
   */
  | {
      readonly do: 'outline'
      readonly intent: FreshIntent
      readonly why: 'start' | 'short' | 'less'
      readonly error?: unknown
    }
  /** `nextBlock`: waits for another block first, since the server's node is a block behind. */
  | { readonly do: 'quote'; readonly intent: Leg['intent']; readonly nextBlock?: true }
  | { readonly do: 'renew'; readonly plan: Plan }
  | { readonly do: 'resume'; readonly orderId: string }
  /** Asks the wallet for each step, under its lock. */
  | { readonly do: 'sign'; readonly plan: Plan; readonly choice: ApprovalChoice }
  /**
   * Shows the plan again whose first attempt was not found: a voucher with the same nonce, or the same
   * call.
   */
  | { readonly do: 'again'; readonly plan: Plan }

/** Uncertainty: the wallet was asked for a call and did not report that it sent it. */
export interface Doubt {
  /** Null: the page was closed in between, or no node knows the hash. */
  readonly failure: Failure | null
  /** A transaction of the account is pending; null: not read yet. */
  readonly isWaiting: boolean | null
  /** Last block read without finding the call; null: not read yet. */
  readonly blockNumber: bigint | null
}

export interface FlowState {
  readonly stage: Stage
  /** The request; null: an order found again. */
  readonly intent: FreshIntent | null
  readonly task: Task | null
  /** The task that holds the wallet's lock; the next leg waits until it is free. */
  readonly lock: Task | null
  /** The user's approval choice, for legs that continue without asking; null: none does. */
  readonly choice: ApprovalChoice | null
  /** Amounts that the server or the chain reported as needed. */
  readonly required: Needs
  /** Number of searches for ways to get what is missing. */
  readonly solved: number
  /** Plan on the receipt; null in `checking` until everything is read. */
  readonly plan: Plan | null
  /** Changes made by the last renewal; if not empty, the user must confirm again. */
  readonly changes: readonly Change[]
  /** Number of renewals of the quote. */
  readonly renewals: number
  /** Legs of several calls; `plan`, `steps`, `hash` and `seen` are about the current leg. */
  readonly outline: Outline | null
  /** Mined legs; the current one is the next. */
  readonly done: readonly DoneLeg[]
  /**
   * The whole outline was confirmed: the next leg continues without asking, unless it costs more than
   * agreed.
   */
  readonly agreed: boolean
  /** Fixed when the user confirms; the last one is the call itself. */
  readonly steps: readonly FlowStep[]
  /** Transaction hash of the call. */
  readonly hash: Hash | null
  /** Reason why a pending call, or a sent approval, is waiting. */
  readonly waiting: 'block' | 'unseen' | 'cosigners' | 'node'
  readonly failure: Failure | null
  /** Mined transactions of the account before the last approval was requested. */
  readonly minedBefore: number | null
  /** Set in the stage `unsure`. */
  readonly doubt: Doubt | null
  /** Plan of an attempt in doubt while it is tried again: any end but a success returns to the doubt. */
  readonly again: Plan | null
  /** A first attempt that was in doubt has been found. */
  readonly wasFound: boolean
  /** The wallet sent the call with other figures than shown. */
  readonly wasEdited: boolean
  /** Transactions of a call that the wallet has sent more than once. */
  readonly twice: readonly Hash[]
  /** Issued, whether or not there is a plan for it. */
  readonly held: Held | null
  /**
   * An earlier voucher holds the amount until this time (Unix seconds); a new one is requested after it
   * ends.
   */
  readonly heldUntil: number | null
  /** Mined: the evidence, and the block. */
  readonly seen: { readonly evidence: 'receipt' | 'order'; readonly blockNumber: bigint | null } | null
  /** In a finalized block: it cannot be reverted. */
  readonly final: boolean
}

export type FlowEvent =
  | { readonly type: 'start'; readonly intent: TransactionIntent }
  /** The user agreed to the receipt shown: a plan or an outline, by its id. */
  | { readonly type: 'agree'; readonly id: string; readonly choice: ApprovalChoice }
  /** The quote that is shown is near its end. */
  | { readonly type: 'renew' }
  /** The user stops waiting for a silent wallet. */
  | { readonly type: 'abandon' }
  /** The sheet is closed: a sent call is still watched, and no further leg is started. */
  | { readonly type: 'leave' }
  /** The task failed. */
  | { readonly type: 'missed'; readonly error: unknown; readonly online: boolean }
  /** The task no longer holds the wallet's lock. */
  | { readonly type: 'unlocked'; readonly task: Task }
  | { readonly type: 'held'; readonly held: Held }
  | { readonly type: 'hold-waits'; readonly until: number }
  /** A quote is verified; `changes`: where it goes beyond what was shown or agreed to. */
  | { readonly type: 'ready'; readonly plan: Plan; readonly changes: readonly Change[] }
  /** The legs; null: the intent's own call is enough. */
  | { readonly type: 'outlined'; readonly outline: Outline | null }
  /** The wallet's lock is held, and these steps begin. */
  | { readonly type: 'confirm'; readonly planId: string; readonly steps: readonly FlowStep[] }
  /** `mined`: transactions of the account before an approval was requested. */
  | { readonly type: 'requested'; readonly index: number; readonly mined?: number }
  | { readonly type: 'approval-sent'; readonly index: number; readonly hash: Hash }
  /** `given`: the resulting allowance, base units. */
  | { readonly type: 'approval-mined'; readonly index: number; readonly given?: bigint }
  | { readonly type: 'permit-signed'; readonly index: number; readonly permit: SignedPermit }
  /** The wallet cannot do the planned steps: these replace them. */
  | { readonly type: 'rerouted'; readonly steps: readonly FlowStep[] }
  /** Hash null: a batch, known only by the wallet's id so far. */
  | { readonly type: 'sent'; readonly hash: Hash | null }
  /** A pending order found again after the page was closed. */
  | { readonly type: 'resumed'; readonly plan: Plan; readonly hash: Hash | null }
  | { readonly type: 'waiting'; readonly for: FlowState['waiting'] }
  | { readonly type: 'repriced'; readonly hash: Hash }
  /** Receipt with status 1 and the order's own event in it, or the order seen used in the ledger. */
  | {
      readonly type: 'succeeded'
      readonly evidence: 'receipt' | 'order'
      readonly blockNumber: bigint | null
    }
  | { readonly type: 'finalized' }
  /** The successful transaction has other figures than shown. */
  | { readonly type: 'edited' }
  /** The wallet has sent a call without a voucher more than once: all its transactions. */
  | { readonly type: 'twice'; readonly hashes: readonly Hash[] }
  /** A reorganisation took the block away again. */
  | { readonly type: 'unmined' }
  | { readonly type: 'rejected' }
  | { readonly type: 'failed'; readonly failure: Failure }
  | { readonly type: 'wallet-changed' }
  /**
   * It is unknown whether the call was sent. `isOther`: the transaction that the wallet named is not the
   * call.
   */
  | { readonly type: 'doubted'; readonly failure: Failure | null; readonly isOther?: true }
  /** The chain was read up to the block and does not show the call. */
  | { readonly type: 'looked'; readonly isWaiting: boolean; readonly blockNumber: bigint }
  /** The call was sent; the hash, if known. */
  | { readonly type: 'found'; readonly hash: Hash | null }
  /** The user asks to read the chain again. */
  | { readonly type: 'look' }
  /** The user signs again: the same voucher, or a call that they say was not sent. */
  | { readonly type: 'again' }

export const IDLE: FlowState = {
  stage: 'idle',
  intent: null,
  task: null,
  lock: null,
  choice: null,
  required: {},
  solved: 0,
  plan: null,
  changes: [],
  renewals: 0,
  outline: null,
  done: [],
  agreed: false,
  steps: [],
  hash: null,
  waiting: 'block',
  failure: null,
  minedBefore: null,
  doubt: null,
  again: null,
  wasFound: false,
  wasEdited: false,
  twice: [],
  held: null,
  heldUntil: null,
  seen: null,
  final: false,
}

/** Returns the leg that plan, steps and transaction are about; null if the plan is the whole. */
export const currentLeg = ({ outline }: Pick<FlowState, 'outline'>): Leg | null => outline?.legs[0] ?? null

/** Returns the mined goal leg of a failed or rejected flow: the request itself is done and irreversible. */
export const goalDone = (done: readonly DoneLeg[]): DoneLeg | null =>
  done.find(({ leg }) => leg.isGoal) ?? null
