import { GROWTH_WINNERS } from '@dr/protocol/constants'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { dividendPoolQuery } from '../../api/queries/dividends.ts'
import { podPowerInfoQuery } from '../../api/queries/pod-power.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { RankRow } from '../../ui/lists/rank-row.tsx'
import { Async } from '../../ui/status/async.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { moment } from '../../ui/text/moment.ts'
import type { OpenWeek } from './pool.ts'

const SHOWN_AT_FIRST = 5

/**
 * Ranking of this week's POD power purchases, whose first twenty share the prize at its close; with the
 * user's own place.
 */
export const GrowthCard = ({ address }: { readonly address?: Address | undefined }) => {
  const t = useT()
  const query = useInfiniteQuery(dividendPoolQuery())
  return (
    <Card className="flex flex-col gap-2">
      <CardHeader title={t('dividend.growth')} aside={t('dividend.growth.unit')} />
      <Async query={query} skeleton={<SkeletonRows label={t('message.loading')} />}>
        {({ pages }) =>
          pages[0] ? (
            <>
              <Ranking week={pages[0].current} address={address} />
              <p className="text-12 text-t2">
                {t('dividend.growth.rule', {
                  time: moment(pages[0].current.endsAt),
                  winners: GROWTH_WINNERS,
                })}
              </p>
            </>
          ) : null
        }
      </Async>
    </Card>
  )
}

const Ranking = ({ week, address }: { readonly week: OpenWeek; readonly address: Address | undefined }) => {
  const t = useT()
  const [all, setAll] = useState(false)
  const { growth } = week
  if (growth.length === 0) return <p className="text-14">{t('dividend.growth.none')}</p>
  const ownRow = growth.find((row) => row.address === address)
  const rows = all ? growth : growth.slice(0, SHOWN_AT_FIRST)
  return (
    <>
      <ol>
        {rows.map((row) => (
          <Row key={row.rank} {...row} isOwn={row === ownRow} />
        ))}
      </ol>
      {address && (ownRow === undefined || !rows.includes(ownRow)) ? <MyPlace address={address} /> : null}
      {growth.length > SHOWN_AT_FIRST ? (
        <Button size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
          {t(all ? 'dividend.growth.less' : 'dividend.growth.all', { count: growth.length })}
        </Button>
      ) : null}
    </>
  )
}

type RowProps = OpenWeek['growth'][number] & {
  readonly isOwn: boolean
  readonly behind?: boolean | undefined
}

const Row = ({ rank, behind, address, bought, isOwn }: RowProps) => {
  const t = useT()
  return (
    <RankRow
      rank={rank}
      behind={behind}
      address={address}
      me={isOwn ? t('dividend.growth.me') : undefined}
      value={<Amount value={BigInt(bought)} size="sm" maxDecimals={2} />}
    />
  )
}

/** The user's place outside the listed ones. */
const MyPlace = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const { data } = useQuery(podPowerInfoQuery(address))
  if (!data) return null
  const { rank, behindRank, bought } = data.week
  if (rank === null) return <p className="text-14 text-t2">{t('dividend.growth.notYet')}</p>
  return (
    <ol>
      <Row rank={rank} behind={behindRank} address={address} bought={bought} isOwn />
    </ol>
  )
}
