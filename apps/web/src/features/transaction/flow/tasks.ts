/** Effects of the flow: each runs its task and returns the resulting events. */

import type { Voucher } from '@dr/protocol/calls/voucher'
import { withinPatience } from '../../../api/patience.ts'
import { withWalletLock } from '../../../chain/wallet/wallet-lock.ts'
import { stepsFor } from '../plan/approval-steps.ts'
import { beyondAgreed, type Leg } from '../plan/outline.ts'
import {
  afterFirst,
  changesBetween,
  type FreshIntent,
  isExpiring,
  namesMachines,
  type Plan,
  workId,
} from '../plan/plan.ts'
import { signPlan } from '../plan/sign-plan.ts'
import type { PendingWork } from '../work/pending.ts'
import { FlowFailure, failureOf, failureWhile } from './failure.ts'
import { currentLeg, type FlowEvent, goalDone, type Task } from './flow-state.ts'
import type { FlowPorts, Work } from './ports.ts'
import { quoteOnce } from './quote-once.ts'

type Done = Promise<readonly FlowEvent[]>

/** Watches a call that was sent or may have been sent. */
const follow = async (ports: FlowPorts, work: PendingWork): Done => {
  const { orderId, hash = null, callsId } = work
  const plan = await ports.planOf(work)
  ports.follow(orderId)
  const isSent = hash !== null || callsId !== undefined
  const resumed = { type: 'resumed', plan, hash } as const
  return isSent ? [resumed] : [resumed, { type: 'doubted', failure: null }]
}

/**
 * Decides how to go on after an attempt that ended by its wallet's answer or a receipt: it is followed if
 * the chain shows it after all or a transaction is pending; otherwise it is remembered, so that only one of
 * the two can be mined.
 */
const lookAtOver = async (
  ports: FlowPorts,
  work: PendingWork,
): Promise<{ readonly open: PendingWork } | { readonly past: PendingWork | undefined }> => {
  const fate = await ports.fateOf(work)
  if (fate === 'seen' || fate === 'waiting') return { open: work }
  if (fate === 'unseen') return { past: work }
  ports.forgetPending(work.orderId)
  return { past: undefined }
}

/**
 * Last call of the same kind: open if its outcome is unknown; past if all evidence says that it was not
 * sent. None after a finished leg.
 */
const firstAttempt = async (
  { ports, get }: Work,
  intent: FreshIntent,
): Promise<{ readonly open: PendingWork } | { readonly past: PendingWork | undefined }> => {
  const first = ports.firstAttempt(intent)
  if (first === undefined || get().done.some(({ hash }) => hash !== null && hash === first.hash))
    return { past: undefined }
  return first.over === undefined ? { open: first } : lookAtOver(ports, first)
}

const reachDone = async ({ ports, get }: Work): Promise<void> => {
  const blockNumber = get().done.at(-1)?.blockNumber ?? null
  if (blockNumber !== null) await ports.reachBlock(blockNumber)
}

/** Looks up the last attempt at the same request before anything is requested. */
const outline = async (work: Work, { intent, why }: Task & { do: 'outline' }): Done => {
  const { ports, get } = work
  const first = why === 'start' ? await firstAttempt(work, intent) : null
  if (first !== null && 'open' in first) return follow(ports, first.open)
  await reachDone(work)
  return [{ type: 'outlined', outline: await ports.outline(intent, get().required) }]
}

const fetchVoucher = async (work: Work, intent: FreshIntent): Promise<Voucher | null> => {
  const quoted = quoteOnce(work.ports, intent, work)
  // Electricity of named machines can be paid without the server.
  const voucher = await (namesMachines(intent) ? withinPatience(quoted) : quoted)
  await noteHold(work, voucher)
  return voucher
}

/** Records the hold of a voucher before any failure: the amount is held in that case too. */
const noteHold = async ({ ports, emit }: Work, voucher: Voucher | null): Promise<void> => {
  const vault = voucher === null ? null : await ports.vaultOf(voucher)
  if (voucher !== null && vault !== null) emit({ type: 'held', held: { voucher, vault } })
}

/**
 * Plans the quoted call; electricity without an available voucher becomes another plan with another
 * receipt.
 */
const planQuoted = async (work: Work, intent: FreshIntent): Promise<Plan> => {
  const { ports } = work
  try {
    return await ports.plan(intent, await fetchVoucher(work, intent))
  } catch (error) {
    const renewal = await ports.renewal(intent, failureWhile(ports.isOnline(), error))
    if (renewal === null) throw error
    return ports.plan(renewal, null)
  }
}

/** Ids of bought machines are known once their purchase is booked. */
const intentOf = async ({ ports, get }: Work, intent: Leg['intent']): Promise<FreshIntent> => {
  if (intent.kind !== 'activateBought') return intent
  const hash = goalDone(get().done)?.hash ?? null
  if (hash === null) throw new FlowFailure({ code: 'no-answer' })
  const machineIDs = await ports.boughtMachines(hash, intent.machineCount)
  return { kind: 'activateMachine', machineIDs, Period: intent.Period }
}

