import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { callApi } from '../../api/client.ts'
import { type FundFlowFilter, fundFlowsQuery } from '../../api/queries/ledger.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { MoreButton } from '../../ui/form/more-button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Async } from '../../ui/status/async.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { toCsv } from './csv.ts'
import { CsvExport } from './csv-export.tsx'
import { FlowList } from './flow-list.tsx'
import { LedgerFilters } from './ledger-filters.tsx'

/** All ledger lines with filters, and a complete export of what the filter lets through. */
export const LedgerRecords = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const [filter, setFilter] = useState<FundFlowFilter>({})
  const query = useInfiniteQuery(fundFlowsQuery(address, filter))
  const filtered = Object.keys(filter).length > 0
  return (
    <>
      <LedgerFilters filter={filter} onChange={setFilter} />
      <Card className="py-1">
        <Async query={query} skeleton={<SkeletonRows count={6} label={t('message.loading')} />}>
          {({ pages }) => {
            const flows = pages.flatMap(({ items }) => items)
            if (flows.length > 0) return <FlowList flows={flows} />
            return filtered ? (
              <EmptyState
                icon="filter"
                title={t('ledger.emptyFilter')}
                action={
                  <Button size="sm" onClick={() => setFilter({})}>
                    {t('ledger.filter.clear')}
                  </Button>
                }
              />
            ) : (
              <EmptyState title={t('ledger.empty')} detail={t('ledger.emptyHint')} />
            )
          }}
        </Async>
      </Card>
      <MoreButton query={query} label={t('common.more')} />
      <CsvExport
        name={`ledger-${address}`}
        read={(page, signal) => callApi('fundFlows', { signal, request: { ...filter, ...page } })}
        toCsv={toCsv}
        waiting={query.isPending}
      />
    </>
  )
}
