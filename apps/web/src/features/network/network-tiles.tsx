import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { hashRateInfoQuery } from '../../api/queries/mining.ts'
import { drgvPriceQuery, overviewQuery } from '../../api/queries/public.ts'
import { formatPrice } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/cx.ts'
import { Tiles } from '../../ui/layout/tiles.tsx'
import { formatCount, formatPower, formatShare } from '../../ui/text/format.ts'

/** Read but not there: a dash, never 0. */
const settle = <Value,>(
  query: { readonly isError: boolean },
  value: Value | undefined,
): Value | undefined | null => value ?? (query.isError ? null : undefined)

type Prices = 'DR' | 'DRGV'

/**
 * Prices of both tokens with the change of a day, and my share of the network (its whole power for a
 * visitor).
 */
export const NetworkTiles = ({ address }: { readonly address?: Address | undefined }) => {
  const t = useT()
  const overview = useQuery(overviewQuery())
  const prices = useQuery(drgvPriceQuery())
  const price = (token: Prices) =>
    prices.data && (
      <>
        <span>{formatPrice(BigInt(prices.data[token].price), 4)}</span>
        <DayChange bps={overview.data?.dayChangeBps[token]} />
      </>
    )
  return (
    <Tiles
      items={[
        { label: t('rates.drPrice'), value: settle(prices, price('DR')) },
        { label: t('home.drgvPrice'), value: settle(prices, price('DRGV')) },
        address
          ? { label: t('rates.myShare'), value: <MyShare address={address} /> }
          : {
              label: t('home.networkPower'),
              value: settle(
                overview,
                overview.data && (
                  <>
                    <span>{formatPower(BigInt(overview.data.networkPower))}</span>
                    <Below>{`${t('home.machines')} ${formatCount(overview.data.machines)}`}</Below>
                  </>
                ),
              ),
            },
      ]}
    />
  )
}

/** A tile's second line; it keeps its height while there is nothing to say. */
const Below = ({ children }: { readonly children?: ReactNode }) => (
  <span className="block text-12 font-normal text-t2">{children ?? '\u00a0'}</span>
)

/** Null: the pool's history is not a day long yet, and nothing is made up. */
const DayChange = ({ bps }: { readonly bps: number | null | undefined }) => {
  const t = useT()
  if (bps === null || bps === undefined) return <Below />
  const sign = bps > 0 ? '+' : bps < 0 ? '−' : ''
  const change = `${sign}${formatCount(Math.abs(bps) / 100)}%`
  return (
    <Below>
      <span className={cx(bps > 0 && 'text-in', bps < 0 && 'text-out')}>
        {t('rates.dayChange', { change })}
      </span>
    </Below>
  )
}

const MyShare = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const query = useQuery(hashRateInfoQuery(address))
  if (!query.data)
    return (
      <>
        <span>{query.isError ? '—' : '…'}</span>
        <Below />
      </>
    )
  const { power, networkPower } = query.data
  return (
    <>
      <span>{formatShare(BigInt(power), BigInt(networkPower))}</span>
      <Below>{t('rates.shareOf', { power: formatPower(BigInt(networkPower)) })}</Below>
    </>
  )
}
