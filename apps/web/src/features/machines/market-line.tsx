import { formatAmount } from '@dr/protocol/amounts'
import { POWER_FLOOR } from '@dr/protocol/constants'
import { daysUntilHalfPrice } from '@dr/protocol/rules/half-price'
import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../../api/queries/public.ts'
import type { Overview } from '../../api/reserves.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { SkeletonText } from '../../ui/status/skeleton.tsx'
import { formatCount } from '../../ui/text/format.ts'

/** Limit of the displayed days. In a very small network only the effect of the whole release is shown. */
const DAYS_MAX = 3_650

/** Text of about the length of the real one. */
const LIKELY = {
  drPool: { dr: String(10n ** 24n), usdt: String(10n ** 24n), daysUntilHalfPrice: null },
  emission: { perDay: String(10n ** 21n) },
}

/** Amount that DR's pool can pay, next to the worth of mined DR. */
export const MarketLine = () => {
  const t = useT()
  const { data } = useQuery(overviewQuery())
  return (
    <p className="num text-14 text-t2">
      {data ? marketText(t, data) : <SkeletonText>{marketText(t, LIKELY)}</SkeletonText>}
    </p>
  )
}

type Depth = Pick<Overview, 'drPool'> & { readonly emission: Pick<Overview['emission'], 'perDay'> }

const marketText = (t: Translate, { drPool, emission }: Depth): string => {
  const now = drPool.daysUntilHalfPrice
  const full = daysUntilHalfPrice({ poolDr: BigInt(drPool.dr), earnedPerDay: BigInt(emission.perDay) })
  return [
    t('offer.market', { usdt: formatAmount(BigInt(drPool.usdt), { maxDecimals: 0 }) }),
    ...(now === null || now > DAYS_MAX ? [] : [t('offer.marketHalf', { days: formatCount(now) })]),
    ...(full === null
      ? []
      : [t('offer.marketFull', { floor: formatCount(POWER_FLOOR), days: formatCount(full) })]),
  ].join(' ')
}
