import { useInfiniteQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { fundFlowsQuery } from '../../api/queries/ledger.ts'
import { useT } from '../../i18n/use-t.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Async } from '../../ui/status/async.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { FlowList } from './flow-list.tsx'

const SHOWN = 5

/** The last ledger lines with a link to all; nothing before the first. */
export const RecentFlows = ({
  address,
  onAll,
}: {
  readonly address: Address
  readonly onAll: () => void
}) => {
  const t = useT()
  const query = useInfiniteQuery(fundFlowsQuery(address))
  if (query.data?.pages[0]?.items.length === 0) return null
  return (
    <Card className="pb-1">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-16 font-semibold">{t('ledger.title')}</h2>
        <button type="button" onClick={onAll} className="tap text-12 text-t2">
          {t('ledger.all')}
        </button>
      </div>
      <Async query={query} skeleton={<SkeletonRows label={t('message.loading')} />}>
        {({ pages }) => <FlowList flows={pages[0]?.items.slice(0, SHOWN) ?? []} />}
      </Async>
    </Card>
  )
}
