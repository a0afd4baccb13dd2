import type { Voucher } from '@dr/protocol/calls/voucher'
import type { Hash } from 'viem'
import { withinPatience } from '../../../api/patience.ts'
import type { TransactionIntent } from '../../../chain/intents.ts'
import type { Needs } from '../../../chain/shortage/shortage.rules.ts'
import { isUserRejection } from '../../../chain/wallet/provider.ts'
import { withWalletLock } from '../../../chain/wallet/wallet-lock.ts'
import { type ApprovalChoice, stepsFor } from '../plan/approval-steps.ts'
import {
  beyondAgreed,
  costsMore,
  givesTooLittle,
  type Leg,
  type Outline,
  startsWithGoal,
} from '../plan/outline.ts'
import {
  type Change,
  changesBetween,
  type FreshIntent,
  isExpiring,
  namesMachines,
  type Plan,
  planOfWork,
} from '../plan/plan.ts'
import { signPlan } from '../plan/sign-plan.ts'
import { shortfallOf } from '../words/failure-title.ts'
import { FlowFailure, failureOf, failureWhile } from './failure.ts'
import { failureEntry } from './failure-entry.ts'
import { currentLeg, type FlowEvent, type FlowState, goalDone, IDLE, reduceFlow } from './machine.ts'
import type { FlowPorts } from './ports.ts'
import { AlreadyUsed, quoteOnce } from './quote-once.ts'

export interface Flow {
  readonly get: () => FlowState
  readonly subscribe: (listener: () => void) => () => void
  readonly start: (intent: TransactionIntent) => Promise<void>
  readonly renew: () => Promise<void>
  /** The user agreed to the receipt they see. */
  readonly confirm: (planId: string, choice: ApprovalChoice) => Promise<void>
  /** The user waits for a silent wallet no longer. What it may still send is watched to its end. */
  readonly abandon: () => void
  /** The sheet is closed: what was sent goes on, but no further leg is begun. */
  readonly leave: () => void
  readonly dispatch: (event: FlowEvent) => void
}

/**
 * How often the ways to what is missing are looked for in one flow: each time something moved underneath it.
 */
const SOLVE_MAX = 5
const nothing = (): void => undefined

