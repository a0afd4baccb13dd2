import { formatAmount } from '@dr/protocol/amounts'
import { useQuery } from '@tanstack/react-query'
import { drgvPriceQuery, overviewQuery } from '../../api/queries/public.ts'
import { formatPrice } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Tiles } from '../../ui/layout/tiles.tsx'

/** Tiles with DR's price, released amount and burned amount. */
export const DrTiles = () => {
  const t = useT()
  const overview = useQuery(overviewQuery())
  const prices = useQuery(drgvPriceQuery())
  const missing = overview.isError ? null : undefined
  const whole = (text: string): string => formatAmount(BigInt(text), { maxDecimals: 0 })
  return (
    <Tiles
      items={[
        {
          label: t('power.drPrice'),
          value: prices.data
            ? formatPrice(BigInt(prices.data.DR.price), 4)
            : prices.isError
              ? null
              : undefined,
        },
        {
          label: t('power.drReleased'),
          value: overview.data ? whole(overview.data.emission.released) : missing,
        },
        { label: t('power.drBurned'), value: overview.data ? whole(overview.data.burned.DR) : missing },
      ]}
    />
  )
}
