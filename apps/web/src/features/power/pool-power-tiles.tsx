import { formatAmount } from '@dr/protocol/amounts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { dividendPoolQuery } from '../../api/queries/dividends.ts'
import { formatPrice } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Tiles } from '../../ui/layout/tiles.tsx'

/** Pledged power of all users, joining power, and the last week's payment for a unit. */
export const PoolPowerTiles = () => {
  const t = useT()
  const { data, isError } = useInfiniteQuery(dividendPoolQuery())
  const first = data?.pages[0]
  const missing = isError ? null : undefined
  const units = (text: string): string => formatAmount(BigInt(text), { maxDecimals: 0 })
  const last = first?.weeks.items[0]
  return (
    <Tiles
      items={[
        { label: t('power.pool.pledged'), value: first ? units(first.current.pledged) : missing },
        { label: t('power.pool.joining'), value: first ? units(first.current.joining) : missing },
        {
          label: t('power.pool.lastWeek'),
          // No week has closed yet; no forecast is shown.
          value: last ? formatPrice(BigInt(last.perUnit)) : first ? null : missing,
        },
      ]}
    />
  )
}
