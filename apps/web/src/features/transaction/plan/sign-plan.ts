import type { ApprovalChoice } from '../../../chain/calls/approval.rules.ts'
import { isUserRejection } from '../../../chain/wallet/provider.ts'
import { WalletUnfit } from '../../../chain/wallet/wallet-client.ts'
import { FlowFailure, failureOf } from '../flow/failure.ts'
import type { FlowState, FlowStep } from '../flow/flow-state.ts'
import type { Before, FlowPorts, Work } from '../flow/ports.ts'
import { AlreadyUsed } from '../flow/quote-once.ts'
import type { PendingWork } from '../work/pending.ts'
import { stepsFor } from './approval-steps.ts'
import { type Plan, workId } from './plan.ts'

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
  const hash = await ports.approve(plan, step).catch((error: unknown) => {
    throw walletFailure(error)
  })
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
  const before = await ports.readBefore(plan, get().steps)
  await requireNotSent(ports, plan)
  // Asked again for the state: the wallet may have changed while the chain was read.
  if (!isAt(signing, 'signing')) return
  emit({ type: 'requested', index: get().steps.length - 1 })
  if ((await sendCall(signing, plan, before)) || !signing.isLive()) return
  // It said that it sends batches, and does not: the same, one by one.
  emit({ type: 'rerouted', steps: stepsFor(plan.spends, choice, { ...plan.ability, atomic: false }) })
  await signPlan(signing, plan)
}

/**
 * The user said that the first attempt was not sent, and the chain shows it by now: it is followed instead.
 */
const requireNotSent = async (ports: FlowPorts, { first }: Plan): Promise<void> => {
  if (first !== undefined && (await ports.isDone(first))) throw new AlreadyUsed(first.orderId)
}

const workOf = ({ chainId, nowMs }: FlowPorts, plan: Plan, before: Before): PendingWork => ({
  orderId: workId(plan),
  chainId,
  kind: plan.voucher?.kind ?? plan.intent?.kind ?? 'revokeApproval',
  stage: 'signing',
  voucher: plan.voucher,
  updatedAt: nowMs(),
  ...before,
})

/**
 * Kept, and watched, from before the wallet is asked: whatever happens to the page and whatever the wallet
 * answers, the call is found again. False: the wallet cannot send a batch after all.
 */
const sendCall = async ({ ports, get, emit }: Signing, plan: Plan, before: Before): Promise<boolean> => {
  const work = workOf(ports, plan, before)
  const first = ports.findPending(work.orderId)
  /** Nothing was sent this time; what the first attempt did is still open. */
  const undo = (): void =>
    first === undefined ? ports.forgetPending(work.orderId) : ports.savePending(first)
  ports.savePending(work)
  ports.follow(work.orderId)
  try {
    const sent = await ports.send(plan, get().steps)
    if (sent === null) {
      undo()
      return false
    }
    const { hash, ...rest } = sent
    const known = hash === null ? rest : { ...rest, hash }
    ports.savePending({ ...work, stage: 'pending', updatedAt: ports.nowMs(), ...known })
    emit({ type: 'sent', hash })
    if (plan.ability.isContract) emit({ type: 'waiting', for: 'cosigners' })
    ports.follow(work.orderId)
    return true
  } catch (error) {
    // Only a "no", or a wallet that was not there to be asked, tells for sure that nothing was sent.
    if (isUserRejection(error) || error instanceof WalletUnfit) undo()
    throw walletFailure(error)
  }
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
