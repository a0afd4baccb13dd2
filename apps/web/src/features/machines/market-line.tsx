import { formatAmount } from '@dr/protocol/amounts'
import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../../api/queries/public.ts'
import { useT } from '../../i18n/use-t.ts'
import { SkeletonText } from '../../ui/status/skeleton.tsx'
import { formatCount } from '../../ui/text/format.ts'

/** What DR's pool can pay, beside what mined DR is said to be worth. */
export const MarketLine = () => {
  const t = useT()
  const { data } = useQuery(overviewQuery())
  const text = (usdt: bigint, days: number | null): string =>
    [
      t('offer.market', { usdt: formatAmount(usdt, { maxDecimals: 0 }) }),
      ...(days === null ? [] : [t('offer.marketHalf', { days: formatCount(days) })]),
    ].join(' ')
  return (
    <p className="num text-14 text-t2">
      {data ? (
        text(BigInt(data.drPool.usdt), data.drPool.daysUntilHalfPrice)
      ) : (
        <SkeletonText>{text(10n ** 24n, 100)}</SkeletonText>
      )}
    </p>
  )
}
