import { ELECTRICITY_PERIOD_DAYS } from '@dr/protocol/constants'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import {
  electricityPaymentsQuery,
  machinePurchasesQuery,
  readElectricityPayments,
  readMachinePurchases,
} from '../../api/queries/records.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Parts } from '../../ui/layout/parts.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { RecordList } from '../../ui/lists/record-list.tsx'
import { Rig } from '../../ui/pictures/rig.tsx'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { formatCount, formatShort } from '../../ui/text/format.ts'
import { CsvExport } from './csv-export.tsx'
import { machinesOf, paymentsCsv, purchasesCsv } from './mining-csv.ts'
import { PendingRecords } from './pending-records.tsx'

const RecordSheet = lazySheet(() =>
  import('./mining-record-sheet.tsx').then((module) => module.MiningRecordSheet),
)

type RecordsProps = { readonly address: Address }

const RIG = 36

const listedIn = <Item,>(
  data: { readonly pages: readonly { readonly items: readonly Item[] }[] } | undefined,
) => data?.pages.flatMap(({ items }) => items) ?? []

/** Machine purchases, newest first: final ones from the server, pending ones from this device. */
export const MachineRecords = ({ address }: RecordsProps) => {
  const t = useT()
  const query = useInfiniteQuery(machinePurchasesQuery(address))
  return (
    <>
      <PendingRecords address={address} kind="buy-machine" final={listedIn(query.data)} />
      <RecordList
        query={query}
        texts={{ loading: t('message.loading'), more: t('common.more') }}
        keyOf={({ orderId }) => orderId}
        empty={
          <EmptyState icon="bag" title={t('records.machines.none')} detail={t('records.machines.hint')} />
        }
        row={(record, onOpen) => (
          <ListRow
            lead={<Rig state="activated" tier={record.tier} size={RIG} />}
            title={`${record.name} × ${formatCount(record.machineCount)}`}
            detail={formatShort(record.at * 1_000)}
            value={<Amount value={-BigInt(record.usdtPaid)} token="USDT" size="sm" maxDecimals={2} />}
            valueDetail={<Amount value={-BigInt(record.drgvBurned)} token="DRGV" size="sm" maxDecimals={2} />}
            onClick={onOpen}
          />
        )}
        sheet={(purchase, control) => <RecordSheet purchase={purchase} {...control} />}
      />
      <CsvExport
        name={`machines-${address}`}
        read={readMachinePurchases}
        toCsv={purchasesCsv}
        waiting={query.isPending}
      />
    </>
  )
}

/** Electricity payments, newest first: final ones from the server, pending ones from this device. */
export const ElectricityRecords = ({ address }: RecordsProps) => {
  const t = useT()
  const query = useInfiniteQuery(electricityPaymentsQuery(address))
  return (
    <>
      <PendingRecords address={address} kind="activate-machine" final={listedIn(query.data)} />
      <RecordList
        query={query}
        texts={{ loading: t('message.loading'), more: t('common.more') }}
        keyOf={({ orderId }) => orderId}
        empty={
          <EmptyState
            icon="power"
            title={t('records.electricity.none')}
            detail={t('records.electricity.hint')}
          />
        }
        row={(record, onOpen) => (
          <ListRow
            icon="power"
            title={record.machines.map(({ name, count }) => `${name} × ${formatCount(count)}`).join(', ')}
            detail={
              <Parts>
                {formatShort(record.at * 1_000)}
                {t('common.days', { count: record.periods * ELECTRICITY_PERIOD_DAYS })}
              </Parts>
            }
            value={<Amount value={-BigInt(record.drgvBurned)} token="DRGV" size="sm" maxDecimals={2} />}
            valueDetail={t('tx.machineCount', { count: machinesOf(record) })}
            onClick={onOpen}
          />
        )}
        sheet={(payment, control) => <RecordSheet payment={payment} {...control} />}
      />
      <CsvExport
        name={`electricity-${address}`}
        read={readElectricityPayments}
        toCsv={paymentsCsv}
        waiting={query.isPending}
      />
    </>
  )
}
