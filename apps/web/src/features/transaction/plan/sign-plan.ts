import type { Voucher } from '@dr/protocol/calls/voucher'
import type { ApprovalChoice } from '../../../chain/calls/approval.rules.ts'
import type { PendingWork } from '../../../chain/pending.ts'
import { isUserRejection } from '../../../chain/wallet/provider.ts'
import { type Failure, FlowFailure, failureOf } from '../flow/failure.ts'
import type { FlowState, FlowStep } from '../flow/flow-state.ts'
import type { FlowPorts, Work } from '../flow/ports.ts'
import { stepsFor } from './approval-steps.ts'
import type { Plan } from './plan.ts'

/** One confirmed plan on its way through the wallet. */
interface Signing extends Work {
  readonly choice: ApprovalChoice
  /** A voucher near its end is renewed first; where that changes something, the user looks again. */
  readonly fresh: (plan: Plan) => Promise<Plan>
}

/** Approvals one after the other, then the call. */
export const signPlan = async (signing: Signing, plan: Plan): Promise<void> => {
  await approveAll(signing, plan)
  await signCall(signing, plan)
}

const isAt = ({ get, isLive }: Signing, stage: FlowState['stage']): boolean =>
  isLive() && get().stage === stage

const approveAll = async (signing: Signing, plan: Plan): Promise<void> => {
  for (let index = 0; ; index += 1) {
    const step = signing.get().steps[index]
    // The wallet may have changed while a block was awaited: then nothing more is asked of it.
    if (!isAt(signing, 'approving') || step === undefined || step.kind === 'call') return
    if (step.state === 'done') continue
    signing.emit({ type: 'requested', index })
    if (step.kind !== 'permit' || !(await signPermit(signing, plan, { index, step })))
      await approve(signing, plan, index)
  }
}

/** False when the wallet can't: the step has become an approval. */
const signPermit = async (
  { ports, get, emit }: Signing,
  plan: Plan,
  { index, step }: { readonly index: number; readonly step: FlowStep },
): Promise<boolean> => {
  const { steps } = get()
  const permit = await ports.permit(plan, step)
  if (permit !== null) {
    emit({ type: 'permit-signed', index, permit })
    return true
  }
  const instead: FlowStep = { ...step, kind: 'approve', state: 'wallet' }
  emit({ type: 'rerouted', steps: steps.map((other, at) => (at === index ? instead : other)) })
  return false
}

const approve = async (signing: Signing, plan: Plan, index: number): Promise<void> => {
  const { ports, get, emit } = signing
  const step = get().steps[index]
  if (step === undefined || !isAt(signing, 'approving')) return
  const hash = await ports.approve(plan, step)
  emit({ type: 'approval-sent', index, hash })
  if (plan.ability.isContract) emit({ type: 'waiting', for: 'cosigners' })
  await ports.approved(plan, step, hash)
  emit({ type: 'approval-mined', index })
}

const signCall = async (signing: Signing, confirmed: Plan): Promise<void> => {
  const { ports, get, emit, choice } = signing
  if (!isAt(signing, 'signing')) return
  const plan = await signing.fresh(confirmed)
  if (!isAt(signing, 'signing')) return
  await ports.simulate(plan, get().steps)
  const sentAtBlock = await ports.newestBlock()
  // Asked again for the state: the wallet may have changed while the chain was read.
  if (!isAt(signing, 'signing')) return
  emit({ type: 'requested', index: get().steps.length - 1 })
  const { voucher } = plan
  const sent = await (voucher === null
    ? sendBare(signing, plan)
    : sendOrder(signing, { ...plan, voucher }, sentAtBlock))
  if (sent || !signing.isLive()) return
  // It said that it sends batches, and does not: the same, one by one.
  emit({ type: 'rerouted', steps: stepsFor(plan.spends, choice, { ...plan.ability, atomic: false }) })
  await signPlan(signing, plan)
}

const workOf = (
  { chainId, nowMs }: FlowPorts,
  { voucher }: { readonly voucher: Voucher },
  change: Partial<PendingWork>,
): PendingWork => ({
  orderId: voucher.orderId,
  chainId,
  kind: voucher.kind,
  stage: 'signing',
  voucher,
  updatedAt: nowMs(),
  ...change,
})

/** Kept before the wallet is asked: whatever happens to the page, the order is found again. */
const sendOrder = async (
  { ports, get, emit }: Signing,
  plan: Plan & { voucher: Voucher },
  newestBlock: bigint,
): Promise<boolean> => {
  const { orderId } = plan.voucher
  const sentAtBlock = String(newestBlock)
  ports.savePending(workOf(ports, plan, { sentAtBlock }))
  try {
    const sent = await ports.send(plan, get().steps)
    if (sent === null) {
      ports.forgetPending(orderId)
      return false
    }
    const { hash, ...rest } = sent
    const known = hash === null ? rest : { ...rest, hash }
    ports.savePending(workOf(ports, plan, { stage: 'pending', sentAtBlock, ...known }))
    emit({ type: 'sent', hash })
    if (plan.ability.isContract) emit({ type: 'waiting', for: 'cosigners' })
    ports.follow(orderId)
    return true
  } catch (error) {
    // Only a "no" tells for sure that nothing was sent; anything else is cleared up by nonce and order.
    if (isUserRejection(error)) ports.forgetPending(orderId)
    else ports.follow(orderId)
    throw walletFailure(error)
  }
}

/** Nothing will come of what was sent. Any other failure leaves that open. */
const isOver = ({ code }: Failure): boolean => code === 'revert' || code === 'cancelled'

const sendBare = async ({ ports, get, emit, dispatch }: Signing, plan: Plan): Promise<boolean> => {
  const sent = await ports.send(plan, get().steps).catch((error: unknown) => {
    throw walletFailure(error)
  })
  if (sent === null) return false
  const isDeposit = plan.intent?.kind === 'deposit'
  if (isDeposit && sent.hash !== null) ports.keepDeposit(sent.hash)
  emit({ type: 'sent', hash: sent.hash })
  if (plan.ability.isContract) emit({ type: 'waiting', for: 'cosigners' })
  const { blockNumber, hash } = await ports.settled(plan, sent, emit).catch((error: unknown) => {
    if (isDeposit && sent.hash !== null && isOver(failureOf(error))) ports.forgetDeposit(sent.hash)
    throw error
  })
  if (hash !== null && hash !== sent.hash) {
    if (isDeposit) {
      ports.keepDeposit(hash)
      if (sent.hash !== null) ports.forgetDeposit(sent.hash)
    }
    emit({ type: 'repriced', hash })
  }
  emit({ type: 'succeeded', evidence: 'receipt', blockNumber })
  // No one waits for it: the wallet is free for what comes next.
  void ports.untilFinal(blockNumber).then(() => {
    // Of several calls the next one may be under way by then: this is not about it.
    if (get().plan?.id === plan.id) dispatch({ type: 'finalized' })
  }, reportError)
  return true
}

/** Errors of the wallet itself have no place in the failure table but their own. */
const walletFailure = (error: unknown): unknown => {
  if (isUserRejection(error)) return error
  const failure = failureOf(error)
  if (failure.code !== 'no-answer') return error
  const message =
    error instanceof Error ? ((error as { shortMessage?: string }).shortMessage ?? error.message) : ''
  return new FlowFailure({ code: 'wallet-failed', message })
}
