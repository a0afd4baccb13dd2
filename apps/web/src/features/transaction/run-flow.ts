import type { Voucher } from '@dr/protocol/calls/voucher'
import type { Hash } from 'viem'
import type { TransactionIntent } from '../../chain/intents.ts'
import { isUserRejection } from '../../chain/provider.ts'
import { withWalletLock } from '../../chain/wallet-lock.ts'
import { type ApprovalChoice, stepsFor } from './approval-steps.ts'
import { FlowFailure, failureOf } from './failure.ts'
import { type FlowEvent, type FlowState, IDLE, reduceFlow } from './machine.ts'
import { type Change, changesBetween, isExpiring, type Plan, planOfWork } from './plan.ts'
import type { FlowPorts } from './ports.ts'
import { signPlan } from './sign-plan.ts'

export interface Flow {
  readonly get: () => FlowState
  readonly subscribe: (listener: () => void) => () => void
  readonly start: (intent: TransactionIntent) => Promise<void>
  readonly renew: () => Promise<void>
  /** The user agreed to the receipt they see. */
  readonly confirm: (planId: string, choice: ApprovalChoice) => Promise<void>
  /** The user waits for a silent wallet no longer. What it may still send is watched to its end. */
  readonly abandon: () => void
  readonly dispatch: (event: FlowEvent) => void
}

export function createFlow(ports: FlowPorts): Flow {
  let state: FlowState = IDLE
  let run = 0
  let renewing = false
  /** Confirmed, and the wallet's lock is being asked for: a second tap of the same finger is no other tab. */
  let locking = false
  let giveUp: (() => void) | null = null
  const listeners = new Set<() => void>()

  const dispatch = (event: FlowEvent): void => {
    const next = reduceFlow(state, event)
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }

  /** Ends the flow by what was thrown; a "no" in the wallet is its own, calm end. */
  const end = (error: unknown): void =>
    dispatch(isUserRejection(error) ? { type: 'rejected' } : { type: 'failed', failure: failureOf(error) })

  async function start(intent: TransactionIntent): Promise<void> {
    run += 1
    const mine = run
    dispatch({ type: 'start' })
    try {
      if (intent.kind === 'resume') return await resume(intent.orderId, mine)
      const plan = await ports.plan(intent, await ports.quote(intent))
      if (mine === run) dispatch({ type: 'ready', plan, changes: [] })
    } catch (error) {
      if (mine === run) end(error)
    }
  }

  /** Something was sent: its end is watched. Nothing was: the same voucher is offered again, if it still stands. */
  async function resume(orderId: string, mine: number): Promise<void> {
    const work = ports.findPending(orderId)
    if (work?.hash !== undefined || work?.callsId !== undefined) return watch(work.voucher, work.hash ?? null)
    const voucher = (await ports.findVoucher(orderId)) ?? work?.voucher
    if (voucher === undefined) throw new FlowFailure({ code: 'lapsed' })
    if (voucher.status === 'lapsed' || voucher.status === 'closed')
      throw new FlowFailure({ code: voucher.status })
    if (voucher.status === 'used') {
      dispatch({ type: 'resumed', plan: planOfWork(ports.account, voucher), hash: null })
      return dispatch({ type: 'succeeded', evidence: 'order', blockNumber: null })
    }
    try {
      const plan = await ports.plan(null, voucher)
      if (mine === run) dispatch({ type: 'ready', plan, changes: [] })
    } catch (error) {
      // Its nonce is used, and the ledger does not know by what yet: sent before the page was closed, perhaps.
      if (work === undefined || failureOf(error).code !== 'closed') throw error
      watch(voucher, null)
    }
  }

  function watch(voucher: Voucher, hash: Hash | null): void {
    dispatch({ type: 'resumed', plan: planOfWork(ports.account, voucher), hash })
    ports.follow(voucher.orderId)
  }

  async function renewedPlan(plan: Plan): Promise<{ plan: Plan; changes: readonly Change[] }> {
    const { intent, voucher } = plan
    if (intent === null) throw new FlowFailure({ code: 'lapsed' })
    const renewed = await ports.quote(intent)
    const next = await ports.plan(intent, renewed)
    return { plan: next, changes: voucher && renewed ? changesBetween(voucher, renewed) : [] }
  }

  async function renew(): Promise<void> {
    const { plan, stage } = state
    if (plan === null || stage !== 'checking' || renewing) return
    const mine = run
    renewing = true
    try {
      const next = await renewedPlan(plan)
      if (mine === run) dispatch({ type: 'ready', ...next })
    } catch (error) {
      if (mine === run) end(error)
    } finally {
      renewing = false
    }
  }

  /** After approvals time has passed: a voucher near its end is renewed first. Null when the user must look again. */
  async function freshPlan(plan: Plan, say: (event: FlowEvent) => void): Promise<Plan | null> {
    if (!isExpiring(plan, ports.nowMs())) return plan
    const next = await renewedPlan(plan)
    say({ type: 'ready', ...next })
    return next.changes.length === 0 ? next.plan : null
  }

  async function confirm(planId: string, choice: ApprovalChoice): Promise<void> {
    const { plan } = state
    if (plan === null || plan.id !== planId || state.stage !== 'checking' || locking) return
    const mine = run
    locking = true
    const isLive = (): boolean => mine === run
    const given = new Promise<never>((_, reject) => {
      giveUp = () => {
        const underWay = state.steps.some((step) => step.state === 'mining')
        reject(new FlowFailure({ code: underWay ? 'approval-pending' : 'wallet-silent' }))
      }
    })
    const say = (event: FlowEvent): void => (isLive() ? dispatch(event) : undefined)
    try {
      await withWalletLock(ports.account, () => {
        locking = false
        dispatch({ type: 'confirm', planId, steps: stepsFor(plan.spends, choice, plan.ability) })
        const signing = {
          ports,
          choice,
          get: () => state,
          say,
          isLive,
          fresh: (due: Plan) => freshPlan(due, say),
        }
        return Promise.race([signPlan(signing, plan), given])
      })
    } catch (error) {
      locking = false
      if (isLive()) end(error)
    }
  }

  function abandon(): void {
    const { stage, plan } = state
    if (stage !== 'approving' && stage !== 'signing') return
    giveUp?.()
    const orderId = plan?.voucher?.orderId
    if (orderId !== undefined && ports.findPending(orderId) !== undefined) ports.follow(orderId)
  }

  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return { get: () => state, subscribe, start, renew, confirm, abandon, dispatch }
}
