import { useDeferredValue } from 'react'
import type { Address } from 'viem'
import { useSession } from '../../api/session/session.ts'
import { HistoryCard } from '../../features/accounts/history-card.tsx'
import { LedgerRecords } from '../../features/ledger/ledger-records.tsx'
import { ElectricityRecords, MachineRecords } from '../../features/ledger/mining-records.tsx'
import { CollectRow } from '../../features/mining/collect-row.tsx'
import { Visitor } from '../../features/session/visitor.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { useTwoColumns } from '../../ui/layout/use-wide.ts'
import { Page } from '../frame/page.tsx'
import { usePageValues } from '../navigation.ts'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

const KINDS = ['ledger', 'machines', 'electricity'] as const
type Kind = (typeof KINDS)[number]
const readKind = (text: string | undefined): Kind => KINDS.find((kind) => kind === text) ?? 'ledger'

/**
 * `/pages/assets/assetsRecord?value1=<kind>`: the ledger with filters, machine purchases, electricity
 * payments; each as CSV.
 */
export const AssetsRecordPage = () => {
  const t = useT()
  const session = useSession()
  const { redirect } = useGo()
  const two = useTwoColumns()
  const kind = readKind(usePageValues().value1)
  // The choice is seen at once; what it shows is drawn in slices.
  const shown = useDeferredValue(kind)
  return (
    <Page title={t('assets.record.title')}>
      {session.status === 'signed-in' ? (
        <Columns
          side={
            two ? (
              <>
                <CollectRow address={session.address} />
                <HistoryCard address={session.address} />
              </>
            ) : null
          }
        >
          <Segmented<Kind>
            label={t('assets.record.title')}
            value={kind}
            onChange={(value1) => redirect(PATHS.assetsRecord, { value1 })}
            items={KINDS.map((value) => ({ value, label: t(`records.kind.${value}`) }))}
          />
          <Records kind={shown} address={session.address} />
        </Columns>
      ) : (
        <Visitor title={t('assets.visitor')} sample="ledger" />
      )}
    </Page>
  )
}

const Records = ({ kind, address }: { readonly kind: Kind; readonly address: Address }) => {
  switch (kind) {
    case 'ledger':
      return <LedgerRecords address={address} />
    case 'machines':
      return <MachineRecords address={address} />
    case 'electricity':
      return <ElectricityRecords address={address} />
  }
}
