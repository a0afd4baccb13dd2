import { formatAmount } from '@dr/protocol/amounts'
import { useQuery } from '@tanstack/react-query'
import { hashRateInfoQuery } from '../../api/queries/mining.ts'
import { drgvPriceQuery, overviewQuery } from '../../api/queries/public.ts'
import type { Address } from '../../api/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { formatCount, formatPower } from '../../ui/format.ts'
import { Tiles } from '../../ui/tiles.tsx'

/** Read but not there: a dash, never 0. */
const settle = <Value,>(
  query: { readonly isError: boolean },
  value: Value | undefined,
): Value | undefined | null => value ?? (query.isError ? null : undefined)

/** Network power, mine (or the machines' count for a visitor), DRGV's price. */
export function NetworkTiles({ address }: { readonly address?: Address | undefined }) {
  const t = useT()
  const overview = useQuery(overviewQuery())
  const prices = useQuery(drgvPriceQuery())
  const price = prices.data && `$${formatAmount(BigInt(prices.data.DRGV.price), { maxDecimals: 4 })}`
  const network = overview.data && formatPower(BigInt(overview.data.networkPower))
  return (
    <Tiles
      items={[
        { label: t('home.networkPower'), value: settle(overview, network) },
        address
          ? { label: t('home.myPower'), value: <MyPower address={address} /> }
          : {
              label: t('home.machines'),
              value: settle(overview, overview.data && formatCount(overview.data.machines)),
            },
        { label: t('home.drgvPrice'), value: settle(prices, price) },
      ]}
    />
  )
}

function MyPower({ address }: { readonly address: Address }) {
  const query = useQuery(hashRateInfoQuery(address))
  if (!query.data) return query.isError ? '—' : '…'
  return formatPower(BigInt(query.data.power))
}