export const createFlow = (ports: FlowPorts): Flow => {
  let state: FlowState = IDLE
  let doneLegs = 0
  /** As it was when the whole was confirmed; a renewed quote that has to be confirmed again may change it. */
  let agreedChoice: ApprovalChoice | null = null
  /**
   * The confirmed leg on its way through the wallet; the next one waits until the wallet's lock is free
   * again.
   */
  let signing: Promise<void> = Promise.resolve()
  let run = 0
  let solved = 0
  /**
   * What the goal takes as far as the server or the chain said so: each time the whole is reckoned again it
   * counts.
   */
  let required: Needs = {}
  let renewing = false
  /** Confirmed, and the wallet's lock is being asked for: a second tap of the same finger is no other tab. */
  let locking = false
  let giveUp: (() => void) | null = null
  const listeners = new Set<() => void>()

  const dispatch = (event: FlowEvent): void => {
    const next = reduceFlow(state, event)
    if (next === state) return
    const { failure } = next
    if (failure !== null && failure !== state.failure) ports.report(failureEntry(next, failure))
    state = next
    for (const listener of listeners) listener()
    if (next.done.length > doneLegs) void nextLeg(run)
    doneLegs = next.done.length
  }

  /**
   * Ends the flow by what was thrown; a "no" in the wallet is its own, calm end, and what was paid already is
   * shown as that.
   */
  const end = (error: unknown): void => {
    if (error instanceof AlreadyUsed) return void resume(error.orderId, run).catch(end)
    dispatch(
      isUserRejection(error)
        ? { type: 'rejected' }
        : { type: 'failed', failure: failureWhile(ports.isOnline(), error) },
    )
  }

  const quote = (intent: FreshIntent, ownRun: number): Promise<Voucher | null> =>
    quoteOnce(ports, intent, {
      isLive: () => ownRun === run,
      emit: (event) => (ownRun === run ? dispatch(event) : undefined),
    })

  const start = async (intent: TransactionIntent): Promise<void> => {
    run += 1
    const ownRun = run
    solved = 0
    required = {}
    agreedChoice = null
    doneLegs = 0
    dispatch({ type: 'start' })
    if (intent.kind === 'resume') {
      return resume(intent.orderId, ownRun).catch((error: unknown) =>
        ownRun === run ? end(error) : undefined,
      )
    }
    let outline: Outline | null
    try {
      outline = await ports.outline(intent, required)
    } catch (error) {
      // What it says is missing includes the swaps for it: as an amount of the goal it would be counted
      // twice.
      return ownRun === run ? end(error) : undefined
    }
    if (ownRun !== run) return
    try {
      if (outline !== null) return await begin(outline, [], ownRun)
      const plan = await planQuoted(intent, ownRun)
      if (ownRun === run) dispatch({ type: 'ready', plan, changes: [] })
    } catch (error) {
      if (ownRun === run) await solveOrEnd(intent, error, ownRun)
    }
  }

  /** What a voucher holds is known before anything prevents it: it is held then, too. */
  const noteHold = async (voucher: Voucher | null, ownRun: number): Promise<void> => {
    const vault = voucher === null ? null : await ports.vaultOf(voucher)
    if (voucher !== null && vault !== null && ownRun === run)
      dispatch({ type: 'held', held: { voucher, vault } })
  }

  /** Electricity that no voucher can be had for is paid without one: another plan, and another receipt. */
  const planQuoted = async (intent: FreshIntent, ownRun: number): Promise<Plan> => {
    try {
      const quoted = quote(intent, ownRun)
      // Machines that are named can be paid for without the server.
      const voucher = await (namesMachines(intent) ? withinPatience(quoted) : quoted)
      await noteHold(voucher, ownRun)
      return await ports.plan(intent, voucher)
    } catch (error) {
      const renewal = await ports.renewal(intent, failureWhile(ports.isOnline(), error))
      if (renewal === null) throw error
      return ports.plan(renewal, null)
    }
  }

  /** The whole is known. Where its first call needs nothing else first, its own quote is shown with it. */
  const begin = async (outline: Outline, changes: readonly Change[], ownRun: number): Promise<void> => {
    dispatch({ type: 'outlined', outline, changes })
    // Not waited for: it waits itself until the leg before has left the wallet, which may be what called
    // this.
    if (state.agreed) return void nextLeg(ownRun)
    if (!startsWithGoal(outline)) return
    const plan = await planQuoted(outline.goal, ownRun)
    if (ownRun === run) dispatch({ type: 'ready', plan, changes })
  }

  /**
   * The server says that the wallet cannot pay (20004), or the chain does: the ways to what is missing are
   * looked for again, and shown before anything more is signed where they cost more than was agreed to.
   */
  const solveOrEnd = async (intent: FreshIntent, error: unknown, ownRun: number): Promise<void> => {
    const short = shortfallOf(failureOf(error))
    if (short === null || short.token === 'BNB' || solved >= SOLVE_MAX) return end(error)
    solved += 1
    const before = state.outline
    // What a leg before the goal lacks says nothing about the goal: its amount follows from the wallet, read
    // again.
    if (currentLeg(state)?.isGoal !== false) required = { ...required, [short.token]: short.need }
    try {
      const outline = await ports.outline(intent, required)
      if (ownRun !== run) return
      if (state.agreed && (outline === null || startsWithGoal(outline))) {
        // The server's node is a block behind ours, which shows already what the leg before brought.
        await ports.nextBlock()
        return await nextLeg(ownRun)
      }
      if (outline === null) return end(error)
      await begin(outline, before === null ? [] : costsMore(before.legs, outline.legs), ownRun)
    } catch (other) {
      if (ownRun === run) end(other)
    }
  }

  /** The next of the legs that were agreed to: its own quote, and on with it unless it goes beyond that. */
  const nextLeg = async (ownRun: number): Promise<void> => {
    const { outline } = state
    const leg = currentLeg(state)
    if (outline === null || leg === null || agreedChoice === null) return
    await signing
    try {
      const intent = await intentOf(leg)
      const plan = await planQuoted(intent, ownRun)
      if (ownRun !== run || !state.agreed) return
      const changes = beyondAgreed(leg, plan)
      // What it gives is not enough for what follows: another amount is needed, not another look at this one.
      if (givesTooLittle(changes)) return await outlineAgain(outline, ownRun)
      // What was agreed to had a voucher: that it goes without one is shown first.
      const ask = changes.length > 0 || plan.intent?.kind === 'renewMachine'
      dispatch({ type: 'ready', plan, changes, ask })
      if (!ask) await confirm(plan.id, agreedChoice)
    } catch (error) {
      if (ownRun !== run) return
      if (goalDone(state.done) === null) await solveOrEnd(outline.goal, error, ownRun)
      else end(error)
    }
  }

  const outlineAgain = async (before: Outline, ownRun: number): Promise<void> => {
    const outline = await ports.outline(before.goal, required)
    if (ownRun !== run) return
    if (outline === null) throw new FlowFailure({ code: 'lapsed' })
    await begin(outline, costsMore(before.legs, outline.legs), ownRun)
  }

  /** Which machines a leg is for is known once those that were bought before it are booked. */
  const intentOf = async ({ intent }: Leg): Promise<FreshIntent> => {
    if (intent.kind !== 'activateBought') return intent
    const hash = goalDone(state.done)?.hash ?? null
    if (hash === null) throw new FlowFailure({ code: 'no-answer' })
    const machineIDs = await ports.boughtMachines(hash, intent.machineCount)
    return { kind: 'activateMachine', machineIDs, Period: intent.Period }
  }

  /**
   * Something was sent: its end is watched. Nothing was: the same voucher is offered again, if it can still
   * be used.
   */
  const resume = async (orderId: string, ownRun: number): Promise<void> => {
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
    await noteHold(voucher, ownRun)
    try {
      const plan = await ports.plan(null, voucher)
      if (ownRun === run) dispatch({ type: 'ready', plan, changes: [] })
    } catch (error) {
      // Its nonce is used, and the ledger does not know by what yet: sent before the page was closed,
      // perhaps.
      if (work === undefined || failureOf(error).code !== 'closed') throw error
      watch(voucher, null)
    }
  }

  const watch = (voucher: Voucher, hash: Hash | null): void => {
    dispatch({ type: 'resumed', plan: planOfWork(ports.account, voucher), hash })
    ports.follow(voucher.orderId)
  }

  const renewedPlan = async (plan: Plan): Promise<{ plan: Plan; changes: readonly Change[] }> => {
    const { intent, voucher } = plan
    if (intent === null) throw new FlowFailure({ code: 'lapsed' })
    const renewed = await quote(intent, run)
    await noteHold(renewed, run)
    const next = await ports.plan(intent, renewed)
    const leg = currentLeg(state)
    // What was agreed to leaves room for a price that moves a little: only beyond it is the user asked again.
    if (state.agreed && leg !== null) return { plan: next, changes: beyondAgreed(leg, next) }
    return { plan: next, changes: voucher && renewed ? changesBetween(voucher, renewed) : [] }
  }

  const renew = async (): Promise<void> => {
    const { plan, stage } = state
    if (plan === null || stage !== 'checking' || renewing) return
    const ownRun = run
    renewing = true
    try {
      const next = await renewedPlan(plan)
      if (ownRun === run) dispatch({ type: 'ready', ...next })
    } catch (error) {
      if (ownRun === run) end(error)
    } finally {
      renewing = false
    }
  }

  /**
   * After approvals time has passed: a voucher near its end is renewed first. Null when the user must look
   * again.
   */
  const freshPlan = async (plan: Plan, emit: (event: FlowEvent) => void): Promise<Plan | null> => {
    if (!isExpiring(plan, ports.nowMs())) return plan
    const ownRun = run
    const { outline } = state
    const next = await renewedPlan(plan)
    if (outline !== null && givesTooLittle(next.changes)) {
      if (ownRun === run) await outlineAgain(outline, ownRun)
      return null
    }
    emit({ type: 'ready', ...next })
    return next.changes.length === 0 ? next.plan : null
  }

  /** The whole, before any quote of its own: each is fetched, verified and compared when its turn comes. */
  const agree = (outlineId: string): void => {
    const { outline, agreed } = state
    if (outline === null || agreed || startsWithGoal(outline)) return
    dispatch({ type: 'agreed', outlineId })
    if (state.agreed) void nextLeg(run)
  }

  const confirm = async (planId: string, choice: ApprovalChoice): Promise<void> => {
    const { plan } = state
    agreedChoice = choice
    if (plan === null) return agree(planId)
    if (plan.id !== planId || state.stage !== 'checking' || locking) return
    const ownRun = run
    locking = true
    const isLive = (): boolean => ownRun === run
    const given = new Promise<never>((_, reject) => {
      giveUp = () => {
        const underWay = state.steps.some((step) => step.state === 'mining')
        reject(new FlowFailure({ code: underWay ? 'approval-pending' : 'wallet-silent' }))
      }
    })
    const emit = (event: FlowEvent): void => (isLive() ? dispatch(event) : undefined)
    try {
      const sent = withWalletLock(ports.account, () => {
        locking = false
        dispatch({ type: 'confirm', planId, steps: stepsFor(plan.spends, choice, plan.ability) })
        const signingPlan = {
          ports,
          choice,
          get: () => state,
          emit,
          isLive,
          fresh: (due: Plan) => freshPlan(due, emit),
        }
        return Promise.race([signPlan(signingPlan, plan), given])
      })
      signing = sent.then(nothing, nothing)
      await sent
    } catch (error) {
      locking = false
      if (isLive()) end(error)
    }
  }

  const abandon = (): void => {
    const { stage, plan } = state
    if (stage !== 'approving' && stage !== 'signing') return
    giveUp?.()
    const orderId = plan?.voucher?.orderId
    if (orderId !== undefined && ports.findPending(orderId) !== undefined) ports.follow(orderId)
  }

  const leave = (): void => {
    const { stage } = state
    agreedChoice = null
    if (stage === 'checking') run += 1
  }

  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return { get: () => state, subscribe, start, renew, confirm, abandon, leave, dispatch }
}
