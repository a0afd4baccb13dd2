import { type FlowState, goalDone, type Held } from './flow-state.ts'

type Ended = Pick<FlowState, 'done' | 'failure' | 'hash' | 'steps'>

/** Message about the user's money after an end without success. */
export const keptKey = ({ failure, hash, steps }: Pick<Ended, 'failure' | 'hash' | 'steps'>) => {
  if (failure?.code === 'approval-pending' || failure?.code === 'approval-other') return 'tx.kept.nothing'
  if (failure?.code === 'approval-failed') return 'tx.kept.fee'
  if (failure?.code === 'cancelled') return 'tx.kept.replaced'
  if (hash !== null) return 'tx.kept.fee'
  return hasApproved({ steps }) ? 'tx.kept.approval' : 'tx.kept.nothing'
}

/** Whether an approval was mined. */
export const hasApproved = ({ steps }: Pick<Ended, 'steps'>): boolean =>
  steps.some(({ kind, hash, state }) => kind === 'approve' && hash !== undefined && state === 'done')

/** Tokens whose approval the wallet was asked to send, alone or with the call. */
export const askedApprovals = ({ steps }: Pick<Ended, 'steps'>): readonly string[] =>
  steps
    .filter(({ kind, state }) => kind !== 'permit' && state !== 'todo')
    .flatMap(({ kind, token, batch = [] }) =>
      kind === 'call' ? batch.map((approval) => approval.token) : (token ?? []),
    )

/** Message about the remaining calls after some of several are done. */
export const restKey = (state: Ended) => {
  const key = keptKey(state)
  if (goalDone(state.done) === null) return key === 'tx.kept.nothing' ? 'tx.kept.nothingMore' : key
  return key === 'tx.kept.fee' ? 'tx.kept.goalDoneFee' : 'tx.kept.goalDone'
}

/** Transaction hash of the purchase whose machines may be offered for activation. */
export const boughtToActivate = ({ done }: Pick<Ended, 'done'>): string | null => goalDone(done)?.hash ?? null

/** Open hold of a withdrawal: its voucher can still be used, until it has ended. */
export const openHold = ({ failure, held }: Pick<FlowState, 'failure' | 'held'>): Held | null =>
  failure?.code === 'expired' || failure?.code === 'superseded' ? null : held
