import { formatAmount } from '@dr/protocol/amounts'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { hashRateInfoQuery } from '../../api/queries/mining.ts'
import { overviewQuery } from '../../api/queries/public.ts'
import { useSilent } from '../../api/silence/use-silent.ts'
import { useT } from '../../i18n/use-t.ts'
import { type Tile, Tiles } from '../../ui/layout/tiles.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { releaseShare } from './release-share.ts'

const LONGEST_SHARE = '99.99%'

/** In T, as on Home: `1.84 P` next to `160 T` would have to be converted. */
const powerText = (power: number): string => `${formatCount(power)} T`

/** The day's soft miner pool, total power, and the user's with the share of the release that it earns. */
export const PoolTiles = ({ address }: { readonly address?: Address | undefined }) => {
  const t = useT()
  const overview = useQuery(overviewQuery())
  const silent = useSilent(overview)
  const missing = silent || overview.isError ? null : undefined
  const tiles: Tile[] = [
    {
      label: t('backpack.pool'),
      value: overview.data
        ? formatAmount(BigInt(overview.data.emission.perDay), { maxDecimals: 0 })
        : missing,
    },
    {
      label: t('backpack.networkPower'),
      value: address ? (
        <Network address={address} />
      ) : overview.data ? (
        powerText(overview.data.networkPower)
      ) : (
        missing
      ),
    },
  ]
  if (address) tiles.push({ label: t('backpack.myPower'), value: <Mine address={address} /> })
  return <Tiles items={tiles} />
}

/** From the same reading as the user's power, so that the two are consistent. */
const Network = ({ address }: { readonly address: Address }) => {
  const query = useQuery(hashRateInfoQuery(address))
  const { data, isError } = query
  const silent = useSilent(query)
  const text = data ? powerText(data.networkPower) : silent || isError ? '—' : '…'
  return <span>{text}</span>
}

const Mine = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const query = useQuery(hashRateInfoQuery(address))
  const { data, isError } = query
  const silent = useSilent(query)
  return (
    <>
      <span>{data ? powerText(data.power) : silent || isError ? '—' : '…'}</span>
      {/* As high as the longest share, in one line or two, so that the tiles keep their height. */}
      <span className="grid text-12 font-normal text-t2 *:[grid-area:1/1]">
        <span className="invisible" aria-hidden="true">
          {t('backpack.share', { share: LONGEST_SHARE })}
        </span>
        {data ? (
          <span>{t('backpack.share', { share: releaseShare(data.power, data.networkPower) })}</span>
        ) : null}
      </span>
    </>
  )
}
