import { useDeferredValue } from 'react'
import type { Address } from 'viem'
import { useSession } from '../../api/session/session.ts'
import { SwapRecords } from '../../features/exchange/swap-records.tsx'
import { PurchaseRecords } from '../../features/power/purchase-records.tsx'
import { MyDailyAdditions, MyPledgeRecords } from '../../features/power/records.tsx'
import { Visitor } from '../../features/session/visitor.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { Page } from '../frame/page.tsx'
import { usePageValues } from '../navigation.ts'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

const KINDS = ['pledges', 'purchases', 'swaps'] as const
type Kind = (typeof KINDS)[number]
const readKind = (text: string | undefined): Kind => KINDS.find((kind) => kind === text) ?? 'pledges'

/** `/pages/DCP/Pledgerecord?value1=<kind>`: pledge, purchase and exchange records; additions by day. */
export const PledgeRecordPage = () => {
  const t = useT()
  const session = useSession()
  const { redirect } = useGo()
  const { value1 } = usePageValues()
  const kind = readKind(value1)
  // The choice is seen at once; what it shows is drawn in slices.
  const shown = useDeferredValue(kind)
  return (
    <Page title={t('power.records')}>
      {session.status === 'signed-in' ? (
        <Columns side={shown === 'swaps' ? null : <MyDailyAdditions address={session.address} />}>
          <Segmented<Kind>
            label={t('power.records')}
            value={kind}
            onChange={(next) => redirect(PATHS.pledgeRecord, { value1: next })}
            items={KINDS.map((value) => ({ value, label: t(`power.records.kind.${value}`) }))}
          />
          <Records kind={shown} address={session.address} />
        </Columns>
      ) : (
        <Visitor title={t('power.records.visitor')} sample="ledger" />
      )}
    </Page>
  )
}

const Records = ({ kind, address }: { readonly kind: Kind; readonly address: Address }) => {
  const { push } = useGo()
  switch (kind) {
    case 'purchases':
      return <PurchaseRecords address={address} />
    case 'pledges':
      return <MyPledgeRecords address={address} />
    case 'swaps':
      return <SwapRecords address={address} onSwap={() => push(PATHS.exchange)} />
  }
}
