import type { Voucher } from '@dr/protocol/calls/voucher'
import type { Hash } from 'viem'
import type { Address } from '../../api/session.ts'
import type { TransactionIntent } from '../../chain/intents.ts'
import type { PendingWork } from '../../chain/pending.ts'
import { isUserRejection } from '../../chain/provider.ts'
import { withWalletLock } from '../../chain/wallet-lock.ts'
import { type ApprovalChoice, stepsFor } from './approval-steps.ts'
import { FlowFailure, failureOf } from './failure.ts'
import { type FlowEvent, type FlowState, type FlowStep, IDLE, reduceFlow } from './machine.ts'
import { type Change, changesBetween, type FreshIntent, isExpiring, type Plan, planOfWork } from './plan.ts'

/** What the flow does to the world; `flow-ports.ts` has the real ones. */
export interface FlowPorts {
  readonly account: Address
  /** A voucher for the intent: an open one where asking again would hold money twice, else a new quote. */
  readonly quote: (intent: FreshIntent) => Promise<Voucher | null>
  /** Verified, read and tried; throws what stands in the way. */
  readonly plan: (intent: FreshIntent | null, voucher: Voucher | null) => Promise<Plan>
  /** Asks the wallet for an approval; its hash. */
  readonly approve: (plan: Plan, step: FlowStep) => Promise<Hash>
  /** Waits for the approval's receipt: status 1, and an allowance that suffices; throws otherwise. */
  readonly approved: (plan: Plan, step: FlowStep, hash: Hash) => Promise<void>
  /** Tries the call against the newest block; throws what it would revert with. */
  readonly simulate: (plan: Plan) => Promise<void>
  readonly send: (plan: Plan) => Promise<Hash>
  /** Waits for a call that has no order (a deposit, revoking an approval): its block, and its hash if it was replaced. */
  readonly settled: (hash: Hash) => Promise<{ readonly blockNumber: bigint; readonly hash: Hash }>
  /** A deposit is found again by its transaction alone: kept, and told to the server. */
  readonly keepDeposit: (hash: Hash) => void
  readonly untilFinal: (blockNumber: bigint) => Promise<void>
  readonly newestBlock: () => Promise<bigint>
  readonly findPending: (orderId: string) => PendingWork | undefined
  readonly savePending: (work: PendingWork) => void
  readonly forgetPending: (orderId: string) => void
  readonly follow: (orderId: string) => void
  readonly findVoucher: (orderId: string) => Promise<Voucher | null>
  readonly chainId: number
  readonly nowMs: () => number
}

export interface Flow {
  readonly get: () => FlowState
  readonly subscribe: (listener: () => void) => () => void
  readonly start: (intent: TransactionIntent) => Promise<void>
  readonly renew: () => Promise<void>
  /** The user agreed to the receipt they see. */
  readonly confirm: (planId: string, choice: ApprovalChoice) => Promise<void>
  readonly dispatch: (event: FlowEvent) => void
}

export function createFlow(ports: FlowPorts): Flow {
  let state: FlowState = IDLE
  let run = 0
  let renewing = false
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

  const workOf = (plan: Plan & { voucher: Voucher }, change: Partial<PendingWork>): PendingWork => ({
    orderId: plan.voucher.orderId,
    chainId: ports.chainId,
    kind: plan.voucher.kind,
    stage: 'signing',
    voucher: plan.voucher,
    updatedAt: ports.nowMs(),
    ...change,
  })

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
    if (work?.hash !== undefined) return watch(work.voucher, work.hash)
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

  async function approveAll(plan: Plan): Promise<void> {
    for (const [index, step] of state.steps.entries()) {
      // The wallet may have changed while a block was awaited: then nothing more is asked of it.
      if (step.kind === 'call' || state.stage !== 'approving') return
      dispatch({ type: 'asked', index })
      const hash = await ports.approve(plan, step)
      dispatch({ type: 'approval-sent', index, hash })
      await ports.approved(plan, step, hash)
      dispatch({ type: 'approval-mined', index })
    }
  }

  /** After approvals time has passed: a voucher near its end is renewed first. Null when the user must look again. */
  async function freshPlan(plan: Plan): Promise<Plan | null> {
    if (!isExpiring(plan, ports.nowMs())) return plan
    const next = await renewedPlan(plan)
    dispatch({ type: 'ready', ...next })
    return next.changes.length === 0 ? next.plan : null
  }

  async function signCall(confirmed: Plan): Promise<void> {
    if (state.stage !== 'signing') return
    const plan = await freshPlan(confirmed)
    if (plan === null || state.stage !== 'signing') return
    await ports.simulate(plan)
    const sentAtBlock = await ports.newestBlock()
    // Asked again for the state: the wallet may have changed while the chain was read.
    if (state.stage !== 'signing') return
    dispatch({ type: 'asked', index: state.steps.length - 1 })
    await (plan.voucher === null
      ? sendBare(plan)
      : sendOrder({ ...plan, voucher: plan.voucher }, sentAtBlock))
  }

  /** Kept before the wallet is asked: whatever happens to the page, the order is found again. */
  async function sendOrder(plan: Plan & { voucher: Voucher }, sentAtBlock: bigint): Promise<void> {
    const { orderId } = plan.voucher
    ports.savePending(workOf(plan, { stage: 'signing', sentAtBlock: String(sentAtBlock) }))
    try {
      const hash = await ports.send(plan)
      ports.savePending(workOf(plan, { stage: 'pending', hash, sentAtBlock: String(sentAtBlock) }))
      dispatch({ type: 'sent', hash })
      ports.follow(orderId)
    } catch (error) {
      // Only a "no" tells for sure that nothing was sent; anything else is cleared up by nonce and order.
      if (isUserRejection(error)) ports.forgetPending(orderId)
      else ports.follow(orderId)
      throw walletFailure(error)
    }
  }

  async function sendBare(plan: Plan): Promise<void> {
    const hash = await ports.send(plan).catch((error: unknown) => {
      throw walletFailure(error)
    })
    const isDeposit = plan.intent?.kind === 'deposit'
    if (isDeposit) ports.keepDeposit(hash)
    dispatch({ type: 'sent', hash })
    const mine = run
    const { blockNumber, hash: mined } = await ports.settled(hash)
    if (mined !== hash) {
      if (isDeposit) ports.keepDeposit(mined)
      dispatch({ type: 'repriced', hash: mined })
    }
    dispatch({ type: 'succeeded', evidence: 'receipt', blockNumber })
    // Nobody waits for it: the wallet is free for what comes next.
    const finalized = (): void => (mine === run ? dispatch({ type: 'finalized' }) : undefined)
    void ports.untilFinal(blockNumber).then(finalized, reportError)
  }

  async function confirm(planId: string, choice: ApprovalChoice): Promise<void> {
    const { plan } = state
    if (plan === null || plan.id !== planId || state.stage !== 'checking') return
    const mine = run
    try {
      await withWalletLock(ports.account, async () => {
        dispatch({ type: 'confirm', planId, steps: stepsFor(plan.spends, choice) })
        await approveAll(plan)
        await signCall(plan)
      })
    } catch (error) {
      if (mine === run) end(error)
    }
  }

  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return { get: () => state, subscribe, start, renew, confirm, dispatch }
}

/** Errors of the wallet itself have no place in the failure table but their own. */
function walletFailure(error: unknown): unknown {
  if (isUserRejection(error)) return error
  const failure = failureOf(error)
  if (failure.code !== 'no-answer') return error
  const message =
    error instanceof Error ? ((error as { shortMessage?: string }).shortMessage ?? error.message) : ''
  return new FlowFailure({ code: 'wallet-failed', message })
}
