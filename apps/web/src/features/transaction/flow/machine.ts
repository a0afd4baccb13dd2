import { isUserRejection } from '../../../chain/wallet/provider.ts'
import { costsMore, givesTooLittle, maxOf, type Outline, startsWithGoal } from '../plan/outline.ts'
import type { Plan } from '../plan/plan.ts'
import { FlowFailure, failureOf, failureWhile, shortfallOf } from './failure.ts'
import { currentLeg, type FlowEvent, type FlowState, goalDone, IDLE, type Task } from './flow-state.ts'
import { failOrDoubt, isBefore, PROGRESS, stageOf, type Transitions, withStep } from './progress.ts'
import { AlreadyUsed } from './quote-once.ts'

/** Limit of searches for what is missing in one flow: prices may move meanwhile. */
const SOLVE_MAX = 5

/** Ends by a thrown error. A rejection in the wallet is no failure; a voucher used meanwhile is resumed. */
const endBy = (state: FlowState, error: unknown, online = true): FlowState => {
  if (error instanceof AlreadyUsed) {
    const task: Task = { do: 'resume', orderId: error.orderId }
    return { ...state, stage: 'checking', plan: null, steps: [], task }
  }
  if (isUserRejection(error)) return reduceFlow(state, { type: 'rejected' })
  return isBefore(state) ? failOrDoubt(state, failureWhile(online, error)) : state
}

/** Starts the next step that needs no answer of the user: the next agreed leg, or the first quote. */
const goOn = (state: FlowState, nextBlock?: true): FlowState => {
  const { outline, agreed, choice, lock } = state
  const leg = currentLeg(state)
  const idle: FlowState = { ...state, task: null }
  if (outline === null || leg === null) return idle
  if (!agreed)
    return startsWithGoal(outline) ? { ...idle, task: { do: 'quote', intent: outline.goal } } : idle
  if (choice === null || lock !== null) return idle
  return { ...idle, task: { do: 'quote', intent: leg.intent, ...(nextBlock && { nextBlock }) } }
}

const onStart = (_: FlowState, { intent }: FlowEvent & { type: 'start' }): FlowState => {
  const state = { ...IDLE, stage: 'checking' } as const
  return intent.kind === 'resume'
    ? { ...state, task: { do: 'resume', orderId: intent.orderId } }
    : { ...state, intent, task: { do: 'outline', intent, why: 'start' } }
}

const onOutlined = (state: FlowState, { outline }: FlowEvent & { type: 'outlined' }): FlowState => {
  const { task } = state
  if (!isBefore(state) || task?.do !== 'outline') return state
  // Nothing is missing after all: the same leg is quoted again.
  if (task.why === 'short' && state.agreed && (outline === null || startsWithGoal(outline)))
    return goOn(state, true)
  if (outline === null)
    return task.why === 'start'
      ? { ...state, task: { do: 'quote', intent: task.intent } }
      : endBy(state, task.error)
  const changes = state.outline === null ? [] : costsMore(state.outline.legs, outline.legs)
  return goOn({
    ...state,
    stage: 'checking',
    outline,
    plan: null,
    steps: [],
    changes,
    renewals: state.outline === null ? state.renewals : state.renewals + 1,
    agreed: state.agreed && changes.length === 0,
  })
}

/**
 * The server (20004) or the chain reports that the wallet cannot pay: looks again for ways to get what is
 * missing, and shows them before anything more is signed if they cost more than agreed.
 */
const solveOrEnd = (state: FlowState, error: unknown, online: boolean): FlowState => {
  const short = shortfallOf(failureOf(error))
  const intent = state.agreed && state.outline !== null ? state.outline.goal : state.intent
  if (short === null || short.token === 'BNB' || intent === null || state.solved >= SOLVE_MAX)
    return endBy(state, error, online)
  // A preparing leg says nothing about the goal's amount, which follows from the wallet, read again.
  const isGoal = currentLeg(state)?.isGoal !== false
  return {
    ...state,
    solved: state.solved + 1,
    required: isGoal ? { ...state.required, [short.token]: short.need } : state.required,
    task: { do: 'outline', intent, why: 'short', error },
  }
}

const onMissed = (state: FlowState, { error, online }: FlowEvent & { type: 'missed' }): FlowState =>
  state.task?.do === 'quote' && goalDone(state.done) === null
    ? solveOrEnd(state, error, online)
    : endBy(state, error, online)

