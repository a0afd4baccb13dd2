import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { hashRateInfoQuery } from '../../api/queries/mining.ts'
import { drgvPriceQuery, overviewQuery } from '../../api/queries/public.ts'
import type { Overview } from '../../api/reserves.ts'
import { formatPrice } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/cx.ts'
import { Tiles } from '../../ui/layout/tiles.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { releaseShare } from './release-share.ts'

/** Value of a query; a dash, not 0, if it failed. */
const valueOrDash = <Value,>(
  query: { readonly isError: boolean },
  value: Value | undefined,
): Value | undefined | null => value ?? (query.isError ? null : undefined)

type Prices = 'DR' | 'DRGV'

/**
 * DR's price with its daily change; then DRGV's price and the user's share of the release or, for a
 * visitor, the network's power and its share of the release.
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
        { label: t('rates.drPrice'), value: valueOrDash(prices, price('DR')) },
        ...(address
          ? [
              { label: t('home.drgvPrice'), value: valueOrDash(prices, price('DRGV')) },
              { label: t('rates.myShare'), value: <MyShare address={address} /> },
            ]
          : [
              {
                label: t('home.networkPower'),
                value: valueOrDash(overview, overview.data && <Network overview={overview.data} />),
              },
              {
                label: t('home.earned'),
                value: valueOrDash(overview, overview.data && <Earned overview={overview.data} />),
              },
            ]),
      ]}
    />
  )
}

const Network = ({ overview: { networkPower, machines } }: { readonly overview: Overview }) => {
  const t = useT()
  return (
    <>
      <span>{`${formatCount(networkPower)} T`}</span>
      <Below>{`${t('home.machines')} ${formatCount(machines)}`}</Below>
    </>
  )
}

/** Share of the release that is earned. Below the minimum power the rest is owed to no user. */
const Earned = ({ overview: { networkPower } }: { readonly overview: Overview }) => {
  const t = useT()
  return (
    <>
      <span>{releaseShare(networkPower, networkPower)}</span>
      <Below>{t('home.earnedOf')}</Below>
    </>
  )
}

/** Second line of a tile; keeps its height while empty. */
const Below = ({ children }: { readonly children?: ReactNode }) => (
  <span className="block text-12 font-normal text-t2">{children ?? '\u00a0'}</span>
)

/** Daily change of a price; null: the pool's history is shorter than a day. */
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
  const { data, isError } = useQuery(hashRateInfoQuery(address))
  return (
    <>
      <span>{data ? releaseShare(data.power, data.networkPower) : isError ? '—' : '…'}</span>
      <Below>{t('home.earnedOf')}</Below>
    </>
  )
}
