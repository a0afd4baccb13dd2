import type { ElectricityPayment, MachinePurchase } from '@dr/protocol/calls/user-mining'
import { ELECTRICITY_PERIOD_DAYS } from '@dr/protocol/constants'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  electricityPaymentsQuery,
  machinePurchasesQuery,
  readElectricityPayments,
  readMachinePurchases,
} from '../../api/queries/records.ts'
import type { Address } from '../../api/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amount.tsx'
import { Async } from '../../ui/async.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatCount, formatShort } from '../../ui/format.ts'
import { lazySheet } from '../../ui/lazy-sheet.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Parts } from '../../ui/parts.tsx'
import { Rig } from '../../ui/rig.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { CsvExport } from './csv-export.tsx'
import { machinesOf, paymentsCsv, purchasesCsv } from './mining-csv.ts'
import { PendingRecords } from './pending-records.tsx'

const RecordSheet = lazySheet(() =>
  import('./mining-record-sheet.tsx').then((module) => module.MiningRecordSheet),
)

type RecordsProps = { readonly address: Address }
type Shown<Item> = { readonly record: Item; readonly open: boolean } | null

const RIG = 36

/** Every purchase of machines, newest first: what is final by the server, what is on its way by this device. */
export function MachineRecords({ address }: RecordsProps) {
  const t = useT()
  const query = useInfiniteQuery(machinePurchasesQuery(address))
  const [shown, setShown] = useState<Shown<MachinePurchase>>(null)
  return (
    <>
      <PendingRecords address={address} kind="buy-machine" />
      <Card className="py-1">
        <Async query={query} skeleton={<SkeletonRows count={5} label={t('message.loading')} />}>
          {({ pages }) => {
            const items = pages.flatMap((page) => page.items)
            if (items.length === 0)
              return (
                <EmptyState
                  icon="bag"
                  title={t('records.machines.none')}
                  detail={t('records.machines.hint')}
                />
              )
            return (
              <ul>
                {items.map((record) => (
                  <ListRow
                    key={record.orderId}
                    lead={<Rig state="activated" tier={record.tier} size={RIG} />}
                    title={`${record.name} × ${formatCount(record.machineCount)}`}
                    detail={formatShort(record.at * 1_000)}
                    value={<Amount value={-BigInt(record.usdtPaid)} token="USDT" size="sm" maxDecimals={2} />}
                    valueDetail={
                      <Amount value={-BigInt(record.drgvBurned)} token="DRGV" size="sm" maxDecimals={2} />
                    }
                    onClick={() => setShown({ record, open: true })}
                  />
                ))}
              </ul>
            )
          }}
        </Async>
      </Card>
      <MoreButton query={query} label={t('common.more')} />
      <CsvExport
        name={`machines-${address}`}
        read={readMachinePurchases}
        toCsv={purchasesCsv}
        waiting={query.isPending}
      />
      {shown ? (
        <RecordSheet
          purchase={shown.record}
          open={shown.open}
          onOpenChange={(open) => setShown({ ...shown, open })}
        />
      ) : null}
    </>
  )
}

/** Every payment of electricity, the same way. */
export function ElectricityRecords({ address }: RecordsProps) {
  const t = useT()
  const query = useInfiniteQuery(electricityPaymentsQuery(address))
  const [shown, setShown] = useState<Shown<ElectricityPayment>>(null)
  return (
    <>
      <PendingRecords address={address} kind="activate-machine" />
      <Card className="py-1">
        <Async query={query} skeleton={<SkeletonRows count={5} label={t('message.loading')} />}>
          {({ pages }) => {
            const items = pages.flatMap((page) => page.items)
            if (items.length === 0)
              return (
                <EmptyState
                  icon="power"
                  title={t('records.electricity.none')}
                  detail={t('records.electricity.hint')}
                />
              )
            return (
              <ul>
                {items.map((record) => (
                  <ListRow
                    key={record.orderId}
                    icon="power"
                    title={record.machines
                      .map(({ name, count }) => `${name} × ${formatCount(count)}`)
                      .join(', ')}
                    detail={
                      <Parts>
                        {formatShort(record.at * 1_000)}
                        {t('common.days', { count: record.periods * ELECTRICITY_PERIOD_DAYS })}
                      </Parts>
                    }
                    value={
                      <Amount value={-BigInt(record.drgvBurned)} token="DRGV" size="sm" maxDecimals={2} />
                    }
                    valueDetail={t('tx.machineCount', { count: machinesOf(record) })}
                    onClick={() => setShown({ record, open: true })}
                  />
                ))}
              </ul>
            )
          }}
        </Async>
      </Card>
      <MoreButton query={query} label={t('common.more')} />
      <CsvExport
        name={`electricity-${address}`}
        read={readElectricityPayments}
        toCsv={paymentsCsv}
        waiting={query.isPending}
      />
      {shown ? (
        <RecordSheet
          payment={shown.record}
          open={shown.open}
          onOpenChange={(open) => setShown({ ...shown, open })}
        />
      ) : null}
    </>
  )
}
