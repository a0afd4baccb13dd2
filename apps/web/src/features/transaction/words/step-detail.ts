import type { Translate } from '../../../i18n/translate.ts'
import { sentences } from '../../../ui/text/sentences.ts'
import type { ShownStep } from '../plan/list-steps.ts'

interface StepPosition {
  readonly number: number
  readonly total: number
  /** The hash is a proposal's: no explorer knows it, and no block waits for it. */
  readonly proposed: boolean
}

/** Line below a step's title: that it is done or, before any payment, that nothing is paid yet. */
export const stepDetail = (
  t: Translate,
  { step, isFirstPaid }: Pick<ShownStep, 'step' | 'isFirstPaid'>,
  { number, total, proposed }: StepPosition,
): string => {
  const unpaid = step.kind !== 'call' && isFirstPaid
  const { given, amount } = step
  if (given !== undefined && amount !== undefined && given > amount) return t('tx.step.gaveMore')
  if (step.state === 'done') return t(unpaid ? 'tx.step.doneUnpaid' : 'tx.step.done')
  const together = step.batch?.filter(({ amount }) => amount > 0n).map(({ token }) => token)
  return sentences(
    unpaid ? t('tx.step.nothingYet', { number, total }) : null,
    together === undefined ? null : t('tx.step.together', { tokens: together.join(t('tx.listComma')) }),
    step.state === 'wallet' ? t('tx.step.inWallet') : null,
    step.state === 'mining' && !proposed ? t('tx.step.mining') : null,
  )
}
