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
  /** Agrees to the receipt with this id. */
  readonly confirm: (id: string, choice: ApprovalChoice) => Promise<void>
  /** The sheet is closed: a sent call is still watched, and no further leg is started. */
  readonly leave: () => void
  /** Stops waiting for a silent wallet. A call that it still sends is watched to its end. */
  readonly abandon: () => void
  /** Looks for a first attempt again. */
  readonly look: () => void
}

/** A rejection is not logged as a failure. */
const said = ({ failure, doubt }: FlowState) => {
  const last = failure ?? doubt?.failure ?? null
  return last?.code === 'refused' ? null : last
}

/** Runs the state machine: applies events and runs the task of each new state. */
export const createFlow = (ports: FlowPorts): Flow => {
  const { get, set, subscribe } = createStore<FlowState>(IDLE)

  /** Resolves when the effects of the event are done. */
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

  /** Restarts the watch, which may have ended with the session. */
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
      // The user said that the call was not sent, and gives it up.
      if (stage === 'checking' && plan?.first && plan.voucher === null)
        ports.savePending({ over: 'refused', ...plan.first })
      dispatch({ type: 'leave' })
    },
    abandon: () => dispatch({ type: 'abandon' }),
    look,
  }
}
