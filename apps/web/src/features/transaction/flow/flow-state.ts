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
 * idle → checking → approving → signing → pending → success | failed | rejected. From signing also to unsure:
 * the wallet was asked for the call, and whether it sent it is looked up on the chain.
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
  /** permit: an approval by signature alone, handed in by the call. */
  readonly kind: 'reset' | 'approve' | 'permit' | 'call'
  /** Of an approval. */
  readonly token?: Token
  /** Base units approved; 0 for a reset. */
  readonly amount?: bigint
  /** Allowance that a mined approval gave, base units. */
  readonly given?: bigint
  /** Of a permit, once it is signed. */
  readonly permit?: SignedPermit
  /** Of a call: what the wallet approves with it, in one go. */
  readonly batch?: readonly Approval[]
  /** wallet: being asked. mining: sent. */
  readonly state: 'todo' | 'wallet' | 'mining' | 'done'
  readonly hash?: Hash
}

/** A leg that is mined, with the steps it took. */
export interface DoneLeg {
  readonly leg: Leg
  readonly steps: readonly FlowStep[]
  readonly hash: Hash | null
  /** The block that has it; null where only the ledger has it. */
  readonly blockNumber: bigint | null
  /** By its own quote: what it took out of the wallet, and what it brought. */
  readonly paid: readonly TokenAmount[]
  readonly came: readonly TokenAmount[]
}

/** A withdrawal's voucher, which holds its amount until it is used or ends, and the account that holds it. */
export interface Held {
  readonly voucher: Voucher
  readonly vault: VaultIndex
}

/**
 * One effect that the flow waits for (`tasks.ts`). The state names the one that is under way; what an earlier
 * one still answers changes nothing.
 */
export type Task =
  /**
   * Looks for the calls that the intent takes. `short`: `error` said that something is missing; `less`: a
   * swap would give too little for what follows.
   */
  | {
      readonly do: 'outline'
      readonly intent: FreshIntent
      readonly why: 'start' | 'short' | 'less'
      readonly error?: unknown
    }
  /** `nextBlock`: the node of the server is a block behind. */
  | { readonly do: 'quote'; readonly intent: Leg['intent']; readonly nextBlock?: true }
  | { readonly do: 'renew'; readonly plan: Plan }
  | { readonly do: 'resume'; readonly orderId: string }
  /** Asks the wallet for each step, under its lock. */
  | { readonly do: 'sign'; readonly plan: Plan; readonly choice: ApprovalChoice }
  /**
   * Shows the plan again whose first attempt was not seen: a voucher with the same nonce, or the same call.
   */
  | { readonly do: 'again'; readonly plan: Plan }

/** The wallet was asked for a call and did not say that it sent it. */
export interface Doubt {
  /** Null: the page was closed in between, or no node knows the hash. */
  readonly failure: Failure | null
  /** A transaction of the account waits for a block; null: it is being looked up. */
  readonly isWaiting: boolean | null
  /** The chain shows nothing of it up to this block. */
  readonly blockNumber: bigint | null
}

export interface FlowState {
  readonly stage: Stage
  /** What was asked for; null: an order found again. */
  readonly intent: FreshIntent | null
  readonly task: Task | null
  /** The task that holds the wallet's lock; the next leg waits until it is free. */
  readonly lock: Task | null
  /** How the user confirmed, for the legs that go on by themselves; null: none does. */
  readonly choice: ApprovalChoice | null
  /** What the intent takes as far as the server or the chain said so. */
  readonly required: Needs
  /** How often the ways to what is missing were looked for. */
  readonly solved: number
  /** What the receipt shows; in `checking` null until everything is read. */
  readonly plan: Plan | null
  /** What the last renewal changed; not empty means: look again before confirming. */
  readonly changes: readonly Change[]
  /** How often the quote was renewed. */
  readonly renewals: number
  /**
   * Of several calls, all that is known of them; `plan`, `steps`, `hash` and `seen` are about the current
   * one.
   */
  readonly outline: Outline | null
  /** Legs that are mined; the current one is the next. */
  readonly done: readonly DoneLeg[]
  /**
   * The whole was confirmed: the next leg goes on by itself, unless it turns out to cost more than was agreed
   * to.
   */
  readonly agreed: boolean
  /** Fixed when the user confirms; the last one is the call itself. */
  readonly steps: readonly FlowStep[]
  /** Of the call. */
  readonly hash: Hash | null
  /** Why a pending call (or an approval that was sent) is waiting. */
  readonly waiting: 'block' | 'unseen' | 'cosigners' | 'node'
  readonly failure: Failure | null
  /** Transactions of the account that were mined before the last approval was asked for. */
  readonly minedBefore: number | null
  /** Of `unsure`. */
  readonly doubt: Doubt | null
  /**
   * The plan of an attempt in doubt, while it is tried again: any end but a success leads back to the doubt.
   */
  readonly again: Plan | null
  /** A first attempt that was in doubt has been found. */
  readonly wasFound: boolean
  /** The wallet sent the call with other figures than were shown. */
  readonly wasEdited: boolean
  /** Transactions that made the call, where its wallet has sent it more than once. */
  readonly twice: readonly Hash[]
  /** Issued, whether or not there is a plan for it. */
  readonly held: Held | null
  /**
   * An earlier voucher holds the amount until then (Unix seconds), and is waited out before a new one is
   * asked for.
   */
  readonly heldUntil: number | null
  /** Mined and seen, and by what we know. */
  readonly seen: { readonly evidence: 'receipt' | 'order'; readonly blockNumber: bigint | null } | null
  /** Finalized: it cannot be taken back. */
  readonly final: boolean
}

