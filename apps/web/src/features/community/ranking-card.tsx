import type { DirectReferralRank } from '@dr/protocol/calls/community'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { referralRankingQuery } from '../../api/queries/community.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { RankRow } from '../../ui/lists/rank-row.tsx'
import { Async } from '../../ui/status/async.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { weekName } from '../../ui/text/iso-week.ts'
import { WeekSwitch } from './week-switch.tsx'

const SHOWN_AT_FIRST = 5

/** Weekly ranking by direct referrals, with the note that it pays nothing. */
export const RankingCard = ({ address }: { readonly address?: Address | undefined }) => {
  const t = useT()
  const [week, setWeek] = useState<number | undefined>()
  const open = useQuery(referralRankingQuery())
  const query = useQuery(referralRankingQuery(week))
  return (
    <Card className="flex flex-col gap-2">
      <CardHeader title={t('community.ranking')} aside={t('community.ranking.unit')} />
      <Async query={query} skeleton={<SkeletonRows count={5} label={t('message.loading')} />}>
        {({ week: shown, items }) => (
          <>
            <WeekSwitch
              name={weekName(shown)}
              running={shown === open.data?.week}
              onBefore={() => setWeek(shown - 1)}
              onAfter={() => setWeek(shown + 1 === open.data?.week ? undefined : shown + 1)}
            />
            <Rows key={shown} items={items} address={address} />
            <p className="text-12 text-t2">{t('community.ranking.rule')}</p>
          </>
        )}
      </Async>
    </Card>
  )
}

type RowsProps = { readonly items: readonly DirectReferralRank[]; readonly address: Address | undefined }

const Rows = ({ items, address }: RowsProps) => {
  const t = useT()
  const [all, setAll] = useState(false)
  if (items.length === 0) return <EmptyState icon="dao" title={t('community.ranking.none')} />
  const mine = items.find((row) => row.address === address)
  const first = items.slice(0, SHOWN_AT_FIRST)
  const rows = all ? items : mine && !first.includes(mine) ? [...first, mine] : first
  return (
    <>
      <ol>
        {rows.map((row) => (
          <RankRow
            key={row.rank}
            rank={row.rank}
            address={row.address}
            me={row === mine ? t('community.me') : undefined}
            detail={t('community.ranking.joined', { count: row.newMembers })}
            value={<Amount value={BigInt(row.performance)} token="USD" size="sm" maxDecimals={2} />}
          />
        ))}
      </ol>
      {items.length > SHOWN_AT_FIRST ? (
        <Button size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('community.ranking.less') : t('community.ranking.allRows', { count: items.length })}
        </Button>
      ) : null}
    </>
  )
}
