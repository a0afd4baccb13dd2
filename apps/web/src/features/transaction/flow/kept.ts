import { type FlowState, goalDone, type Held } from './flow-state.ts'

type Ended = Pick<FlowState, 'stage' | 'done' | 'failure' | 'hash' | 'steps'>

/** What is true about the user's money after an end that was no success. */
export const keptKey = ({ failure, hash, steps }: Pick<Ended, 'failure' | 'hash' | 'steps'>) => {
  if (failure?.code === 'wallet-failed' || failure?.code === 'wallet-silent') return 'tx.kept.unknown'
  if (failure?.code === 'approval-pending') return 'tx.kept.nothing'
  if (failure?.code === 'cancelled') return 'tx.kept.replaced'
  if (hash !== null) return 'tx.kept.fee'
  return steps.some(({ kind, hash: approval }) => kind === 'approve' && approval !== undefined)
    ? 'tx.kept.approval'
    : 'tx.kept.nothing'
}

/**
 * Machines are bought, and whether their electricity was paid is not known: the wallet was asked for that
 * payment, and may have sent it.
 */
export const isActivationUnknown = (state: Ended): boolean =>
  state.stage === 'failed' &&
  goalDone(state.done) !== null &&
  keptKey(state) === 'tx.kept.unknown' &&
  state.steps.at(-1)?.state !== 'todo'

/** What became of the rest, once some of several calls are done; each a sentence or two. */
export const restKeys = (state: Ended) => {
  const key = keptKey(state)
  if (goalDone(state.done) === null) return [key === 'tx.kept.nothing' ? 'tx.kept.nothingMore' : key] as const
  if (isActivationUnknown(state)) return ['tx.kept.goalDoneUnknown', key] as const
  return [key === 'tx.kept.fee' ? 'tx.kept.goalDoneFee' : 'tx.kept.goalDone'] as const
}

/**
 * The purchase whose machines may be offered for activation; null: there is none, or its payment may be on
 * its way, and a second voucher would ask for the same again.
 */
export const boughtToActivate = (state: Ended): string | null =>
  isActivationUnknown(state) ? null : (goalDone(state.done)?.hash ?? null)

/** A withdrawal's amount stays held for its voucher, which can still be used, until that has ended. */
export const openHold = ({ failure, held }: Pick<FlowState, 'failure' | 'held'>): Held | null =>
  failure?.code === 'lapsed' || failure?.code === 'closed' ? null : held