export type FlowEvent =
  | { readonly type: 'start'; readonly intent: TransactionIntent }
  /** The user agreed to the receipt they see: of a plan, or of an outline. */
  | { readonly type: 'agree'; readonly id: string; readonly choice: ApprovalChoice }
  /** The quote that is shown is near its end. */
  | { readonly type: 'renew' }
  /** The user waits for a silent wallet no longer. */
  | { readonly type: 'abandon' }
  /** The sheet is closed: what was sent goes on, but no further leg is begun. */
  | { readonly type: 'leave' }
  /** The task failed. */
  | { readonly type: 'missed'; readonly error: unknown; readonly online: boolean }
  /** The task no longer holds the wallet's lock. */
  | { readonly type: 'unlocked'; readonly task: Task }
  | { readonly type: 'held'; readonly held: Held }
  | { readonly type: 'hold-waits'; readonly until: number }
  /** A quote is verified; `changes`: where it goes beyond what was shown or agreed to. */
  | { readonly type: 'ready'; readonly plan: Plan; readonly changes: readonly Change[] }
  /** The calls it takes; null: its own call is enough. */
  | { readonly type: 'outlined'; readonly outline: Outline | null }
  /** The wallet's lock is held, and these steps begin. */
  | { readonly type: 'confirm'; readonly planId: string; readonly steps: readonly FlowStep[] }
  /** `mined`: transactions of the account before an approval was asked for. */
  | { readonly type: 'requested'; readonly index: number; readonly mined?: number }
  | { readonly type: 'approval-sent'; readonly index: number; readonly hash: Hash }
  /** `given`: the allowance that it gave, base units. */
  | { readonly type: 'approval-mined'; readonly index: number; readonly given?: bigint }
  | { readonly type: 'permit-signed'; readonly index: number; readonly permit: SignedPermit }
  /** The wallet cannot do what was planned for it: the same, asked for in another way. */
  | { readonly type: 'rerouted'; readonly steps: readonly FlowStep[] }
  /** Without a hash: a batch, which the wallet has only named so far. */
  | { readonly type: 'sent'; readonly hash: Hash | null }
  /** A pending order found again after the page was closed. */
  | { readonly type: 'resumed'; readonly plan: Plan; readonly hash: Hash | null }
  | { readonly type: 'waiting'; readonly for: FlowState['waiting'] }
  | { readonly type: 'repriced'; readonly hash: Hash }
  /** A receipt with status 1 and the order's own event in it, or the order seen used in the ledger. */
  | {
      readonly type: 'succeeded'
      readonly evidence: 'receipt' | 'order'
      readonly blockNumber: bigint | null
    }
  | { readonly type: 'finalized' }
  /** The transaction that is the success has other figures than were shown. */
  | { readonly type: 'edited' }
  /** The wallet has sent a call without a voucher more than once: all its transactions. */
  | { readonly type: 'twice'; readonly hashes: readonly Hash[] }
  /** A reorganisation took the block away again. */
  | { readonly type: 'unmined' }
  | { readonly type: 'rejected' }
  | { readonly type: 'failed'; readonly failure: Failure }
  | { readonly type: 'wallet-changed' }
  /** Whether the call was sent is not known. `isOther`: the transaction that its wallet named is not it. */
  | { readonly type: 'doubted'; readonly failure: Failure | null; readonly isOther?: true }
  /** The chain was looked at, and does not show it up to the block. */
  | { readonly type: 'looked'; readonly isWaiting: boolean; readonly blockNumber: bigint }
  /** It was sent; the hash, where that is known. */
  | { readonly type: 'found'; readonly hash: Hash | null }
  /** The user asks for another look. */
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

/** The leg whose plan, steps and transaction the state is about; null where the plan is the whole. */
export const currentLeg = ({ outline }: Pick<FlowState, 'outline'>): Leg | null => outline?.legs[0] ?? null

/**
 * The leg that a failed or refused flow has behind it and that cannot be taken back: what was asked for is
 * done.
 */
export const goalDone = (done: readonly DoneLeg[]): DoneLeg | null =>
  done.find(({ leg }) => leg.isGoal) ?? null
