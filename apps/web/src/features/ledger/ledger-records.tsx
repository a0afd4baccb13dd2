import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { callApi } from '../../api/client.ts'
import { type FundFlowFilter, fundFlowsQuery } from '../../api/queries/ledger.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { RecordList } from '../../ui/lists/record-list.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { toCsv } from './csv.ts'
import { CsvExport } from './csv-export.tsx'
import { FlowSheet } from './flow-list.tsx'
import { FlowRow } from './flow-row.tsx'
import { LedgerFilters } from './ledger-filters.tsx'

/** All ledger lines with filters, and a complete export of the filtered lines. */
export const LedgerRecords = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const [filter, setFilter] = useState<FundFlowFilter>({})
  const query = useInfiniteQuery(fundFlowsQuery(address, filter))
  const filtered = Object.keys(filter).length > 0
  return (
    <>
      <LedgerFilters filter={filter} onChange={setFilter} />
      <RecordList
        query={query}
        texts={{ loading: t('message.loading'), more: t('common.more') }}
        expected={6}
        empty={
          filtered ? (
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
        }
        keyOf={({ id }) => id}
        row={(flow, onOpen) => <FlowRow flow={flow} onOpen={onOpen} />}
        sheet={(flow, control) => <FlowSheet flow={flow} {...control} />}
      />
      <CsvExport
        name={`ledger-${address}`}
        read={(page, signal) => callApi('fundFlows', { signal, request: { ...filter, ...page } })}
        toCsv={toCsv}
        waiting={query.isPending}
      />
    </>
  )
}
