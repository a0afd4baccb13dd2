import { formatAmount } from '@dr/protocol/amounts'
import { COLLECT_MINIMUM } from '@dr/protocol/constants'
import { worthOf } from '@dr/protocol/rules/mining-rate'
import { useQuery } from '@tanstack/react-query'
import { drgvPriceQuery } from '../../api/queries/public.ts'
import { formatWorthBeside } from '../../i18n/rate-text.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { isCollectable, type MiningInfo } from './reading.ts'

type CollectWordsProps = {
  /** For `aria-describedby` of the button. */
  readonly id?: string
  /** Undefined while loading. */
  readonly info: MiningInfo | undefined
}

/**
 * Rule of collecting, which is already in the document (index.html), and the amount that it moves now.
 * Constant height.
 */
export const CollectWords = ({ id, info }: CollectWordsProps) => {
  const t = useT()
  const { data: prices } = useQuery(drgvPriceQuery())
  return (
    <div id={id} className="num mt-1 text-12 text-t2">
      <p>{t('home.collectRule', { minimum: formatAmount(COLLECT_MINIMUM) })}</p>
      <p className="min-h-4.5">{info && nowText(t, info, prices ? BigInt(prices.DR.price) : null)}</p>
    </div>
  )
}

/** Rounded down: the hero and the result show the exact figures. */
const nowText = (t: Translate, info: MiningInfo, drPrice: bigint | null): string => {
  if (!isCollectable(info)) return t('message.no_tq')
  const accrued = BigInt(info.accrued)
  const worth = worthOf(accrued, drPrice)
  const what = t('home.collectWhat', { amount: formatAmount(accrued, { maxDecimals: 2 }) })
  return worth === null ? what : `${what} ${formatWorthBeside(worth)}`
}
