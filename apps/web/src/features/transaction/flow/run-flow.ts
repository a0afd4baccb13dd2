import type { ApprovalChoice } from '../../../chain/calls/approval.rules.ts'
import { createStore } from '../../../lib/store.ts'
import type { TransactionIntent } from '../intents.ts'
import { workId } from '../plan/plan.ts'
import { failureEntry } from './failure-entry.ts'
import { type FlowEvent, type FlowState, IDLE, type Task } from './flow-state.ts'
import { reduceFlow } from './machine.ts'
import type { FlowPorts } from './ports.ts'
import { runTask } from './tasks.ts'

export interface Flow {
  readonly get: () => FlowState
  readonly subscribe: (listener: () => void) => () => void
  readonly dispatch: (event: FlowEvent) => void
  readonly start: (intent: TransactionIntent) => Promise<void>
  readonly renew: () => Promise<void>
  /** The user agreed to the receipt they see. */
  readonly confirm: (id: string, choice: ApprovalChoice) => Promise<void>
  /** The sheet is closed: what was sent goes on, but no further leg is begun. */
  readonly leave: () => void
  /** The user waits for a silent wallet no longer. What it may still send is watched to its end. */
  readonly abandon: () => void
  /** Looks for a first attempt once more. */
  readonly look: () => void
}

const said = ({ failure, doubt }: FlowState) => failure ?? doubt?.failure ?? null

/** Runs the state machine: applies events, and runs the task that each new state names. */
export const createFlow = (ports: FlowPorts): Flow => {
  const { get, set, subscribe } = createStore<FlowState>(IDLE)

  /** Resolves when what the event set off is over. */
  const apply = async (event: FlowEvent): Promise<void> => {
    const before = get()
    const state = reduceFlow(before, event)
    if (state === before) return
    const { task } = state
    const failure = said(state)
    if (failure !== null && failure !== said(before)) ports.report(failureEntry(state, failure), failure)
    set(state)
    if (task !== null && task !== before.task) await perform(task)
  }

  const dispatch = (event: FlowEvent): void => void apply(event)

  const perform = async (task: Task): Promise<void> => {
    const isLive = (): boolean => get().task === task
    const emit = (event: FlowEvent): void => (isLive() ? dispatch(event) : undefined)
    const gone = new Promise<void>((resolve) => {
      const stop = subscribe(() => {
        if (isLive()) return
        stop()
        resolve()
      })
    })
    try {
      const events = await runTask({ ports, get, emit, dispatch, isLive, gone }, task)
      if (isLive()) for (const event of events) await apply(event)
    } catch (error) {
      if (isLive()) await apply({ type: 'missed', error, online: ports.isOnline() })
    }
  }

  /** The watch may have ended with the session. */
  const look = (): void => {
    const { plan } = get()
    dispatch({ type: 'look' })
    if (plan !== null) ports.follow(workId(plan))
  }

  return {
    get,
    subscribe,
    dispatch,
    start: (intent) => apply({ type: 'start', intent }),
    renew: () => apply({ type: 'renew' }),
    confirm: (id, choice) => apply({ type: 'agree', id, choice }),
    leave: () => {
      const { plan, stage } = get()
      // The user said that it was not sent, and does not want it any more.
      if (stage === 'checking' && plan?.first) ports.forgetPending(workId(plan))
      dispatch({ type: 'leave' })
    },
    abandon: () => dispatch({ type: 'abandon' }),
    look,
  }
}
