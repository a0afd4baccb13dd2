import { useInfiniteQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { nodeRankingQuery } from '../../api/queries/community.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Async } from '../../ui/status/async.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { moment } from '../../ui/text/moment.ts'
import type { NodeRanking } from './ranking.ts'
import { Standing } from './standing.tsx'

type NodeProps = { readonly address: Address; readonly onOpen: () => void }

/** The week's node pool, and the user's state. */
export const NodeCard = ({ address, onOpen }: NodeProps) => {
  const t = useT()
  const query = useInfiniteQuery(nodeRankingQuery(address))
  return (
    <Card className="flex flex-col gap-3">
      <CardHeader
        title={t('nodes.title')}
        aside={
          <button type="button" className="tap text-12 text-gold" onClick={onOpen}>
            {t('nodes.open')}
          </button>
        }
      />
      <Async query={query} skeleton={<SkeletonRows count={3} label={t('message.loading')} />}>
        {({ pages: [page] }) =>
          page ? (
            <>
              <Pool current={page.current} />
              <Standing ranking={page} />
            </>
          ) : null
        }
      </Async>
    </Card>
  )
}

const Pool = ({ current }: { readonly current: NodeRanking['current'] }) => {
  const t = useT()
  const { USDT, DR } = current.available
  const empty = USDT === '0' && DR === '0'
  return (
    <div>
      <p className="text-12 text-t2">{t('nodes.pool')}</p>
      <p className="flex flex-wrap items-baseline gap-x-4">
        <Amount value={BigInt(USDT)} token="USDT" size="lg" />
        {DR === '0' ? null : <Amount value={BigInt(DR)} token="DR" />}
      </p>
      <p className="num mt-1 text-12 text-t2">
        {empty
          ? t('nodes.pool.empty')
          : t('nodes.pool.closes', { time: moment(current.endsAt), nodes: current.nodes })}
      </p>
    </div>
  )
}
