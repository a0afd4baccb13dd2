import type { ParameterName, Stoppable } from '@dr/protocol/parameters'
import type { Translate } from '../../i18n/translate.ts'

const UNITS: Readonly<Record<ParameterName, string>> = {
  'withdrawal-daily-limit': 'USD',
  'withdrawal-minimum-dr': 'DR',
  'withdrawal-minimum-usdt': 'USDT',
  'pod-power-minimum-dr': 'DR',
}

/** Name of a proposal's subject, and the unit of its amounts. */
export const subjectName = (
  t: Translate,
  subject: string,
): { readonly name: string; readonly unit: string } => {
  const [kind, packageId = '', token = ''] = subject.split(':')
  if (kind === 'budget') return { name: t('platform.budgetOf', { packageId, token }), unit: token }
  if (kind === 'stop') return { name: t(`platform.stop.${packageId as Stoppable}`), unit: '' }
  if (kind === 'block') return { name: t('operator.block'), unit: '' }
  if (kind === 'package') return { name: `${t('operator.view.packages')} #${packageId}`, unit: '' }
  if (kind === 'product') return { name: `${t('operator.view.products')} ${packageId}`, unit: '' }
  const limit = subject as ParameterName
  return { name: t(`platform.limit.${limit}`), unit: UNITS[limit] ?? '' }
}
