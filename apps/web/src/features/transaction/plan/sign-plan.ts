import { isUserRejection } from '../../../chain/wallet/provider.ts'
import { WalletUnfit } from '../../../chain/wallet/wallet-client.ts'
import { FlowFailure, failureOf } from '../flow/failure.ts'
import type { FlowState, FlowStep } from '../flow/flow-state.ts'
import type { Before, FlowPorts, Work } from '../flow/ports.ts'
import { AlreadyUsed } from '../flow/quote-once.ts'
import type { PendingWork } from '../work/pending.ts'
import { type Plan, workId } from './plan.ts'

/** A confirmed plan while the wallet signs its steps. */
interface Signing extends Work {
  /** Renews a voucher near its end; if that changes something, the user confirms again. */
  readonly fresh: (plan: Plan) => Promise<Plan>
}

/** Runs the approvals in order, then the call. */
export const signPlan = async (signing: Signing, plan: Plan): Promise<void> => {
  await approveAll(signing, plan)
  await signCall(signing, plan)
}

const isAt = ({ get, isLive }: Signing, stage: FlowState['stage']): boolean =>
  isLive() && get().stage === stage

const approveAll = async (signing: Signing, plan: Plan): Promise<void> => {
  for (let index = 0; ; index += 1) {
    const step = signing.get().steps[index]
    // The wallet may have changed while a block was awaited: then nothing more is requested.
    if (!isAt(signing, 'approving') || step === undefined || step.kind === 'call') return
    if (step.state === 'done') continue
    const mined = await signing.ports.countMined()
    if (!isAt(signing, 'approving')) return
    signing.emit({ type: 'requested', index, mined })
    if (step.kind !== 'permit' || !(await signPermit(signing, plan, { index, step })))
      await approve(signing, plan, index)
  }
}

/** False if the wallet cannot sign it: the step has become an approval. */
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
  const given = await ports.approved(plan, step, hash)
  emit({ type: 'approval-mined', index, ...(given === undefined ? {} : { given }) })
}

const signCall = async (signing: Signing, confirmed: Plan): Promise<void> => {
  const { ports, get, emit } = signing
  if (!isAt(signing, 'signing')) return
  const plan = await signing.fresh(confirmed)
  if (!isAt(signing, 'signing')) return
  // A voucher that was used meanwhile would fail the simulation: it is followed instead.
  await requireNotSent(ports, plan)
  await ports.simulate(plan, get().steps)
  const before = await ports.readBefore(plan, get().steps)
  await requireNotSent(ports, plan) // mined meanwhile, or by a node that was behind at the first look
  // The wallet may have changed while the chain was read.
  if (!isAt(signing, 'signing')) return
  emit({ type: 'requested', index: get().steps.length - 1 })
  await sendCall(signing, plan, before)
}

/**
 * Throws if the chain now shows the first attempt or a transaction that may be it, or if another tab has
 * requested a call of the kind: that one is followed instead.
 */
const requireNotSent = async (ports: FlowPorts, plan: Plan): Promise<void> => {
  const { voucher, intent } = plan
  const last = voucher === null && intent !== null ? ports.firstAttempt(intent) : undefined
  if (last !== undefined && last.over === undefined && last.orderId !== plan.first?.orderId)
    throw new AlreadyUsed(last.orderId)
  const first = plan.first ?? ports.recallPending(workId(plan)) ?? last
  if (first === undefined) return
  const fate = await ports.fateOf(first)
  if (fate !== 'seen' && fate !== 'waiting') return
  // It may have become final since the receipt was shown, and been removed from storage.
  if (ports.findPending(first.orderId) === undefined) ports.savePending(first)
  throw new AlreadyUsed(first.orderId)
}

/**
 * The account's nonce of the first attempt while no transaction has it: at most one of the two is then
 * mined, in every wallet that uses the given nonce.
 */
const sharedNonce = ({ voucher, first }: Plan, { minedBefore = 0 }: Before): number | undefined => {
  // Vouchers share their own nonce.
  if (first?.askedNonce === undefined || (voucher !== null && first.voucher !== null)) return undefined
  return minedBefore <= first.askedNonce ? first.askedNonce : undefined
}

/** Starts the search at the first attempt: either may be mined. */
const since = (before: Before, first: PendingWork | undefined): Before => {
  if (first?.sentAtBlock === undefined || first.minedBefore === undefined) return before
  const { sentAtBlock, minedBefore, direct } = first
  return { ...before, sentAtBlock, minedBefore, ...(direct && { direct }) }
}

const workOf = (
  { chainId, nowMs }: FlowPorts,
  plan: Plan,
  { before, isBatch }: { readonly before: Before; readonly isBatch: boolean },
): PendingWork => ({
  orderId: workId(plan),
  chainId,
  kind: plan.voucher?.kind ?? plan.intent?.kind ?? 'revokeApproval',
  stage: 'signing',
  voucher: plan.voucher,
  updatedAt: nowMs(),
  ...before,
  ...(isBatch && { isBatch }),
})

/**
 * Stores and watches the call before the wallet is asked, so that it is found again whatever happens to the
 * page and whatever the wallet answers.
 */
const sendCall = async ({ ports, get, emit }: Signing, plan: Plan, now: Before): Promise<void> => {
  const first = ports.findPending(workId(plan))
  const nonce = sharedNonce(plan, now)
  const before = since(nonce === undefined ? now : { ...now, askedNonce: nonce }, first)
  const { steps } = get()
  const isBatch = steps.at(-1)?.batch !== undefined || first?.isBatch === true
  const work = workOf(ports, plan, { before, isBatch })
  ports.savePending(work)
  ports.follow(work.orderId)
  try {
    const { hash, ...rest } = await ports.send(plan, steps, nonce)
    const known = hash === null ? rest : { ...rest, hash }
    ports.savePending({ ...work, stage: 'pending', updatedAt: ports.nowMs(), ...known })
    emit({ type: 'sent', hash })
    if (plan.ability.isContract) emit({ type: 'waiting', for: 'cosigners' })
    ports.follow(work.orderId)
  } catch (error) {
    // Only a wallet that could not be asked proves that nothing was sent.
    if (error instanceof WalletUnfit) {
      if (first === undefined) ports.forgetPending(work.orderId)
      else ports.savePending(first)
    }
    const isRefused = isUserRejection(error) && (first === undefined || first.over !== undefined)
    if (isRefused) ports.savePending({ ...work, over: 'refused' })
    throw isRefused ? new FlowFailure({ code: 'refused' }) : walletFailure(error)
  }
}

/** Turns an error of the wallet itself into the failure `wallet-failed`. */
const walletFailure = (error: unknown): unknown => {
  if (isUserRejection(error)) return error
  const failure = failureOf(error)
  if (failure.code !== 'no-answer') return error
  const message =
    error instanceof Error ? ((error as { shortMessage?: string }).shortMessage ?? error.message) : ''
  return new FlowFailure({ code: 'wallet-failed', message })
}
