import type { NodeRank } from '@dr/protocol/calls/community'
import { formatWorth } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { MoreButton } from '../../ui/form/more-button.tsx'
import { CardHeader } from '../../ui/layout/card.tsx'
import { RankRow } from '../../ui/lists/rank-row.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'

type LeadersProps = {
  readonly rows: readonly NodeRank[]
  /** The user's place; null: not a node. */
  readonly rank: number | null
  readonly query: Parameters<typeof MoreButton>[0]['query']
}

/** Nodes by weight in the open week. */
export const Leaders = ({ rows, rank, query }: LeadersProps) => {
  const t = useT()
  return (
    <section className="flex flex-col gap-1 border-t border-line pt-4">
      <CardHeader title={t('assets.nodeRanking')} aside={t('nodes.unit')} />
      {rows.length === 0 ? (
        <EmptyState icon="dao" title={t('nodes.none')} detail={t('nodes.noneHint')} />
      ) : (
        <ol>
          {rows.map((row) => (
            <RankRow
              key={row.rank}
              rank={row.rank}
              address={row.address}
              me={row.rank === rank ? t('community.me') : undefined}
              detail={t('nodes.row', {
                own: formatWorth(BigInt(row.own)),
                direct: formatWorth(BigInt(row.direct)),
              })}
              value={<Amount value={BigInt(row.weight)} token="USD" size="sm" maxDecimals={2} />}
            />
          ))}
        </ol>
      )}
      <MoreButton query={query} label={t('common.more')} wide />
    </section>
  )
}
