import { ceilingAt, formatAmount } from '@dr/protocol/amounts'
import type { Translate } from '../../i18n/translate.ts'
import type { AccountFacts } from './next-action.rules.ts'

/** What the wallet has to hold for the cheapest machine; each amount rounded up. */
export const cheapestText = (t: Translate, { USDT, DRGV }: NonNullable<AccountFacts['cheapest']>): string =>
  t('start.fund.detail', {
    usdt: formatAmount(ceilingAt(USDT, 2), { maxDecimals: 2 }),
    drgv: formatAmount(ceilingAt(DRGV, 0), { maxDecimals: 0 }),
  })
