import type { ElectricityPayment, MachinePurchase } from '@dr/protocol/calls/user-mining'
import { ExplorerLink } from '../../chain/explorer-link.tsx'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Receipt, type ReceiptRow } from '../../ui/lists/receipt.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { Address } from '../../ui/text/address.tsx'
import { formatCount, formatPower } from '../../ui/text/format.ts'
import { day, shownDate } from '../../ui/text/moment.ts'

type MiningRecordSheetProps = {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
} & (
  | { readonly purchase: MachinePurchase; readonly payment?: never }
  | { readonly payment: ElectricityPayment; readonly purchase?: never }
)

/** Details of one machine purchase or one electricity payment. */
export const MiningRecordSheet = ({ purchase, payment, open, onOpenChange }: MiningRecordSheetProps) => {
  const t = useT()
  const { at, orderId, txHash } = purchase ?? payment
  return (
    <Sheet
      name="mining-record"
      open={open}
      onOpenChange={onOpenChange}
      title={t(purchase ? 'records.machines.title' : 'tx.row.electricity')}
      description={<Chip tone="in">{t('tx.final')}</Chip>}
    >
      <Receipt
        rows={[
          ...(purchase ? purchaseRows(t, purchase) : paymentRows(t, payment)),
          { label: t('ledger.detail.time'), value: shownDate(at * 1_000, 'YMDHMS') },
          { label: t('ledger.detail.order'), value: <span className="break-all">{orderId}</span> },
          { label: t('ledger.detail.tx'), value: <Address address={txHash} /> },
        ]}
      />
      <ExplorerLink tx={txHash} />
    </Sheet>
  )
}

const burnedRow = (t: Translate, drgvBurned: string): ReceiptRow => ({
  label: t('tx.row.burned'),
  value: <Amount value={-BigInt(drgvBurned)} token="DRGV" size="sm" />,
  tone: 'out',
})

const purchaseRows = (t: Translate, purchase: MachinePurchase): readonly ReceiptRow[] => [
  { label: t('tx.row.machines'), value: `${purchase.name} × ${formatCount(purchase.machineCount)}` },
  {
    label: t('tx.row.power'),
    value: formatPower(BigInt(purchase.power) * BigInt(purchase.machineCount)),
  },
  {
    label: t('records.paid'),
    value: <Amount value={-BigInt(purchase.usdtPaid)} token="USDT" size="sm" />,
  },
  burnedRow(t, purchase.drgvBurned),
  { label: t('records.worksUntil'), value: day(purchase.lifeEnd) },
]

const paymentRows = (t: Translate, payment: ElectricityPayment): readonly ReceiptRow[] => [
  ...payment.machines.map(({ name, count }) => ({
    label: name,
    value: t('tx.machineCount', { count }),
  })),
  { label: t('records.paidFor'), value: t('tx.periods', { count: payment.periods }) },
  burnedRow(t, payment.drgvBurned),
]
