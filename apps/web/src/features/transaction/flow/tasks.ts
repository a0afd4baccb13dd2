/** The effects of the flow: each runs what its task says, and gives back what happened. */

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

/** Something that was sent is watched; of a call that may have been sent the chain is asked. */
const follow = async (ports: FlowPorts, work: PendingWork): Done => {
  const { orderId, hash = null, callsId } = work
  const plan = await ports.planOf(work)
  ports.follow(orderId)
  const isSent = hash !== null || callsId !== undefined
  const resumed = { type: 'resumed', plan, hash } as const
  return isSent ? [resumed] : [resumed, { type: 'doubted', failure: null }]
}

/**
 * Decides what comes after an attempt that is over by its wallet or a receipt: it is followed where the chain
 * shows it after all or something waits, and else kept in mind, so that of both one is mined at most.
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
 * The last call of the same kind: open, where it is not known what became of it; past, where it was not sent
 * by all that is known. A leg before this one is done.
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

/** Before anything is asked for: what became of the last attempt at the same. */
const outline = async (work: Work, { intent, why }: Task & { do: 'outline' }): Done => {
  const { ports, get } = work
  const first = why === 'start' ? await firstAttempt(work, intent) : null
  if (first !== null && 'open' in first) return follow(ports, first.open)
  await reachDone(work)
  return [{ type: 'outlined', outline: await ports.outline(intent, get().required) }]
}

const fetchVoucher = async (work: Work, intent: FreshIntent): Promise<Voucher | null> => {
  const quoted = quoteOnce(work.ports, intent, work)
  // Machines that are named can be paid for without the server.
  const voucher = await (namesMachines(intent) ? withinPatience(quoted) : quoted)
  await noteHold(work, voucher)
  return voucher
}

/** What a voucher holds is known before anything prevents it: it is held then, too. */
const noteHold = async ({ ports, emit }: Work, voucher: Voucher | null): Promise<void> => {
  const vault = voucher === null ? null : await ports.vaultOf(voucher)
  if (voucher !== null && vault !== null) emit({ type: 'held', held: { voucher, vault } })
}

/** Electricity that no voucher can be had for is paid without one: another plan, and another receipt. */
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

/** Which machines a leg is for is known once those that were bought before it are booked. */
const intentOf = async ({ ports, get }: Work, intent: Leg['intent']): Promise<FreshIntent> => {
  if (intent.kind !== 'activateBought') return intent
  const hash = goalDone(get().done)?.hash ?? null
  if (hash === null) throw new FlowFailure({ code: 'no-answer' })
  const machineIDs = await ports.boughtMachines(hash, intent.machineCount)
  return { kind: 'activateMachine', machineIDs, Period: intent.Period }
}

/**
 * Whether one of both can be mined at most: vouchers of one contract and nonce, and calls without a voucher,
 * which have the account's nonce in common. Another nonce means that the first voucher was used meanwhile.
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
  // What was agreed to leaves room for a price that moves a little: only beyond it is the user asked again.
  if (state.agreed && leg !== null) return { type: 'ready', plan, changes: beyondAgreed(leg, plan) }
  return { type: 'ready', plan, changes: voucher && next ? changesBetween(voucher, next) : [] }
}

/** Kept on this device: followed to its end. Otherwise a voucher of the server's, which can still be used. */
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
 * A voucher is shown again with its nonce: of all its transactions one can succeed. A call without one is
 * asked for with the account's nonce of the first. What the first did is looked up now, and again right
 * before the second is sent.
 */
const again = async ({ ports }: Work, { plan }: Task & { do: 'again' }): Done => {
  const { intent, voucher } = plan
  const first = ports.findPending(workId(plan))
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
    // Its nonce was used in between: by the first attempt, or by another voucher.
    if (first === undefined || failureOf(error).code !== 'superseded') throw error
    return follow(ports, first)
  }
}

/** The steps of a confirmed plan, under the wallet's lock, which is free again once the task is over. */
const sign = async (work: Work, task: Task & { do: 'sign' }): Done => {
  const { ports, emit, dispatch } = work
  const { plan, choice } = task
  const signing = {
    ...work,
    /** After approvals time has passed: a voucher near its end is renewed first. */
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
