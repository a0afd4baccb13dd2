import type { Token } from '@dr/protocol/amounts'
import type { Voucher } from '@dr/protocol/calls/voucher'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { Hash } from 'viem'
import type { SignedPermit } from '../../../chain/calls/permit.ts'
import { type Leg, maxOf, type Outline } from '../plan/outline.ts'
import type { Change, Plan } from '../plan/plan.ts'
import type { Failure } from './failure.ts'

/** idle → checking → approving → signing → pending → success | failed | rejected (STYLE.md 17). */
type Stage = 'idle' | 'checking' | 'approving' | 'signing' | 'pending' | 'success' | 'failed' | 'rejected'

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
}

/** A withdrawal's voucher, which holds its amount until it is used or ends, and the account that holds it. */
export interface Held {
  readonly voucher: Voucher
  readonly vault: VaultIndex
}

export interface FlowState {
  readonly stage: Stage
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
  | { readonly type: 'start' }
  | { readonly type: 'held'; readonly held: Held }
  | { readonly type: 'hold-waits'; readonly until: number }
  /** `ask`: also without changes it is not what was agreed to, and is shown again. */
  | {
      readonly type: 'ready'
      readonly plan: Plan
      readonly changes: readonly Change[]
      readonly ask?: boolean
    }
  /** It takes several calls; read again when the rest changed, and `changes` say how. */
  | { readonly type: 'outlined'; readonly outline: Outline; readonly changes: readonly Change[] }
  | { readonly type: 'agreed'; readonly outlineId: string }
  | { readonly type: 'confirm'; readonly planId: string; readonly steps: readonly FlowStep[] }
  | { readonly type: 'requested'; readonly index: number }
  | { readonly type: 'approval-sent'; readonly index: number; readonly hash: Hash }
  | { readonly type: 'approval-mined'; readonly index: number }
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
  /** A reorganisation took the block away again. */
  | { readonly type: 'unmined' }
  | { readonly type: 'rejected' }
  | { readonly type: 'failed'; readonly failure: Failure }
  | { readonly type: 'wallet-changed' }

export const IDLE: FlowState = {
  stage: 'idle',
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
  held: null,
  heldUntil: null,
  seen: null,
  final: false,
}

const isOver = ({ stage }: FlowState): boolean =>
  stage === 'success' || stage === 'failed' || stage === 'rejected'
/** Nothing of the call itself has left the wallet. */
const isBefore = ({ stage }: FlowState): boolean =>
  stage === 'checking' || stage === 'approving' || stage === 'signing'

const withStep = (state: FlowState, index: number, change: Partial<FlowStep>): FlowState => ({
  ...state,
  steps: state.steps.map((step, at) => (at === index ? { ...step, ...change } : step)),
})

/** Where the first unfinished step puts the flow. */
const stageOf = (steps: readonly FlowStep[]): 'approving' | 'signing' =>
  steps.find(({ state }) => state !== 'done')?.kind === 'call' ? 'signing' : 'approving'

const onReady = (state: FlowState, event: FlowEvent & { type: 'ready' }): FlowState => {
  if (!isBefore(state)) return state
  const renewals = state.plan === null ? state.renewals : state.renewals + 1
  const agreed = state.agreed && event.changes.length === 0 && event.ask !== true
  const renewed = { ...state, plan: event.plan, changes: event.changes, renewals, agreed, heldUntil: null }
  // Renewed between approval and signature, and nothing changed: no reason to ask again.
  if (state.stage !== 'checking' && event.changes.length === 0) return renewed
  return { ...renewed, stage: 'checking', steps: [] }
}

const onOutlined = (state: FlowState, event: FlowEvent & { type: 'outlined' }): FlowState => {
  if (!isBefore(state)) return state
  const { outline, changes } = event
  return {
    ...state,
    stage: 'checking',
    outline,
    plan: null,
    steps: [],
    changes,
    renewals: state.outline === null ? state.renewals : state.renewals + 1,
    agreed: state.agreed && changes.length === 0,
  }
}

const onAgreed = (state: FlowState, outlineId: string): FlowState =>
  state.stage === 'checking' && state.plan === null && state.outline?.id === outlineId
    ? { ...state, agreed: true, changes: [] }
    : state

/** The leg whose plan, steps and transaction the state is about; null where the plan is the whole. */
export const currentLeg = ({ outline }: Pick<FlowState, 'outline'>): Leg | null => outline?.legs[0] ?? null

/**
 * The leg that a failed or refused flow has behind it and that cannot be taken back: what was asked for is
 * done.
 */
export const goalDone = (done: readonly DoneLeg[]): DoneLeg | null =>
  done.find(({ leg }) => leg.isGoal) ?? null

/** What was confirmed is what is agreed to from here on. */
const agreedTo = (outline: Outline | null, plan: Plan): Outline | null => {
  const [current, ...rest] = outline?.legs ?? []
  if (outline === null || current === undefined) return outline
  const outgoing = plan.spends.map(({ token, amount }) => ({ token, amount }))
  return { ...outline, legs: [{ ...current, outgoing: maxOf(current.outgoing, outgoing) }, ...rest] }
}

const onConfirm = (state: FlowState, event: FlowEvent & { type: 'confirm' }): FlowState => {
  // A receipt renewed under the finger is not the one that was confirmed.
  if (state.stage !== 'checking' || state.plan?.id !== event.planId || event.steps.at(-1)?.kind !== 'call')
    return state
  const outline = agreedTo(state.outline, state.plan)
  return {
    ...state,
    stage: stageOf(event.steps),
    steps: event.steps,
    changes: [],
    outline,
    agreed: outline !== null,
  }
}

const onApproval = (
  state: FlowState,
  event: FlowEvent & { type: 'approval-sent' | 'approval-mined' },
): FlowState => {
  const step = state.steps[event.index]
  if (state.stage !== 'approving' || step === undefined || step.kind === 'call') return state
  if (event.type === 'approval-sent')
    return { ...withStep(state, event.index, { state: 'mining', hash: event.hash }), waiting: 'block' }
  if (step.state !== 'mining') return state
  const next = withStep(state, event.index, { state: 'done' })
  return { ...next, stage: stageOf(next.steps), waiting: 'block' }
}

const onPermit = (state: FlowState, { index, permit }: FlowEvent & { type: 'permit-signed' }): FlowState => {
  if (state.stage !== 'approving' || state.steps[index]?.kind !== 'permit') return state
  const next = withStep(state, index, { state: 'done', permit })
  return { ...next, stage: stageOf(next.steps) }
}

const onRerouted = (state: FlowState, steps: readonly FlowStep[]): FlowState =>
  (state.stage === 'approving' || state.stage === 'signing') && steps.at(-1)?.kind === 'call'
    ? { ...state, steps, stage: stageOf(steps) }
    : state

const onSent = (state: FlowState, hash: Hash | null): FlowState =>
  state.stage !== 'signing'
    ? state
    : {
        ...withStep(state, state.steps.length - 1, { state: 'mining', ...(hash === null ? {} : { hash }) }),
        stage: 'pending',
        hash,
        waiting: 'block',
      }

const onSucceeded = (
  state: FlowState,
  { evidence, blockNumber }: FlowEvent & { type: 'succeeded' },
): FlowState => {
  if (state.stage !== 'pending') return state
  const last = withStep(state, state.steps.length - 1, { state: 'done' })
  const { outline, done, hash } = last
  const [leg, ...rest] = outline?.legs ?? []
  if (outline === null || leg === undefined || rest.length === 0)
    return { ...last, stage: 'success', seen: { evidence, blockNumber }, final: evidence === 'order' }
  return {
    ...IDLE,
    stage: 'checking',
    outline: { ...outline, legs: rest },
    done: [...done, { leg, steps: last.steps, hash }],
    agreed: true,
  }
}

const fail = (state: FlowState, failure: Failure): FlowState => ({ ...state, stage: 'failed', failure })

/**
 * The one transaction flow, pure: given its state and what happened, its new state. An event that
 * has no place where it arrives changes nothing, so late answers and double taps do no harm.
 */
export const reduceFlow = (state: FlowState, event: FlowEvent): FlowState => {
  switch (event.type) {
    case 'start':
      return { ...IDLE, stage: 'checking' }
    case 'held':
      return isBefore(state) ? { ...state, held: event.held } : state
    case 'hold-waits':
      return isBefore(state) ? { ...state, heldUntil: event.until } : state
    case 'ready':
      return onReady(state, event)
    case 'outlined':
      return onOutlined(state, event)
    case 'agreed':
      return onAgreed(state, event.outlineId)
    case 'confirm':
      return onConfirm(state, event)
    case 'requested':
      return state.stage === 'approving' || state.stage === 'signing'
        ? withStep(state, event.index, { state: 'wallet' })
        : state
    case 'approval-sent':
    case 'approval-mined':
      return onApproval(state, event)
    case 'permit-signed':
      return onPermit(state, event)
    case 'rerouted':
      return onRerouted(state, event.steps)
    case 'sent':
      return onSent(state, event.hash)
    case 'resumed':
      return {
        ...IDLE,
        stage: 'pending',
        plan: event.plan,
        hash: event.hash,
        steps: [{ kind: 'call', state: 'mining' }],
      }
    case 'waiting':
      // A shared wallet's approvals wait for its signers too.
      return state.stage === 'pending' || state.stage === 'approving'
        ? { ...state, waiting: event.for }
        : state
    case 'repriced':
      return state.stage === 'pending' ? { ...state, hash: event.hash, waiting: 'block' } : state
    case 'succeeded':
      return onSucceeded(state, event)
    case 'finalized':
      return state.stage === 'success' ? { ...state, final: true } : state
    case 'unmined':
      return state.stage === 'success' && !state.final
        ? { ...withStep(state, state.steps.length - 1, { state: 'mining' }), stage: 'pending', seen: null }
        : state
    case 'rejected':
      return isBefore(state) ? { ...state, stage: 'rejected' } : state
    case 'failed':
      return state.stage === 'idle' || isOver(state) ? state : fail(state, event.failure)
    case 'wallet-changed':
      // What is on its way already belongs to the account before, and is watched to its end.
      return isBefore(state) ? fail(state, { code: 'wallet-changed' }) : state
  }
}
