import { formatAmount } from '@dr/protocol/amounts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { dividendPoolQuery } from '../../api/queries/dividends.ts'
import { formatPrice } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Tiles } from '../../ui/layout/tiles.tsx'

/** How much the pledged power of everyone is, what joins it, and what the last week paid for a unit. */
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
          // No week has closed yet: there is nothing to say, and no forecast in its place.
          value: last ? formatPrice(BigInt(last.perUnit)) : first ? null : missing,
        },
      ]}
    />
  )
}
