import type { Translate } from '../../../../i18n/translate.ts'
import { legsNow } from '../../plan/list-steps.ts'
import { workId } from '../../plan/plan.ts'
import { kindOfIntent, kindOfPlan } from '../../plan/plan-kind.ts'
import { atMostText } from '../../shortage/shortage-text.ts'
import { legText } from '../../words/leg-words.ts'
import type { StoppedWork } from '../../work/stopped.ts'
import type { FlowState } from '../flow-state.ts'

/** Whether the user confirmed something that has not ended. */
const isUnderWay = ({ stage, agreed, done }: FlowState): boolean =>
  stage === 'approving' ||
  stage === 'signing' ||
  stage === 'unsure' ||
  stage === 'pending' ||
  (stage === 'checking' && (agreed || done.length > 0))

/** State of the approvals that were sent: all are mined, or at least one is not. */
const approvalOf = ({ steps }: FlowState): StoppedWork['approval'] => {
  const sent = steps.filter(({ kind, hash }) => kind === 'approve' && hash !== undefined)
  if (sent.length === 0) return null
  return sent.every(({ state }) => state === 'done') ? 'mined' : 'sent'
}

/**
 * Note about a flow that a change of the wallet's account stops; null: nothing was confirmed, or its end
 * was shown. 'as before': such a change has already ended it.
 */
export const noteStopped = (
  t: Translate,
  account: StoppedWork['account'],
  state: FlowState,
): StoppedWork | null | 'as before' => {
  const { stage, failure, plan, outline, steps, done, hash } = state
  if (stage === 'failed' && failure?.code === 'wallet-changed') return 'as before'
  const kind = outline ? kindOfIntent(outline.goal) : plan ? kindOfPlan(plan) : null
  if (!isUnderWay(state) || kind === null) return null
  const spends = plan?.spends ?? legsNow(state)[0]?.spends ?? []
  const requested = stage === 'unsure' || stage === 'pending' || steps.at(-1)?.state === 'wallet'
  return {
    account,
    kind,
    amounts: spends
      .filter(({ amount }) => amount > 0n)
      .map(({ token, amount }) => `${atMostText(amount)} ${token}`)
      .join(t('tx.listComma')),
    done: done.map(({ leg }) => legText(t, leg)),
    approval: approvalOf(state),
    orderId: plan === null ? null : workId(plan),
    requested,
    hash,
  }
}