/**
 * Whether at most one of the two can be mined: vouchers with the same contract and nonce, and calls without
 * a voucher, which share the account's nonce. Another nonce means that the first voucher has been used.
 */
const excludes = ({ voucher: first }: PendingWork, { voucher }: Plan): boolean =>
  first === null || voucher === null || first.contract !== voucher.contract || first.nonce === voucher.nonce

const quote = async (work: Work, { intent, nextBlock }: Task & { do: 'quote' }): Done => {
  const { ports } = work
  if (nextBlock) await ports.nextBlock()
  await reachDone(work)
  const due = await intentOf(work, intent)
  const first = await firstAttempt(work, due)
  if ('open' in first) return follow(ports, first.open)
  const quoted = await planQuoted(work, due)
  if (first.past !== undefined && !excludes(first.past, quoted)) return follow(ports, first.past)
  const plan = afterFirst(quoted, first.past)
  const { agreed, changes, ...state } = work.get()
  const leg = currentLeg(state)
  return [{ type: 'ready', plan, changes: agreed && leg !== null ? beyondAgreed(leg, plan) : changes }]
}

const renewed = async (work: Work, { intent, voucher }: Plan): Promise<FlowEvent & { type: 'ready' }> => {
  // While a first attempt is in doubt its voucher is the only one.
  if (intent === null || work.get().again !== null) throw new FlowFailure({ code: 'expired' })
  const next = await quoteOnce(work.ports, intent, work)
  await noteHold(work, next)
  const plan = await work.ports.plan(intent, next)
  const state = work.get()
  const leg = currentLeg(state)
  // The agreed amounts leave room for small price moves: only beyond them is the user asked again.
  if (state.agreed && leg !== null) return { type: 'ready', plan, changes: beyondAgreed(leg, plan) }
  return { type: 'ready', plan, changes: voucher && next ? changesBetween(voucher, next) : [] }
}

/**
 * Follows work stored on this device to its end. Otherwise loads the server's voucher, which can still be
 * used.
 */
const resume = async (work: Work, { orderId }: Task & { do: 'resume' }): Done => {
  const { ports } = work
  const kept = ports.findPending(orderId)
  if (kept !== undefined) return follow(ports, kept)
  const voucher = await ports.findVoucher(orderId)
  if (voucher === null) throw new FlowFailure({ code: 'expired' })
  if (voucher.status === 'expired' || voucher.status === 'superseded')
    throw new FlowFailure({ code: voucher.status })
  if (voucher.status === 'used')
    return [
      { type: 'resumed', plan: await ports.planOf({ orderId, voucher }), hash: null },
      { type: 'succeeded', evidence: 'order', blockNumber: null },
    ]
  await noteHold(work, voucher)
  return [{ type: 'ready', plan: await ports.plan(null, voucher), changes: [] }]
}

/**
 * Shows a voucher again with its nonce: only one of its transactions can succeed. A call without one is
 * requested with the account's nonce of the first attempt. The outcome of the first is looked up now, and
 * again right before the second is sent.
 */
const again = async ({ ports }: Work, { plan }: Task & { do: 'again' }): Done => {
  const { intent, voucher } = plan
  const first = ports.recallPending(workId(plan))
  if (first !== undefined) {
    const fate = await ports.fateOf(first)
    if (fate === 'seen' || fate === 'waiting') return follow(ports, first)
  }
  try {
    const next = await ports.plan(intent, voucher)
    // A batch is not tried twice: the wallet is asked for one call after the other.
    const ability = first?.isBatch ? { ...next.ability, atomic: false } : next.ability
    return [{ type: 'ready', plan: afterFirst({ ...next, ability }, first), changes: [] }]
  } catch (error) {
    // The nonce was used in between: by the first attempt, or by another voucher.
    if (first === undefined || failureOf(error).code !== 'superseded') throw error
    return follow(ports, first)
  }
}

/** Runs the steps of a confirmed plan under the wallet's lock, which is released when the task ends. */
const sign = async (work: Work, task: Task & { do: 'sign' }): Done => {
  const { ports, emit, dispatch } = work
  const { plan, choice } = task
  const signing = {
    ...work,
    /** Approvals take time: a voucher near its end is renewed first. */
    fresh: async (due: Plan): Promise<Plan> => {
      if (!isExpiring(due, ports.nowMs())) return due
      const ready = await renewed(work, due)
      emit(ready)
      return ready.plan
    },
  }
  try {
    await withWalletLock(ports.account, () => {
      emit({ type: 'confirm', planId: plan.id, steps: stepsFor(plan.spends, choice, plan.ability) })
      return Promise.race([signPlan(signing, plan), work.gone])
    })
    return []
  } finally {
    dispatch({ type: 'unlocked', task })
  }
}

export const runTask = async (work: Work, task: Task): Done => {
  switch (task.do) {
    case 'outline':
      return outline(work, task)
    case 'quote':
      return quote(work, task)
    case 'renew':
      return [await renewed(work, task.plan)]
    case 'resume':
      return resume(work, task)
    case 'sign':
      return sign(work, task)
    case 'again':
      return again(work, task)
  }
}
