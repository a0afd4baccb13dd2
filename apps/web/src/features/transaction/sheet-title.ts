import type { Translate } from '../../i18n/translate.ts'
import { type FlowState, goalDone } from './machine.ts'
import type { PlanKind } from './plan-kind.ts'

/** What the sheet is about; once machines are bought and only their electricity is left, what is done of both. */
export function sheetTitle(
  t: Translate,
  { stage, done }: Pick<FlowState, 'stage' | 'done'>,
  kind: PlanKind | null,
): string {
  if (goalDone(done) === null) return t(kind === null ? 'tx.title.resume' : `tx.title.${kind}`)
  if (stage === 'success') return t('tx.title.boughtActivated')
  return t(stage === 'failed' || stage === 'rejected' ? 'tx.title.boughtOnly' : 'tx.title.boughtActivating')
}
