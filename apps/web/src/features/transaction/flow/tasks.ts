/** The effects of the flow: each runs what its task says, and gives back what happened. */

import type { Voucher } from '@dr/protocol/calls/voucher'
import type { Hash } from 'viem'
import { withinPatience } from '../../../api/patience.ts'
import { withWalletLock } from '../../../chain/wallet/wallet-lock.ts'
import { stepsFor } from '../plan/approval-steps.ts'
import { beyondAgreed, type Leg } from '../plan/outline.ts'
import {
  changesBetween,
  type FreshIntent,
  isExpiring,
  namesMachines,
  type Plan,
  planOfWork,
} from '../plan/plan.ts'
import { signPlan } from '../plan/sign-plan.ts'
import { FlowFailure, failureOf, failureWhile } from './failure.ts'
import { currentLeg, type FlowEvent, goalDone, type Task } from './flow-state.ts'
import type { FlowPorts, Work } from './ports.ts'
import { quoteOnce } from './quote-once.ts'

type Done = Promise<readonly FlowEvent[]>

const outline = async ({ ports, get }: Work, { intent }: Task & { do: 'outline' }): Done => [
  { type: 'outlined', outline: await ports.outline(intent, get().required) },
]

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

const quote = async (work: Work, { intent, nextBlock }: Task & { do: 'quote' }): Done => {
  if (nextBlock) await work.ports.nextBlock()
  const plan = await planQuoted(work, await intentOf(work, intent))
  const { agreed, changes, ...state } = work.get()
  const leg = currentLeg(state)
  return [{ type: 'ready', plan, changes: agreed && leg !== null ? beyondAgreed(leg, plan) : changes }]
}

const renewed = async (work: Work, { intent, voucher }: Plan): Promise<FlowEvent & { type: 'ready' }> => {
  if (intent === null) throw new FlowFailure({ code: 'lapsed' })
  const next = await quoteOnce(work.ports, intent, work)
  await noteHold(work, next)
  const plan = await work.ports.plan(intent, next)
  const state = work.get()
  const leg = currentLeg(state)
  // What was agreed to leaves room for a price that moves a little: only beyond it is the user asked again.
  if (state.agreed && leg !== null) return { type: 'ready', plan, changes: beyondAgreed(leg, plan) }
  return { type: 'ready', plan, changes: voucher && next ? changesBetween(voucher, next) : [] }
}

/**
 * Something was sent: its end is watched. Nothing was: the same voucher is offered again, if it can still
 * be used.
 */
const resume = async (work: Work, { orderId }: Task & { do: 'resume' }): Done => {
  const { ports } = work
  const kept = ports.findPending(orderId)
  if (kept?.hash !== undefined || kept?.callsId !== undefined)
    return watch(ports, kept.voucher, kept.hash ?? null)
  const voucher = (await ports.findVoucher(orderId)) ?? kept?.voucher
  if (voucher === undefined) throw new FlowFailure({ code: 'lapsed' })
  if (voucher.status === 'lapsed' || voucher.status === 'closed')
    throw new FlowFailure({ code: voucher.status })
  if (voucher.status === 'used')
    return [
      { type: 'resumed', plan: planOfWork(ports.account, voucher), hash: null },
      { type: 'succeeded', evidence: 'order', blockNumber: null },
    ]
  await noteHold(work, voucher)
  try {
    return [{ type: 'ready', plan: await ports.plan(null, voucher), changes: [] }]
  } catch (error) {
    // Its nonce is used, and the ledger does not know by what yet: sent before the page was closed, perhaps.
    if (kept === undefined || failureOf(error).code !== 'closed') throw error
    return watch(ports, voucher, null)
  }
}

const watch = (ports: FlowPorts, voucher: Voucher, hash: Hash | null): readonly FlowEvent[] => {
  ports.follow(voucher.orderId)
  return [{ type: 'resumed', plan: planOfWork(ports.account, voucher), hash }]
}

/** The steps of a confirmed plan, under the wallet's lock, which is free again once the task is over. */
const sign = async (work: Work, task: Task & { do: 'sign' }): Done => {
  const { ports, emit, dispatch } = work
  const { plan, choice } = task
  const signing = {
    ...work,
    choice,
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
  }
}
