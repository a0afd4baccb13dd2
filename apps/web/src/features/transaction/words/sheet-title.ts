import type { Translate } from '../../../i18n/translate.ts'
import { type FlowState, goalDone } from '../flow/flow-state.ts'
import type { PlanKind } from '../plan/plan-kind.ts'

/** Title of the sheet; once machines are bought and only electricity is left, the state of both. */
export const sheetTitle = (
  t: Translate,
  state: Pick<FlowState, 'stage' | 'done'>,
  kind: PlanKind | null,
): string => {
  const { stage, done } = state
  if (goalDone(done) === null) return t(kind === null ? 'tx.title.resume' : `tx.title.${kind}`)
  if (stage === 'success') return t('tx.title.boughtActivated')
  if (stage === 'unsure') return t('tx.title.boughtUnknown')
  return t(stage === 'failed' || stage === 'rejected' ? 'tx.title.boughtOnly' : 'tx.title.boughtActivating')
}
