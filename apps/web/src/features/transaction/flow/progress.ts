/** Transitions from the first wallet request to the end. */
import type { Failure } from './failure.ts'
import { type FlowEvent, type FlowState, type FlowStep, IDLE } from './flow-state.ts'

const isOver = ({ stage }: FlowState): boolean =>
  stage === 'success' || stage === 'failed' || stage === 'rejected'
/** Whether the call itself has not been sent yet. */
export const isBefore = ({ stage }: FlowState): boolean =>
  stage === 'checking' || stage === 'approving' || stage === 'signing'

export const withStep = (state: FlowState, index: number, change: Partial<FlowStep>): FlowState => ({
  ...state,
  steps: state.steps.map((step, at) => (at === index ? { ...step, ...change } : step)),
})

/** Stage that the first unfinished step belongs to. */
export const stageOf = (steps: readonly FlowStep[]): 'approving' | 'signing' =>
  steps.find(({ state }) => state !== 'done')?.kind === 'call' ? 'signing' : 'approving'

const fail = (state: FlowState, failure: Failure): FlowState => ({
  ...state,
  stage: 'failed',
  failure,
  doubt: null,
  task: null,
})

/** The wallet was asked for the call itself: whatever it answers, it may have sent it. */
const isCallAsked = ({ stage, steps }: FlowState): boolean =>
  stage === 'signing' && steps.at(-1)?.state === 'wallet'

/** Enters `unsure`; no further leg continues without asking. */
const doubt = (state: FlowState, failure: Failure | null): FlowState => ({
  ...state,
  stage: 'unsure',
  doubt: { failure, isWaiting: null, blockNumber: null },
  again: null,
  agreed: false,
  task: null,
})

/** Failures before the app handed the call to the wallet. */
const NOT_ASKED: readonly Failure['code'][] = ['wallet-gone', 'wrong-network', 'wallet-changed']

/** Fails, or enters doubt if the wallet may have sent the call, now or at the first attempt. */
export const failOrDoubt = (state: FlowState, failure: Failure): FlowState => {
  if (isCallAsked(state) && !NOT_ASKED.includes(failure.code)) return doubt(state, failure)
  return backToDoubt(state, failure) ?? fail(state, failure)
}

/** Null: no attempt is being repeated. */
const backToDoubt = (state: FlowState, failure: Failure | null): FlowState | null =>
  state.again === null
    ? null
    : doubt({ ...state, plan: state.again, steps: [{ kind: 'call', state: 'wallet' }] }, failure)

/** Ends by a rejected approval or permit; a rejected call is a doubt. */
const onRejected = (state: FlowState): FlowState => {
  if (!isBefore(state)) return state
  const tried = backToDoubt(state, null)
  if (tried !== null) return tried
  return isCallAsked(state) ? doubt(state, { code: 'refused' }) : { ...state, stage: 'rejected', task: null }
}

const onDoubted = (state: FlowState, { failure, isOther }: FlowEvent & { type: 'doubted' }): FlowState =>
  state.stage === 'pending' ? doubt(isOther ? { ...state, hash: null } : state, failure) : state

const onLooked = (state: FlowState, { isWaiting, blockNumber }: FlowEvent & { type: 'looked' }): FlowState =>
  state.doubt === null || state.doubt.isWaiting === isWaiting
    ? state
    : { ...state, doubt: { ...state.doubt, isWaiting, blockNumber } }

/** Ends of a transaction after which the wallet may have sent another one that succeeded. */
const MAY_BE_FOUND: readonly (Failure['code'] | undefined)[] = ['revert', 'cancelled']

const mayBeFound = (state: FlowState): boolean =>
  state.stage === 'unsure' ||
  isCallAsked(state) ||
  (state.stage === 'failed' && state.hash !== null && MAY_BE_FOUND.includes(state.failure?.code))

const onFound = (state: FlowState, { hash }: FlowEvent & { type: 'found' }): FlowState => {
  const known = backToDoubt(state, null) ?? state
  if (!mayBeFound(known)) return state
  return {
    ...withStep(known, known.steps.length - 1, { state: 'mining', ...(hash === null ? {} : { hash }) }),
    stage: 'pending',
    hash: hash ?? state.hash,
    waiting: 'block',
    failure: null,
    doubt: null,
    wasFound: true,
    // The wallet may still be silent: its lock is released for the next task.
    task: null,
  }
}

const onAgain = (state: FlowState): FlowState => {
  const { plan, doubt: open } = state
  if (plan === null || open === null || open.isWaiting !== false) return state
  return {
    ...state,
    stage: 'checking',
    plan: null,
    steps: [],
    doubt: null,
    again: plan,
    task: { do: 'again', plan },
  }
}

const isAsking = ({ stage }: FlowState): boolean => stage === 'approving' || stage === 'signing'