const onReady = (state: FlowState, { plan, changes }: FlowEvent & { type: 'ready' }): FlowState => {
  if (!isBefore(state)) return state
  const { outline, choice } = state
  if (outline !== null && state.agreed && givesTooLittle(changes)) {
    // The following legs take more: this leg needs another amount, not another quote of the same.
    const error = new FlowFailure({ code: 'expired' })
    const task: Task = { do: 'outline', intent: outline.goal, why: 'less', error }
    return { ...state, stage: 'checking', plan: null, steps: [], task }
  }
  // The user agreed to a voucher: payment without one is shown first.
  const agreed = state.agreed && changes.length === 0 && plan.intent?.kind !== 'renewMachine'
  const renewals = state.plan === null ? state.renewals : state.renewals + 1
  const renewed = { ...state, plan, changes, renewals, agreed, heldUntil: null }
  // Renewed between approval and signature without a change: the user is not asked again.
  if (state.stage !== 'checking' && changes.length === 0) return renewed
  const task: Task | null = agreed && choice !== null ? { do: 'sign', plan, choice } : null
  return { ...renewed, stage: 'checking', steps: [], task }
}

const onAgree = (state: FlowState, { id, choice }: FlowEvent & { type: 'agree' }): FlowState => {
  const { plan, outline, task } = state
  if (state.stage !== 'checking') return state
  if (plan === null)
    return outline?.id === id && !state.agreed && !startsWithGoal(outline)
      ? goOn({ ...state, choice, agreed: true, changes: [] })
      : state
  // A second tap changes nothing.
  if (plan.id !== id || (task !== null && task.do !== 'renew')) return state
  return { ...state, choice, task: { do: 'sign', plan, choice } }
}

/** Adds the confirmed plan's amounts to the agreed outline. */
const agreedTo = (outline: Outline | null, plan: Plan): Outline | null => {
  const [current, ...rest] = outline?.legs ?? []
  if (outline === null || current === undefined) return outline
  const outgoing = plan.spends.map(({ token, amount }) => ({ token, amount }))
  return { ...outline, legs: [{ ...current, outgoing: maxOf(current.outgoing, outgoing) }, ...rest] }
}

const onConfirm = (state: FlowState, event: FlowEvent & { type: 'confirm' }): FlowState => {
  // The receipt was renewed while the user tapped: it is not the one that was confirmed.
  if (state.stage !== 'checking' || state.plan?.id !== event.planId || event.steps.at(-1)?.kind !== 'call')
    return state
  const outline = agreedTo(state.outline, state.plan)
  const { steps } = event
  return {
    ...state,
    stage: stageOf(steps),
    lock: state.task,
    steps,
    changes: [],
    outline,
    agreed: outline !== null,
  }
}

const onUnlocked = (state: FlowState, { task }: FlowEvent & { type: 'unlocked' }): FlowState => {
  if (state.lock !== task) return state
  const free: FlowState = { ...state, lock: null }
  return free.stage === 'checking' && free.task === null && free.plan === null ? goOn(free) : free
}

const onSucceeded = (
  state: FlowState,
  { evidence, blockNumber }: FlowEvent & { type: 'succeeded' },
): FlowState => {
  if (state.stage !== 'pending') return state
  const last = withStep(state, state.steps.length - 1, { state: 'done' })
  const { outline, done, hash, plan, intent, lock, choice, required, solved, agreed } = last
  const [leg, ...rest] = outline?.legs ?? []
  if (outline === null || leg === undefined || rest.length === 0)
    return { ...last, stage: 'success', seen: { evidence, blockNumber }, final: evidence === 'order' }
  const kept = { intent, lock, choice, required, solved, agreed }
  const next = {
    outline: { ...outline, legs: rest },
    done: [
      ...done,
      {
        leg,
        steps: last.steps,
        hash,
        blockNumber,
        paid: plan?.spends ?? leg.outgoing,
        came: plan?.incoming ?? leg.gives,
      },
    ],
  }
  return goOn({ ...IDLE, ...kept, ...next, stage: 'checking' })
}

const onLeave = (state: FlowState): FlowState => ({
  ...state,
  choice: null,
  task: state.stage === 'checking' ? null : state.task,
})

const onRenew = (state: FlowState): FlowState => {
  const { plan, stage, task } = state
  return plan === null || stage !== 'checking' || task !== null
    ? state
    : { ...state, task: { do: 'renew', plan } }
}

const TRANSITIONS: Transitions<FlowEvent['type']> = {
  ...PROGRESS,
  start: onStart,
  held: (state, { held }) => (isBefore(state) ? { ...state, held } : state),
  'hold-waits': (state, { until }) => (isBefore(state) ? { ...state, heldUntil: until } : state),
  ready: onReady,
  outlined: onOutlined,
  agree: onAgree,
  renew: onRenew,
  confirm: onConfirm,
  unlocked: onUnlocked,
  succeeded: onSucceeded,
  missed: onMissed,
  leave: onLeave,
}

/**
 * Pure transition function of the transaction flow. The resulting state's `task` is the effect that is due.
 * An event that does not fit the state changes nothing, so late answers and double taps have no effect.
 */
export const reduceFlow = (state: FlowState, event: FlowEvent): FlowState =>
  (TRANSITIONS[event.type] as (state: FlowState, event: FlowEvent) => FlowState)(state, event)
