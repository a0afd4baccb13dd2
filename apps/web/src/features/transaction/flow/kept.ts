import { type FlowState, goalDone, type Held } from './flow-state.ts'

type Ended = Pick<FlowState, 'done' | 'failure' | 'hash' | 'steps'>

/** What is true about the user's money after an end that was no success: the call itself was not sent. */
export const keptKey = ({ failure, hash, steps }: Pick<Ended, 'failure' | 'hash' | 'steps'>) => {
  if (failure?.code === 'approval-pending') return 'tx.kept.nothing'
  if (failure?.code === 'cancelled') return 'tx.kept.replaced'
  if (hash !== null) return 'tx.kept.fee'
  return steps.some(({ kind, hash: approval }) => kind === 'approve' && approval !== undefined)
    ? 'tx.kept.approval'
    : 'tx.kept.nothing'
}

/** What became of the rest, once some of several calls are done. */
export const restKey = (state: Ended) => {
  const key = keptKey(state)
  if (goalDone(state.done) === null) return key === 'tx.kept.nothing' ? 'tx.kept.nothingMore' : key
  return key === 'tx.kept.fee' ? 'tx.kept.goalDoneFee' : 'tx.kept.goalDone'
}

/** The purchase whose machines may be offered for activation. */
export const boughtToActivate = ({ done }: Pick<Ended, 'done'>): string | null => goalDone(done)?.hash ?? null

/** A withdrawal's amount stays held for its voucher, which can still be used, until that has ended. */
export const openHold = ({ failure, held }: Pick<FlowState, 'failure' | 'held'>): Held | null =>
  failure?.code === 'expired' || failure?.code === 'superseded' ? null : held
