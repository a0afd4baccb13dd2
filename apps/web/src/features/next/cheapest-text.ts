import { ceilingAt, formatAmount } from '@dr/protocol/amounts'
import { electricityFee } from '@dr/protocol/rules/machine-cost'
import type { Translate } from '../../i18n/translate.ts'
import type { AccountFacts } from './next-action.rules.ts'

const shown = (amount: bigint): string => formatAmount(ceilingAt(amount, 2), { maxDecimals: 2 })

/**
 * Amounts that the wallet needs for the cheapest machine and its first electricity together, each rounded
 * up.
 */
export const cheapestText = (t: Translate, { USDT, DRGV }: NonNullable<AccountFacts['cheapest']>): string =>
  t('start.fund.detail', {
    usdt: shown(USDT),
    drgv: shown(DRGV + electricityFee({ machines: 1, periods: 1 })),
  })