const onApproval = (
  state: FlowState,
  event: FlowEvent & { type: 'approval-sent' | 'approval-mined' },
): FlowState => {
  const step = state.steps[event.index]
  if (state.stage !== 'approving' || step === undefined || step.kind === 'call') return state
  if (event.type === 'approval-sent')
    return { ...withStep(state, event.index, { state: 'mining', hash: event.hash }), waiting: 'block' }
  if (step.state !== 'mining') return state
  const { given } = event
  const next = withStep(state, event.index, { state: 'done', ...(given === undefined ? {} : { given }) })
  return { ...next, stage: stageOf(next.steps), waiting: 'block' }
}

const onPermit = (state: FlowState, { index, permit }: FlowEvent & { type: 'permit-signed' }): FlowState => {
  if (state.stage !== 'approving' || state.steps[index]?.kind !== 'permit') return state
  const next = withStep(state, index, { state: 'done', permit })
  return { ...next, stage: stageOf(next.steps) }
}

const onRerouted = (state: FlowState, { steps }: FlowEvent & { type: 'rerouted' }): FlowState =>
  isAsking(state) && steps.at(-1)?.kind === 'call' ? { ...state, steps, stage: stageOf(steps) } : state

const onSent = (state: FlowState, { hash }: FlowEvent & { type: 'sent' }): FlowState =>
  state.stage !== 'signing'
    ? state
    : {
        ...withStep(state, state.steps.length - 1, { state: 'mining', ...(hash === null ? {} : { hash }) }),
        stage: 'pending',
        hash,
        waiting: 'block',
        again: null,
      }

const onResumed = (_: FlowState, { plan, hash }: FlowEvent & { type: 'resumed' }): FlowState => ({
  ...IDLE,
  stage: 'pending',
  plan,
  hash,
  steps: [{ kind: 'call', state: 'mining' }],
})

/**
 * The voucher of an earlier attempt has ended while its receipt is shown again: it is renewed, unless that
 * attempt is in doubt.
 */
const isRenewable = ({ stage, again }: FlowState, { code }: Failure): boolean =>
  stage === 'checking' && again === null && (code === 'expired' || code === 'superseded')

/** Handles events of a mined transaction. */
const onBlock = (state: FlowState, event: FlowEvent & { type: 'finalized' | 'unmined' }): FlowState => {
  if (state.stage !== 'success') return state
  if (event.type === 'finalized') return { ...state, final: true }
  return state.final
    ? state
    : { ...withStep(state, state.steps.length - 1, { state: 'mining' }), stage: 'pending', seen: null }
}

/** A transition for each type of event. */
export type Transitions<Type extends FlowEvent['type']> = {
  readonly [One in Type]: (state: FlowState, event: FlowEvent & { type: One }) => FlowState
}

type ProgressType =
  | 'requested'
  | 'approval-sent'
  | 'approval-mined'
  | 'permit-signed'
  | 'rerouted'
  | 'sent'
  | 'resumed'
  | 'waiting'
  | 'repriced'
  | 'finalized'
  | 'unmined'
  | 'rejected'
  | 'failed'
  | 'wallet-changed'
  | 'abandon'
  | 'doubted'
  | 'looked'
  | 'found'
  | 'edited'
  | 'twice'
  | 'look'
  | 'again'

export const PROGRESS: Transitions<ProgressType> = {
  requested: (state, { index, mined = null }) =>
    isAsking(state)
      ? { ...withStep(state, index, { state: 'wallet' }), minedBefore: mined ?? state.minedBefore }
      : state,
  'approval-sent': onApproval,
  'approval-mined': onApproval,
  'permit-signed': onPermit,
  rerouted: onRerouted,
  sent: onSent,
  resumed: onResumed,
  waiting: (state, event) =>
    // A contract wallet's approvals wait for its signers too.
    state.stage === 'pending' || state.stage === 'approving' ? { ...state, waiting: event.for } : state,
  // In doubt the call's transaction may be named right before its end, which is then reported with it.
  repriced: (state, { hash }) =>
    state.stage === 'pending' || state.stage === 'unsure' ? { ...state, hash, waiting: 'block' } : state,
  finalized: onBlock,
  unmined: onBlock,
  rejected: onRejected,
  failed: (state, { failure }) =>
    state.stage === 'idle' || isOver(state) || isRenewable(state, failure) ? state : fail(state, failure),
  'wallet-changed': (state) =>
    // A sent call belongs to the account before the change and is watched to its end.
    isCallAsked(state)
      ? doubt(state, { code: 'wallet-changed' })
      : isBefore(state)
        ? fail(state, { code: 'wallet-changed' })
        : state,
  abandon: (state) => {
    if (!isAsking(state)) return state
    const underWay = state.steps.some((step) => step.state === 'mining')
    return failOrDoubt(state, { code: underWay ? 'approval-pending' : 'wallet-silent' })
  },
  doubted: onDoubted,
  looked: onLooked,
  found: onFound,
  edited: (state) => (state.stage === 'pending' ? { ...state, wasEdited: true } : state),
  twice: (state, { hashes }) =>
    state.stage === 'pending' || state.stage === 'success' ? { ...state, twice: hashes } : state,
  look: (state) => (state.doubt === null ? state : { ...state, doubt: { ...state.doubt, isWaiting: null } }),
  again: onAgain,
}
